"""Rewords cased sentences by phrasal replacement (Quirk et al. 2004, section 3.4).

The sentence is lower-cased, named entities become generic tokens, the decoder finds the best paths through
the generation lattice, and then entities and case are restored.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice

import msgspec
from attrs import evolve
from msgspec.structs import replace

from paralattice.ngrams.language_model import LanguageModel
from paralattice.rewording.decoding.decoder import (
    GenerationEdge,
    GenerationLattice,
    Paraphrase,
    Phrase,
    ReplacementTable,
    generation_lattice,
    ranked_paraphrases,
)
from paralattice.rewording.decoding.edit_weights import EditWeights
from paralattice.rewording.decoding.edits import (
    Edit,
    Tagger,
    combine_edits,
    find_edits,
    in_part_of_speech,
    possible_edits,
)
from paralattice.rewording.options import DecodeOptions
from paralattice.rewording.words.entities import EntityClasses, Masked, restore_entities
from paralattice.rewording.words.truecaser import Truecaser

# Maximum number of paths examined per rewording; some have entities that the sentence lacks.
_PATHS_PER_REWORDING = 200


@dataclass(frozen=True, eq=False)
class RewordingModel:
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
    weights
        Weights of edits; ``None`` for the system of the paper.
    """

    table: ReplacementTable
    language_model: LanguageModel
    truecaser: Truecaser
    entities: EntityClasses
    classes: Mapping[str, int]
    weights: EditWeights | None = None


class RewordingEdit(msgspec.Struct, frozen=True, array_like=True):
    """A replacement in a reworded sentence.

    Attributes
    ----------
    start, end
        Range of the replaced words of the sentence; 0-based, half-open.
    words
        The new words, cased.
    score
        log10 of the probability of the replacement; with weights of edits, log10 of its odds.
    learnt
        The replaced and the new phrase as in the model: lower-cased, with generic tokens.
    """

    start: int
    end: int
    words: Phrase
    score: float
    learnt: tuple[Phrase, Phrase] = ((), ())


class Rewording(msgspec.Struct, frozen=True):
    """A reworded sentence.

    Attributes
    ----------
    words
        The cased words.
    score, replacement_score, language_score
        log10 of the probability under both models, of the replacements (including identity edges) alone, and
        of the language model alone. With weights of edits, the first two are log10 of the odds of all edits.
    edits
        The replacements, from left to right.
    """

    words: Phrase = msgspec.field(name="tokens")
    score: float
    replacement_score: float
    language_score: float
    edits: tuple[RewordingEdit, ...]


