"""Links by hand are read, and lines that have none are told."""

import json

import pytest

from paralattice.errors import ProblemsError
from paralattice.formats.corpora.gold_links import read_gold_links


def line(**values):
    whole = {"source": ["a", "b"], "target": ["c"], "sure": [[0, 0]], "possible": [[1, 0]]}
    return json.dumps(whole | values) + "\n"


def test_pairs_come_with_their_words_and_links():
    first, second = read_gold_links((line(id="x 1") + line(possible=[])).encode())
    assert (first.name, first.first, first.second) == ("x 1", ("a", "b"), ("c",))
    assert (first.sure, first.possible) == (((0, 0),), ((1, 0),))
    assert (second.name, second.possible) == ("2", ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("{\n", "g:1:2: not JSON"),
        ("[]\n", "g:1: .*Expected `object`"),
        (line(source="a b"), "Expected `array`.*source"),
        (line(target=[]), "length >= 1.*target"),
        (line(sure=None), "Expected `array`.*sure"),
        (line(sure=[[0, True]]), "Expected `int`, got `bool`.*sure"),
        (line(possible=[[2, 0]]), r"'possible' has \[2, 0\], and there are 2 and 1 words"),
    ],
)
def test_what_is_no_gold_is_told_with_its_line(text, message):
    with pytest.raises(ProblemsError, match=message):
        read_gold_links(text.encode(), "g")


def test_all_bad_lines_are_told_at_once():
    with pytest.raises(ProblemsError) as caught:
        read_gold_links((line(sure=3) + line() + "x\n").encode(), "g")
    assert [error.line for error in caught.value.errors] == [1, 3]
