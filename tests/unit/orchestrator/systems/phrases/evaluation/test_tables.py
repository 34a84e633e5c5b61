"""Tables of figures that are made by hand."""

import math

import pytest

from orchestrator.systems.phrases.evaluation.figures import Figures
from orchestrator.systems.phrases.evaluation.tables import evaluation_tables
from paralattice.english.wordnet import WordNet
from paralattice.formats.tables.paper_tables import csv_text, latex_text, markdown_text
from paralattice.lattice.counts.gain import EditGain
from paralattice.measures.synonyms import Synonymy
from support import tiny_wordnet


def figures(cluster, version="pang", **values):
    usual = {
        "sentences": 2,
        "tokens": 16,
        "paths": 4,
        "words": 4,
        "ratios": (0.5,),
        "gains": (EditGain(3, 1), EditGain(2, 2)),
        "curve": (EditGain(4, 4), EditGain(3, 1)),
        "lexical": (("boat", "ship"),),
    }
    return Figures(cluster, version, **(usual | values))


def made(all_figures, versions=("pang",), references=2, wordnet=None):
    """Return the rows of all tables as dicts."""
    return {
        table.name: [
            dict(zip([column.name for column in table.columns], row, strict=True)) for row in table.rows
        ]
        for table in evaluation_tables(versions, all_figures, references, wordnet)
    }


def test_paths_are_told_by_the_length_of_sentences_beside_the_papers():
    found = made(
        [figures("a"), figures("b", paths=10**30), figures("c", tokens=100), figures("d", tokens=22)]
    )
    rows = {row["words"]: row for row in found["table3"]}
    assert list(rows) == ["1-10", "10-20", "over 45"]
    assert (rows["1-10"]["groups"], rows["1-10"]["paths_max"]) == (2, 10**30)
    assert (rows["1-10"]["paper_paths_max"], rows["1-10"]["paper_log_mean"]) == (22749, 5.2)
    assert rows["10-20"]["log_mean"] == pytest.approx(math.log(4))
    assert rows["over 45"]["paper_paths_mean"] is None


def test_ten_words_are_in_the_lower_range():
    (row,) = made([figures("a", tokens=20)])["table3"]
    assert row["words"] == "1-10"


def test_repetition_is_averaged_over_the_words_of_all_groups():
    (row,) = made([figures("a"), figures("b", words=2, ratios=())])["repetition"]
    assert (row["words"], row["mean"], row["mean_nonzero"]) == (6, pytest.approx(0.5 / 6), 0.5)
    assert row["nonzero_percent"] == pytest.approx(100 / 6)
    assert row["paper_mean"] == 0.0035074


def test_beside_aligned_versions_stands_the_papers_aligner():
    rows = made([figures("a", "V1"), figures("a")], ("V1", "pang"))["repetition"]
    assert [(row["version"], row["paper_mean"]) for row in rows] == [("V1", 0.0304992), ("pang", 0.0035074)]


def test_edgain_is_a_mean_over_groups_and_counted_by_ranges():
    found = made([figures("a"), figures("b", gains=(EditGain(5, 2),)), figures("c", sentences=1, gains=())])
    (row,) = found["edgain"]
    assert (row["groups"], row["mean"], row["sd"]) == (2, 2, pytest.approx(math.sqrt(2)))
    ranges = {row["range"]: row for row in found["table5"]}
    assert (ranges["1-2"]["count"], ranges["3-4"]["count"], ranges["0-1"]["count"]) == (1, 1, 0)
    assert (ranges["0-1"]["paper_count"], ranges["0-1"]["paper_percent"]) == (
        546,
        pytest.approx(54600 / 899),
    )


def test_a_curve_is_that_of_the_groups_that_have_as_many_references():
    short = figures("b", curve=(EditGain(9, 9),))
    rows = made([figures("a"), short])["table6"]
    assert [(row["references"], row["groups"]) for row in rows] == [(1, 1), (2, 1)]
    assert (rows[0]["more_mean"], rows[1]["gain_mean"]) == (3, 2)
    assert rows[0]["paper_more_mean"] is None
    ten = figures("c", curve=tuple(EditGain(5, 5) for _ in range(10)))
    assert made([ten], references=10)["table6"][0]["paper_more_mean"] == 5.65


def test_entropy_is_there_with_a_language_model_alone():
    assert "table4" not in made([figures("a")])
    known = [figures("a", entropy=(7.0, 7.5)), figures("b", entropy=(8.0, 7.75), drawn=1000)]
    (row,) = made(known)["table4"]
    assert (row["groups"], row["drawn"], row["mean"]) == (2, 1, 0.125)


def test_synonyms_that_were_found_are_counted_by_length():
    synonymy = Synonymy(
        WordNet(tiny_wordnet.wordnet_files([("n", ["boat", "ship"]), ("n", ["sea", "main"])]))
    )
    there = {"a": {("boat", "ship"), ("main", "sea")}, "b": set()}
    lexical = (("Boat", "ship"), ("boat", "tram"), ("Ship", "ship"))
    found = made([figures("a", lexical=lexical), figures("b", lexical=())], wordnet=(synonymy, there))
    (row,) = found["table2"]
    assert (row["groups"], row["synonyms"], row["found"], row["recall_percent"]) == (2, 2, 1, 50)
    (row,) = found["synonyms"]
    assert (row["lexical"], row["synonyms"], row["percent"]) == (2, 1, 50)


def test_all_tables_can_be_printed():
    for table in evaluation_tables(("pang",), [figures("a", entropy=(7.0, 7.5))], 2, None):
        for write in (csv_text, markdown_text, latex_text):
            assert write(table).count("\n") > 1
