"""Mentions: the noun phrases that name an entity, and whether two of them are compatible."""

from dataclasses import dataclass
from itertools import pairwise

from paralattice.english.calendar import TIME_WORDS
from paralattice.english.families import family
from paralattice.english.inflection import key
from paralattice.english.penn import NOUNS
from paralattice.english.tables import word_class
from paralattice.english.words import (
    HEDGE_FORMS,
    NAMEABLE,
    NAMELESS,
    NUMBERS,
    PERSONS,
    TITLES,
    ends_as_person,
    is_content_word,
)
from paralattice.exchange.model.operation import Place
from paralattice.syntax.nodes import Constituent, core_phrase, maximal
from paralattice.syntax.sentence import ParsedSentence

_STATES = word_class("modifiers", "state")
"""Words that distinguish two entities of one name, or two states of one entity."""
_DEFINITE = word_class("function_words", "definite")
_SUFFIXES = word_class("nouns", "suffix", "incorporated")
"""Suffixes that are no part of a name: *Jr.*, *Inc.*"""
_NO_NAMES = TITLES | _SUFFIXES | {""}
_COURTESIES = word_class("nouns", "courtesy")
JOINING = frozenset({"of", "&", "the", "-"})
"""Words inside of names."""
_NAMEABLE_BASES = frozenset(map(key, NAMEABLE))


@dataclass(frozen=True, slots=True, eq=False)
class Mention:
    """A noun phrase that refers to an entity.

    Attributes
    ----------
    sentence, head
        Place of its head.
    node
        The largest noun phrase of that head.
    base
        Base form of the head; of a name its last word before suffixes such as *Inc.*, lower-cased.
    named
        Whether the head is a name.
    plural, definite
        Its number, and whether it is definite; a name is.
    names, numbers, marks
        The lower-cased names without titles and suffixes, numbers and hedges among its own words, before
        whatever follows the head; but *court six* and *a quake with a magnitude of 5.9* have the number.
    determined
        Whether its own words have an article, a number or a possessor.
    possessed
        Whether they have a possessor.
    words
        Base forms of the content words among its own, without the head.
    """

    sentence: int
    head: int
    node: Constituent
    base: str
    named: bool
    plural: bool
    definite: bool
    names: frozenset[str]
    numbers: frozenset[str]
    marks: frozenset[str]
    determined: bool
    possessed: bool
    words: frozenset[str]

    @property
    def place(self) -> Place:
        """The place of its head."""
        return self.sentence, self.head


def mentions_of(sentence: ParsedSentence) -> dict[int, Mention]:
    """Return the mentions of a sentence by the positions of their heads; no pronouns, no times."""
    found: dict[int, Mention] = {}
    for node in sentence.phrases:
        if node.label == "NP" and node.head not in found and sentence.tags[node.head] in NOUNS:
            low = sentence.words[node.head].lower()
            whole = maximal(node)
            odd = _has_two_objects(sentence, whole) or _has_article_and_title(sentence, node)
            plain = not odd and not is_joined(node)
            if plain and low not in TIME_WORDS and low not in TITLES and low not in NAMELESS:
                found[node.head] = _mention(sentence, whole)
    return found


def is_joined(node: Constituent) -> bool:
    """Return whether a noun phrase joins several with *and*, so that its head does not stand for it."""
    return any(child.label in ("CC", "CONJP") for child in node.children)


