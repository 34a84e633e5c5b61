"""Defines operations on a sentence, their edits, and the tokens that they insert."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from paralattice.exchange.constituents import Constituent, ParsedSentence
from paralattice.exchange.events import VerbEvent, verb_events
from paralattice.exchange.referents import Columns, Referents
from paralattice.exchange.words import is_saying
from paralattice.tree import Tree

EXCHANGE, INSERTION, MOVE, RECAST, DELETION = "exchange", "insertion", "move", "recast", "deletion"
WORDING = "wording"
"""Prefix of the names of recasts that replace function words or set phrases."""
MADE = -1
"""Sentence and position of a word that no source has: a comma, *that*, *according to*, a verb's form."""


UNPLANNED = -2
"""Governor of a word that the plan leaves open."""


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


@dataclass(slots=True, eq=False)
class ParsedCluster:
    """The parsed sentences of a cluster with their events and coreferent phrases.

    Attributes
    ----------
    sentences
        The sentences, in the order of the cluster.
    events
        The events of each sentence.
    columns
        The column of each word in an alignment of the cluster; ``None`` for none.
    referents
        The coreferent noun phrases and verbs.
    """

    sentences: list[ParsedSentence]
    columns: Columns | None = None
    events: list[list[VerbEvent]] = field(init=False)
    referents: Referents = field(init=False)

    def __post_init__(self) -> None:
        """Find the events and referents."""
        self.events = [verb_events(sentence) for sentence in self.sentences]
        self.referents = Referents(self.sentences, self.events, self.columns)

    @classmethod
    def of_trees(cls, trees: Iterable[Tree], columns: Columns | None = None) -> ParsedCluster:
        """Return the cluster of some trees.  The columns are those of an alignment."""
        return cls([ParsedSentence.of_tree(number, tree) for number, tree in enumerate(trees)], columns)


def sourced_tokens(sentence: ParsedSentence, begin: int, end: int) -> tuple[SourcedToken, ...]:
    """Return the tokens of a half-open span of a sentence."""
    return tuple(SourcedToken(sentence.words[place], sentence.number, place) for place in range(begin, end))


def recast_of(frame: ParsedSentence, what: str, edits: Iterable[SpanEdit], free: Iterable[int]) -> Operation:
    """Return a recast of a frame; the words at the places ``free`` may have any governor."""
    plan = tuple(((frame.number, place), UNPLANNED) for place in free)
    return Operation(RECAST, what, frame.number, tuple(edits), heads=plan)


def quoted(words: Sequence[str]) -> list[bool]:
    """Return for each word whether it stands between quotation marks, marks included."""
    inside, found = False, []
    for word in words:
        opens = word in ("``", "“") or (word in ('"', "''") and not inside)
        closes = inside and word in ("''", "”", '"')
        found.append(inside or opens)
        inside = opens or (inside and not closes)
    return found


def is_mark(word: str) -> bool:
    """Return whether a word is or contains a double quotation mark."""
    return word in ("``", "''", "“", "”") or '"' in word


def is_quotation(words: Sequence[str]) -> bool:
    """Return whether a quotation mark is at the beginning or end of a sentence or of reported speech."""
    last = len(words) - 1
    return any(
        place == 0
        or place >= last - 1
        or "," in (words[place - 1], words[place + 1])
        or words[place - 1] in ("that", ":")
        or is_saying(words[place - 1])
        for place, word in enumerate(words)
        if is_mark(word)
    )


def replacement(
    frame: ParsedSentence, old: Constituent, source: ParsedSentence, new: Constituent, what: str
) -> Operation:
    """Return the operation that replaces a constituent of a frame by one of another sentence.

    A constituent that ends with an aside between commas keeps or loses the comma behind it.
    """
    head = (source.number, new.head)
    tokens = sourced_tokens(source, new.begin, new.end)
    end = old.end
    if ends_aside(frame, old) and frame.words[end : end + 1] == (",",):
        end += 1
    if ends_aside(source, new):
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


def ends_aside(sentence: ParsedSentence, node: Constituent) -> bool:
    """Return whether a noun phrase ends with an aside that a comma opens and none closes."""
    while node.children and node.label == "NP":
        last = node.children[-1]
        if last.begin > node.begin and sentence.words[last.begin - 1] == "," and not last.is_word:
            return True
        node = last
    return False
