"""The table of a run's paraphrase pairs, ``paraphrases.tsv``: a line for each pair and cluster."""

from collections.abc import Iterable, Iterator
from itertools import chain

from paralattice.errors import FormatError

PAIR_COLUMNS = ("first", "second", "groups", "composed", "group", "places", "left", "right")
"""The columns of ``paraphrases.tsv``."""


def write_pair_table(rows: Iterable[Iterable[str | int]]) -> Iterator[str]:
    """Yield the lines of a table of pairs, given its rows without the header."""
    for row in chain([PAIR_COLUMNS], rows):
        yield "\t".join(map(str, row)) + "\n"


def read_pair_table(lines: Iterable[str], file: str = "") -> Iterator[list[str]]:
    """Yield the cells of each row of a table of pairs.

    Parameters
    ----------
    lines
        The lines, which may end with a line feed; the first has the names of the columns.
    file
        For errors.

    Raises
    ------
    FormatError
        A line is not of such a table; with the line.
    """
    rows = (line.rstrip("\n").split("\t") for line in lines)
    if next(rows, None) != list(PAIR_COLUMNS):
        raise FormatError("is not a table of pairs", file, 1)
    for number, row in enumerate(rows, 2):
        if len(row) != len(PAIR_COLUMNS):
            raise FormatError("is not a row of a table of pairs", file, number)
        yield row
