"""Reads the examples of rules.

The docstring of a rule has its examples, in the sections ``Refuses::`` and ``Allows::``.  A line alone is a
candidate that is its own and only source::

    The yard in Tampa , Florida closed .                   the parser reads it
    Berg won an eight/CD round/NN fight/NN                 a flat tree of these tags; NN if a word has none
    (S (NP (NNP Berg)) (VP (VBD left)) (. .))              its tree

Several lines have the sentences of a cluster, numbered from 1, and then the candidate; a blank line follows::

    1 The ferry left on Friday .
    2 It sank on Sunday .
    = The ferry left {2 exchange time: on Sunday} .

The first sentence is the frame.  The candidate, after ``=``, takes words from it in order, and may skip some.
Braces are an operation: the number of the sentence that gives the words, the kind of operation, what it
concerns, and the words.  It replaces the words of the frame that are skipped there.  A word after ``+`` is
made: no sentence has it.  Without ``=`` the candidate is the frame as it is.

The parser reads the candidate, unless a text after ``~`` has its tree::

    ~ (S (NP (NNP Berg)) (VP (VBD left)) (. .))

A line that is indented further continues the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from inspect import cleandoc
from textwrap import dedent
from typing import Any, NamedTuple

from paralattice.english.words import is_punctuation
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import EXCHANGE, MADE, UNPLANNED, Operation, SourcedToken, SpanEdit
from paralattice.exchange.model.parsed import Parsed, Reader
from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.rules.registry import WORDS, Rule
from paralattice.exchange.writing import planned_governors
from paralattice.formats.trees import read_tree
from paralattice.syntax.sentence import ParsedSentence
from paralattice.syntax.tree import Tree

RuleExample = str | Sequence[str]
"""A text, or a list of texts, in the notation of rules."""

_BLOCK = re.compile(r"(?:\n| {4}.*\n?)*")
_GOES_ON = re.compile(r"\n +")
_PIECE = re.compile(r"\{(\d+) (\w+) ([^:{}]+): ([^{}]+)\}|([^\s{}]+)")
_NUMBERED = re.compile(r"(\d+) (.+)")
_TAGGED = re.compile(r"[^\s/]/[^\s/]")
_MADE_WORD = "+"


class ExampleError(ValueError):
    """An example is not written as the notation asks."""


def refused(rule: Rule[Any]) -> list[RuleExample]:
    """Return the examples of candidates with the fault of a rule."""
    return _examples_in(rule, "Refuses")


def allowed(rule: Rule[Any]) -> list[RuleExample]:
    """Return the examples of similar candidates without it."""
    return _examples_in(rule, "Allows")


def _examples_in(rule: Rule[Any], section: str) -> list[RuleExample]:
    """Return the examples in a section of a rule's docstring.

    A blank line separates examples of several lines, which begin with ``1``; other lines are an example each.
    A line that is indented further continues the one before.
    """
    block = _BLOCK.match(cleandoc(rule.found.__doc__ or "").partition(f"\n{section}::\n")[2])
    found: list[RuleExample] = []
    for paragraph in dedent(block[0] if block else "").strip("\n").split("\n\n"):
        lines = _GOES_ON.sub(" ", paragraph).splitlines()
        found += [lines] if paragraph.startswith("1 ") else lines
    return found


class Written(NamedTuple):
    """The texts of an example.

    Attributes
    ----------
    sources
        The sentences of the cluster.
    candidate
        The candidate; empty if it is the first sentence as it is.
    reading
        Its tree; empty if the parser reads it.
    """

    sources: list[str]
    candidate: str
    reading: str


def written(example: RuleExample) -> Written:
    """Return the texts of an example.

    Raises
    ------
    ExampleError
        A text begins with neither the next number nor ``=`` nor ``~``.
    """
    if isinstance(example, str):
        return Written([example], "", "")
    sources: list[str] = []
    marked = {"=": "", "~": ""}
    for text in example:
        numbered = _NUMBERED.fullmatch(text)
        if numbered and int(numbered[1]) == len(sources) + 1:
            sources.append(numbered[2])
        elif text[:2] in ("= ", "~ "):
            marked[text[0]] = text[2:]
        else:
            raise ExampleError(f"{text!r}: must begin with '{len(sources) + 1} ', '= ' or '~ '")
    return Written(sources, marked["="], marked["~"])


def example_words(example: RuleExample) -> tuple[str, ...]:
    """Return the words of the candidate of an example."""
    texts = written(example)
    if texts.candidate:
        pieces = _PIECE.findall(texts.candidate)
        return tuple(
            word.removeprefix(_MADE_WORD) for *_, own, free in pieces for word in (own or free).split()
        )
    given = _given_tree(texts.sources[0])
    return given.words() if given else tuple(texts.sources[0].split())


@dataclass(frozen=True)
class Case:
    """An example as rules read it.

    Attributes
    ----------
    candidate
        The candidate.
    facts
        The facts of its cluster.
    """

    candidate: Candidate
    facts: Facts
    _reading: str
    _read: Reader

    @cached_property
    def parsed(self) -> Parsed:
        """The candidate with the sentence that is read."""
        if self._reading:
            return Parsed.of_tree(self.candidate, read_tree(self._reading))
        if self.candidate.words == self.facts.texts[0]:
            return Parsed(self.candidate, self.facts.cluster.sentences[0])
        return Parsed.of_tree(self.candidate, *self._read([self.candidate.words]))

    def found_by(self, rule: Rule[Candidate] | Rule[Parsed]) -> bool:
        """Return whether a rule finds its fault."""
        return rule.found(self.candidate if rule.reads is WORDS else self.parsed, self.facts)  # type: ignore[arg-type]


def case_of(example: RuleExample, read: Reader) -> Case:
    """Return an example as rules read it.

    Parameters
    ----------
    read
        A parser for the sentences that have no tree.

    Raises
    ------
    ExampleError
        The example is not written as the notation asks.
    """
    texts = written(example)
    if texts.reading and not texts.reading.startswith("("):
        raise ExampleError(f"~ {texts.reading}: must be a tree")
    cluster = ParsedCluster.of_trees(_read_source(text, read) for text in texts.sources)
    pieces = [*_pieces(cluster, texts.candidate)] if texts.candidate else [_whole(cluster.sentences[0])]
    operations = tuple(piece.operation for piece in pieces if piece.operation is not None)
    tokens = tuple(token for piece in pieces for token in piece.tokens)
    plan = partial(planned_governors, cluster, cluster.sentences[0], operations, tokens)
    candidate = Candidate(0, operations, tokens, plan)
    return Case(candidate, Facts(cluster, ExchangeOptions()), texts.reading, read)


def _read_source(text: str, read: Reader) -> Tree:
    return _given_tree(text) or read([tuple(text.split())])[0]


def _given_tree(text: str) -> Tree | None:
    """Return the tree that a text gives; ``None`` if it has words alone."""
    if text.startswith("("):
        return read_tree(text)
    if not _TAGGED.search(text):
        return None
    pairs = (word.partition("/") for word in text.split())
    leaves = (Tree(tag or (word if is_punctuation(word) else "NN"), word=word) for word, _, tag in pairs)
    return Tree("ROOT", (Tree("S", tuple(leaves)),))


class _Piece(NamedTuple):
    """Words of a candidate in a row, and the operation that inserts them, if one does."""

    tokens: tuple[SourcedToken, ...]
    operation: Operation | None = None


def _whole(sentence: ParsedSentence) -> _Piece:
    return _Piece(tuple(SourcedToken(word, 0, place) for place, word in enumerate(sentence.words)))


def _pieces(cluster: ParsedCluster, text: str) -> Iterator[_Piece]:
    """Yield the words of a candidate, and its operations."""
    frame = cluster.sentences[0]
    found = list(_PIECE.finditer(text))
    if "".join(text.split()) != "".join("".join(piece[0].split()) for piece in found):
        raise ExampleError(f"= {text}: braces are written as {{2 exchange subject: the crew}}")
    places = _places_in_frame(frame, [piece[5] for piece in found if piece[5]])
    place = 0
    for piece in found:
        if piece[5]:
            token = _token(piece[5], frame, places.pop(0))
            place = token.position + 1 if token.position >= 0 else place
            yield _Piece((token,))
        else:
            end = next((later for later in places if later >= 0), len(frame.words))
            yield _operation(cluster, SpanEdit(place, end, ()), piece)


def _places_in_frame(frame: ParsedSentence, words: Sequence[str]) -> list[int]:
    """Return the place of each word in the frame, each after the one before; :data:`MADE` for made words."""
    places, last = [], -1
    for word in words:
        if not word.startswith(_MADE_WORD):
            last = _place_after(frame, word, last)
        places.append(MADE if word.startswith(_MADE_WORD) else last)
    return places


def _place_after(sentence: ParsedSentence, word: str, place: int) -> int:
    """Return the first place of a word after a place, ignoring case."""
    for later in range(place + 1, len(sentence.words)):
        if sentence.words[later].lower() == word.lower():
            return later
    raise ExampleError(
        f"{word!r}: sentence {sentence.number + 1} has no such word there; made words begin with +"
    )


def _token(word: str, sentence: ParsedSentence, place: int) -> SourcedToken:
    return SourcedToken(word.removeprefix(_MADE_WORD), MADE if place < 0 else sentence.number, place)


def _operation(cluster: ParsedCluster, span: SpanEdit, piece: re.Match[str]) -> _Piece:
    """Return the operation in braces, on a span of the frame."""
    number, kind, what, text = int(piece[1]) - 1, piece[2], piece[3], piece[4]
    if not 0 <= number < len(cluster.sentences):
        raise ExampleError(f"{piece[0]}: there is no sentence {number + 1}")
    frame, source = cluster.sentences[0], cluster.sentences[number]
    words = text.split()
    tokens = tuple(
        _token(word, source, place)
        for word, place in zip(words, _places_in_source(source, words), strict=True)
    )
    edit = span._replace(tokens=tokens)
    new = _head(source, [token.position for token in tokens if token.sentence >= 0])
    old = _head(frame, range(span.begin, span.end))
    if kind != EXCHANGE or old is None or new is None:
        heads = () if new is None else (((number, new), UNPLANNED),)
        return _Piece(tokens, Operation(kind, what, number, (edit,), heads))
    heads = (((number, new), frame.governors[old]),)
    return _Piece(tokens, Operation(kind, what, number, (edit,), heads, ((old, (number, new)),)))


def _places_in_source(source: ParsedSentence, words: Sequence[str]) -> list[int]:
    """Return the place of each word in a sentence, in one stretch if possible, else each after the last."""
    low = [word.lower() for word in words if not word.startswith(_MADE_WORD)]
    own = [word.lower() for word in source.words]
    begin = next((place for place in range(len(own)) if own[place : place + len(low)] == low), -1)
    places, last = [], begin - 1 if begin >= 0 else -1
    for word in words:
        if not word.startswith(_MADE_WORD):
            last = _place_after(source, word, last)
        places.append(MADE if word.startswith(_MADE_WORD) else last)
    return places


def _head(sentence: ParsedSentence, places: Sequence[int]) -> int | None:
    """Return the last of some words that is no mark and whose governor is outside of them."""
    own = set(places)
    return next(
        (
            place
            for place in reversed(places)
            if sentence.governors[place] not in own and not is_punctuation(sentence.words[place])
        ),
        None,
    )
