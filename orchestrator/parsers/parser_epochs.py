"""Epochs of a training, each kept before the next begins."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from orchestrator.parsers.parser_folder import Row, TrainingFolder

Tell = Callable[[str], object]


class Training(Protocol):
    """What :mod:`paralattice.adapters.training` trains."""

    epoch: int

    @property
    def learning_rate(self) -> float:
        """The size of the next steps."""

    def run_epoch(self) -> float:
        """Go through all sentences once; return the mean loss."""

    def note_score(self, score: float) -> None:
        """Tell how good the model is now."""

    def state(self) -> bytes:
        """Return all that the next epoch depends on."""

    def restore(self, state: bytes) -> None:
        """Go back to a state."""

    def model(self) -> bytes:
        """Return the content of a model file."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A training and what is done after each of its epochs.

    Attributes
    ----------
    name
        Of the files and in the learning curve.
    epochs
        How many there are to be, those that are done included.
    measure
        What ``score`` returns, for people; empty where nothing is measured.
    score
        Tells how good the model is; higher is better.
    keep
        The file that holds the model of the best epoch so far; empty where none is kept.
    """

    name: str
    epochs: int
    measure: str = ""
    score: Callable[[], float] | None = None
    keep: str = ""


def run_stage(stage: Stage, training: Training, folder: TrainingFolder, tell: Tell) -> tuple[float, int]:
    """Go on with a training until its epochs are done; return the best score and its epoch.

    After each epoch the model, if it is the best one, the learning curve and the state
    are written, the state last: an epoch that was cut off is done again, with the same result.
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
        tell(_line(stage, training.epoch, loss, (score, best), seconds))
    return _best(folder, stage.name, training.epoch)


def _best(folder: TrainingFolder, stage: str, epochs: int) -> tuple[float, int]:
    """Return the best score of the first epochs, and the first epoch that had it; -1 and 0 without scores."""
    scores = [_scored(row) for row in folder.curve() if row[0] == stage and row[1] <= epochs]
    return max(scores, key=lambda entry: (entry[0], -entry[1]), default=(-1.0, 0))


def _scored(row: Row) -> tuple[float, int]:
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
