"""Writes candidates out: their words in place, commas, hyphens and capitals, and the planned governors."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from itertools import pairwise

from paralattice.english.calendar import MONTHS
from paralattice.english.compounds import hyphened
from paralattice.english.inflection import article, key
from paralattice.english.tables import word_class
from paralattice.english.words import DEMONYMS, NUMBERS, STATES, TITLES, is_content_word, is_punctuation
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import (
    COMMA,
    MADE,
    UNPLANNED,
    Operation,
    SourcedToken,
    sourced_tokens,
)
from paralattice.syntax.quotations import is_mark
from paralattice.syntax.sentence import ParsedSentence

_JOINTS = frozenset({"and", "but", "that"})
_BEFORE_NAMES = word_class("nouns", "prefixed")
# What may be lower-cased before *-winning*: *award-winning*.
_WON = word_class("nouns", "won")
_PEOPLE = word_class("nouns", "described") | {"police"}
_OCCUPATIONS = word_class("nouns", "occupation")
"""Common nouns whose capital does not make them names."""
_OFFICES = TITLES | word_class("nouns", "office")


def write_out(
    cluster: ParsedCluster, frame: ParsedSentence, operations: Sequence[Operation], lower: frozenset[str]
) -> Candidate:
    """Return the sentence that operations make of a frame.

    Parameters
    ----------
    lower
        Words that the cluster writes in lower case inside of sentences.
    """
    tokens = _articled(cluster, _punctuated(edited(frame, operations)))
    tokens = _hyphened(cluster, _recased(cluster, tokens, lower))
    plan = partial(planned_governors, cluster, frame, operations, tokens)
    return Candidate(frame.number, tuple(operations), tuple(tokens), plan)


def edited(frame: ParsedSentence, operations: Iterable[Operation]) -> list[SourcedToken]:
    """Return the tokens that operations make of a frame, with commas and capitals as they were."""
    tokens: list[SourcedToken] = []
    place = 0
    for edit in sorted(edit for operation in operations for edit in operation.edits):
        tokens += sourced_tokens(frame, place, edit.begin)
        tokens += edit.tokens
        place = edit.end
    return tokens + list(sourced_tokens(frame, place, len(frame.words)))


def _punctuated(tokens: Iterable[SourcedToken]) -> list[SourcedToken]:
    """Drop commas that are doubled, first, or before a stop, and a stop after that of an abbreviation."""
    found: list[SourcedToken] = []
    for token in tokens:
        last = found[-1] if found else COMMA
        # Three dots stay.
        apart = (last.sentence, last.position + 1) != (token.sentence, token.position)
        if token.word == last.word == "." and last.sentence != MADE and apart:
            continue
        # *"Vik," , the ship, left*.
        quoted = {each.word for each in found[-2:-1]} if is_mark(last.word) else set()
        if token.word == "," and "," in (last.word, *quoted):
            continue
        if token.word == "according" and not (is_punctuation(last.word) or last.word in _JOINTS):
            found.append(COMMA)
        # A corpus may part the stop from the last word: *at 4 p.m .*, *of Aurora Corp .*.
        if token.word != "." and last.word in ("a.m", "p.m", "Corp", "Inc"):
            found[-1] = last._replace(word=f"{last.word}.")
        if found and found[-1].word == "," and token.word in (".", ",", "!", "?", ";", ":"):
            found.pop()
        found.append(token)
    return _with_closing_commas(found)


def _with_closing_commas(tokens: Sequence[SourcedToken]) -> list[SourcedToken]:
    """Add the closing comma of *Boise, Idaho, ...*, *Ida Berg, Jr., ...* and *May 2, 2009, ...*."""
    words = [token.word for token in tokens]
    found: list[SourcedToken] = []
    for place, token in enumerate(tokens):
        found.append(token)
        near = "," in words[max(0, place - 4) : place]
        if near and place + 1 < len(words) and not _goes_on(words[place + 1]) and _asks_comma(words, place):
            found.append(COMMA)
    return found


def _asks_comma(words: Sequence[str], place: int) -> bool:
    """Return whether a word ends a state after its city, or a year after its day, or is *Jr.* after a name.

    Full stops may be words of their own: *N . Y .*.
    """
    if words[place] in ("Jr.", "Sr.") and words[place - 1] == ",":
        return True
    for length in (1, 2, 4):
        begin = place + 1 - length
        if begin < 2 or words[begin - 1] != ",":
            continue
        name, before = " ".join(words[begin : place + 1]).lower(), words[begin - 2]
        stately = not STATES.isdisjoint((name, name.replace(" .", ".").replace(" ", "")))
        if stately and before[:1].isupper() and before.lower() not in STATES:
            return True
        dated = before.isdigit() and begin > 2 and words[begin - 3].lower() in MONTHS
        if dated and length == 1 and len(name) == 4 and name.isdigit():
            return True
    return False


def _goes_on(word: str) -> bool:
    return is_punctuation(word) or word.lower() in ("'s", "and", "city", "or")


def _articled(cluster: ParsedCluster, tokens: Sequence[SourcedToken]) -> list[SourcedToken]:
    """Write *a* or *an* as the word after it asks."""
    found = list(tokens)
    for place, (one, other) in enumerate(pairwise(tokens)):
        opens = len(one.word) < 3 and one.word.lower() in ("a", "an") and other.word[:1].isalnum()
        # A source may have *an NZ$9 ship*, and *Coire an Fhuarain* is a name.
        apart = (one.sentence, one.position + 1) != (other.sentence, other.position)
        if opens and apart and _tag(cluster, one) == "DT":
            found[place] = one._replace(word=one.word[0] + article(other.word)[1:])
    return found


def _tag(cluster: ParsedCluster, token: SourcedToken) -> str:
    """Return the tag of a token in its source; empty for a word that no source has."""
    return cluster.sentences[token.sentence].tags[token.position] if token.sentence >= 0 else ""


def _hyphened(cluster: ParsedCluster, tokens: Sequence[SourcedToken]) -> list[SourcedToken]:
    """Join numbers and ordinals with the noun that they count before another: *an eight-round fight*."""
    tags = [_tag(cluster, token) for token in tokens]
    joined = frozenset(hyphened([token.word for token in tokens], tags))
    found: list[SourcedToken] = []
    for place, token in enumerate(tokens):
        found.append(token._replace(word=f"{found.pop().word}-{token.word}") if place in joined else token)
    return found


def lowered_words(cluster: ParsedCluster) -> frozenset[str]:
    """Return the words that prose of the cluster has in lower case at least as often as capitalised."""
    inside = Counter(
        word
        for sentence in cluster.sentences
        if sentence.is_prose
        for place, word in enumerate(sentence.words)
        if not all(map(is_punctuation, sentence.words[:place]))
    )
    return frozenset(word for word in inside if word.islower() and inside[word] >= inside[word.capitalize()])


def _recased(cluster: ParsedCluster, tokens: list[SourcedToken], lower: frozenset[str]) -> list[SourcedToken]:
    """Lower-case words that opened a source, unless they are names, and capitalise the first word."""
    made: list[SourcedToken] = []
    prose = cluster.sentences[next(token.sentence for token in tokens if token.sentence >= 0)].is_prose
    opening = True
    for place, token in enumerate(tokens):
        word = token.word
        large = token.sentence >= 0 and place > 0 and word[:1].isupper() and _opens(cluster, token)
        if large and _is_lowerable(cluster, token, lower):
            word = word[0].lower() + word[1:]
            # *Fourteen boats left, Berg said*, but *Berg said 14 boats left*; *twenty-two-year-old*.
            tags = cluster.sentences[token.sentence].tags[token.position + 1 :][:3]
            counts = {"NNS", "JJ", "IN"} & {*tags[:1]} or tags[:2] == ("HYPH", "NN")
            _, *joined = (each.word for each in tokens[place : place + 3])
            pair = tags[2:] in (("NNS",), ("HYPH",)) and joined[:1] == ["-"]
            if pair and {word, joined[-1]} <= NUMBERS.keys():
                word = str(int(NUMBERS[word]) + int(NUMBERS[joined[-1]]))
                del tokens[place + 1 : place + 3]
            elif counts and len(NUMBERS.get(word, "")) > 1:
                word = NUMBERS[word]
        if prose and opening:
            word = word[0].upper() + word[1:]
            opening = is_punctuation(word)
        made.append(token if word == token.word else token._replace(word=word))
    return made


def _opens(cluster: ParsedCluster, token: SourcedToken) -> bool:
    return not any(map(str.isalnum, "".join(cluster.sentences[token.sentence].written[: token.position])))


# Candidates of a cluster have the same few first words.
@lru_cache(maxsize=1024)
def _is_lowerable(cluster: ParsedCluster, token: SourcedToken, lower: frozenset[str]) -> bool:
    tag = _tag(cluster, token)
    low = token.word.lower()
    after = "".join(cluster.sentences[token.sentence].words[token.position + 1 :][:1])
    # *South Norwegian*, *New Norland*, *Security Minister*, *Police Norway*, *Flight 618*.
    titled = tag.startswith("NN") and low not in _OCCUPATIONS and after.lower() in _OFFICES | STATES
    if (after[:1].isupper() and (low in _BEFORE_NAMES or titled)) or (tag[:2] == "NN" and after.isdigit()):
        return False
    if token.word == "I" or low in DEMONYMS or any(letter.isupper() for letter in token.word[1:]):
        return False
    # *Sheriff's officers*.
    owner = after == "'s" and low in _OFFICES
    lowered = owner or low in lower or not _OCCUPATIONS.isdisjoint((low, key(low)))
    known = _is_title(cluster, token) or (not lowered and _may_be_name(cluster, token, tag))
    # *Former England captain Ida Berg*.
    return low == "former" or not (known and is_content_word(low))


def _is_title(cluster: ParsedCluster, token: SourcedToken) -> bool:
    """Return whether a word precedes a name, and is a title or has a capital before one within a sentence."""
    texts = [sentence.words for sentence in cluster.sentences]
    inside = ([*filter(None, sentence.written)][1:] for sentence in cluster.sentences)
    pairs = (pair for words in inside for pair in pairwise(words))
    known = any(one == token.word and other[:1].isupper() for one, other in pairs)
    known |= token.word.lower() in _OFFICES
    after = texts[token.sentence][token.position + 1 : token.position + 2]
    return known and any(word[:1].isupper() for word in after)


def _may_be_name(cluster: ParsedCluster, token: SourcedToken, tag: str) -> bool:
    """Return whether a word is tagged as a name, here or as another first word, or has a capital within."""
    sentence, place = cluster.sentences[token.sentence], token.position
    after = "".join(sentence.words[place + 1 : place + 2])
    # What follows a dateline is a first word too.
    inside = any(token.word in [*filter(None, each.written)][1:] for each in cluster.sentences)
    # *Gale-force winds*, but *Norvik-area pilots* beside another *Norvik*.
    compound = after == "-" and sentence.tags[place + 2 : place + 3] in (("NN",), ("NNS",)) and not inside
    if (token.word.lower() in _PEOPLE and not after[:1].isupper()) or compound:
        return False
    # *Nobel-winning*, but *award-winning*.
    ending = "".join(sentence.words[place + 1 : place + 3])
    if tag.startswith("NNP") or ending in ("-based", "-born"):
        return True
    if ending in ("-winning", "-nominated") and token.word.lower() not in _WON:
        return True
    # *Page* opens other sentences as a name.
    firsts = ((each.words[0], each.tags[0]) for each in cluster.sentences)
    return tag.startswith("NN") and (inside or (token.word, "NNP") in firsts)


def planned_governors(
    cluster: ParsedCluster,
    frame: ParsedSentence,
    operations: Sequence[Operation],
    tokens: Sequence[SourcedToken],
) -> tuple[int, ...]:
    """Return the planned governor of each word."""
    places = {(token.sentence, token.position): place for place, token in enumerate(tokens)}
    heads: dict[tuple[int, int], int] = {}
    replaced: dict[tuple[int, int], tuple[int, int]] = {}
    for operation in operations:
        for origin, governor in operation.heads:
            heads[origin] = governor
        for old, origin in operation.replaced:
            replaced[frame.number, old] = origin
    found = []
    for token in tokens:
        if token.sentence < 0:
            found.append(UNPLANNED)
            continue
        origin = owner, place = token.sentence, token.position
        if origin in heads:
            owner, governor = frame.number, heads[origin]
        else:
            governor = cluster.sentences[owner].governors[place]
        found.append(governor if governor < 0 else _place((owner, governor), places, replaced))
    return tuple(found)


def _place(
    wanted: tuple[int, int],
    places: dict[tuple[int, int], int],
    replaced: dict[tuple[int, int], tuple[int, int]],
) -> int:
    """Return the place of a governor, or of the head that replaces it."""
    for _ in range(len(replaced) + 1):
        if wanted in replaced:
            wanted = replaced[wanted]
        elif wanted in places:
            return places[wanted]
    return places.get(wanted, UNPLANNED)
