"""Runs the epochs of a training; each is measured and stored before the next one begins."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from orchestrator.parsers.training_folder import CurveRow, TrainingFolder
from paralattice.adapters.interface import Tagged
from paralattice.tree import Tree

ReportLine = Callable[[str], object]
"""Takes a line of text for the terminal."""


class Trainer(Protocol):
    """A training in :mod:`paralattice.adapters.training`."""

    epoch: int

    @property
    def learning_rate(self) -> float:
        """The learning rate of the next epoch."""

    def run_epoch(self) -> float:
        """Go through all sentences once; return the mean loss."""

    def note_score(self, score: float) -> None:
        """Take the score of the model after an epoch."""

    def state(self) -> bytes:
        """Return the state on which the next epoch depends."""

    def restore(self, state: bytes) -> None:
        """Go back to a state."""

    def model(self) -> bytes:
        """Return the content of a model file."""


class ParserTrainer(Trainer, Protocol):
    """A training of a parser."""

    def parse(self, sentences: Sequence[Tagged]) -> list[Tree | None]:
        """Return the tree of each tagged sentence, ``None`` where it has none."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """The prepared training of a parser: its folder has the tags.

    Attributes
    ----------
    folder
        The folder, with the tagger and the tags of the trees.
    files
        The model's files by their settings.
    parser_file
        The parser's file among them.
    trainer
        Returns the training of the parser, given trees with predicted tags.
    packages
        Packages whose versions ``model.json`` states.
    """

    folder: TrainingFolder
    files: Mapping[str, str]
    parser_file: str
    trainer: Callable[[Sequence[Tree]], ParserTrainer]
    packages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """The epochs of a training, and the measurement of the model after each of them.

    Attributes
    ----------
    name
        Name in the learning curve and in file names.
    epochs
        Number of epochs, including those already done.
    measure
        Name of the score in messages; empty if nothing is measured.
    score
        Returns the score of the model; higher is better.
    keep
        The file of the best epoch's model; empty if none is kept.
    """

    name: str
    epochs: int
    measure: str = ""
    score: Callable[[], float] | None = None
    keep: str = ""


def run_stage(
    stage: Stage, training: Trainer, folder: TrainingFolder, report: ReportLine
) -> tuple[float, int]:
    """Run the epochs of a training that are not done yet; return the best score and its epoch.

    After each epoch the model, if it is the best one, the learning curve and the state
    are written, the state last: an interrupted epoch is run again, with the same result.
    """
    state = folder.state(stage.name)
    if state is not None:
        training.restore(state)
    seconds: list[float] = []
    while training.epoch < stage.epochs:
        best, _ = _best(folder, stage.name, training.epoch)
        began = time.monotonic()
        rate = training.learning_rate
        loss = round(training.run_epoch(), 6)
        score = round(stage.score(), 6) if stage.score else None
        if score is not None:
            training.note_score(score)
            if stage.keep and score > best:
                folder.write(stage.keep, training.model())
        seconds.append(round(time.monotonic() - began, 3))
        folder.note((stage.name, training.epoch, loss, score, rate, seconds[-1]))
        folder.write_state(stage.name, training.state())
        best, _ = _best(folder, stage.name, training.epoch)
        report(_line(stage, training.epoch, loss, (score, best), seconds))
    return _best(folder, stage.name, training.epoch)


def _best(folder: TrainingFolder, stage: str, epochs: int) -> tuple[float, int]:
    """Return the best score of the first epochs and the first epoch with it; -1 and 0 without scores."""
    scores = [_scored(row) for row in folder.curve() if row[0] == stage and row[1] <= epochs]
    return max(scores, key=lambda entry: (entry[0], -entry[1]), default=(-1.0, 0))


def _scored(row: CurveRow) -> tuple[float, int]:
    return (-1.0 if row[3] is None else row[3]), row[1]


def _line(
    stage: Stage, epoch: int, loss: float, scores: tuple[float | None, float], seconds: list[float]
) -> str:
    score, best = scores
    measured = "" if score is None else f"  {stage.measure} {100 * score:.2f} (best {100 * best:.2f})"
    mean = sum(seconds) / len(seconds)
    left = "" if epoch == stage.epochs else f", {_duration(mean * (stage.epochs - epoch))} left"
    return f"{stage.name} {epoch}/{stage.epochs}  loss {loss:.4g}{measured}  {_duration(mean)} an epoch{left}"


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
