"""Gates that require an antecedent within the sentence for each pronoun."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.constituents import ParsedSentence
from paralattice.exchange.gates import Gate, GateContext
from paralattice.exchange.referents import Mention, Place
from paralattice.exchange.words import COLLECTIVES, GROUPS, PERSONS, TIME_WORDS, base_form

_THING, _SEVERAL, _PERSON = "thing", "several", "person"
_KINDS = {
    _THING: ("it", "its"),
    _SEVERAL: ("they", "them", "their"),
    _PERSON: ("he", "him", "his", "she", "her"),
}
_KIND_OF = {pronoun: kind for kind, pronouns in _KINDS.items() for pronoun in pronouns}
_DEMONSTRATIVES = frozenset({"that", "this", "these", "those"})
_ADVERBS = """
    however meanwhile also instead nevertheless nonetheless moreover furthermore besides therefore thus
    consequently additionally similarly likewise otherwise though
"""
_CONNECTIVES = frozenset(_ADVERBS.split())
_ASIDES = frozenset({"however", "though", "therefore", "meanwhile"})
_CLAUSES = frozenset({"that", "whether", "how", "why", "if", "when"})
_BEING = frozenset(map(base_form, ("be", "is", "was", "been", "'s")))
_IMPERSONAL = _BEING | frozenset(
    map(base_form, ("rain", "snow", "seem", "appear", "take", "takes", "happen"))
)
_MORE_PERSONS = """
    deputy sheriff marshal sergeant lieutenant colonel employee nominee refugee trustee guy kid baby infant
    youth parent uncle aunt cousin grandson boyfriend girlfriend fiance fiancee bride groom patient defendant
    assailant accountant applicant immigrant migrant surgeon secretary chancellor analyst hero host guest
    celebrity gunman policeman businessman congressman fireman
"""
_PERSON_BASES = frozenset(map(base_form, (*PERSONS, *_MORE_PERSONS.split())))
_GROUP_BASES = frozenset(map(base_form, GROUPS | COLLECTIVES))
_PERSON_ENDINGS = ("er", "or", "ist", "ian")


def keeps_antecedents(candidate: Candidate, context: GateContext) -> bool:
    """Return whether each pronoun has a possible antecedent, if it has one in its source."""
    tokens = candidate.tokens
    places = {(token.sentence, token.position): place for place, token in enumerate(tokens)}
    for place, token in enumerate(tokens):
        kind = _KIND_OF.get(token.word.lower())
        if kind is None or token.sentence < 0:
            continue
        source = context.cluster.sentences[token.sentence]
        wanted = set(_antecedents(source, token.position, kind, context))
        if wanted and wanted.isdisjoint(places) and not _has_other(places, place, kind, context):
            return False
    return True


def stands_alone(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no word outside of quotations refers to an earlier sentence, as in *It paid off*."""
    low = [word.lower() for word in candidate.words]
    tags = [context.tag(token) for token in candidate.tokens]
    if _connects(low) or _points(low, tags):
        return False
    places = {(token.sentence, token.position): place for place, token in enumerate(candidate.tokens)}
    for origin, place in places.items():
        kind = _KIND_OF.get(low[place])
        if kind is None or origin[0] < 0 or context.quoted[origin[0]][origin[1]]:
            continue
        if not (
            _is_expletive(low, tags, place)
            or _has_other(places, place, kind, context)
            or (kind == _SEVERAL and _may_be_they(places, place, context))
            or _is_announced(places, place, kind, low, context)
        ):
            return False
    return True


def _connects(low: list[str]) -> bool:
    """Return whether an adverb refers to an earlier sentence: *However, ...*, *the crew, though, ...*."""
    opens = low[0] in _CONNECTIVES and low[1:2] == [","]
    triples = zip(low, low[1:], low[2:], strict=False)
    return (
        opens
        or low[:2] == ["since", "then"]
        or any(one == last == "," and middle in _ASIDES for one, middle, last in triples)
    )


