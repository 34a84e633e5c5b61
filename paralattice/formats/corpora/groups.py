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

from __future__ import annotations

import re

from paralattice.errors import FormatError, ProblemsError
from paralattice.formats.corpora.clusters import ClusterLine, decode_lines

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
    reader = _Reader(file)
    for number, line in enumerate(decode_lines(data, file), 1):
        reader.read(line, number)
    return reader.finish()


def is_grouped(data: bytes) -> bool:
    """Return whether a file seems to have groups: its first line that is not blank begins with ``# ``.

    The beginning of the file suffices.  A ``#`` without following white space may begin a
    sentence, for example as a hashtag.
    """
    return re.match(rb"(?:\xef\xbb\xbf)?\s*#[ \t]", data) is not None


class _Reader:
    """The sentences and errors so far, and the open group, if any."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.entries: list[ClusterLine] = []
        self.errors: list[FormatError] = []
        self.headings: dict[str, int] = {}
        self.open: tuple[str, int] | None = None
        self.sentences = 0

    def read(self, line: str, number: int) -> None:
        """Process a line."""
        if not line.strip():
            self._close()
        elif line.startswith("#"):
            if self.open is not None:
                self._note("a heading in a group: a blank line comes before it", number)
            self._close()
            self._begin(line[1:], number)
        elif self.open is not None:
            self.sentences += 1
            self.entries.append(ClusterLine(self.open[0], line, number))
        else:
            # Report this problem once per block.
            self._note("a sentence outside groups: a line with # and a name begins one", number)
            self.open, self.sentences = ("", number), 1

    def finish(self) -> list[ClusterLine]:
        """Return all sentences, or raise all problems."""
        self._close()
        if not self.headings and not self.errors:
            self._note("the file holds no group", 0)
        ordered: list[FormatError] = sorted(self.errors, key=lambda error: error.line)
        if ordered:
            raise ProblemsError(ordered)
        return self.entries

    def _begin(self, heading: str, number: int) -> None:
        name = _NOT_IN_NAMES.sub("-", heading.strip()).strip("-") if heading.strip() else ""
        if not name:
            self._note("the group has no name after #", number)
        elif name in self.headings:
            self._note(f"the group {name!r} is there already, in line {self.headings[name]}", number)
        self.headings.setdefault(name, number)
        self.open, self.sentences = (name, number), 0

    def _close(self) -> None:
        if self.open is not None and not self.sentences:
            self._note("the group has no sentence", self.open[1])
        self.open = None

    def _note(self, message: str, line: int) -> None:
        self.errors.append(FormatError(message, self.file, line))
