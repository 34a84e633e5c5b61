"""The gate of pronouns: a pronoun must not lose the noun that it stands for."""

from __future__ import annotations

from collections.abc import Iterator

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.constituents import Sentence
from paralattice.exchange.gates import Context, Gate
from paralattice.exchange.referents import Mention, Place
from paralattice.exchange.words import COLLECTIVES, GROUPS, PERSONS, base_form

_THING, _SEVERAL, _PERSON = "thing", "several", "person"
_KINDS = {
    _THING: ("it", "its"),
    _SEVERAL: ("they", "them", "their"),
    _PERSON: ("he", "him", "his", "she", "her"),
}
_KIND_OF = {pronoun: kind for kind, pronouns in _KINDS.items() for pronoun in pronouns}
_PERSON_BASES = frozenset(map(base_form, PERSONS))
_GROUP_BASES = frozenset(map(base_form, GROUPS | COLLECTIVES))
_PERSON_ENDINGS = ("er", "or", "ist", "ian")


def keeps_antecedents(candidate: Candidate, context: Context) -> bool:
    """Return whether each pronoun has a noun before it that it may stand for, if its source has one."""
    tokens = candidate.tokens
    places = {(token.sentence, token.position): place for place, token in enumerate(tokens)}
    for place, token in enumerate(tokens):
        kind = _KIND_OF.get(token.word.lower())
        if kind is None or token.sentence < 0:
            continue
        source = context.telling.sentences[token.sentence]
        wanted = set(_antecedents(source, token.position, kind, context))
        if wanted and wanted.isdisjoint(places) and not _has_other(places, place, kind, context):
            return False
    return True


def _has_other(places: dict[Place, int], pronoun: int, kind: str, context: Context) -> bool:
    """Return whether something before a place of the candidate may be what a pronoun stands for."""
    sentences = context.telling.sentences
    return any(
        place < pronoun and origin[0] >= 0 and _may_mean(sentences[origin[0]], origin[1], kind, context)
        for origin, place in places.items()
    )


def _antecedents(sentence: Sentence, pronoun: int, kind: str, context: Context) -> Iterator[Place]:
    """Yield the heads before a pronoun for which it may stand; a verb's object is not its subject."""
    verb = sentence.governors[pronoun] if sentence.tags[pronoun] == "PRP" else -1
    for place in range(pronoun):
        if _may_mean(sentence, place, kind, context) and (verb < 0 or sentence.governors[place] != verb):
            yield sentence.number, place


def _may_mean(sentence: Sentence, place: int, kind: str, context: Context) -> bool:
    """Return whether a pronoun of a kind may stand for a word: a noun, or *and* that joins nouns."""
    if sentence.tags[place] == "CC":
        return kind == _SEVERAL and (sentence.number, place) in context.noun_joints
    mention = context.telling.referents.mentions.get((sentence.number, place))
    if mention is None:
        return False
    if kind == _SEVERAL:
        return mention.plural or mention.base in _GROUP_BASES
    if mention.plural:
        return False
    return _may_be_person(mention) if kind == _PERSON else not _is_person(mention, context)


def _may_be_person(mention: Mention) -> bool:
    if mention.named or mention.base in _PERSON_BASES:
        return True
    return mention.base.endswith(_PERSON_ENDINGS) and mention.base not in _GROUP_BASES


def _is_person(mention: Mention, context: Context) -> bool:
    first = context.telling.referents.first(mention.place)
    return mention.base in _PERSON_BASES or first in context.persons


PRONOUN_GATES = (Gate("pronoun", "a pronoun lost the noun that it stands for", keeps_antecedents),)
"""The gate of pronouns, which needs the words and what they name."""
