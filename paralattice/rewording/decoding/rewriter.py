"""Common interface of the systems that Quirk et al. (2004) compare."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from attrs import evolve

from paralattice.english.wordnet import WordNet
from paralattice.errors import OptionError, RewordError
from paralattice.options import require_known
from paralattice.rewording.decoding.decoder import GenerationLattice, Phrase, generation_lattice
from paralattice.rewording.decoding.edits import Tagger
from paralattice.rewording.decoding.phrasal_rewording import (
    Rewording,
    RewordingModel,
    edit_lattice,
    reword_together,
)
from paralattice.rewording.options import DecodeOptions
from paralattice.rewording.words.synonyms import (
    ClassSynonyms,
    WordNetSynonyms,
    reword_at_random,
    reword_by_synonyms,
    synonym_lattice,
)
from paralattice.scorer import Scorer, log_probabilities

#: Systems by name, with a description.
SYSTEMS = {
    "pr": "phrasal replacement",
    "wn": "synonyms of WordNet, drawn at random",
    "wn+lm": "synonyms of WordNet, chosen by the language model",
    "cl": "words of one statistical class, chosen by the language model",
}


# Number of further rewordings that are scored, in place of those that are left out.
_SPARE = 4
# Largest fall of a sentence's log probability by a rewording whose edits are just likely enough.
_FALL = 4.0
# Log-odds that each unit of the fall costs.
_COST = 0.3
# Number of sentences that are tagged together; the first output comes after as many.
_BLOCK = 64


class Rewriter:
    """A rewording system with its model.

    Parameters
    ----------
    model
        The trained model.
    system
        A key of :data:`SYSTEMS`.
    wordnet
        WordNet, for ``wn`` and ``wn+lm``.
    seed
        Random seed, for ``wn``.
    tag
        A tagger for system ``pr``: a new word must have the part of speech and the form of the old one.
    score
        A language model for system ``pr`` with fitted weights; improbable rewordings are left out.

    Raises
    ------
    OptionError
        There is no such system, or it needs WordNet.
    RewordError
        The model has no classes, for ``cl``.
    """

    def __init__(
        self,
        model: RewordingModel,
        system: str = "pr",
        wordnet: WordNet | None = None,
        seed: int = 2004,
        tag: Tagger | None = None,
        score: Scorer | None = None,
    ) -> None:
        require_known("system", system, SYSTEMS)
        self.model = model
        self.system = system
        self.seed = seed
        self._tag = tag
        self._score = score
        self._synonyms: ClassSynonyms | WordNetSynonyms | None = None
        if self.system == "cl":
            if not self.model.classes:
                raise RewordError("the model was trained without classes of words, which system cl needs")
            self._synonyms = ClassSynonyms(self.model.classes, self.model.language_model)
        elif self.system != "pr":
            if wordnet is None:
                raise OptionError(f"system {system} needs WordNet")
            self._synonyms = WordNetSynonyms(wordnet)

    def reword(self, words: Sequence[str], options: DecodeOptions = DecodeOptions()) -> list[Rewording]:
        """Return the best rewordings of a sentence, the best first; possibly fewer than requested.

        Parameters
        ----------
        words
            The cased sentence; may be empty.
        options
            The number of rewordings, and u.
        """
        (found,) = self.reword_all([words], options)
        return found

    def reword_all(
        self, sentences: Iterable[Sequence[str]], options: DecodeOptions = DecodeOptions()
    ) -> Iterator[list[Rewording]]:
        """Yield the rewordings of each sentence as :meth:`reword` returns them, faster than one by one."""
        rest = iter(sentences)
        while block := list(islice(rest, _BLOCK)):
            synonyms = self._synonyms
            if synonyms is None:
                yield from self._by_phrases(block, options)
            elif self.system == "wn":
                found = (reword_at_random(words, synonyms, self.model, options, self.seed) for words in block)
                yield from found
            else:
                yield from (reword_by_synonyms(words, synonyms, self.model, options) for words in block)

    def _by_phrases(
        self, sentences: Sequence[Sequence[str]], options: DecodeOptions
    ) -> Iterator[list[Rewording]]:
        score, weights = self._score, self.model.weights
        if score is None or not weights or options.force:
            yield from reword_together(sentences, self.model, options, self._tag)
            return
        more = evolve(options, best=options.best + _SPARE)
        likely = weights.likely if options.likely is None else options.likely
        reworded = reword_together(sentences, self.model, more, self._tag)
        for words, found in zip(sentences, reworded, strict=True):
            yield _probable(tuple(words), found, score, likely)[: options.best] if found else []

    def lattice(self, words: Sequence[str], options: DecodeOptions = DecodeOptions()) -> GenerationLattice:
        """Return the generation lattice of a sentence; for ``wn``, with all synonyms that may be drawn."""
        if self._synonyms is None and self.model.weights:
            return edit_lattice(words, self.model, options, self._tag)
        masked = self.model.entities.mask(words).words
        if self._synonyms is None:
            return generation_lattice(masked, self.model.table, options)
        return synonym_lattice(masked, self._synonyms, options)


def _probable(words: Phrase, found: Sequence[Rewording], score: Scorer, likely: float) -> list[Rewording]:
    """Return the rewordings whose odds make up for the fall of the log probability, the best first."""
    logs = log_probabilities(score, [words, *(one.words for one in found)])
    least = math.log(likely / (1 - likely))

    def worth(one: Rewording) -> float:
        fall = max(0.0, sum(logs[words]) - sum(logs[one.words]))
        return one.score * math.log(10) - least * len(one.edits) - _COST * fall

    return sorted((one for one in found if worth(one) >= -_COST * _FALL), key=worth, reverse=True)
