"""Gates that reject breaches of style even if a source has them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.constituents import NOUNS, Constituent, ParsedSentence, subject_of
from paralattice.exchange.gates import Gate, GateContext
from paralattice.exchange.tree_gates import Parsed
from paralattice.exchange.words import (
    MONTHS,
    ORDINALS,
    PASTS,
    RANKED,
    STATES,
    TIMELY,
    is_content_word,
    is_punctuation,
    is_saying,
)

_UNHYPHENED = frozenset({"percent", "per", "million", "billion", "trillion", "%"})
_COUNT = re.compile(r"[a-z]+|[0-9]{1,3}")
_LARGE = re.compile(r"(?:hundred|thousand|million|billion|trillion)-\w+")
_MEASURES = re.compile(r"\d+-(?:yards|years|months|weeks|days|hours|minutes|miles|feet|metres|meters|points)")
_FIRST = 4
_AT = frozenset({"in", "near", "from", "of", "to", "off", "across"})
_LANDS = frozenset({"country", "nation"})
_YEAR = re.compile(r"\d{4}")
_AGE = re.compile(r"\d{1,3}")
_SHARES = re.compile(r"\d+-of-\d+|\d+-for-\d+")
_HAVING = frozenset({"has", "have", "had", "having", "'ve"})


def hyphenates_numbers(candidate: Candidate, context: GateContext) -> bool:
    """Return whether a number and its unit before a noun have a hyphen: *an eight-round fight*."""
    words, tags = _compounds([(token.word, context.tag(token)) for token in candidate.tokens])
    return not any(
        _counts_loosely(words, tags, place) or _ranks_loosely(words, tags, place)
        for place in range(len(words) - 1)
    )


def _compounds(tagged: Sequence[tuple[str, str]]) -> tuple[list[str], list[str]]:
    """Return words and tags, with hyphenated words joined and tagged as adjectives."""
    words: list[str] = []
    tags: list[str] = []
    for place, (word, tag) in enumerate(tagged):
        if words and (word == "-" or words[-1].endswith("-")) and 0 < place < len(tagged) - 1:
            words[-1], tags[-1] = words[-1] + word, "JJ"
        else:
            words.append(word)
            tags.append(tag)
    return words, tags


def _counts_loosely(words: Sequence[str], tags: Sequence[str], place: int) -> bool:
    """Return whether a number and its unit, without a hyphen, precede a singular noun."""
    number, after = words[place], words[place + 1]
    if _SHARES.fullmatch(number):
        return tags[place + 1].startswith("NN")
    if tags[place] == "CD" and _LARGE.fullmatch(after):
        return True
    return bool(_MEASURES.fullmatch(number)) or (
        _is_count(words, tags, place)
        and _is_unit(after, tags[place + 1])
        and _noun_after(tags, place + 2) == "NN"
    )


def _is_count(words: Sequence[str], tags: Sequence[str], place: int) -> bool:
    """Return whether a word is a small number above one, and no number, sum or noun precedes it."""
    before = tags[place - 1] if place else ""
    if tags[place] != "CD" or before in ("CD", "$", *NOUNS):
        return False
    return _COUNT.fullmatch(words[place]) is not None and words[place] not in ("one", "1")


def _is_unit(word: str, tag: str) -> bool:
    return tag == "NN" and word.isalpha() and word.islower() and word not in _UNHYPHENED


def _noun_after(tags: Sequence[str], place: int) -> str:
    """Return the tag of the last noun that follows directly or after adjectives; empty if none does."""
    last = ""
    for tag in tags[place:]:
        if tag != "JJ" and not tag.startswith("NN"):
            break
        last = tag
    return last


def _ranks_loosely(words: Sequence[str], tags: Sequence[str], place: int) -> bool:
    ranked = words[place] in ORDINALS and words[place + 1] in RANKED
    return ranked and _noun_after(tags, place + 2).startswith("NN")


def closes_places(candidate: Candidate, _: GateContext) -> bool:
    """Return whether a state after a city, and a year after a day, have a comma behind them too."""
    words = candidate.words
    return not any(words[place] == "," and _is_open(words, place) for place in range(1, len(words) - 2))


def _is_open(words: Sequence[str], comma: int) -> bool:
    """Return whether a state or a year begins after a comma, and prose goes on directly behind it."""
    before = words[comma - 1]
    dated = before.isdigit() and words[comma - 2].lower() in MONTHS and _YEAR.fullmatch(words[comma + 1])
    length = 1 if dated else _state_at(words, comma + 1)
    after = words[comma + 1 + length : comma + 2 + length]
    if not length or not after or before.lower() in STATES or not (dated or before[:1].isupper()):
        return False
    return not is_punctuation(after[0]) and after[0] not in ("and", "or", "'s")


def _state_at(words: Sequence[str], place: int) -> int:
    """Return the number of words of the name of a state or country that begins at a place.

    The full stop of an abbreviation may be a word of its own.
    """
    low = [word.lower() for word in words[place : place + 2]]
    return 2 if not STATES.isdisjoint((" ".join(low), "".join(low))) else int(low[0] in STATES)


def sets_off_names(candidate: Candidate, context: GateContext) -> bool:
    """Return whether *which* after a name has a comma before it: a name needs nothing that defines it."""
    pairs = pairwise(candidate.tokens)
    return not any(other.word == "which" and context.tag(one).startswith("NNP") for one, other in pairs)


def forms_participles(candidate: Candidate, _: GateContext) -> bool:
    """Return whether no past tense follows *has* or *had*: *had went*."""
    return not any(
        one in _HAVING and other in PASTS for one, other in pairwise(word.lower() for word in candidate.words)
    )


def points_within(candidate: Candidate, _: GateContext) -> bool:
    """Return whether *the same* has an antecedent or a comparison."""
    low = [word.lower() for word in candidate.words]
    for place, (one, other) in enumerate(pairwise(low)):
        if (one, other) == ("the", "same") and place + 2 < len(low):
            told = low[place + 2] in low[:place] or "time" in low[place + 2 : place + 4]
            if not told and "as" not in low[place + 3 : place + 7]:
                return False
    return True


def points_back(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no *there* is among the first words, before any place."""
    return not any(
        token.word.lower() == "there" and context.tag(token) == "RB" for token in candidate.tokens[1:_FIRST]
    )


