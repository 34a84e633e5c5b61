"""Runs the epochs of a training; each is measured and stored before the next one begins."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from orchestrator.parsers.training_folder import STATE, EpochRow, TrainingFolder

if TYPE_CHECKING:
    from paralattice.adapters.chart.storage import ParserWeights
    from paralattice.adapters.training.chart import ChartTraining

ReportLine = Callable[[str], object]
"""Takes a line of text for the terminal."""


class DevScores(NamedTuple):
    """Scores of a model on the dev trees, as shares: of brackets (F1) and of words with the right tag."""

    f1: float
    tags: float


def run_epochs(
    training: ChartTraining,
    epochs: int,
    score: Callable[[ParserWeights], DevScores],
    folder: TrainingFolder,
    report: ReportLine,
) -> tuple[DevScores, int]:
    """Run the epochs of a training that are not done yet; return the best epoch's scores and its number.

    After each epoch the model, if it is the best one, the learning curve and the state
    are written, the state last: an interrupted epoch is run again, with the same result.

    Parameters
    ----------
    epochs
        Number of epochs, including those already done; 0 keeps the weights of the start.
    score
        Returns the scores of a parser; the best epoch is the one with the best F1.
    """
    if not epochs:
        scores = DevScores(*(round(share, 6) for share in score(training.model())))
        folder.write_model(training.model().to_bytes())
        folder.note(EpochRow(0, math.nan, *scores, 0.0, 0.0))
        return scores, 0
    state = folder.kept(STATE)
    if state is not None:
        training.restore(state)
    seconds: list[float] = []
    while training.epoch < epochs:
        best, _ = _best(folder, training.epoch)
        began = time.monotonic()
        rate = training.learning_rate
        loss = round(training.run_epoch(), 6)
        model = training.model()
        scores = DevScores(*(round(share, 6) for share in score(model)))
        if scores.f1 > best.f1:
            folder.write_model(model.to_bytes())
        seconds.append(round(time.monotonic() - began, 3))
        folder.note(EpochRow(training.epoch, loss, *scores, rate, seconds[-1]))
        folder.keep(STATE, training.state())
        best, _ = _best(folder, training.epoch)
        mean = sum(seconds) / len(seconds)
        left = "" if training.epoch == epochs else f", {duration(mean * (epochs - training.epoch))} left"
        report(
            f"epoch {training.epoch}/{epochs}  loss {loss:.4g}  dev F1 {100 * scores.f1:.2f} "
            f"(best {100 * best.f1:.2f})  tags {100 * scores.tags:.2f}  {duration(mean)} an epoch{left}"
        )
    return _best(folder, training.epoch)


def _best(folder: TrainingFolder, epochs: int) -> tuple[DevScores, int]:
    """Return the best scores of the first epochs and the first epoch with them; -1 and 0 before the first."""
    rows = [row for row in folder.curve() if row.epoch <= epochs]
    row = max(rows, key=lambda row: (row.f1, -row.epoch), default=None)
    return (DevScores(row.f1, row.tags), row.epoch) if row else (DevScores(-1.0, -1.0), 0)


def duration(seconds: float) -> str:
    """Return a time for a person."""
    if seconds < 100:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"