def reword_by_phrases(
    words: Sequence[str],
    model: RewordingModel,
    options: DecodeOptions = DecodeOptions(),
    tag: Tagger | None = None,
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
    tag
        With weights of edits: a tagger, for edits that depend on a part of speech; without one they are made
        under any.
    """
    (found,) = reword_together([words], model, options, tag)
    return found


def reword_together(
    sentences: Iterable[Sequence[str]],
    model: RewordingModel,
    options: DecodeOptions = DecodeOptions(),
    tag: Tagger | None = None,
) -> Iterator[list[Rewording]]:
    """Yield the rewordings of each sentence: see :func:`reword_by_phrases`.

    The sentences are tagged together, which is faster than one by one.
    """
    masked = [model.entities.mask(words) for words in sentences]
    if model.weights:
        for one, edits in zip(masked, _edits(masked, model, options, tag), strict=True):
            yield reword_by_edits(one, edits, model, options)
        return
    for one in masked:
        yield reword_lattice(generation_lattice(one.words, model.table, options), one, model, options)


def reword_by_edits(
    masked: Masked, found: Sequence[Edit], model: RewordingModel, options: DecodeOptions
) -> list[Rewording]:
    """Return the best rewordings by few of the edits: see :mod:`paralattice.rewording.decoding.edits`."""
    source = tuple(word for words in masked.originals for word in words)
    weights = model.weights or EditWeights()
    rewordings: list[Rewording] = []
    if not options.novel and source:
        rewordings.append(_rewording(_edited((), masked), masked, source, model))
    known = {tuple(_small(source))}
    for edits in combine_edits(found, options, weights.likely):
        if len(rewordings) >= options.best:
            break
        reworded = _rewording(_edited(edits, masked), masked, source, model)
        words = tuple(_small(reworded.words))
        if words not in known:
            known.add(words)
            rewordings.append(reworded)
    probability, mask = model.language_model.log_probability, model.entities.mask
    return [
        replace(one, score=one.replacement_score, language_score=probability(mask(one.words).words))
        for one in rewordings
    ]


def _edits(
    sentences: Sequence[Masked], model: RewordingModel, options: DecodeOptions, tag: Tagger | None
) -> list[list[Edit]]:
    """Return the edits of each sentence that may be chosen."""
    weights = model.weights or EditWeights()
    every = (find_edits(masked, model.table, model.language_model, weights) for masked in sentences)
    found = [possible_edits(edits, options, weights.likely) for edits in every]
    return in_part_of_speech(found, sentences, model.table, tag) if tag else found


def _edited(edits: Sequence[Edit], masked: Masked) -> Paraphrase:
    """Return the path with these edits, sorted by position; the words between them stay."""
    edges: list[GenerationEdge] = []
    at = 0
    for edit in edits:
        edges += _unchanged(masked, at, edit.start)
        edges.append(GenerationEdge(edit.start, edit.end, edit.words, edit.odds / math.log(10)))
        at = edit.end
    edges += _unchanged(masked, at, len(masked.words))
    words = tuple(word for edge in edges for word in edge.words)
    return Paraphrase(words, math.fsum(edge.score for edge in edges), tuple(edges))


def _unchanged(masked: Masked, start: int, end: int) -> list[GenerationEdge]:
    return [GenerationEdge(place, place + 1, (masked.words[place],), 0.0) for place in range(start, end)]


def edit_lattice(
    words: Sequence[str], model: RewordingModel, options: DecodeOptions, tag: Tagger | None = None
) -> GenerationLattice:
    """Return the lattice of the likely edits of a sentence; a score is log10 of the odds of an edit."""
    masked = model.entities.mask(words)
    weights = model.weights or EditWeights()
    (found,) = _edits([masked], model, options, tag)
    alone = evolve(options, edits=1)
    edges = _unchanged(masked, 0, len(masked.words))
    edges += [
        path
        for (edit,) in combine_edits(found, alone, weights.likely)
        for path in _edited((edit,), masked).edges
        if path.words != masked.words[path.start : path.end]
    ]
    return GenerationLattice(
        masked.words,
        tuple(sorted(edges, key=lambda edge: (edge.start, edge.score != 0, edge.end, -edge.score))),
    )


def reword_lattice(
    lattice: GenerationLattice, masked: Masked, model: RewordingModel, options: DecodeOptions
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


def _rewording(path: Paraphrase, masked: Masked, source: Phrase, model: RewordingModel) -> Rewording:
    places = list(accumulate(map(len, masked.originals), initial=0))
    parts = [_written(edge, masked) for edge in path.edges]
    words = [word for part in parts for word in part]
    # The case of the first word is free, because its capital may be due to its position.
    kept = [
        form if edge.start or (place == 0 and _stays(edge, masked)) else ""
        for place, (edge, part) in enumerate(zip(path.edges, parts, strict=True))
        for form in _own_forms(edge, part, masked, names=not model.weights)
    ]
    cased = model.truecaser.restore(words, source, kept)
    edits: list[RewordingEdit] = []
    at = 0
    for edge, part in zip(path.edges, parts, strict=True):
        piece = cased[at : at + len(part)]
        at += len(part)
        if not _stays(edge, masked):
            learnt = (masked.words[edge.start : edge.end], edge.words)
            edits.append(RewordingEdit(places[edge.start], places[edge.end], piece, edge.score, learnt))
    replaced = path.replacement_score
    return Rewording(tuple(cased), path.score, replaced, path.score - replaced, tuple(edits))


def _own_forms(edge: GenerationEdge, part: Sequence[str], masked: Masked, names: bool) -> list[str]:
    """Return each word that an edge keeps as it is in the sentence, and nothing for new words.

    New words that cannot be ``names`` have no capital if no word of the edge has one.
    """
    own = {word.lower(): word for words in masked.originals[edge.start : edge.end] for word in words}
    small = not names and all(word == word.lower() for word in own.values())
    return [own.get(word.lower(), word.lower() if small else "") for word in part]


def _written(edge: GenerationEdge, masked: Masked) -> Phrase:
    """Return the words of an edge; unchanged words as in the sentence."""
    if _stays(edge, masked):
        return tuple(word for original in masked.originals[edge.start : edge.end] for word in original)
    return restore_entities([edge], masked) or ()


def _stays(edge: GenerationEdge, masked: Masked) -> bool:
    return edge.words == masked.words[edge.start : edge.end]
