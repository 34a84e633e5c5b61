"""Groups of sentences in one file: a heading with ``#``, one sentence per line, a blank line.

::

    # ferry 12
    The ferry sank on Monday.
    On Monday the ferry went down.

    # ferry 13
    Nobody was hurt.

A heading is at the beginning of the file or after a blank line.  Sentences cannot
begin with ``#``, so that a missing blank line is detected.
"""

import re
from collections.abc import Iterator
from itertools import groupby

from paralattice.errors import FormatError
from paralattice.formats.corpora.clusters import ClusterLine, decode_lines, raise_sorted

_NOT_IN_NAMES = re.compile(r'\s*[/\\:*?"<>|]+\s*')


def read_groups(data: bytes, file: str = "") -> list[ClusterLine]:
    """Return the sentences of all groups, in order, each with its group's name and its line.

    The name follows ``#``; characters that are invalid in file names become hyphens,
    so that ``# John 3:16`` is the cluster ``John 3-16``.

    Raises
    ------
    ProblemsError
        As :func:`~paralattice.formats.corpora.clusters.decode_lines`; otherwise headings
        inside groups, without a name or without a sentence, repeated names,
        sentences outside groups, or a file without groups.
    """
    entries: list[ClusterLine] = []
    errors: list[FormatError] = []
    headings: dict[str, int] = {}
    for filled, lines in groupby(
        enumerate(decode_lines(data, file), 1), lambda entry: bool(entry[1].strip())
    ):
        block = list(lines) if filled else []
        name = ""
        for (number, line), (_, following) in zip(block, [*block[1:], (0, "#")], strict=False):
            first = number == block[0][0]
            if line.startswith("#"):
                name = group_name(line[1:])
                faults = _faults(name, headings, first, following)
                errors += [FormatError(fault, file, number) for fault in faults]
                headings.setdefault(name, number)
            elif first:
                # Report this problem once per block.
                message = "a sentence outside groups: a line with # and a name begins one"
                errors.append(FormatError(message, file, number))
            else:
                entries.append(ClusterLine(name, line, number))
    if not headings and not errors:
        errors.append(FormatError("the file holds no group", file))
    raise_sorted(errors)
    return entries


def group_name(heading: str) -> str:
    """Return the cluster's name for the heading of a group.

    Examples
    --------
    >>> group_name(" John 3:16 ")
    'John 3-16'
    """
    return _NOT_IN_NAMES.sub("-", heading.strip()).strip("-")


def _faults(name: str, headings: dict[str, int], first: bool, following: str) -> Iterator[str]:
    """Yield what is wrong with a heading, which is the first line of a block or not."""
    if not first:
        yield "a heading in a group: a blank line comes before it"
    if not name:
        yield "the group has no name after #"
    elif name in headings:
        yield f"the group {name!r} is there already, in line {headings[name]}"
    if following.startswith("#"):
        yield "the group has no sentence"


def is_grouped(data: bytes) -> bool:
    """Return whether a file seems to have groups: its first line that is not blank begins with ``# ``.

    The beginning of the file suffices.  A ``#`` without following white space may begin a
    sentence, for example as a hashtag.
    """
    return re.match(rb"(?:\xef\xbb\xbf)?\s*#[ \t]", data) is not None
