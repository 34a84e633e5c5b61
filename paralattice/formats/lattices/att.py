r"""AT&T text of acceptors for OpenFst, with a symbol table.

An arc is a line ``source TAB target TAB symbol``, a final state is a line with its
number, and the start is the source of the first line.  OpenFst reads the two texts
with ``fstcompile --acceptor --isymbols=TABLE TEXT``.

The symbol of an arc without a word is ``<eps>``, number 0.  Because whitespace
separates columns and ``<eps>`` has a meaning, words are written with these escapes:

========================================= =================================
in the word                               in the text
========================================= =================================
the whole word is ``<eps>``               ``\<eps>``
a backslash                               ``\\``
whitespace or another control character   ``\u`` and four hexadecimal digits
========================================= =================================
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from paralattice.errors import FormatError

EPSILON_SYMBOL = "<eps>"

# All whitespace, not only OpenFst's: other tools split lines and columns at any of it.
_SPECIAL = re.compile(r"[\\\s\x00-\x1f\x7f-\x9f]")
# The empty alternative is an unknown escape.
_ESCAPE = re.compile(r"\\(?:u([0-9a-f]{4})|(\\)|(<eps>)$|)")
_COLUMN = re.compile(r"[^ \t]+")


def write_att(arcs: Iterable[tuple[int, int, str]], finals: Iterable[int]) -> str:
    """Return the text of an acceptor.

    Parameters
    ----------
    arcs
        Source, target and word, which may be empty.  The first arc's source is
        the start.
    finals
        The states in which a sentence may end.
    """
    lines = [f"{source}\t{target}\t{escape_symbol(word)}\n" for source, target, word in arcs]
    lines += [f"{state}\n" for state in finals]
    return "".join(lines)


def write_symbols(words: Iterable[str]) -> str:
    """Return the table of symbols: ``<eps>`` is 0, the words follow in code point order."""
    symbols = map(escape_symbol, sorted(set(words) - {""}))
    return "".join(f"{symbol}\t{number}\n" for number, symbol in enumerate(chain([EPSILON_SYMBOL], symbols)))


def read_att(lines: Iterable[str], file: str = "") -> tuple[list[tuple[int, int, str]], list[int]]:
    """Return the arcs and the final states of an acceptor's text, in order.

    Blank lines are skipped.

    Raises
    ------
    FormatError
        A line is neither an arc nor a final state without weights, or a symbol
        has an unknown escape.
    """
    arcs: list[tuple[int, int, str]] = []
    finals: list[int] = []
    for number, line in enumerate(lines, 1):
        columns = list(_COLUMN.finditer(line.rstrip("\r\n")))
        if len(columns) == 1:
            finals.append(_state(columns[0], file, number))
        elif len(columns) == 3:
            source, target = (_state(column, file, number) for column in columns[:2])
            arcs.append((source, target, _word(columns[2], file, number)))
        elif columns:
            raise FormatError(
                f"{len(columns)} columns: an arc has 3, a final state 1, and neither a weight", file, number
            )
    return arcs, finals


# A lattice repeats the same few words.
@lru_cache(maxsize=4096)
def escape_symbol(word: str) -> str:
    """Return the symbol of a word; ``<eps>`` for the empty one."""
    if not word:
        return EPSILON_SYMBOL
    return "\\" + word if word == EPSILON_SYMBOL else _SPECIAL.sub(_escape, word)


def unescape_symbol(symbol: str) -> str:
    """Return the word that a symbol stands for; empty for ``<eps>``.

    Raises
    ------
    FormatError
        The symbol has an unknown escape; the error's column is relative to the
        symbol.
    """
    return "" if symbol == EPSILON_SYMBOL else _ESCAPE.sub(_unescape, symbol)


def _escape(match: re.Match[str]) -> str:
    return "\\\\" if match.group() == "\\" else f"\\u{ord(match.group()):04x}"


def _unescape(match: re.Match[str]) -> str:
    code, backslash, epsilon = match.groups()
    if code:
        return chr(int(code, 16))
    if (epsilon and match.start() > 0) or not (backslash or epsilon):
        raise FormatError("an unknown escape after a backslash", column=match.start() + 1)
    return backslash or epsilon


def _word(column: re.Match[str], file: str, line: int) -> str:
    try:
        return unescape_symbol(column.group())
    except FormatError as error:
        raise FormatError(error.message, file, line, column.start() + error.column) from error


def _state(column: re.Match[str], file: str, line: int) -> int:
    if not (column.group().isascii() and column.group().isdigit()):
        raise FormatError(f"{column.group()!r} is not a number", file, line, column.start() + 1)
    return int(column.group())
