"""JSON values are read line by line, and every bad line is reported."""

import pytest

from paralattice.errors import FormatError, ProblemsError
from paralattice.formats.json_lines import parse_json, read_values


def test_a_line_that_is_not_json_is_refused_with_its_place():
    with pytest.raises(FormatError, match="not JSON") as caught:
        parse_json("{")
    assert caught.value.column == 2


@pytest.mark.parametrize("text", ["[" * 100_000, "1" * 5000])
def test_json_that_is_too_deep_or_too_long_for_python_is_refused(text):
    with pytest.raises(FormatError, match="not JSON that can be read"):
        parse_json(text)


def test_every_bad_line_is_reported():
    def read(line, number):
        return number * parse_json(line)

    assert read_values(["1", "2"], read) == [1, 4]
    with pytest.raises(ProblemsError) as caught:
        read_values(["x", "1", "y"], read, "f")
    assert [(error.file, error.line, error.column) for error in caught.value.errors] == [
        ("f", 1, 1),
        ("f", 3, 1),
    ]


def test_a_file_without_lines_is_refused():
    with pytest.raises(ProblemsError, match="f: the file is empty"):
        read_values([], lambda line, _: parse_json(line), "f")
