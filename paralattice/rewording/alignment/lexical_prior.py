"""Prior probabilities of word substitutions.

In two sentences of one language, a word mostly stands for itself, for another form of itself, or for a word
of like meaning. Such pairs of words get pseudo-counts, which each iteration of training adds to the expected
counts. They are the parameters of a Dirichlet prior on P(produced | given), whose mode training then finds
(Dempster et al. 1977). Words that are rare in the training data need them most.
"""

from array import array
from collections.abc import Iterator

import numpy as np

from paralattice.arrays import Floats, Longs
from paralattice.rewording.alignment.bitext import Vocabulary
from paralattice.rewording.words.word_relations import Relation, WordRelations

_SAME_WORD, _LIKE, _CLOSE = 3.0, 1.0, 0.3
_OF_RELATION = {Relation.SYNONYM: _LIKE, Relation.CLOSE: _CLOSE, Relation.NARROWER: _CLOSE}
# Words that begin with the same letters, as many as these, are forms of one word or derived from one.
_LETTERS = 4


def lexical_prior(vocabulary: Vocabulary, entries: Longs, relations: WordRelations | None = None) -> Floats:
    """Return the pseudo-count of each pair of words, in units of that of two synonyms.

    It is 3 for a word and itself; 1 for words with the same first four letters, forms of one word, and
    synonyms; 0.3 for words of close meaning; and 0 for others and for the empty word.

    Parameters
    ----------
    vocabulary
        The words of both sides, lower-cased.
    entries
        (E,) Sorted keys of the pairs of words; see :class:`~paralattice.rewording.alignment.bitext.Bitext`.
    relations
        Relations in meaning and form.

    Returns
    -------
    (E,)
    """
    givens, produced = np.divmod(entries, len(vocabulary) + 1)
    starts = _starts(vocabulary)
    alike = (starts[givens] == starts[produced]) & (starts[givens] > 0)
    prior = np.where(alike, _LIKE, 0.0)
    prior[(givens == produced) & (givens > 0)] = _SAME_WORD
    if relations is not None and relations.known:
        _raise_related(prior, entries, vocabulary, relations)
    return prior


def _starts(vocabulary: Vocabulary) -> Longs:
    """Return the number of the first letters of each word; 0 for the empty word and for short words."""
    numbers: dict[str, int] = {}
    found = [0]
    for word in vocabulary.words:
        long = len(word) >= _LETTERS and word.isalpha()
        found.append(numbers.setdefault(word[:_LETTERS], len(numbers) + 1) if long else 0)
    # A word that is not in the vocabulary, whose number is the next.
    return np.array([*found, 0], np.int64)


def _raise_related(prior: Floats, entries: Longs, vocabulary: Vocabulary, relations: WordRelations) -> None:
    """Raise the pseudo-counts of words that WordNet relates."""
    keys, values = array("q"), array("d")
    for given, produced, value in _related(vocabulary, relations):
        keys.append(given * (len(vocabulary) + 1) + produced)
        values.append(value)
    if not len(keys) or not len(entries):
        return
    wanted = np.frombuffer(keys, np.int64)
    places = np.minimum(np.searchsorted(entries, wanted), len(entries) - 1)
    found = entries[places] == wanted
    np.maximum.at(prior, places[found], np.frombuffer(values)[found])


def _related(vocabulary: Vocabulary, relations: WordRelations) -> Iterator[tuple[int, int, float]]:
    """Yield the numbers of each two words that WordNet relates, with their pseudo-count."""
    of_base: dict[tuple[str, str], list[int]] = {}
    for word, number in vocabulary.numbers.items():
        if word.isalpha():
            for pos, base, _ in relations.analyses(word):
                of_base.setdefault((pos, base), []).append(number)
    for (pos, base), givens in of_base.items():
        near = {other: _OF_RELATION.get(found, 0.0) for other, found in relations.near(pos, base).items()}
        for other, value in ({**near, base: _LIKE}).items():
            for produced in of_base.get((pos, other), ()) if value else ():
                yield from ((given, produced, value) for given in givens if given != produced)
