"""Word alignments in the format of Pharaoh, Moses and fast_align: ``0-0 1-2``, one line per sentence pair.

Positions are 0-based, the first sentence's first. A line without links is empty.
"""

import re
from collections.abc import Iterable, Iterator

from paralattice.errors import FormatError

Link = tuple[int, int]

_LINK = re.compile("([0-9]{1,9})-([0-9]{1,9})")


def write_alignments(alignments: Iterable[Iterable[Link]]) -> Iterator[str]:
    """Yield a line for each alignment, links sorted, with its end."""
    for links in alignments:
        yield " ".join(f"{i}-{j}" for i, j in sorted(links)) + "\n"


def read_alignments(lines: Iterable[str], file: str = "") -> Iterator[tuple[Link, ...]]:
    """Yield the links of each line, in order.

    Parameters
    ----------
    lines
        With or without their ends; an empty one is an alignment without links.
    file
        Name of the source, for messages.

    Raises
    ------
    FormatError
        A text is not a link; with line and column.
    """
    for number, line in enumerate(lines, 1):
        yield parse_links(line, file, number)


def parse_links(text: str, file: str = "", line: int = 0) -> tuple[Link, ...]:
    """Return the links of one text.

    Raises
    ------
    FormatError
        As :func:`read_alignments`.
    """
    links = []
    for found in re.finditer(r"\S+", text):
        link = _LINK.fullmatch(found[0])
        if not link:
            raise FormatError(f"{found[0]!r} is no link such as 0-2", file, line, found.start() + 1)
        links.append((int(link[1]), int(link[2])))
    return tuple(links)
