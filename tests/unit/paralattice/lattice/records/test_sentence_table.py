"""The rows of ``sentences.csv``."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paralattice.errors import FormatError
from paralattice.lattice import (
    SENTENCE_COLUMNS,
    SentenceRow,
    from_alignment,
    sample,
    sentence_rows,
    write_sentences,
)
from paralattice.lattice.options import SampleOptions
from paralattice.lattice.records.sentence_table import (
    distances,
    pinc,
    read_sentence_table,
    read_sentence_texts,
)
from paralattice.lattice.sampling import sample_paths

SENTENCES = [
    ["the", "old", "ferry", "sank", "."],
    ["the", "ferry", "sank", "at", "dawn", "."],
    ["the", "ferry", "went", "down", "."],
]
COLUMNS = [[0, 1, 2, 3, 8], [0, 2, 3, 4, 5, 8], [0, 2, 6, 7, 8]]
HEAD = ",".join(SENTENCE_COLUMNS) + "\n"

ROWS = st.builds(
    SentenceRow,
    text=st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1).filter(str.strip),
    tokens=st.integers(1, 99),
    novel=st.booleans(),
    chosen=st.booleans(),
    edits=st.integers(0, 99),
    difference=st.integers(0, 10_000).map(lambda number: number / 10_000),
    sources=st.lists(st.integers(0, 30), unique=True).map(sorted).map(tuple),
    operations=st.sampled_from(["", "exchange", "move; delete"]),
    score=st.none() | st.sampled_from([0.5, -1.25]),
)


def rows():
    lattice = from_alignment(SENTENCES, COLUMNS)
    drawn = sample(lattice, SENTENCES, SampleOptions(keep=2), "ferry", "V1")
    return drawn, sentence_rows(drawn, SENTENCES, lattice)


def test_every_distinct_draw_has_a_row_and_the_chosen_ones_come_first():
    drawn, made = rows()
    assert len(made) == len({each.words for each in drawn})
    assert [row.chosen for row in made[:3]] == [True, True, False]
    novel = [row.novel for row in made]
    assert novel == sorted(novel, reverse=True)


def test_the_rows_are_the_same_if_the_paths_are_known():
    lattice = from_alignment(SENTENCES, COLUMNS)
    drawn = sample_paths(lattice, SENTENCES, SampleOptions(keep=4), "ferry", "V1")
    chosen = drawn.chosen_samples()
    made = sentence_rows(chosen, SENTENCES, lattice, drawn.chosen_paths())
    assert made == sentence_rows(chosen, SENTENCES, lattice)
    assert len(made) == len(chosen) > 1
    assert all(row.sources for row in made)


def test_a_row_has_text_tokens_distance_and_sources():
    _, made = rows()
    found = {row.text: row for row in made}
    assert found["the old ferry sank at dawn."] == SentenceRow(
        "the old ferry sank at dawn.",
        7,
        True,
        found["the old ferry sank at dawn."].chosen,
        1,
        # New beside the nearest sentence: 1 of 7 words, 2 of 6 pairs, 2 of 5 triples, 2 of 4 fours.
        0.344,
        (0, 1),
    )
    assert found["the old ferry sank."].edits == 0


def test_the_nearest_sentence_decides_on_the_edits_and_the_difference():
    found = distances([["the", "ferry"], ["no", "word"]], SENTENCES)
    assert [edits for edits, _ in found] == [3, 5]
    assert found[1] == (5, 1.0)
    assert distances([], SENTENCES) == []
    old = ["a", "b", "c", "d", "e"]
    assert distances([["a", "b", "x", "d"]], [["y"] * 9, old]) == [(2, round(pinc("abxd", "abcde"), 4))]


@pytest.mark.parametrize(
    ("new", "old", "expected"),
    [
        ("abcd", "abcd", 0),
        ("abcd", "wxyz", 1),
        # One of four words, two of three pairs, all triples and fours are new.
        ("abxd", "abcde", (1 / 4 + 2 / 3 + 1 + 1) / 4),
        # An n-gram counts once, however often it is there.
        ("aaaa", "a", (0 + 1 + 1 + 1) / 4),
        ("a", "b", 1),
        ("", "b", 0),
    ],
)
def test_pinc_is_the_mean_share_of_new_n_grams(new, old, expected):
    assert pinc(new, old) == pytest.approx(expected)


def test_more_words_than_there_are_characters_before_the_surrogates_are_told_apart():
    many = [[f"w{number}" for number in range(60_000)]]
    assert distances([["w0", "other", "w59999"]], many)[0][0] == 59_998


@given(st.lists(ROWS))
def test_rows_are_read_as_they_were_written(made):
    text = HEAD + write_sentences("ferry", "V1", made)
    found = list(read_sentence_table(text.splitlines(keepends=True)))
    assert [record.row for record in found] == made
    assert [record.rank for record in found] == list(range(1, len(made) + 1))


def test_a_text_that_looks_like_a_formula_is_none_in_a_spreadsheet():
    line = write_sentences("ferry", "V1", [SentenceRow("=1+1 ferries", 2, True, False, 1, 0.5, ())])
    assert ",'=1+1 ferries," in line


@pytest.mark.parametrize(
    ("text", "line"),
    [("cluster,text\n", 1), (HEAD + "a,V1,1,x\n", 2), (HEAD + "a,V1,x,t,1,yes,no,1,,,\n", 2)],
)
def test_a_damaged_table_is_named_with_its_line(text, line):
    with pytest.raises(FormatError, match=f"sentences.csv:{line}"):
        list(read_sentence_table(text.splitlines(keepends=True), "sentences.csv"))


def test_texts_are_read_without_the_rest_of_their_rows():
    rows = [
        SentenceRow(text, 2, True, True, 1, 0.5, (0,)) for text in ("=1+1 ferries", 'the "old" ferry, or not')
    ]
    lines = write_sentences("ferry", "V1", rows).split("\n")
    assert list(read_sentence_texts(lines)) == [row.text for row in rows]
    with pytest.raises(FormatError, match="not a row of sentences"):
        list(read_sentence_texts(["ferry,V1,1"]))
