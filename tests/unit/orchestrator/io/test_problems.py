"""Errors of many files are collected and raised at once."""

import pytest

from orchestrator.io.problems import Problems, encoding_advice
from paralattice.errors import EncodingError, FormatError, OptionError, ProblemsError
from paralattice.formats.encodings import decode_utf8


def test_without_errors_nothing_is_raised():
    Problems().raise_any()


def test_errors_are_raised_at_once_sorted_by_file_and_line():
    problems = Problems([FormatError("third", "b", 1)])
    problems.add("second", "a", 2)
    problems.add("first", "a")
    with pytest.raises(ProblemsError) as caught:
        problems.raise_any()
    assert str(caught.value) == "a: first\na:2: second\nb:1: third"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (FormatError("bad", "other", 3), "other:3: bad"),
        (ProblemsError([FormatError("bad", "x", 1), FormatError("worse", "y")]), "x:1: bad\ny: worse"),
        (OptionError("not allowed"), "file:7: not allowed"),
        (FileNotFoundError(2, "No such file"), "file: cannot be read: No such file"),
        (FileNotFoundError(2, "No such file", "inner"), "inner: cannot be read: No such file"),
    ],
)
def test_an_error_ends_its_block_and_is_collected(error, message):
    problems = Problems()
    with problems.collected("file", 7):
        raise error
    assert "\n".join(map(str, problems.errors)) == message


def test_other_errors_go_on():
    with pytest.raises(ValueError, match="a defect"), Problems().collected("file"):
        raise ValueError("a defect")


def not_utf8(name):
    with pytest.raises(EncodingError) as caught:
        decode_utf8("Café Zürich".encode("cp1252"), name)
    return caught.value


def test_of_many_files_that_are_not_utf_8_the_first_are_named_and_the_others_counted():
    problems = Problems([*(not_utf8(f"{number:02}.txt") for number in range(15)), FormatError("bad", "x")])
    # A second reader of a file meets the same error.
    problems.errors.append(not_utf8("03.txt"))
    with pytest.raises(ProblemsError) as caught:
        problems.raise_any()
    *named, more, other = str(caught.value).splitlines()
    assert [line[:10] for line in named] == [f"{number:02}.txt:1:4" for number in range(10)]
    assert (more, other) == ("and 5 more files that are not UTF-8", "x: bad")


def test_what_to_do_is_said_where_the_encoding_is_likely():
    assert encoding_advice(not_utf8("x")).endswith("--encoding cp1252")
    assert encoding_advice(ProblemsError([FormatError("bad"), not_utf8("x")])).endswith("cp1252")
    assert encoding_advice(FormatError("bad")) == ""
