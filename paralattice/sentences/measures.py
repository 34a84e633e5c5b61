"""Precision, recall and F1 of matches, and their curve (Nelken & Shieber 2006, section 5)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from paralattice.arrays import Flags, Longs
from paralattice.sentences.alignment import Matches


@dataclass(frozen=True, slots=True)
class MatchScore:
    """Counts of matched pairs.

    Attributes
    ----------
    correct
        Number of correct matched pairs.
    matched
        Number of matched pairs.
    expected
        Number of true pairs, or an estimate of it; the divisor of recall.
    """

    correct: int
    matched: int
    expected: int

    @property
    def precision(self) -> float:
        """Share of matched pairs that are correct; 0 without matched pairs."""
        return self.correct / self.matched if self.matched else 0.0

    @property
    def recall(self) -> float:
        """Correct pairs divided by expected pairs; 0 without expected pairs."""
        return self.correct / self.expected if self.expected else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Truth:
    """The true matches of two documents.

    Attributes
    ----------
    right
        (n, m) Whether each pair is correct if matched.
    expected
        Expected number of correct pairs, the divisor of recall.
    """

    right: Flags
    expected: int


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The score of the pairs with a probability of at least ``threshold``."""

    threshold: float
    score: MatchScore


def truth_of_pairs(shape: tuple[int, int], pairs: Iterable[tuple[int, int]]) -> Truth:
    """Return the truth from known pairs of matching sentences (section 5.1).

    Parameters
    ----------
    shape
        Numbers of sentences of the two documents.
    pairs
        Indices of matching sentences, 0-based.
    """
    right = np.zeros(shape, dtype=np.bool_)
    for i, j in pairs:
        right[i, j] = True
    return Truth(right, int(right.sum()))


def truth_of_blocks(shape: tuple[int, int], blocks: Sequence[tuple[Longs, Longs]]) -> Truth:
    """Return the truth from known pairs of blocks, such as pericopes (section 5.2).

    A pair of sentences is correct if both are in the same pair of blocks. The expected number of pairs is
    the length of the shorter block, summed over the pairs of blocks.
    """
    right = np.zeros(shape, dtype=np.bool_)
    for rows, columns in blocks:
        right[np.ix_(rows, columns)] = True
    return Truth(right, sum(min(len(rows), len(columns)) for rows, columns in blocks))


def score_matches(matches: Iterable[Matches], truths: Iterable[Truth]) -> MatchScore:
    """Return the counts summed over all pairs of documents."""
    correct = matched = expected = 0
    for found, truth in zip(matches, truths, strict=True):
        correct += int(truth.right[tuple(found.pairs.T)].sum())
        matched += len(found.pairs)
        expected += truth.expected
    return MatchScore(correct, matched, expected)


def curve(matches: Sequence[Matches], truths: Sequence[Truth]) -> list[CurvePoint]:
    """Return precision and recall at every threshold, the highest first (Figures 5 and 6).

    Parameters
    ----------
    matches
        Matches of each pair of documents at the lowest threshold; at least one.
    truths
        The truth of each pair of documents.
    """
    zipped = list(zip(matches, truths, strict=True))
    values = np.concatenate([found.probabilities for found, _ in zipped])
    right = np.concatenate([truth.right[tuple(found.pairs.T)] for found, truth in zipped])
    expected = sum(truth.expected for truth in truths)
    order = np.argsort(-values, kind="stable")
    ordered, correct = values[order], np.cumsum(right[order])
    falls = np.append(ordered[1:] < ordered[:-1], np.ones(min(1, len(ordered)), np.bool_))
    return [
        CurvePoint(float(ordered[place]), MatchScore(int(correct[place]), int(place) + 1, expected))
        for place in np.flatnonzero(falls)
    ]
