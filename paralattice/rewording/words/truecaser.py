"""Restores upper and lower case (Quirk et al. 2004, section 3.4; Lita et al. 2003).

A trigram model of a cased text chooses the most probable sequence of cased forms. The search is exact, and
the start of the sentence is part of the context.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from paralattice.ngrams.coded_text import MARKS, START, CodedText
from paralattice.ngrams.kneser_ney import train_n_grams
from paralattice.ngrams.language_model import LanguageModel
from paralattice.ngrams.options import LanguageModelOptions
from paralattice.rewording.decoding.decoder import GenerationEdge, GenerationLattice, best_paraphrase


class Truecaser:
    """The cased forms of words, and a language model that chooses among them.

    Parameters
    ----------
    model
        A language model of cased text, whose vocabulary contains the forms.
    """

    def __init__(self, model: LanguageModel) -> None:
        self.model = model
        self._forms: dict[str, list[str]] = {}
        for word in model.vocabulary[len(MARKS) :]:
            self._forms.setdefault(word.lower(), []).append(word)

    @classmethod
    def of_text(cls, text: CodedText) -> Truecaser:
        """Return a truecaser trained on a cased text.

        Raises
        ------
        RewordError
            There is no sentence.
        """
        return cls(train_n_grams(text, LanguageModelOptions(order=3)))

    def restore(
        self, words: Sequence[str], original: Sequence[str] = (), kept: Sequence[str] = ()
    ) -> tuple[str, ...]:
        """Return the words in their most probable case.

        The first one has a capital, unless the original sentence begins with a small letter.

        Parameters
        ----------
        words
            Words in any case.
        original
            The cased original sentence; words unknown to the model are cased as in it.
        kept
            Fixed form of each word, empty if the form is free; by default all are free.
        """
        spare = {word.lower(): word for word in reversed(original)}
        edges = []
        for place, word in enumerate(words):
            fixed = kept[place] if kept else ""
            forms = [fixed] if fixed else self._forms.get(word.lower()) or [spare.get(word.lower(), word)]
            edges += [GenerationEdge(place, place + 1, (form,), 0.0) for form in forms]
        found = best_paraphrase(GenerationLattice(tuple(words), tuple(edges)), self.model).words
        first = next((word for word in original if any(map(str.isalnum, word))), "")
        at = next((at for at, word in enumerate(found) if any(map(str.isalnum, word))), None)
        if at is None or first[:1].islower():
            return found
        return (*found[:at], found[at][:1].upper() + found[at][1:], *found[at + 1 :])


def proper_names(text: CodedText) -> frozenset[str]:
    """Return the lower-cased words that are written with a capital more often than without.

    The first word of a sentence, and a word after a quotation mark or another sign, do not count.
    """
    tokens, left = text.arrays()
    marks = np.array([word == START or not any(map(str.isalnum, word)) for word in text.vocabulary])
    inside = (left[1:] > 1) & ~marks[tokens[:-1]]
    counts = np.bincount(tokens[1:][inside], minlength=len(text.vocabulary))
    capital: Counter[str] = Counter()
    small: Counter[str] = Counter()
    for word, count in zip(text.vocabulary[len(MARKS) :], counts[len(MARKS) :].tolist(), strict=True):
        (capital if word[:1].isupper() else small)[word.lower()] += count
    return frozenset(word for word, count in capital.items() if count > small[word])