def _has_two_objects(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a noun phrase is two objects of a verb: *(sent) the council its own plan*."""
    return any(
        one.label == other.label == "NP" and sentence.tags[other.begin] in ("DT", "PRP$")
        for one, other in pairwise(node.children)
    )


def _has_article_and_title(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a noun phrase has an article that its title does not take: *the Mr Berg*."""
    follows = sentence.words[node.begin + 1 : node.begin + 2]
    return sentence.tags[node.begin] == "DT" and any(word.lower() in _COURTESIES for word in follows)


def _mention(sentence: ParsedSentence, node: Constituent) -> Mention:
    begin = min(
        (inner.begin for inner in node.phrases() if inner.label == "NP" and inner.head == node.head),
        default=node.begin,
    )
    own = range(begin, node.head + 1)
    words = [sentence.words[place].lower() for place in own]
    tag = sentence.tags[node.head]
    head = sentence.words[node.head]
    possessed = any(sentence.tags[place] in ("POS", "PRP$") for place in own)
    return Mention(
        sentence.number,
        node.head,
        node,
        full_name(sentence, node.head)[-1].lower() if tag.startswith("NNP") else key(head),
        tag.startswith("NNP"),
        tag in ("NNS", "NNPS"),
        # *A women's club* is any.
        tag.startswith("NNP") or words[0] in _DEFINITE or (possessed and words[0] not in ("a", "an")),
        frozenset(name for place in own if (name := _own_name(sentence, place)) not in _NO_NAMES),
        frozenset(
            _bare_number(word)
            for place in (*own, *_following(sentence, node), *_measuring(sentence, node.head))
            if _counts(sentence.tags[place], word := sentence.words[place].lower())
        ),
        frozenset(words) & (HEDGE_FORMS | _STATES),
        possessed or any(sentence.tags[place] in ("DT", "CD", "PDT") for place in own),
        possessed,
        frozenset(key(word) for word in words[:-1] if is_content_word(word)),
    )


def _own_name(sentence: ParsedSentence, place: int) -> str:
    """Return a word of a name, lower-cased, without the *'s* that a corpus left to it; empty for another."""
    word, tag = sentence.words[place], sentence.tags[place]
    if tag == "POS" and word[:1].isupper():
        return word.removesuffix("s").rstrip("'\u2019").lower()
    return word.lower() if tag.startswith("NNP") else ""


def _following(sentence: ParsedSentence, node: Constituent) -> list[int]:
    """Return the place of a number that follows the head in its innermost phrase: *court six*."""
    number = node.head + 1
    return [number] if number < core_phrase(node).end and sentence.tags[number] == "CD" else []


def _measuring(sentence: ParsedSentence, head: int) -> list[int]:
    """Return the places of what may measure a noun: *of two miles*, *with a depth of 3*, *measuring 5.9*."""
    words, tags, begin = sentence.words, sentence.tags, head + 2
    if tags[head + 1 : begin + 1] == ("VBG", "CD"):
        return [begin]
    if words[head + 1 : begin] not in (("of",), ("with",)):
        return []
    noun = next((place for place in range(begin, len(tags)) if tags[place] in NOUNS), None)
    if noun is None:
        return [begin] if begin < len(tags) else []
    return [*range(begin, noun + 1), *_measuring(sentence, noun)]


def _bare_number(word: str) -> str:
    """Return a number in figures, without what a hyphen joins: *5.9* of *5.9-magnitude*, but *21-14*."""
    number, _, rest = word.partition("-")
    return number if rest.isalpha() and number[:1].isdigit() else NUMBERS.get(word, word)


def _counts(tag: str, word: str) -> bool:
    """Return whether a word is a number that identifies an entity: *six*, *5.9-magnitude*; no age."""
    first, hyphen, _ = word.partition("-")
    # *One-sided* has no number.
    counted = word[:1].isdigit() or bool(hyphen and NUMBERS.get(first, "1") != "1")
    return tag == "CD" or (counted and not word.endswith("-old"))


def content_bases(sentence: ParsedSentence, node: Constituent) -> set[str]:
    """Return the base forms of the content words of a phrase."""
    return {key(word) for word in sentence.text(node) if is_content_word(word)}


def are_akin(one: Mention, other: Mention) -> bool:
    """Return whether two common nouns may be coreferent: of one family, two persons, or with a shared word.

    A shared verb is not enough: *rammed a pier* and *rammed a square* differ.
    """
    if family(one.base) == family(other.base) or (is_nameable(one) and is_nameable(other)):
        return True
    # *200 feet* are not *200 metres*.
    shared = (one.words | {one.base}) & (other.words | {other.base}) - one.numbers
    # A person and a thing are not coreferent: the driver is not the car.
    return bool(shared) and is_nameable(one) == is_nameable(other)


def full_name(sentence: ParsedSentence, head: int) -> tuple[str, ...]:
    """Return the words of the name that ends at a head, without titles before it and suffixes after it.

    A name may have *of*, *the* or *&* inside: *Bank of Norvik*.  If the head is a suffix and nothing
    precedes it, it is the name.  *The south of Norvik* has the name *Norvik*.
    """
    begin = head
    while begin > 0 and _goes_on(sentence, begin - 1):
        begin -= 1
    while begin < head and (not sentence.tags[begin].startswith("NNP") or sentence.words[begin].islower()):
        begin += 1
    words = [word for word in sentence.words[begin : head + 1] if word.lower() not in TITLES]
    while len(words) > 1 and words[-1].lower() in _SUFFIXES:
        words.pop()
    return tuple(words)


def _goes_on(sentence: ParsedSentence, place: int) -> bool:
    """Return whether a word before a name may be a part of it."""
    if sentence.tags[place].startswith("NNP"):
        return True
    return sentence.words[place].lower() in JOINING and sentence.tags[max(0, place - 1)].startswith("NNP")


def is_nameable(mention: Mention) -> bool:
    """Return whether a common noun may be coreferent with a name."""
    return mention.base in _NAMEABLE_BASES or ends_as_person(mention.base)


def is_person(mention: Mention) -> bool:
    """Return whether a common noun is that of a person."""
    return mention.base in PERSONS or ends_as_person(mention.base)
