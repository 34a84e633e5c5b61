"""Which phrases may replace each other by default: those that change content and keep everything else."""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import product

from paralattice.rewording.decoding.decoder import Phrase
from paralattice.rewording.words.fixed_words import fixed_parts, is_content
from paralattice.rewording.words.word_relations import Relation, WordRelations

# Least similarity of two spellings of one word: the share of letters in common, in order.
_VARIANT = 0.8
# Number of first letters in common that make two words derivations of one.
_LETTERS = 4
_ARTICLES = {"an": "a"}


def trimmed(source: Phrase, target: Phrase) -> tuple[Phrase, Phrase]:
    """Return two phrases without the words that they begin and end with in common."""
    while source and target and source[0] == target[0]:
        source, target = source[1:], target[1:]
    while source and target and source[-1] == target[-1]:
        source, target = source[:-1], target[:-1]
    return source, target


def changed_content(source: Phrase, target: Phrase, relations: WordRelations) -> tuple[Phrase, Phrase]:
    """Return the content words of each phrase of which the other has no form."""
    first = [word for word in source if is_content(word)]
    second = [word for word in target if is_content(word)]
    old = {lemma for word in first for lemma in relations.lemmas(word)}
    new = {lemma for word in second for lemma in relations.lemmas(word)}
    return (
        tuple(word for word in first if not relations.lemmas(word) & new),
        tuple(word for word in second if not relations.lemmas(word) & old),
    )


def objection(
    source: Phrase, target: Phrase, relations: WordRelations, names: Collection[str] = ()
) -> str | None:
    """Return why a phrase must not replace another; ``None`` if it may.

    Parameters
    ----------
    source, target
        The phrase and its replacement, lower-cased, with generic tokens for entities.
    relations
        Relations of words.
    names
        Lower-cased proper names, which are neither dropped nor invented.
    """
    dropped, added = changed_content(source, target, relations)
    pairs = list(product(dropped, added))
    # In this order, so that a reason is the most general one; the cheap checks come first.
    objections: tuple[tuple[Callable[[], object], str], ...] = (
        (lambda: not pairs, "no content word changes on both sides"),
        (
            lambda: fixed_parts(source) != fixed_parts(target),
            "a number, entity, person, negation or sign is dropped or invented",
        ),
        (
            lambda: _function_words(source) != _function_words(target),
            "function words change, on which the words around depend",
        ),
        (lambda: any(word in names for word in {*source} ^ {*target}), "a name is dropped or invented"),
        (
            lambda: all(any(_is_variant(one, other) for one in dropped) for other in added),
            "only the spelling or the derivation differs",
        ),
        (
            lambda: relations.known and not all(len(word) > 2 and relations.analyses(word) for word in added),
            "a new word is unknown to WordNet, or too short to be a word",
        ),
        (
            lambda: any(relations.relation(*pair) is Relation.OPPOSITE for pair in pairs),
            "the words are opposites",
        ),
        (lambda: not _forms_fit(source, target, pairs, relations), "the forms differ"),
    )
    return next((reason for violates, reason in objections if violates()), None)


def _function_words(words: Phrase) -> list[str]:
    """Return the words without content, in order; both indefinite articles are one word."""
    return [_ARTICLES.get(word, word) for word in words if not is_content(word)]


def _is_variant(word: str, other: str) -> bool:
    """Return whether two words look like forms of one word, such as labor and labour, growth and growing."""
    from rapidfuzz.distance import Indel

    short, long = sorted((word, other), key=len)
    # What is left of a word that lost letters, or the word with a prefix.
    if long.startswith(short) or long.endswith(short):
        return True
    derived = len(word) > _LETTERS and word[:_LETTERS] == other[:_LETTERS]
    return derived or bool(Indel.normalized_similarity(word, other) >= _VARIANT)


def _forms_fit(
    source: Phrase, target: Phrase, changed: Iterable[tuple[str, str]], relations: WordRelations
) -> bool:
    """Return whether words that correspond have the same form: tense, number or degree."""
    kept = (
        (one, other)
        for one, other in product(filter(is_content, source), filter(is_content, target))
        if one != other and relations.lemmas(one) & relations.lemmas(other)
    )
    fits = relations.fits
    return all(fits(*pair) for pair in kept) and any(fits(*pair) for pair in changed)


def support(source: Phrase, target: Phrase, relations: WordRelations) -> Relation:
    """Return the relation of the changed words: the weakest of their closest relations.

    Phrases that WordNet has as entries are also compared as wholes.
    """
    one, other = (" ".join(phrase) for phrase in trimmed(source, target))
    whole = relations.relation(one, other) if one and other else Relation.NONE
    dropped, added = changed_content(source, target, relations)
    if not dropped or not added:
        return whole
    each = _weakest(added, dropped, relations), _weakest(dropped, added, relations)
    return max(whole, min(each))


def _weakest(words: Sequence[str], others: Sequence[str], relations: WordRelations) -> Relation:
    return min(max(relations.relation(other, word) for other in others) for word in words)
