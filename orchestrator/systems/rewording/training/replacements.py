"""Collects the replacements of all shards, and scores those that are scored by frequency."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby

from paralattice.formats.phrase_table import PhraseEntry, read_phrase_table, split_fields, write_phrase_table
from paralattice.rewording.alignment.shard_training import SHARD_SIZE
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


def scored_replacements(tables: Iterable[str], least: int) -> Learnt:
    """Return the replacements that the shards have scored, by Model 1.

    Parameters
    ----------
    tables
        The phrase table of each shard.
    least
        Minimum number of occurrences of a replacement.
    """
    # Keyed by the written phrases, which takes less memory than tuples for millions of entries.
    entries: dict[str, tuple[str, int]] = {}
    for line in chain.from_iterable(map(lines_of, tables)):
        source, target, score, _, count = split_fields(line)
        key = f"{source} ||| {target}"
        entries[key] = (score, int(count) + entries.get(key, ("", 0))[1])
    kept = {key: entry for key, entry in entries.items() if entry[1] >= least}
    return Learnt(len(kept), _lines(kept))


def _lines(entries: Mapping[str, tuple[str, int]]) -> Iterator[str]:
    """Yield the lines of the phrase table: by phrase, the most probable replacement first."""
    # Sorted by source first, so that only the full sort keys of one source are in memory.
    for _, keys in groupby(sorted(entries, key=_source), _source):
        for key in sorted(keys, key=lambda key: (-float(entries[key][0]), key)):
            score, count = entries[key]
            yield f"{key} ||| {score} |||  ||| {count}\n"


def _source(key: str) -> str:
    return key.partition(" ||| ")[0]


def counted_replacements(
    tables: Iterable[str], least: int, events: Sequence[int], words: AlignmentModel, knowledge: Knowledge
) -> Learnt:
    """Return the allowed replacements, scored by frequency: see :func:`replacements_by_frequency`.

    Parameters
    ----------
    tables
        The phrase pairs of each shard, which has :data:`SHARD_SIZE` sentence pairs.
    least
        Minimum number of occurrences of a replacement.
    events
        The event of each sentence pair.
    words, knowledge
        The trained word alignment, and what is known about words.
    """
    found: dict[tuple[Phrase, Phrase], list[int]] = {}
    for place, table in enumerate(tables):
        for entry in read_phrase_table(lines_of(table)):
            numbers = found.setdefault((entry.source, entry.target), [])
            numbers += (place * SHARD_SIZE + int(number) for number in entry.counts)
    scored = [
        (entry, numbers)
        for entry, numbers in replacements_by_frequency(found, events, words, knowledge)
        if len(numbers) >= least
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
