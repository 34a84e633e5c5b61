"""Combines operations to candidates: their words, and the governor that each word should have."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from math import comb

from paralattice.exchange.ages import ages
from paralattice.exchange.constituents import ParsedSentence
from paralattice.exchange.deletions import deletions
from paralattice.exchange.exchanges import exchanges
from paralattice.exchange.insertions import insertions
from paralattice.exchange.moves import moves
from paralattice.exchange.nominals import nominals
from paralattice.exchange.operations import (
    COMMA,
    DELETION,
    MADE,
    UNPLANNED,
    WORDING,
    Operation,
    ParsedCluster,
    SourcedToken,
    SpanEdit,
    sourced_tokens,
)
from paralattice.exchange.participles import participles
from paralattice.exchange.recasts import recasts
from paralattice.exchange.referents import Place
from paralattice.exchange.tenses import tenses
from paralattice.exchange.titles import titles
from paralattice.exchange.voices import voices
from paralattice.exchange.wordings import wordings
from paralattice.exchange.words import MONTHS, STATES, is_content_word, is_punctuation


@dataclass(frozen=True)
class Candidate:
    """A new sentence before rules and signals judge it.

    Attributes
    ----------
    frame
        Number of the sentence that was changed.
    operations
        The operations on it.
    tokens
        Its words with their origins.
    governors
        For each word the position of the word that should govern it; -1 for the head of the sentence,
        :data:`UNPLANNED` if the plan does not say.
    """

    frame: int
    operations: tuple[Operation, ...]
    tokens: tuple[SourcedToken, ...]
    governors: tuple[int, ...]

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the sentence."""
        return tuple(token.word for token in self.tokens)

    @cached_property
    def sources(self) -> list[int]:
        """The numbers of the sentences that give its words, ascending."""
        return sorted({token.sentence for token in self.tokens if token.sentence >= 0} | {self.frame})

    @cached_property
    def places(self) -> dict[Place, int]:
        """The place of each word by its origin: the sentence and the position that it was taken from."""
        return {(token.sentence, token.position): place for place, token in enumerate(self.tokens)}

    @property
    def joints(self) -> Iterator[tuple[SourcedToken, SourcedToken]]:
        """Pairs of adjacent words that are not adjacent in a source."""
        for one, other in pairwise(self.tokens):
            if (one.sentence, one.position + 1) != (other.sentence, other.position):
                yield one, other


_WORDINGS = 2
"""Number of wordings that a candidate may have beyond the maximum number of operations."""
_WAYS = (
    exchanges,
    insertions,
    moves,
    recasts,
    voices,
    nominals,
    participles,
    ages,
    titles,
    wordings,
    tenses,
    deletions,
)


def operations_on(cluster: ParsedCluster, frame: ParsedSentence) -> list[Operation]:
    """Return all operations on a frame, without repetitions."""
    found: dict[tuple[object, ...], Operation] = {}
    if not frame.is_plain:
        return []
    for make in _WAYS:
        for operation in make(cluster, frame):
            found.setdefault(tuple(map(_signature, operation.edits)), operation)
    return list(found.values())


def _signature(edit: SpanEdit) -> tuple[int, int, tuple[str, ...]]:
    """Return the effect of an edit: its span and words, without their source."""
    return edit.begin, edit.end, tuple(token.word.lower() for token in edit.tokens)


def candidates_of(
    cluster: ParsedCluster, frame: ParsedSentence, most: int, count: int, rng: random.Random
) -> Iterator[Candidate]:
    """Yield candidates of a frame, those of few operations first.

    Parameters
    ----------
    most
        Maximum number of operations; up to :data:`_WORDINGS` wordings are not counted.
    count
        Maximum number of combinations of each size; if there are more, a random sample is yielded.
    """
    operations = operations_on(cluster, frame)
    lower = _lowered(cluster)
    for size in range(1, most + _WORDINGS + 1):
        for chosen in _combinations(operations, size, count, rng):
            if size - most <= sum(map(_is_wording, chosen)) and _compatible(chosen):
                yield write_out(cluster, frame, chosen, lower)


def _is_wording(operation: Operation) -> bool:
    return operation.what.startswith(WORDING)


def _combinations(
    operations: Sequence[Operation], size: int, count: int, rng: random.Random
) -> Iterable[tuple[Operation, ...]]:
    """Return the combinations of ``size`` operations; a random sample, in order, of more than ``count``."""
    if comb(len(operations), size) <= count:
        return combinations(operations, size)
    picks = {tuple(sorted(rng.sample(range(len(operations)), size))) for _ in range(count)}
    return [tuple(operations[place] for place in pick) for pick in sorted(picks)]


def _compatible(operations: Sequence[Operation]) -> bool:
    """Return whether operations can be combined: they do not overlap, and are not deletions alone."""
    deleting = sum(operation.kind == DELETION for operation in operations)
    if deleting == len(operations) or deleting > 1:
        return False
    edits = sorted((edit.begin, edit.end) for operation in operations for edit in operation.edits)
    apart = all(
        end <= begin and (begin, end_after) != (start, end)
        for (start, end), (begin, end_after) in pairwise(edits)
    )
    return apart and all(
        _governed(one, other) for one in operations for other in operations if one is not other
    )


