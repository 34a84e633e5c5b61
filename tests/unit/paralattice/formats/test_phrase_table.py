"""Pharaoh alignments and phrase tables: ours, those of Moses, and what is none."""

import pytest

from paralattice.errors import FormatError
from paralattice.formats.pharaoh import read_alignments, write_alignments
from paralattice.formats.phrase_table import PhraseEntry, read_phrase_table, write_phrase_table


def test_alignments_are_written_sorted_a_line_each():
    assert list(write_alignments([[(1, 2), (0, 0)], []])) == ["0-0 1-2\n", "\n"]
    assert list(read_alignments(["0-0 1-2\r\n", "\n", "10-3"])) == [((0, 0), (1, 2)), (), ((10, 3),)]


@pytest.mark.parametrize("text", ["0-", "a-b", "0:1", "-1-2", "0-1-2", "0-1000000000"])
def test_what_is_no_link_is_told_with_its_place(text):
    with pytest.raises(FormatError, match=r"x\.align:2:5: .* is no link"):
        list(read_alignments(["0-0", f"0-0 {text}"], "x.align"))


def test_an_entry_is_written_as_moses_does():
    entries = [
        PhraseEntry(("the", "ferry"), ("a|b", "&"), (0.25,), ((0, 0), (1, 1)), (3, 4)),
        PhraseEntry(("x",), ("y",), (0.5, 1e-20)),
        PhraseEntry(("x",), ("y",), (1.0,), (), (7,)),
        PhraseEntry(("x",), ("y",), (1.0,), (), (7,), ("NN", "VB")),
        PhraseEntry(("x",), ("y",), (1.0,), tags=("JJ",)),
    ]
    lines = list(write_phrase_table(entries))
    assert lines == [
        "the ferry ||| a&#124;b &amp; ||| 0.25 ||| 0-0 1-1 ||| 3 4\n",
        "x ||| y ||| 0.5 1e-20\n",
        "x ||| y ||| 1 |||  ||| 7\n",
        "x ||| y ||| 1 |||  ||| 7 |||  ||| {{Tags NN VB}}\n",
        "x ||| y ||| 1 |||  |||  |||  ||| {{Tags JJ}}\n",
    ]
    assert list(read_phrase_table(lines)) == entries


def test_a_table_of_moses_is_read():
    lines = ["it &apos;s &#91; ||| es ist ||| 0.1 0.2 0.3 0.4 ||| 0-0 1-1 ||| 2 3 1 ||| |||\n", "\n"]
    assert list(read_phrase_table(lines)) == [
        PhraseEntry(("it", "'s", "["), ("es", "ist"), (0.1, 0.2, 0.3, 0.4), ((0, 0), (1, 1)), (2, 3, 1))
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a ||| b", "two phrases and scores"),
        (" ||| b ||| 1", "no words"),
        ("a ||| b ||| x", "should be numbers"),
        ("a ||| b ||| nan", "finite"),
        ("a ||| b ||| 1 ||| 0-1", "does not have"),
        ("a ||| b ||| 1 ||| 0_1", "no link"),
    ],
)
def test_what_is_no_entry_is_told_with_its_line(line, message):
    with pytest.raises(FormatError, match=f"t.phrases:2.*{message}"):
        list(read_phrase_table(["a ||| b ||| 1", line], "t.phrases"))


@pytest.mark.parametrize("words", [(), ("a b",), ("",), ("a\n",)])
def test_words_that_would_not_come_back_are_refused(words):
    with pytest.raises(FormatError, match="cannot be written"):
        list(write_phrase_table([PhraseEntry(("a",), words, (1.0,))]))
