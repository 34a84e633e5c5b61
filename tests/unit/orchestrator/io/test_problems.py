"""Errors of many files are collected and raised at once."""

import pytest

from orchestrator.io.problems import Problems
from paralattice.errors import FormatError, OptionError, ProblemsError


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
