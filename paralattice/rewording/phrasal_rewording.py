"""Rewords cased sentences by phrasal replacement (Quirk et al. 2004, section 3.4).

The sentence is lower-cased, named entities become generic tokens, the decoder finds the best paths through
the generation lattice, and then entities and case are restored.
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

# Maximum number of paths examined per rewording; some have entities that the sentence lacks.
_PATHS_PER_REWORDING = 200


@dataclass(frozen=True, eq=False)
class TranslationModel:
    """A trained rewording model.

    Attributes
    ----------
    table
        Phrasal replacements.
    language_model
        N-gram model of lower-cased words and generic tokens.
    truecaser, entities
        The truecaser, and the classes of named entities.
    classes
        Word to statistical class; may be empty.
    """

    table: ReplacementTable
    language_model: LanguageModel
    truecaser: Truecaser
    entities: EntityClasses
    classes: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RewordingEdit:
    """A replacement in a reworded sentence.

    Attributes
    ----------
    start, end
        Range of the replaced words of the sentence; 0-based, half-open.
    words
        The new words, cased.
    score
        log10 of the probability of the replacement.
    """

    start: int
    end: int
    words: Phrase
    score: float


@dataclass(frozen=True, slots=True)
class Rewording:
    """A reworded sentence.

    Attributes
    ----------
    words
        The cased words.
    score, replacement_score, language_score
        log10 of the probability under both models, of the replacements (including identity edges) alone, and
        of the language model alone.
    edits
        The replacements, from left to right.
    """

    words: Phrase
    score: float
    replacement_score: float
    language_score: float
    edits: tuple[RewordingEdit, ...]


def reword_by_phrases(
    words: Sequence[str], model: TranslationModel, options: DecodeOptions | None = None
) -> list[Rewording]:
    """Return the best rewordings of a sentence, the best first; possibly fewer than requested.

    Parameters
    ----------
    words
        The cased sentence; may be empty.
    model
        The trained model.
    options
        u, the number of rewordings, and whether the sentence itself may be one.
    """
    options = options or DecodeOptions()
    masked = model.entities.mask(words)
    lattice = generation_lattice(masked.words, model.table, options)
    return reword_lattice(lattice, masked, model, options)


def reword_lattice(
    lattice: GenerationLattice, masked: Masked, model: TranslationModel, options: DecodeOptions
) -> list[Rewording]:
    """Return the best rewordings in a lattice of ``masked.words``: see :func:`reword_by_phrases`."""
    if not lattice.words:
        return []
    source = tuple(word for words in masked.originals for word in words)
    wanted = islice(ranked_paraphrases(lattice, model.language_model), options.best * _PATHS_PER_REWORDING)
    restored = _restored(wanted, masked, {tuple(_small(source))} if options.novel else set())
    return [_rewording(path, masked, source, model) for path in islice(restored, options.best)]


def _restored(paths: Iterable[Paraphrase], masked: Masked, known: set[Phrase]) -> Iterator[Paraphrase]:
    """Yield the paths whose entities can be restored and whose words are not in ``known``."""
    for path in paths:
        words = restore_entities(path.edges, masked)
        if words is None or tuple(_small(words)) in known:
            continue
        known.add(tuple(_small(words)))
        yield path


def _small(words: Iterable[str]) -> Iterator[str]:
    return (word.lower() for word in words)


def _rewording(path: Paraphrase, masked: Masked, source: Phrase, model: TranslationModel) -> Rewording:
    places = [0]
    for original in masked.originals:
        places.append(places[-1] + len(original))
    parts = [_written(edge, masked) for edge in path.edges]
    words = [word for part in parts for word in part]
    # The case of the first word is free, because its capital may be due to its position.
    kept = [
        word if _stays(edge, masked) and (edge.start or place == 0) else ""
        for place, (edge, part) in enumerate(zip(path.edges, parts, strict=True))
        for word in part
    ]
    cased = model.truecaser.restore(words, source, kept)
    edits: list[RewordingEdit] = []
    at = 0
    for edge, part in zip(path.edges, parts, strict=True):
        piece = cased[at : at + len(part)]
        at += len(part)
        if not _stays(edge, masked):
            edits.append(RewordingEdit(places[edge.start], places[edge.end], piece, edge.score))
    replaced = path.replacement_score
    return Rewording(tuple(cased), path.score, replaced, path.score - replaced, tuple(edits))


def _written(edge: GenerationEdge, masked: Masked) -> Phrase:
    """Return the words of an edge; unchanged words as in the sentence."""
    if _stays(edge, masked):
        return tuple(word for original in masked.originals[edge.start : edge.end] for word in original)
    return restore_entities([edge], masked) or ()


def _stays(edge: GenerationEdge, masked: Masked) -> bool:
    return edge.words == masked.words[edge.start : edge.end]
