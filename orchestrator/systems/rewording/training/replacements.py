"""Collects the replacements of all shards, and scores those that are scored by frequency."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from paralattice.formats.phrase_table import PhraseEntry, read_phrase_table, split_fields, write_phrase_table
from paralattice.rewording.alignment.word_alignment import AlignmentModel
from paralattice.rewording.decoding.decoder import Phrase
from paralattice.rewording.decoding.edit_weights import EditWeights
from paralattice.rewording.model_files import lines_of
from paralattice.rewording.phrase_scores import Knowledge, replacements_by_frequency

# Number of sentence pairs that are named for a replacement, of different events if possible.
_NAMED = 5


@dataclass(frozen=True)
class Learnt:
    """The replacements of a model.

    Attributes
    ----------
    size
        Their number.
    phrases
        The lines of the phrase table.
    evidence
        For each line, the numbers of sentence pairs that show the replacement, 0-based; or nothing.
    entries
        The replacements, if they are scored by frequency.
    weights
        Weights of edits; ``None`` for the system of the paper.
    tuning
        What the weights were tuned on, for the signature.
    """

    size: int
    phrases: Iterable[str]
    evidence: Sequence[Sequence[int]] = ()
    entries: Sequence[PhraseEntry] = ()
    weights: EditWeights | None = None
    tuning: dict[str, int] = field(default_factory=dict)


class ScoredReplacements:
    """Replacements that the shards have scored, by Model 1.

    Parameters
    ----------
    least
        Minimum number of occurrences of a replacement.
    """

    def __init__(self, least: int) -> None:
        self._least = least
        # Keyed by the written phrases, which takes less memory than tuples for millions of entries.
        self._entries: dict[str, tuple[str, int]] = {}

    def add(self, phrases: str) -> None:
        """Add the phrase table of the next shard."""
        for line in lines_of(phrases):
            source, target, score, _, count = split_fields(line)
            key = f"{source} ||| {target}"
            self._entries[key] = (score, int(count) + self._entries.get(key, ("", 0))[1])

    def learnt(self) -> Learnt:
        """Return the replacements with at least the least count."""
        return Learnt(sum(count >= self._least for _, count in self._entries.values()), self._lines())

    def _lines(self) -> Iterator[str]:
        """Yield the lines of the phrase table: by phrase, the most probable replacement first."""
        kept = [key for key, (_, count) in self._entries.items() if count >= self._least]
        # Sorted by source first, so that only the full sort keys of one source are in memory.
        kept.sort(key=_source)
        for _, keys in groupby(kept, _source):
            for key in sorted(keys, key=lambda key: (-float(self._entries[key][0]), key)):
                score, count = self._entries[key]
                yield f"{key} ||| {score} |||  ||| {count}\n"


def _source(key: str) -> str:
    return key.partition(" ||| ")[0]


class CountedReplacements:
    """Occurrences of all phrase pairs, to be scored by frequency.

    Parameters
    ----------
    least
        Minimum number of occurrences of a replacement.
    """

    def __init__(self, least: int) -> None:
        self._least = least
        self._found: dict[tuple[Phrase, Phrase], list[int]] = {}

    def add(self, phrases: str, first: int) -> None:
        """Add the phrase pairs of the next shard, whose first sentence pair has this number."""
        for entry in read_phrase_table(lines_of(phrases)):
            numbers = self._found.setdefault((entry.source, entry.target), [])
            numbers += (first + int(number) for number in entry.counts)

    def learnt(self, events: Sequence[int], words: AlignmentModel, knowledge: Knowledge) -> Learnt:
        """Return the allowed replacements: see :func:`replacements_by_frequency`."""
        scored = [
            (entry, numbers)
            for entry, numbers in replacements_by_frequency(self._found, events, words, knowledge)
            if len(numbers) >= self._least
        ]
        scored.sort(key=lambda item: (item[0].source, -item[0].scores[2], item[0].target))
        entries = [entry for entry, _ in scored]
        evidence = [_named(numbers, events) for _, numbers in scored]
        return Learnt(len(entries), write_phrase_table(entries), evidence, entries)


def _named(numbers: Sequence[int], events: Sequence[int]) -> list[int]:
    """Return a few sentence pairs, of as many events as possible."""
    firsts = list({events[number]: number for number in reversed(numbers)}.values())
    others = [number for number in numbers if number not in set(firsts)]
    return sorted([*reversed(firsts), *others][:_NAMED])
