"""Names of a cluster: which first names and initials a surname has, and which nouns describe a name."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from paralattice.english.inflection import key
from paralattice.english.words import GROUPS, PERSONS, TITLES, ends_as_person, is_saying
from paralattice.exchange.evidence.mentions import JOINING, Mention
from paralattice.exchange.model.operation import Place
from paralattice.syntax.events import AGENT, VerbEvent
from paralattice.syntax.sentence import ParsedSentence

_COPULAS = frozenset({"be", "become"})
_ALIKE = 3
"""Letters that two forms of a first name share: *Fred*, *Frederick*."""


def first_names(name: Sequence[str], lower_case: frozenset[str]) -> tuple[str, ...]:
    """Return the lower-cased two words before the last of a name, over initials; fewer if it has no more.

    Parameters
    ----------
    lower_case
        Words that the cluster has in lower case; they are no first names: *Chip Maker Berg*.
    """
    words = [word.lower() for word in name[:-1] if len(word.rstrip(".")) > 1]
    return tuple(word for word in words[-2:] if word not in lower_case and word not in JOINING)


def are_two(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether first names differ: *Ida* and *Tor*, not *Fred* and *Frederick Olaf*."""
    names, others = ({name[:_ALIKE] for name in each} for each in (one, other))
    return not (names <= others or others <= names)


def is_abbreviation(short: Sequence[str], name: Sequence[str]) -> bool:
    """Return whether a name of one word consists of the initials of another: *HP* for *Hewlett-Packard*."""
    if len(short) != 1:
        return False
    letters = short[0].replace(".", "")
    parts = [part for word in name for part in word.split("-")]
    initials = "".join(part[0] for part in parts if part[:1].isupper())
    return len(letters) > 1 and len(parts) > 1 and letters.isupper() and initials.startswith(letters)


def descriptions(
    mentions: Mapping[Place, Mention], events: Sequence[Sequence[VerbEvent]]
) -> dict[tuple[str, str], set[int]]:
    """Return the sentences that describe a name by a noun, by the name's and the noun's base forms.

    *Captain Ida Berg*, *Ida Berg, a captain,* and *Ida Berg was named captain*.
    """
    found: dict[tuple[str, str], set[int]] = defaultdict(set)
    for name, noun, sentence in [*_beside(mentions), *_equated(mentions, events)]:
        found[name, noun].add(sentence)
    return found


def tells_again(words: Iterable[str], aside: Sequence[str]) -> bool:
    """Return whether an aside would describe a name that a noun describes: *retailer Vik, a chain of shops*.

    What somebody is of something may be new: *captain Ida Berg, the winner of the cup*.

    Parameters
    ----------
    words
        The lower-cased words before the name.
    aside
        What would follow it, from its comma.
    """
    nouns = set(map(key, words)) - TITLES
    person = any(noun in PERSONS or ends_as_person(noun) for noun in nouns)
    return len(aside) > 3 and (
        not nouns.isdisjoint(GROUPS) or (person and (aside[1] != "the" or "of" not in aside))
    )


def _beside(mentions: Mapping[Place, Mention]) -> Iterator[tuple[str, str, int]]:
    """Yield names with the nouns before them and in apposition, and the sentence."""
    for mention in mentions.values():
        if mention.named:
            for word in mention.words - mention.names:
                yield mention.base, word, mention.sentence
        for node in mention.node.phrases():
            for child in node.children:
                other = mentions.get((mention.sentence, child.head))
                if child.role == "appositive" and other is not None:
                    yield from _as_name_and_noun(mention, other)


def _equated(
    mentions: Mapping[Place, Mention], events: Sequence[Sequence[VerbEvent]]
) -> Iterator[tuple[str, str, int]]:
    """Yield subjects with the nouns that a clause with *be* or *become* gives them."""
    for event in (event for row in events for event in row):
        subject = mentions.get((event.sentence, event.arguments.get(AGENT, -1)))
        if event.base not in _COPULAS or event.hedged or subject is None:
            continue
        for child in event.phrase.children:
            other = mentions.get((event.sentence, child.head))
            if child.label == "NP" and child.begin > event.verb and other is not None:
                yield from _as_name_and_noun(subject, other)


def _as_name_and_noun(one: Mention, other: Mention) -> Iterator[tuple[str, str, int]]:
    """Yield the base forms of a name and a noun, if two mentions are these."""
    if one.named != other.named:
        name, noun = (one, other) if one.named else (other, one)
        yield name.base, noun.base, one.sentence


def personal_signs(sentence: ParsedSentence, mention: Mention, verb: str, name: Sequence[str]) -> float:
    """Return how much tells that a name is a person's: an age, a title, a verb of saying, two words.

    Parameters
    ----------
    verb
        Base form of the verb whose argument it is; empty without one.
    name
        Its :func:`full_name`.
    """
    words = sentence.words
    aged = words[mention.head + 1 : mention.head + 2] == (",",) and words[mention.head + 2 : mention.head + 3]
    before = words[mention.head - len(name)].lower() if mention.head >= len(name) else ""
    signs = 2.0 * bool(aged and aged[0].isdigit()) + 2.0 * (before in TITLES or before in PERSONS)
    return signs + bool(verb and is_saying(verb)) + 0.5 * (len(name) == 2)
