"""The baselines of Quirk et al. (2004), section 3.5: synonyms of WordNet, and words of one statistical class.

* WN replaces as many words as phrasal replacement does; it draws the words, and a synonym of each from its
  most frequent synset, at random.
* WN+LM gives all words of the most frequent synset, inflected like the original word, the same probability;
  the language model decides.
* CL does the same with the words of the same statistical class.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import blake2b

from attrs import evolve

from paralattice.english.wordnet import WordNet
from paralattice.english.wordnet_forms import like
from paralattice.ngrams.language_model import LanguageModel
from paralattice.rewording.decoding.decoder import GenerationEdge, GenerationLattice, Phrase
from paralattice.rewording.decoding.phrasal_rewording import (
    Rewording,
    RewordingEdit,
    RewordingModel,
    reword_by_phrases,
    reword_lattice,
)
from paralattice.rewording.options import DecodeOptions
from paralattice.rewording.words.entities import Masked
from paralattice.rewording.words.fixed_words import is_content

SynonymLookup = Callable[[str], Sequence[Phrase]]

#: The probability of every replacement; with the same u the language model alone decides.
UNIFORM = DecodeOptions().identity


class WordNetSynonyms:
    """Synonyms of lower-cased words in WordNet."""

    def __init__(self, wordnet: WordNet) -> None:
        self._wordnet = wordnet
        self._known = cache(self._look_up)

    def __call__(self, word: str) -> tuple[Phrase, ...]:
        """Return the other words of the most frequent synset, inflected like the word, in WordNet's order.

        Function words have none: WordNet knows "at" as a chemical element and "he" as another.
        """
        return self._known(word)

    def _look_up(self, word: str) -> tuple[Phrase, ...]:
        sense = self._wordnet.most_frequent(word) if is_content(word) else None
        if sense is None:
            return ()
        base, synset = sense
        others = (other.lower() for other in synset.words if other.lower() != base)
        phrases = (like(synset.pos, word, base, other) for other in others)
        return tuple(phrase for phrase in dict.fromkeys(phrases) if phrase != (word,))


class ClassSynonyms:
    """Other words of the same class, frequent ones first.

    Parameters
    ----------
    classes
        Word to class.
    model
        Its 1-gram probabilities sort the words.
    """

    def __init__(self, classes: Mapping[str, int], model: LanguageModel) -> None:
        self._classes = classes
        self._members: dict[int, list[Phrase]] = {}
        numbers = dict(zip(model.vocabulary, model.probabilities.tolist(), strict=False))
        for word in sorted(classes, key=lambda word: (-numbers.get(word, -math.inf), word)):
            self._members.setdefault(classes[word], []).append((word,))

    def __call__(self, word: str) -> Sequence[Phrase]:
        """Return the other words of the word's class; empty for a word without a class."""
        if word not in self._classes:
            return ()
        return [phrase for phrase in self._members[self._classes[word]] if phrase != (word,)]


def synonym_lattice(
    words: Sequence[str], synonyms: SynonymLookup, options: DecodeOptions
) -> GenerationLattice:
    """Return the lattice in which each word has its synonyms as equally probable replacements."""
    identity, uniform = math.log10(options.identity), math.log10(UNIFORM)
    edges: list[GenerationEdge] = []
    for place, word in enumerate(words):
        edges.append(GenerationEdge(place, place + 1, (word,), identity))
        chosen = synonyms(word)[: options.replacements or None]
        edges += [GenerationEdge(place, place + 1, phrase, uniform) for phrase in chosen]
    return GenerationLattice(tuple(words), tuple(edges))


def reword_by_synonyms(
    words: Sequence[str], synonyms: SynonymLookup, model: RewordingModel, options: DecodeOptions
) -> list[Rewording]:
    """Return the rewordings with the best language model scores (WN+LM, CL)."""
    masked = model.entities.mask(words)
    return reword_lattice(synonym_lattice(masked.words, synonyms, options), masked, model, options)


def reword_at_random(
    words: Sequence[str],
    synonyms: SynonymLookup,
    model: RewordingModel,
    options: DecodeOptions,
    seed: int = 2004,
) -> list[Rewording]:
    """Return rewordings in which random synonyms replace as many words as phrasal replacement does (WN).

    Digests of seed, sentence and number select the words and synonyms of each of ``options.best`` rewordings;
    equal rewordings are returned once. Scores are as in the language model.
    """
    masked = model.entities.mask(words)
    best = reword_by_phrases(words, model, evolve(options, best=1))
    wanted = sum(edit.end - edit.start for edit in best[0].edits) if best else 0
    found: dict[Phrase, Rewording] = {}
    for number in range(options.best):
        drawn = _draw(masked, synonyms, wanted, f"{seed} {number}")
        if drawn:
            rewording = _replaced(words, drawn, masked, model)
            found.setdefault(rewording.words, rewording)
    return list(found.values())


def _order(*parts: object) -> bytes:
    return blake2b("\0".join(map(str, parts)).encode(), digest_size=16).digest()


def _draw(masked: Masked, synonyms: SynonymLookup, wanted: int, seed: str) -> dict[int, Phrase]:
    """Return the drawn positions in the masked sentence with their new words."""
    text = " ".join(masked.words)
    places = [place for place, word in enumerate(masked.words) if synonyms(word)]
    places.sort(key=lambda place: _order(seed, text, place))
    return {
        place: min(synonyms(masked.words[place]), key=lambda phrase: _order(seed, text, place, *phrase))
        for place in sorted(places[:wanted])
    }


def _replaced(
    words: Sequence[str], drawn: Mapping[int, Phrase], masked: Masked, model: RewordingModel
) -> Rewording:
    pieces: list[Phrase] = []
    small: list[str] = []
    edits: list[RewordingEdit] = []
    start = 0
    for place, original in enumerate(masked.originals):
        piece = drawn.get(place, original)
        small += drawn.get(place, (masked.words[place],))
        if place in drawn:
            edits.append(RewordingEdit(start, start + len(original), piece, 0.0))
        start += len(original)
        pieces.append(piece)
    flat = [word for piece in pieces for word in piece]
    kept = ["" if place in drawn else word for place, piece in enumerate(pieces) for word in piece]
    score = model.language_model.log_probability(small)
    return Rewording(model.truecaser.restore(flat, words, kept), score, 0.0, score, tuple(edits))
