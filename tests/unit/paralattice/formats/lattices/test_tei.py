"""TEI documents: they follow a schema, and every witness can be read back word for word."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

from paralattice.formats.lattices.tei import write_tei
from support.tei import read_tei

T = "{http://www.tei-c.org/ns/1.0}"
ROWS = [
    ["the", "old", "bridge", "was", None, "closed"],
    ["the", "old", "bridge", "was", "soon", "closed"],
    ["the", None, None, "was", None, "shut"],
]


def entries(rows):
    root = ET.fromstring(write_tei(rows, "t"))  # noqa: S314 - our own text
    return [
        [(reading.get("wit"), [word.text for word in reading]) for reading in entry]
        for entry in root.iter(f"{T}app")
    ]


def test_columns_that_divide_the_witnesses_in_the_same_way_are_one_entry():
    assert entries(ROWS) == [
        [("#s0 #s1", ["old", "bridge"]), ("#s2", [])],
        [("#s0 #s2", []), ("#s1", ["soon"])],
        [("#s0 #s1", ["closed"]), ("#s2", ["shut"])],
    ]


def test_words_that_different_witnesses_have_at_one_place_are_readings_of_one_entry():
    rows = [
        ["the", "black", None, None, "cat"],
        ["the", None, "red", None, "cat"],
        [None, None, None, "a", "cat"],
    ]
    assert entries(rows) == [
        [("#s0 #s1", ["the"]), ("#s2", [])],
        [("#s0", ["black"]), ("#s1", ["red"]), ("#s2", ["a"])],
    ]


def test_a_document_follows_the_schema_and_gives_each_witness_back():
    assert read_tei(write_tei(ROWS, "bridge & co")) == {
        "s0": ["the", "old", "bridge", "was", "closed"],
        "s1": ["the", "old", "bridge", "was", "soon", "closed"],
        "s2": ["the", "was", "shut"],
    }


def test_witnesses_that_agree_have_no_apparatus():
    assert entries([["a", "b"], ["a", "b"]]) == []
    assert read_tei(write_tei([["a", "b"]], "one")) == {"s0": ["a", "b"]}


def test_the_schema_refuses_an_entry_with_a_single_reading():
    text = write_tei(ROWS, "t").replace('<rdg wit="#s2" />', "", 1)
    with pytest.raises(etree.DocumentInvalid):
        read_tei(text)


WORDS = st.sampled_from([None, "a", "b", "<&>", "\"'", "é 日"])


@example([[None, "a"], ["a", None]])
@given(st.lists(st.lists(WORDS, min_size=4, max_size=4), min_size=1, max_size=5))
def test_every_table_of_words_comes_back(rows):
    found = read_tei(write_tei(rows, "any"))
    assert list(found.values()) == [[word for word in row if word is not None] for row in rows]
