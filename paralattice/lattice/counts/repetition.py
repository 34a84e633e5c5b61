"""Counts paths that repeat a word which no sentence repeats (Pang et al. 2003, 4.2.2).

Such repetitions are signs of wrong alignments.  All counts are exact, by dynamic
programming over the lattice.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paralattice.lattice.counts.counting import count_paths
from paralattice.lattice.lattice import WordLattice


@dataclass(frozen=True, slots=True)
class Repetition:
    """The numbers of paths with a word that no sentence repeats.

    Attributes
    ----------
    word
        The word.
    containing
        Number of paths with the word (C in the paper).
    repeating
        Number of paths with the word at least twice (Cr).
    """

    word: str
    containing: int
    repeating: int

    @property
    def ratio(self) -> float:
        """The repetition ratio Cr / C; 0 if no path has the word."""
        return self.repeating / self.containing if self.containing else 0.0


@dataclass(frozen=True, slots=True)
class RepetitionSummary:
    """The figures of section 4.2.2.

    Attributes
    ----------
    words
        Number of words; a word counts once per lattice.
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


def repetitions(lattice: WordLattice, sentences: Iterable[Sequence[str]]) -> list[Repetition]:
    """Return the repetition of every word that no sentence has more than once, sorted by word.

    Parameters
    ----------
    lattice
        Built from the sentences.
    sentences
        Their words, written as in the lattice.
    """
    most: Counter[str] = Counter()
    for words in sentences:
        most |= Counter(words)
    total = count_paths(lattice)
    return [_repetition(lattice, word, total) for word in sorted(most) if most[word] == 1]


def summarise_repetitions(ratios: Iterable[float]) -> RepetitionSummary:
    """Return the averages over the ratios of all words of all lattices; 0 for no ratios."""
    values = list(ratios)
    positive = [value for value in values if value > 0]
    return RepetitionSummary(
        words=len(values),
        mean=sum(values) / max(1, len(values)),
        nonzero=len(positive) / max(1, len(values)),
        mean_nonzero=sum(positive) / max(1, len(positive)),
    )


def _repetition(lattice: WordLattice, word: str, total: int) -> Repetition:
    # For each state, the numbers of paths from there without the word, and with it once.
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
