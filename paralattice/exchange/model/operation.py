"""Operations on a sentence, their edits, and the words that they insert."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from paralattice.syntax.nodes import Constituent
from paralattice.syntax.phrases import ends_aside, opens_clause, precedes_subject
from paralattice.syntax.sentence import ParsedSentence

EXCHANGE, INSERTION, MOVE, RECAST, DELETION = "exchange", "insertion", "move", "recast", "deletion"
WORDING = "wording"
"""Prefix of the names of recasts that replace function words or set phrases."""
MADE = -1
"""Sentence and position of a word that no source has: a comma, *that*, *according to*, a verb's form."""
UNPLANNED = -2
"""Governor of a word that the plan leaves open."""

Place = tuple[int, int]
"""Sentence and position of a word, both 0-based."""


class SourcedToken(NamedTuple):
    """A word of a new sentence, with the 0-based sentence and position that it was taken from."""

    word: str
    sentence: int
    position: int


COMMA = SourcedToken(",", MADE, MADE)
THAT = SourcedToken("that", MADE, MADE)
ON = SourcedToken("on", MADE, MADE)


class SpanEdit(NamedTuple):
    """Tokens that replace the half-open span ``begin`` to ``end`` of a frame; empty for insertions."""

    begin: int
    end: int
    tokens: tuple[SourcedToken, ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """One change of a frame.

    Attributes
    ----------
    kind
        One of ``exchange``, ``insertion``, ``move``, ``recast`` and ``deletion``.
    what
        The constituent or construction, in a few words: ``subject``, ``time``, ``attribution``.
    source
        Number of the sentence that gives the words; the frame's own for moves and deletions.
    edits
        Disjoint edits of the frame.
    heads
        Pairs (the piece's head as (sentence, position), position of its governor in the frame; -1 if it
        heads the sentence, :data:`UNPLANNED` if parsers differ).
    replaced
        Pairs (position of a head in the frame, the head that takes its place).
    """

    kind: str
    what: str
    source: int
    edits: tuple[SpanEdit, ...]
    heads: tuple[tuple[tuple[int, int], int], ...] = ()
    replaced: tuple[tuple[int, tuple[int, int]], ...] = ()


def is_wording(operation: Operation) -> bool:
    """Return whether an operation replaces function words or set phrases alone."""
    return operation.what.startswith(WORDING)


def sourced_tokens(sentence: ParsedSentence, begin: int, end: int) -> tuple[SourcedToken, ...]:
    """Return the tokens of a half-open span of a sentence, as they are to be written."""
    return tuple(token for token in _all_tokens(sentence)[begin:end] if token.word)


def made(*words: str) -> tuple[SourcedToken, ...]:
    """Return the tokens of words that no sentence has."""
    return tuple(SourcedToken(word, MADE, MADE) for word in words)


@lru_cache(maxsize=1024)
def _all_tokens(sentence: ParsedSentence) -> tuple[SourcedToken, ...]:
    return tuple(SourcedToken(word, sentence.number, place) for place, word in enumerate(sentence.written))


def recast_of(frame: ParsedSentence, what: str, edits: Iterable[SpanEdit], free: Iterable[int]) -> Operation:
    """Return a recast of a frame; the words at the places ``free`` may have any governor."""
    plan = tuple(((frame.number, place), UNPLANNED) for place in free)
    return Operation(RECAST, what, frame.number, tuple(edits), heads=plan)


def swapped(
    frame: ParsedSentence, one: Constituent, other: Constituent, what: str, between: Sequence[int] = ()
) -> Operation:
    """Return the recast that exchanges two phrases of a frame with each other."""
    edits = [
        SpanEdit(one.begin, one.end, sourced_tokens(frame, other.begin, other.end)),
        SpanEdit(other.begin, other.end, sourced_tokens(frame, one.begin, one.end)),
    ]
    return recast_of(frame, what, edits, [one.head, other.head, *between])


def replacement(
    frame: ParsedSentence, old: Constituent, source: ParsedSentence, new: Constituent, what: str
) -> Operation:
    """Return the operation that replaces a constituent of a frame by one of another sentence.

    A constituent that ends with an aside between commas keeps or loses the comma after it, unless it is
    between commas itself, or ends what opens a clause.
    """
    head = (source.number, new.head)
    tokens = sourced_tokens(source, new.begin, new.end)
    end, opens = old.end, precedes_subject(frame, old) or opens_clause(frame, old.end + 1)
    closed = frame.words[end : end + 1] == (",",) != frame.words[old.begin - 1 : old.begin]
    end += not opens and closed and ends_aside(frame, old)
    if ends_aside(source, new) and not opens:
        closing = source.words[new.end : new.end + 1] == (",",)
        tokens += sourced_tokens(source, new.end, new.end + 1) if closing else (COMMA,)
    return Operation(
        EXCHANGE,
        what,
        source.number,
        (SpanEdit(old.begin, end, tokens),),
        heads=((head, frame.governors[old.head]),),
        replaced=((old.head, head),),
    )
