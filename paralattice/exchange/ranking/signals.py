"""Computes the signals of a candidate that predict whether it is perfect."""

from collections.abc import Callable, Sequence
from statistics import fmean

from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import Operation
from paralattice.scorer import Scorer, log_probabilities

Signal = Callable[[int, Sequence[Operation], Facts], float]
"""Takes the number of the frame, the operations on it, and the facts of the cluster."""

_LANGUAGE_SCALE = 2.0


def length(frame: int, done: Sequence[Operation], facts: Facts) -> float:
    """Return the number of tokens as a share of the median of the cluster's sentences."""
    edits = [edit for operation in done for edit in operation.edits]
    added = sum(len(edit.tokens) - (edit.end - edit.begin) for edit in edits)
    return (len(facts.texts[frame]) + added) / facts.median_length


def certainty(frame: int, done: Sequence[Operation], facts: Facts) -> float:
    """Return the least probability that a noun phrase corefers with the one that replaces it, from 0 to 1."""
    certain = facts.cluster.referents.certainty
    links = [certain((frame, old), new) for operation in done for old, new in operation.replaced]
    return min(links, default=1.0)


SIGNALS: dict[str, Signal] = {"length": length, "certainty": certainty}
"""The signals by name; :mod:`paralattice.exchange.ranking.probability` weighs them."""


def signals_of(frame: int, done: Sequence[Operation], facts: Facts) -> dict[str, float]:
    """Return all signals of the sentence that operations make of a frame."""
    return {name: signal(frame, done, facts) for name, signal in SIGNALS.items()}


def language_signals(passed: Sequence[Candidate], facts: Facts, score: Scorer) -> list[float]:
    """Compare the mean log probability of each candidate's tokens with that of its frame.

    Returns
    -------
    list of float
        For each candidate 1 if it is not below its frame's, falling to 0 if it is lower by 2.
    """
    logs = log_probabilities(score, [*facts.texts, *(candidate.words for candidate in passed)])
    means = {words: fmean(row) for words, row in logs.items()}
    pairs = [(candidate.words, facts.texts[candidate.frame]) for candidate in passed]
    falls = [(means[frame] - means[words]) / _LANGUAGE_SCALE for words, frame in pairs]
    return [1 - min(1.0, max(0.0, fall)) for fall in falls]
