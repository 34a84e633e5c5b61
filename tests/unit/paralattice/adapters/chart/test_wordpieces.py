"""Words are split into the pieces of a vocabulary; capitals and digits make their shape."""

from __future__ import annotations

import pytest

from paralattice.adapters.chart.wordpieces import MOST, WordPieces, shape

VOCABULARY = (
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "ferry",
    "fer",
    "##ry",
    "##r",
    "##y",
    "-",
    "cafe",
    "1",
    "##1",
)


def pieces(form):
    split = WordPieces(VOCABULARY).split(form)
    return [VOCABULARY[number] for number in split]


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("ferry", ["ferry"]),
        ("FERRY", ["ferry"]),
        ("ferryr", ["ferry", "##r"]),
        ("ferr", ["fer", "##r"]),
        ("ferry-ferry", ["ferry", "-", "ferry"]),
        ("caf\u00e9", ["cafe"]),
        ("ferryx", ["[UNK]"]),
        ("\u8239", ["[UNK]"]),
        ("\u0301", ["[UNK]"]),
    ],
)
def test_a_form_is_split_into_the_longest_pieces_from_the_left(form, expected):
    assert pieces(form) == expected


def test_a_form_of_many_pieces_keeps_its_beginning_and_its_end():
    found = pieces("1" * 40 + "y")
    assert len(found) == MOST
    assert (found[0], found[-1]) == ("1", "##y")


def test_a_vocabulary_needs_its_special_pieces():
    with pytest.raises(ValueError, match=r"has no \[CLS\]"):
        WordPieces(("[PAD]", "[UNK]", "[SEP]"))


def test_capitals_and_digits_make_the_shape_of_a_form():
    forms = ("ferry", "Ferry", "FERRY", "McKay", "--", "1999", "B52")
    assert [shape(form) for form in forms] == list(range(7))
    assert shape("A") == shape("Ferry")
