"""Clusters as text, one sentence per line, or as JSON Lines.

Functions take bytes.  Every function reads to the end and reports all problems at
once; of a text that is not UTF-8 only that is reported, with its first such byte.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NoReturn

from paralattice.errors import FormatError, ProblemsError
from paralattice.formats.encodings import SAMPLE, decode_utf8
from paralattice.formats.json_lines import parse_json

_BOM = b"\xef\xbb\xbf"
# Control characters, characters that other programs take for line ends, and surrogates.
_NOT_TEXT = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_SPACE = re.compile(r"\s")

Text = str | tuple[str, ...]
"""A sentence as text, or as tokens."""


@dataclass(frozen=True, slots=True)
class ClusterLine:
    """A line of JSON Lines.

    Attributes
    ----------
    cluster
        The cluster's name, not yet checked.
    sentence
        Text, or tokens if the line has a list.
    line
        1-based.
    """

    cluster: str
    sentence: Text
    line: int


def decode_lines(data: bytes, file: str = "") -> list[str]:
    r"""Return the lines of a UTF-8 file, without their ends.

    Lines end only with ``\n`` or ``\r\n``; a byte order mark and empty lines at
    the end of the file are dropped.

    Raises
    ------
    ProblemsError, EncodingError
        One :class:`FormatError` per line with a control character other than a tab; the file is not UTF-8.
    """
    lines, errors = _lines(data, file)
    if errors:
        raise ProblemsError(errors)
    return lines


def read_cluster(data: bytes, file: str = "") -> list[str]:
    """Return the sentences of a cluster, one per line: sentence ``i`` is on line ``i + 1``.

    Raises
    ------
    ProblemsError, EncodingError
        As :func:`decode_lines`; also for each blank line between sentences, because
        trees and sheets count lines, and for a file without a sentence.
    """
    lines, errors = _lines(data, file)
    errors.extend(_blank_line(file, number) for number, line in enumerate(lines, 1) if not line.strip())
    if not lines:
        errors.append(FormatError("the file is empty: a cluster has at least one sentence", file))
    raise_sorted(errors)
    return lines


def read_entries(lines: Iterable[bytes], file: str = "") -> Iterator[ClusterLine]:
    """Yield the lines of JSON Lines: ``{"cluster": name, "sentence": text or list of tokens}``.

    Other fields are ignored.  Only one line is in memory at a time.

    Parameters
    ----------
    lines
        Lines with their ends, as a binary file yields them.
    file
        For messages.

    Raises
    ------
    ProblemsError, EncodingError
        As :func:`read_cluster`, and for each line that is not such an object;
        after the last entry, or at the first line that is not UTF-8.
    """
    numbered = enumerate(lines, 1)
    errors: list[FormatError] = []
    blank: list[FormatError] = []
    filled = False
    for number, line in numbered:
        try:
            text = line.removeprefix(_BOM * (number == 1)).removesuffix(b"\n").decode().removesuffix("\r")
        except UnicodeDecodeError:
            # More lines show the encoding better.
            decode_utf8(line + b"".join(other for _, other in islice(numbered, SAMPLE)), file, number)
        faults = _controls([text], file, number)
        if not text.strip():
            blank += [*faults, _blank_line(file, number)]
            continue
        # Blank lines at the end of the file are allowed.
        errors += [*blank, *faults]
        blank.clear()
        filled = True
        if not faults:
            yield from _entries(text, file, number, errors)
    if not filled:
        errors.append(FormatError("the file is empty", file))
    raise_sorted(errors)


def _entries(text: str, file: str, number: int, errors: list[FormatError]) -> Iterator[ClusterLine]:
    """Yield the entry of a line, or append an error."""
    try:
        yield _entry(text, number)
    except FormatError as error:
        errors.append(FormatError(error.message, file, number, error.column))


def raise_sorted(errors: Iterable[FormatError]) -> None:
    """Raise errors, if there are any, in the order of the lines.

    Raises
    ------
    ProblemsError
        There are errors.
    """
    ordered: list[FormatError] = sorted(errors, key=lambda error: (error.line, error.column))
    if ordered:
        raise ProblemsError(ordered)


def _lines(data: bytes, file: str) -> tuple[list[str], list[FormatError]]:
    """Return the lines of a text and their errors."""
    # Not splitlines(), which also splits at characters that a sentence may contain by mistake.
    lines = [line.removesuffix("\r") for line in decode_utf8(data, file).split("\n")]
    errors = _controls(lines, file, 1)
    while lines and not lines[-1].strip():
        lines.pop()
    return lines, errors


def _controls(lines: Iterable[str], file: str, first: int) -> list[FormatError]:
    """Return an error for each line with a control character; `first` is the number of the first line."""
    found = ((number, _NOT_TEXT.search(line)) for number, line in enumerate(lines, first))
    return [
        FormatError(f"control character U+{ord(one.group()):04X} in the line", file, number, one.start() + 1)
        for number, one in found
        if one
    ]


def _blank_line(file: str, number: int) -> FormatError:
    return FormatError("a blank line: a line holds one sentence", file, number)


def _entry(line: str, number: int) -> ClusterLine:
    value = parse_json(line, fields=_no_field_twice)
    if not isinstance(value, dict):
        _refuse("an object with 'cluster' and 'sentence' is expected", value)
    missing = [repr(name) for name in ("cluster", "sentence") if name not in value]
    if missing:
        raise FormatError(f"the line lacks {' and '.join(missing)}")
    if not isinstance(value["cluster"], str):
        _refuse("'cluster' must be a text", value["cluster"])
    return ClusterLine(value["cluster"], _sentence(value["sentence"]), number)


def _no_field_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Otherwise the last of two equal names would win, and the other sentence would be lost.
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise FormatError("a field is given twice")
    return fields


def _sentence(value: object) -> Text:
    if isinstance(value, list):
        return tuple(_token(token) for token in value) or _refuse("'sentence' has no token", value)
    if not isinstance(value, str):
        _refuse("'sentence' must be a text or a list of tokens", value)
    if _NOT_TEXT.search(value) or not value.strip():
        _refuse("'sentence' must be one line of text, without control characters and not blank", value)
    return value


def _token(value: object) -> str:
    if not isinstance(value, str):
        _refuse("a token must be a text", value)
    if not value or _SPACE.search(value) or _NOT_TEXT.search(value):
        _refuse("a token must be a word without spaces and control characters", value)
    return value


def _refuse(rule: str, value: object) -> NoReturn:
    shown = json.dumps(value)
    raise FormatError(f"{rule}, not {shown if len(shown) <= 60 else shown[:57] + '...'}")
