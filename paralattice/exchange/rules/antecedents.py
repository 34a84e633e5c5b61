"""Finds the possible antecedents of pronouns."""

from collections.abc import Iterator

from paralattice.english.inflection import key
from paralattice.english.tables import word_class, word_values
from paralattice.english.words import COLLECTIVES, GROUPS, PERSONS, ends_as_person
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.evidence.mentions import Mention
from paralattice.exchange.model.operation import Place
from paralattice.syntax.sentence import ParsedSentence

THING, SEVERAL, PERSON = "thing", "several", "person"
KIND_OF = word_values("function_words", "antecedent")
"""Pronouns with the kind of their antecedents."""
_OWNERS = word_class("function_words", "owner")
_PERSON_BASES = frozenset(map(key, PERSONS))
_GROUP_BASES = frozenset(map(key, GROUPS | COLLECTIVES))


def antecedents(sentence: ParsedSentence, pronoun: int, kind: str, facts: Facts) -> Iterator[Place]:
    """Yield the possible antecedents before a pronoun; a verb's object does not refer to its subject.

    In *treated nine of them*, the object contains the pronoun; in *the driver who hit her*, the subject is
    the driver.
    """
    verb = sentence.governors[pronoun] if sentence.tags[pronoun] == "PRP" else -1
    if verb >= 0 and sentence.words[verb].lower() == "of":
        verb = sentence.governors[sentence.governors[verb]]
    modified = sentence.governors[verb] if verb >= 0 and _is_relative_predicate(sentence, verb) else -1
    for place in range(pronoun):
        if place == modified or (verb >= 0 and sentence.governors[place] == verb):
            continue
        if _may_mean(sentence, place, kind, facts):
            yield sentence.number, place


def _is_relative_predicate(sentence: ParsedSentence, verb: int) -> bool:
    """Return whether the subject of a verb is a relative pronoun."""
    return any(
        node.role == "relative"
        and node.head == verb
        and sentence.tags[node.begin + 1][:2] in ("VB", "MD", "RB")
        for node in sentence.phrases
    )


def antecedents_before(places: dict[Place, int], pronoun: int, kind: str, facts: Facts) -> list[Place]:
    """Return the origins of the possible antecedents before a place of the candidate, the nearest first.

    Parameters
    ----------
    places
        The candidate's words by their origins.
    pronoun
        The place of the pronoun.
    kind
        Its kind in :data:`KIND_OF`.
    """
    sentences = facts.cluster.sentences
    before = (
        origin
        for origin, place in places.items()
        if place < pronoun and origin[0] >= 0 and _may_mean(sentences[origin[0]], origin[1], kind, facts)
    )
    return sorted(before, key=places.__getitem__, reverse=True)


def may_be_they(places: dict[Place, int], pronoun: int, facts: Facts) -> bool:
    """Return whether a possible name of a team, or two persons, precede a place of the candidate."""
    mentions = facts.cluster.referents.mentions
    before = [mentions[origin] for origin, place in places.items() if place < pronoun and origin in mentions]
    return sum(map(_may_be_person, before)) > 1 or any(mention.named for mention in before)


def is_announced(
    places: dict[Place, int], pronoun: int, kind: str, low: tuple[str, ...], facts: Facts
) -> bool:
    """Return whether the subject after a pronoun is its antecedent: *in his speech Rask said*.

    That of a relative clause is not: *he was in Vik, where Rask had a boat*.
    """
    sentences, mentions = facts.cluster.sentences, facts.cluster.referents.mentions
    return any(
        place > pronoun
        and origin[0] >= 0
        and (low[pronoun] in _OWNERS or "," in low[pronoun:place])
        and origin in mentions
        and mentions[origin].node.role == "subject"
        and not sentences[origin[0]].tags[mentions[origin].node.begin - 1].startswith("W")
        and (
            _may_mean(sentences[origin[0]], origin[1], kind, facts)
            or (kind == SEVERAL and mentions[origin].named)
        )
        for origin, place in places.items()
    )


def _may_mean(sentence: ParsedSentence, place: int, kind: str, facts: Facts) -> bool:
    """Return whether a word may be the antecedent of a kind of pronoun: a noun, or *and* between nouns."""
    if sentence.tags[place] == "CC":
        return kind == SEVERAL and (sentence.number, place) in facts.noun_joints
    mention = facts.cluster.referents.mentions.get((sentence.number, place))
    if mention is None:
        return False
    if kind == SEVERAL:
        return mention.plural or mention.base in _GROUP_BASES
    # *Norvik Ferries said it lost a ship*.
    if mention.plural and not (mention.named and kind == THING):
        return False
    return _may_be_person(mention) if kind == PERSON else not _is_person(mention, facts)


def _may_be_person(mention: Mention) -> bool:
    if mention.named or mention.base in _PERSON_BASES:
        return True
    return ends_as_person(mention.base) and mention.base not in _GROUP_BASES


def _is_person(mention: Mention, facts: Facts) -> bool:
    return mention.base in _PERSON_BASES or facts.cluster.referents.first(mention.place) in facts.persons