def _governed(one: Operation, other: Operation) -> bool:
    """Return whether the governors of one operation's words are words that the other keeps or replaces."""
    replaced = {old for old, _ in other.replaced}
    return not any(
        edit.begin <= governor < edit.end and governor not in replaced
        for _, governor in one.heads
        for edit in other.edits
    )


def write_out(
    cluster: ParsedCluster, frame: ParsedSentence, operations: Sequence[Operation], lower: frozenset[str]
) -> Candidate:
    """Return the sentence that operations make of a frame.

    Parameters
    ----------
    lower
        Words that the cluster writes in lower case inside of sentences.
    """
    tokens: list[SourcedToken] = []
    place = 0
    edits = sorted(edit for operation in operations for edit in operation.edits)
    for edit in edits:
        tokens += sourced_tokens(frame, place, edit.begin)
        tokens += edit.tokens
        place = edit.end
    tokens += sourced_tokens(frame, place, len(frame.words))
    tokens = _recased(cluster, _punctuated(tokens), lower)
    return Candidate(
        frame.number, tuple(operations), tuple(tokens), planned_governors(cluster, frame, operations, tokens)
    )


def _punctuated(tokens: Iterable[SourcedToken]) -> list[SourcedToken]:
    """Drop commas that are doubled, first, or before a stop, and a stop behind that of an abbreviation."""
    found: list[SourcedToken] = []
    for token in tokens:
        if token.word == "." and found and found[-1].word == "." and found[-1].sentence != MADE:
            continue
        if token.word == "," and (not found or found[-1].word == ","):
            continue
        if found and found[-1].word == "," and token.word in (".", ",", "!", "?", ";", ":"):
            found.pop()
        found.append(token)
    return _with_closing_commas(found)


def _with_closing_commas(tokens: Sequence[SourcedToken]) -> list[SourcedToken]:
    """Add the closing comma of *Boise, Idaho, ...* and *May 2, 2009, ...*."""
    words = [token.word for token in tokens]
    found: list[SourcedToken] = []
    for place, token in enumerate(tokens):
        found.append(token)
        following = words[place + 1 : place + 2]
        if following and _asks_comma(words, place) and not _goes_on(following[0]):
            found.append(COMMA)
    return found


def _asks_comma(words: Sequence[str], place: int) -> bool:
    """Return whether a word ends a state after its city, or a year after its day."""
    for length in (1, 2):
        begin = place + 1 - length
        if begin < 2 or words[begin - 1] != ",":
            continue
        name, before = " ".join(words[begin : place + 1]).lower(), words[begin - 2]
        if name in STATES and before[:1].isupper():
            return True
        dated = before.isdigit() and begin > 2 and words[begin - 3].lower() in MONTHS
        if dated and length == 1 and len(name) == 4 and name.isdigit():
            return True
    return False


def _goes_on(word: str) -> bool:
    return is_punctuation(word) or word.lower() in ("'s", "and", "or")


def _lowered(cluster: ParsedCluster) -> frozenset[str]:
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
        large = token.sentence >= 0 and place > 0 and word[:1].isupper()
        if large and _opens(cluster, token) and _is_lowerable(cluster, token, lower):
            word = word[0].lower() + word[1:]
        if prose and opening:
            word = word[0].upper() + word[1:]
            opening = is_punctuation(word)
        made.append(token if word == token.word else token._replace(word=word))
    return made


def _opens(cluster: ParsedCluster, token: SourcedToken) -> bool:
    before = cluster.sentences[token.sentence].words[: token.position]
    return all(is_punctuation(word) for word in before)


def _is_lowerable(cluster: ParsedCluster, token: SourcedToken, lower: frozenset[str]) -> bool:
    tag = cluster.sentences[token.sentence].tags[token.position]
    low = token.word.lower()
    if token.word == "I" or any(letter.isupper() for letter in token.word[1:]):
        return False
    return low in lower or not is_content_word(low) or not _may_be_name(cluster, token, tag)


def _may_be_name(cluster: ParsedCluster, token: SourcedToken, tag: str) -> bool:
    """Return whether a word is tagged as a name, or has a capital within a sentence too."""
    if tag.startswith("NNP"):
        return True
    return tag.startswith("NN") and any(token.word in sentence.words[1:] for sentence in cluster.sentences)


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
        origin = (token.sentence, token.position)
        owner = frame if origin in heads else cluster.sentences[token.sentence]
        governor = heads[origin] if origin in heads else owner.governors[token.position]
        if token.sentence < 0 or governor < 0:
            found.append(UNPLANNED if token.sentence < 0 else governor)
        else:
            found.append(_place((owner.number, governor), places, replaced))
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
