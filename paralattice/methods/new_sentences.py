"""Stores and reads sentences that a method made; imported only where they are computed."""

from collections.abc import Sequence, Set
from functools import lru_cache

import msgspec

from paralattice.align import CompactAlignment, ExchangeCounts
from paralattice.exchange.automaton import smallest_automaton
from paralattice.formats.typed_json import from_json
from paralattice.languages.registry import DEFAULT
from paralattice.lattice import Sample, WordLattice, sentence_rows
from paralattice.lattice.records.compact import compact_samples
from paralattice.lattice.sampling import Change
from paralattice.methods.method import Drawn, LaidOut, Merged

StatePath = tuple[int, ...]

NEW = "new"


class MadeSentence(msgspec.Struct, frozen=True):
    """A new sentence as it is stored; its fields are as in a :class:`~paralattice.lattice.Sample`."""

    tokens: tuple[str, ...]
    operations: tuple[Change, ...]
    sources: tuple[tuple[int, int] | None, ...]
    score: float
    relations: tuple[tuple[int, str], ...]


def merged_texts(
    version: str,
    name: str,
    given: Sequence[Sequence[str]],
    new: Sequence[MadeSentence],
    counts: ExchangeCounts | msgspec.UnsetType = msgspec.UNSET,
) -> Merged:
    """Return the texts of sentences that were made, under a name, and of the alignment of the given ones."""
    sentences = [list(words) for words in given]
    _, paths = _lattice_of(sentences, new)
    # State 0, the start, has no column; the last state is the accepting one.
    columns = [
        [state - 1 for state in path[1 : len(words) + 1]]
        for words, path in zip(sentences, paths, strict=False)
    ]
    alignment = CompactAlignment(sentences, scores=None, order=None, columns=columns, exchange=counts)
    return {version: msgspec.json.encode(alignment), name: msgspec.json.encode(new)}


def _lattice_of(
    sentences: Sequence[Sequence[str]], new: Sequence[MadeSentence]
) -> tuple[WordLattice, list[StatePath]]:
    """Return the lattice of a cluster's sentences and the new ones, and the path of each."""
    words = [*sentences, *(entry.tokens for entry in new)]
    own = [[number] * len(row) for number, row in enumerate(sentences)]
    taken = [[place[0] if place else -1 for place in entry.sources] for entry in new]
    return smallest_automaton(words, [*own, *taken])


# Two stages need the same lattice.
@lru_cache(maxsize=2)
def laid_out_texts(aligned: bytes, made: bytes) -> LaidOut:
    """Return the lattice of the texts of :func:`merged_texts`."""
    record, new = from_json(aligned, CompactAlignment), from_json(made, list[MadeSentence])
    lattice, paths = _lattice_of(record.sentences, new)
    own_paths = paths[len(record.sentences) :]
    given = set(map(tuple, record.sentences))
    samples = tuple(_sample(one, path, given) for one, path in zip(new, own_paths, strict=True))
    return LaidOut(record.sentences, record.columns, lattice, samples)


def _sample(entry: MadeSentence, path: StatePath, given: Set[Sequence[str]]) -> Sample:
    # Each is made once.
    novel = entry.tokens not in given
    return Sample(entry.tokens, path, novel, False, False, *msgspec.structs.astuple(entry)[1:])


def best_chosen(laid_out: LaidOut, keep: int, language: str = DEFAULT) -> Drawn:
    """Return the sentences that were made, of which the first are chosen, as text of a language."""
    samples = [sample._replace(chosen=rank < keep) for rank, sample in enumerate(laid_out.made)]
    chosen = samples[:keep]
    novel = sum(sample.novel for sample in samples)
    counts = {"draws": len(samples), "novel": novel, "chosen": len(chosen)}
    rows = sentence_rows(chosen, laid_out.sentences, laid_out.lattice, language=language)
    return Drawn(compact_samples(samples, laid_out.lattice), rows, counts)
