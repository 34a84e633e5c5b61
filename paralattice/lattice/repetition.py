"""Repeated words: paths with a word twice that no sentence has twice (Pang et al. 2003, 4.2.2).

They are signs of wrong alignment.

All counts of paths are exact, by dynamic programming over the lattice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paralattice.lattice.counting import count_paths
from paralattice.lattice.lattice import Lattice


@dataclass(frozen=True, slots=True)
class Repetition:
    """How often the paths of a lattice hold a word that no sentence has twice.

    Attributes
    ----------
    word
        The word.
    containing
        Paths that hold it (C in the paper).
    repeating
        Paths that hold it at least twice (Cr).
    """

    word: str
    containing: int
    repeating: int

    @property
    def ratio(self) -> float:
        """The repetition ratio Cr / C; 0 if no path holds the word."""
        return self.repeating / self.containing if self.containing else 0.0


@dataclass(frozen=True, slots=True)
class RepetitionSummary:
    """The figures of section 4.2.2.

    Attributes
    ----------
    words
        Number of words; a word counts once a lattice.
    mean
        Their average repetition ratio.
    nonzero
        The share of words with a ratio above 0, from 0 to 1.
    mean_nonzero
        The average ratio of these.
    """

    words: int
    mean: float
    nonzero: float
    mean_nonzero: float


def repetitions(lattice: Lattice, sentences: Iterable[Sequence[str]]) -> list[Repetition]:
    """Return the repetition of every word that no sentence holds more than once, sorted by word.

    Parameters
    ----------
    lattice
        Built from the sentences.
    sentences
        Their words, written as the lattice writes them.
    """
    most: Counter[str] = Counter()
    for words in sentences:
        most |= Counter(words)
    total = count_paths(lattice)
    return [_repetition(lattice, word, total) for word in sorted(most) if most[word] == 1]


def summarise_repetitions(ratios: Iterable[float]) -> RepetitionSummary:
    """Return the averages over the ratios of all words of all lattices; 0 if there is none."""
    values = list(ratios)
    positive = [value for value in values if value > 0]
    return RepetitionSummary(
        words=len(values),
        mean=sum(values) / max(1, len(values)),
        nonzero=len(positive) / max(1, len(values)),
        mean_nonzero=sum(positive) / max(1, len(positive)),
    )


def _repetition(lattice: Lattice, word: str, total: int) -> Repetition:
    # For each state, the numbers of paths from there that have the word never and once.
    never, once = [0] * lattice.states, [0] * lattice.states
    never[lattice.accept] = 1
    for source, target, label, _ in reversed(lattice.arcs):
        if label == word:
            once[source] += never[target]
        else:
            never[source] += never[target]
            once[source] += once[target]
    containing = total - never[lattice.start]
    return Repetition(word, containing, containing - once[lattice.start])
