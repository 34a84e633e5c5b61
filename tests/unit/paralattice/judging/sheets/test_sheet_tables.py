"""The tables that judges get, and the key."""

import csv
import io
from collections import Counter

import pytest

from paralattice.corpus import Cluster, Sentence
from paralattice.formats.tables.paper_tables import escape_cell, unescape_cell
from paralattice.judging.sheets.forms import SENTENCE_FORM
from paralattice.judging.sheets.items import StudyItem, item_id, shuffle_items
from paralattice.judging.sheets.sheet_tables import ORIGINALS_COLUMNS, write_key, write_originals, write_sheet


def rows_of(table):
    return list(csv.reader(io.StringIO(table, newline="")))


def items_of(cluster, versions=("V1", "V4"), draws=10, seed=1):
    return [
        StudyItem(item_id(seed, cluster, version, draw), cluster, version, draw, ("w", str(draw)))
        for version in versions
        for draw in range(draws)
    ]


def test_equal_sentences_of_two_versions_stay_two_items():
    items = items_of("a")
    sheet = rows_of(write_sheet(shuffle_items(items, "judge-01", 1)))
    assert Counter(row[3] for row in sheet[1:])["w 3"] == 2
    assert len({row[0] for row in sheet[1:]}) == 20


def test_a_sheet_counts_from_one_and_leaves_both_scores_empty_and_shows_no_version():
    items = items_of("a", draws=2)
    table = write_sheet(items)
    rows = rows_of(table)
    assert tuple(rows[0]) == SENTENCE_FORM.columns
    assert rows[1] == [items[0].id, "a", "1", "w 0", "", ""]
    assert [row[2] for row in rows[1:]] == ["1", "2", "3", "4"]
    assert "V1" not in table
    assert "V4" not in table


def test_originals_are_numbered_within_their_cluster():
    cluster = Cluster(
        "ferry", tuple(Sentence.from_words(text.split()) for text in ("It sank .", "So it did ."))
    )
    rows = rows_of(write_originals([cluster, Cluster("b", cluster.sentences[:1])]))
    assert tuple(rows[0]) == ORIGINALS_COLUMNS
    assert rows[1:] == [["ferry", "1", "It sank."], ["ferry", "2", "So it did."], ["b", "1", "It sank."]]


def test_the_key_tells_version_and_draw():
    item = StudyItem("bcd", "ferry", "V4", 17, ("It", "sank"))
    rows = rows_of(write_key([item]))
    assert tuple(rows[0]) == SENTENCE_FORM.key_columns
    assert rows[1] == ["bcd", "ferry", "V4", "17", "It sank"]


def test_commas_quotes_and_letters_of_any_script_survive_in_a_cell():
    words = ("a", ",", '"', "naïve", '"', "東京")
    rows = rows_of(write_sheet([StudyItem("b", "x,y", "V1", 0, words)]))
    assert rows[1][1] == "x,y"
    assert rows[1][3] == 'a, "naïve" 東京'


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-- said", "@SUM(A1)", "\tx", "\rx", "\nx", "\uff1d1", "'=1", "''@"]
)
def test_a_cell_that_looks_like_a_formula_gets_one_apostrophe_that_can_be_taken_away(text):
    assert escape_cell(text) == "'" + text
    assert unescape_cell(escape_cell(text)) == text


@pytest.mark.parametrize("text", ["", "'", "''", "'tis = so", "a=1", "1-2", '"=1', "'s"])
def test_other_cells_stay_as_they_are(text):
    assert escape_cell(text) == text
    assert unescape_cell(text) == text


def test_clusters_and_sentences_are_both_escaped_in_the_tables():
    rows = rows_of(write_sheet([StudyItem("b", "=cmd", "V1", 0, ("-", "he", "said"))]))
    assert rows[1][1] == "'=cmd"
    assert rows[1][3] == "'- he said"
