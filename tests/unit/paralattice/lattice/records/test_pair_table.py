"""A table of pairs is read as it was written, and what is none is refused with its line."""

import pytest

from paralattice.errors import FormatError
from paralattice.lattice.records.pair_table import PAIR_COLUMNS, read_pair_table, write_pair_table

ROWS = [
    ("a boat", "a ship", 2, "no", "harbour", 1, "saw", ""),
    ("a boat", "a ship", 2, "no", "storm", 3, "", "sank"),
]


def test_a_table_survives_writing_and_reading():
    lines = list(write_pair_table(ROWS))
    assert lines[0] == "\t".join(PAIR_COLUMNS) + "\n"
    assert list(read_pair_table(lines)) == [list(map(str, row)) for row in ROWS]


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        ([], 1, "is not a table of pairs"),
        (["first\tsecond\n"], 1, "is not a table of pairs"),
        ([*write_pair_table(ROWS), "a boat\ta ship\n"], 4, "is not a row of a table of pairs"),
    ],
)
def test_another_table_is_refused_with_its_line(lines, line, message):
    with pytest.raises(FormatError, match=message) as caught:
        list(read_pair_table(lines, "paraphrases.tsv"))
    assert (caught.value.file, caught.value.line) == ("paraphrases.tsv", line)
