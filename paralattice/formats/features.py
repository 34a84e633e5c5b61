"""The table of features: one token per line, blank lines between sentences.

There is no header.  Every token has these columns, separated by tabs:

======== ============================================================
sentence 0-based number of the sentence in the table
token    0-based number of the token in its sentence
word     the token as written, never empty
pos      part-of-speech tag; may be empty
iob      chunk tag; may be empty
chain    elements of the chain, outermost first, joined with ``/``;
         empty for a chain without elements
======== ============================================================

Later versions may add columns at the end, which readers should ignore.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from paralattice.corpus import Sentence, Token
from paralattice.errors import FormatError

COLUMNS = ("sentence", "token", "word", "pos", "iob", "chain")
"""The columns' names in the order of the table."""


def write_features(sentences: Iterable[Sentence]) -> str:
    """Return the table of the sentences' tokens, with a final line end.

    Raises
    ------
    FormatError
        A sentence has no tokens, a word is empty, a value contains a tab or a line break, or an element of
        a chain is empty or contains ``/``.
    """
    return "\n".join(["".join(_lines_of(index, sentence)) for index, sentence in enumerate(sentences)])


class FeatureColumns(msgspec.Struct, frozen=True):
    """The values of sentences' tokens by column, as in the table; a list per sentence."""

    words: list[list[str]]
    pos: list[list[str]]
    iob: list[list[str]]
    chain: list[list[str]]


class ClusterFeatures(FeatureColumns, frozen=True, omit_defaults=True):
    """The features of a cluster's sentences and their trees, in brackets; a run keeps them with its name."""

    trees: list[str]
    cluster: str = ""


def feature_columns(sentences: Iterable[Sentence]) -> FeatureColumns:
    """Return the values of the sentences' tokens by column.

    Raises
    ------
    FormatError
        As for :func:`write_features`.
    """
    columns = FeatureColumns([], [], [], [])
    for index, sentence in enumerate(sentences):
        _require_writable(index, sentence)
        columns.words.append([token.word for token in sentence.tokens])
        columns.pos.append([token.pos for token in sentence.tokens])
        columns.iob.append([token.iob for token in sentence.tokens])
        columns.chain.append([_written(token.chain) for token in sentence.tokens])
    return columns


def sentences_of_columns(columns: FeatureColumns, file: str = "") -> list[Sentence]:
    """Return the sentences of :func:`feature_columns`.

    Raises
    ------
    FormatError
        The columns differ in length.
    """
    try:
        return [
            Sentence(
                tuple(
                    Token(word, pos, iob, _chain(chain))
                    for word, pos, iob, chain in zip(*values, strict=True)
                )
            )
            for values in zip(columns.words, columns.pos, columns.iob, columns.chain, strict=True)
        ]
    except ValueError as error:
        raise FormatError(f"not the features of sentences: {error}", file) from error


def _require_writable(index: int, sentence: Sentence) -> None:
    text = " ".join([f"{token.word} {token.pos} {token.iob}" for token in sentence.tokens])
    readable = all(token.word and _is_readable(token.chain) for token in sentence.tokens)
    if not readable or "\t" in text or text.splitlines() != [text]:
        # The table's writer says which token it is.
        list(_lines_of(index, sentence))


def _lines_of(index: int, sentence: Sentence) -> Iterator[str]:
    if not sentence.tokens:
        raise FormatError(f"sentence {index} has no tokens and cannot be written")
    for position, token in enumerate(sentence.tokens):
        line = f"{index}\t{position}\t{token.word}\t{token.pos}\t{token.iob}\t{_written(token.chain)}"
        # A reader may use Python's splitlines(), which splits at more than line feeds.
        whole = line.count("\t") == len(COLUMNS) - 1 and line.splitlines() == [line]
        if not (token.word and whole and _is_readable(token.chain)):
            raise FormatError(f"token {position} of sentence {index} cannot be written: {token}")
        yield line + "\n"


# There are few chains and many tokens.
@lru_cache(maxsize=4096)
def _written(chain: tuple[str, ...]) -> str:
    return "/".join(chain)


@lru_cache(maxsize=4096)
def _is_readable(chain: tuple[str, ...]) -> bool:
    return "" not in chain and _chain(_written(chain)) == chain


@lru_cache(maxsize=4096)
def _chain(text: str) -> tuple[str, ...]:
    """Return the chain that a text stands for; it has an empty element if the text is malformed."""
    return tuple(text.split("/")) if text else ()
