"""Rewordings of a sentence as people read them: what stands around the decoder (Quirk et al. 2004, 3.4).

A sentence comes as words in their case. It is put in small letters, named entities become generic tokens,
the decoder finds the best ways through the generation lattice, the entities come back, and then the case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from paralattice.rewording.decoder import (
    GenerationEdge,
    GenerationLattice,
    Paraphrase,
    Phrase,
    ReplacementTable,
    generation_lattice,
    ranked_paraphrases,
)
from paralattice.rewording.entities import EntityClasses, Masked, restore_entities
from paralattice.rewording.language_model import LanguageModel
from paralattice.rewording.options import DecodeOptions
from paralattice.rewording.truecaser import Truecaser

# Ways that are looked through for each rewording wanted: some have entities that the sentence does not have.
_WAYS_A_REWORDING = 200


@dataclass(frozen=True, eq=False)
class TranslationModel:
    """All that rewording a sentence takes.

    Attributes
    ----------
    table
        Replacements.
    language_model
        Of small letters, with generic tokens.
    truecaser, entities
        What restores case, and the classes of named entities.
    classes
        Word to class, of words put together by statistics; may be empty.
    """

    table: ReplacementTable
    language_model: LanguageModel
    truecaser: Truecaser
    entities: EntityClasses
    classes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RewordingEdit:
    """A replacement in a sentence.

    Attributes
    ----------
    start, end
        The words of the sentence that go; 0-based, half-open.
    words
        Those that come, in their case.
    score
        log10 of the probability of the replacement.
    """

    start: int
    end: int
    words: Phrase
    score: float


@dataclass(frozen=True, slots=True)
class Rewording:
    """A sentence in other words.

    Attributes
    ----------
    words
        In their case.
    score, replacement_score, language_score
        log10 of the probability: of both models, of the replacements (words that stay included), of the
        language model.
    edits
        What was replaced, from left to right.
    """

    words: Phrase
    score: float
    replacement_score: float
    language_score: float
    edits: tuple[RewordingEdit, ...]


def lattice_of(
    words: Sequence[str], model: TranslationModel, options: DecodeOptions | None = None
) -> GenerationLattice:
    """Return the generation lattice of a sentence, words as they were written (Figure 2)."""
    return generation_lattice(model.entities.mask(words).words, model.table, options)


def reword(
    words: Sequence[str], model: TranslationModel, options: DecodeOptions | None = None
) -> list[Rewording]:
    """Return the best rewordings of a sentence, the best first; fewer where there are fewer.

    Parameters
    ----------
    words
        The sentence, in its case; may be empty.
    model
        As trained.
    options
        u, how many are wanted, and whether the sentence itself may be among them.
    """
    options = options or DecodeOptions()
    masked = model.entities.mask(words)
    lattice = generation_lattice(masked.words, model.table, options)
    return reword_lattice(lattice, masked, model, options)


def reword_lattice(
    lattice: GenerationLattice, masked: Masked, model: TranslationModel, options: DecodeOptions
) -> list[Rewording]:
    """Return the best rewordings out of a lattice of ``masked.words``: see :func:`reword`."""
    if not lattice.words:
        return []
    source = tuple(word for words in masked.originals for word in words)
    wanted = islice(ranked_paraphrases(lattice, model.language_model), options.best * _WAYS_A_REWORDING)
    restored = _restored(wanted, masked, {tuple(_small(source))} if options.novel else set())
    return [_rewording(way, masked, source, model) for way in islice(restored, options.best)]


def _restored(ways: Iterable[Paraphrase], masked: Masked, known: set[Phrase]) -> Iterator[Paraphrase]:
    """Yield the ways whose entities can be restored to words that are not known yet."""
    for way in ways:
        words = restore_entities(way.edges, masked)
        if words is None or tuple(_small(words)) in known:
            continue
        known.add(tuple(_small(words)))
        yield way


def _small(words: Iterable[str]) -> Iterator[str]:
    return (word.lower() for word in words)


def _rewording(way: Paraphrase, masked: Masked, source: Phrase, model: TranslationModel) -> Rewording:
    places = [0]
    for original in masked.originals:
        places.append(places[-1] + len(original))
    parts = [_written(edge, masked) for edge in way.edges]
    words = [word for part in parts for word in part]
    # The first word has its capital for its place, and may have lost that.
    kept = [
        word if _stays(edge, masked) and (edge.start or place == 0) else ""
        for place, (edge, part) in enumerate(zip(way.edges, parts, strict=True))
        for word in part
    ]
    cased = model.truecaser.restore(words, source, kept)
    edits: list[RewordingEdit] = []
    at = 0
    for edge, part in zip(way.edges, parts, strict=True):
        piece = cased[at : at + len(part)]
        at += len(part)
        if not _stays(edge, masked):
            edits.append(RewordingEdit(places[edge.start], places[edge.end], piece, edge.score))
    replaced = way.replacement_score
    return Rewording(tuple(cased), way.score, replaced, way.score - replaced, tuple(edits))


def _written(edge: GenerationEdge, masked: Masked) -> Phrase:
    """Return the words of an edge; those that stay as they were written."""
    if _stays(edge, masked):
        return tuple(word for original in masked.originals[edge.start : edge.end] for word in original)
    return restore_entities([edge], masked) or ()


def _stays(edge: GenerationEdge, masked: Masked) -> bool:
    return edge.words == masked.words[edge.start : edge.end]
