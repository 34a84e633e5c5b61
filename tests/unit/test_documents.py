"""The examples in the documents, run as they stand there."""

import doctest
from pathlib import Path

import pytest

HOWTO = Path(__file__).resolve().parents[2] / "docs" / "howto"


@pytest.mark.parametrize("name", ["aligning.md"])
def test_every_example_prints_what_the_document_says(name):
    found = doctest.testfile(str(HOWTO / name), module_relative=False, encoding="utf-8")
    assert found.failed == 0
    assert found.attempted > 10