def _points(low: list[str], tags: list[str]) -> bool:
    """Return whether it opens with *that was* or *this firm*, but not *this week* or *those who left*."""
    if low[0] not in _DEMONSTRATIVES:
        return False
    inside = takewhile(lambda place: tags[place].startswith(("JJ", "CD", "NN")), range(1, len(low)))
    phrase = [low[place] for place in inside]
    return TIME_WORDS.isdisjoint(phrase) if phrase else any(tag.startswith(("VB", "MD")) for tag in tags[1:2])


def _is_expletive(low: list[str], tags: list[str], place: int) -> bool:
    """Return whether *it* has no antecedent or a clause: *it rained*, *it was clear to all that ...*."""
    if low[place] != "it":
        return False
    inside = takewhile(lambda later: tags[later].startswith(("VB", "MD", "RB")), range(place + 1, len(low)))
    verbs = [later for later in inside if tags[later] != "RB"]
    bases = {base_form(low[later]) for later in verbs}
    if not verbs or not bases & _IMPERSONAL:
        return False
    # *It* refers to the ferry in *it is expected to sink*, but to nothing in *it is good to sail*.
    openers = _CLAUSES if tags[verbs[-1]] == "VBN" else _CLAUSES | {"to"}
    return not bases & _BEING or not openers.isdisjoint(low[verbs[-1] + 1 :])


def _may_be_they(places: dict[Place, int], pronoun: int, context: GateContext) -> bool:
    """Return whether a possible name of a team, or two persons, precede a place of the candidate."""
    mentions = context.cluster.referents.mentions
    before = [mentions[origin] for origin, place in places.items() if place < pronoun and origin in mentions]
    persons = sum(map(_may_be_person, before))
    return persons > 1 or any(mention.named for mention in before)


def _is_announced(
    places: dict[Place, int], pronoun: int, kind: str, low: list[str], context: GateContext
) -> bool:
    """Return whether the subject behind a pronoun is its antecedent: *in his speech Rask said*."""
    sentences, mentions = context.cluster.sentences, context.cluster.referents.mentions
    owner = low[pronoun] in ("his", "her", "its", "their")
    return any(
        place > pronoun
        and origin[0] >= 0
        and (owner or "," in low[pronoun:place])
        and origin in mentions
        and mentions[origin].node.role == "subject"
        and (
            _may_mean(sentences[origin[0]], origin[1], kind, context)
            or (kind == _SEVERAL and mentions[origin].named)
        )
        for origin, place in places.items()
    )


def _has_other(places: dict[Place, int], pronoun: int, kind: str, context: GateContext) -> bool:
    """Return whether a possible antecedent of a pronoun precedes a place of the candidate."""
    sentences = context.cluster.sentences
    return any(
        place < pronoun and origin[0] >= 0 and _may_mean(sentences[origin[0]], origin[1], kind, context)
        for origin, place in places.items()
    )


def _antecedents(sentence: ParsedSentence, pronoun: int, kind: str, context: GateContext) -> Iterator[Place]:
    """Yield the possible antecedents before a pronoun; a verb's object does not refer to its subject."""
    verb = sentence.governors[pronoun] if sentence.tags[pronoun] == "PRP" else -1
    for place in range(pronoun):
        if _may_mean(sentence, place, kind, context) and (verb < 0 or sentence.governors[place] != verb):
            yield sentence.number, place


def _may_mean(sentence: ParsedSentence, place: int, kind: str, context: GateContext) -> bool:
    """Return whether a word may be the antecedent of a kind of pronoun: a noun, or *and* between nouns."""
    if sentence.tags[place] == "CC":
        return kind == _SEVERAL and (sentence.number, place) in context.noun_joints
    mention = context.cluster.referents.mentions.get((sentence.number, place))
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


def _is_person(mention: Mention, context: GateContext) -> bool:
    first = context.cluster.referents.first(mention.place)
    return mention.base in _PERSON_BASES or first in context.persons


PRONOUN_GATES = (
    Gate("pronoun", "a pronoun lost the noun that it stands for", keeps_antecedents),
    Gate("alone", "a word refers to a sentence before", stands_alone),
)
"""The gates of pronouns, which need the words and their referents."""