def names_country(candidate: Candidate, context: GateContext) -> bool:
    """Return whether the sentence identifies *the country* by a place, a people or a modifier."""
    words = [word.lower() for word in candidate.words]
    lands = [
        place
        for place in range(1, len(words))
        if words[place] in _LANDS and words[place - 1] == "the" and words[place + 1 : place + 2] != ["of"]
    ]
    if not lands:
        return True
    tags = [context.tag(token) for token in candidate.tokens]
    return any(
        word in STATES
        or (tags[place].startswith("JJ") and candidate.words[place][:1].isupper() and place)
        # A name behind a preposition such as *in* is a place, if it is no time.
        or (tags[place].startswith("NNP") and words[place - 1] in _AT and word not in TIMELY)
        for place, word in enumerate(words)
    )


def spells_first_words_alone(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no age is spelled out within the sentence, as it is at a beginning: *ten-year-old*."""
    return not any(
        context.tag(token) == "CD" and token.word.isalpha() and after[:3] == ("-", "year", "-")
        for place, token in enumerate(candidate.tokens)
        for after in (candidate.words[place + 1 : place + 4],)
        if place and token.position == 0
    )


def is_no_heading(candidate: Candidate, _: GateContext) -> bool:
    """Return whether some content word begins in lower case."""
    words = [word for word in candidate.words if is_content_word(word) and word.isalpha()]
    return any(word.islower() for word in words)


def closes_origins(candidate: Candidate, _: GateContext) -> bool:
    """Return whether a comma stands behind where somebody of an age is from: *Berg, 23, of Moss, left*."""
    words = candidate.words
    for place in range(len(words) - 4):
        age = words[place] == "," == words[place + 2] and _AGE.fullmatch(words[place + 1])
        if age and words[place + 3] == "of" and words[place + 4][:1].isupper():
            rest = words[place + 4 :]
            end = next((after for after, word in enumerate(rest) if not word[:1].isupper()), len(rest))
            if end < len(rest) and not is_punctuation(rest[end]):
                return False
    return True


def writes_small(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no common word is all in capitals, as headlines and first words are."""
    return not any(
        len(token.word) > 3
        and token.word.isupper()
        and not context.tag(token).startswith("NNP")
        and token.word.lower() in context.small
        for token in candidate.tokens
    )


def sets_off_asides(parsed: Parsed, _: GateContext) -> bool:
    """Return whether asides have their commas.

    They stand in pairs after *who*, one stands before *X said* at the end, and none alone before *to do*.
    """
    sentence = parsed.sentence
    return not any(
        rule(sentence, node)
        for node in sentence.root.phrases()
        for rule in (_opens_loosely, _says_loosely, _aims_loosely, _names_loosely)
    )


def _opens_loosely(sentence: ParsedSentence, clause: Constituent) -> bool:
    """Return whether an aside after *who* lacks its first comma: *who as a boy, lived there*."""
    labels = [child.label for child in clause.children]
    relative = clause.begin > 0 and sentence.tags[clause.begin - 1] in ("WP", "WDT")
    return relative and labels[:3] == ["PP", ",", "VP"]


def _aims_loosely(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a single comma precedes *to do* within a phrase."""
    commas = [place for place, child in enumerate(node.children) if child.label == ","]
    if len(commas) != 1 or node.label not in ("NP", "VP") or commas[0] + 1 == len(node.children):
        return False
    after = node.children[commas[0] + 1]
    return after.label in ("S", "VP") and sentence.tags[after.begin] == "TO"


def _names_loosely(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a name after a name and a comma lacks a comma behind it: *in Moss, Norway she left*."""
    if [child.label for child in node.children] != ["NP", ",", "NP"] or node.end >= len(sentence.words):
        return False
    last = node.children[2]
    named = all(tag.startswith("NNP") for tag in sentence.tags[last.begin : last.end])
    after_name = sentence.tags[node.children[0].end - 1].startswith("NNP")
    ending = sentence.words[last.begin].lower().rstrip(".") in ("jr", "sr", "inc")
    return named and after_name and not ending and not is_punctuation(sentence.words[node.end])


def _says_loosely(sentence: ParsedSentence, clause: Constituent) -> bool:
    """Return whether an attribution at the end lacks its comma: *It sank the paper reports*."""
    labels = [child.label for child in clause.children if child.label != "."]
    subject = subject_of(clause)
    if labels[:3] != ["S", "NP", "VP"] or subject is None:
        return False
    return is_saying(sentence.words[clause.children[2].head])


STYLE_GATES = (
    Gate("hyphen", "a number and what it counts lack their hyphen before a noun", hyphenates_numbers),
    Gate("place", "a state or a year lacks the comma behind it", closes_places),
    Gate("which", "*which* after a name lacks its comma", sets_off_names),
    Gate("participle", "a past tense stands for a participle", forms_participles),
    Gate("same", "*the same* refers to nothing", points_within),
    Gate("there", "*there* refers to nothing", points_back),
    Gate("country", "*the country* refers to nothing", names_country),
    Gate("spelled", "an age is spelled out within the sentence", spells_first_words_alone),
    Gate("heading", "all its words have capital letters", is_no_heading),
    Gate("capitals", "a common word is all in capitals", writes_small),
    Gate("origin", "a comma lacks behind where somebody is from", closes_origins),
)
"""The gates of style that need the words alone."""

STYLE_TREE_GATES = (
    Gate("aside", "commas do not stand in pairs, or one lacks before who says it", sets_off_asides),
)
"""The gates of style that need the tree."""
