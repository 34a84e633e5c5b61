"""Sentences measured against lattices in files."""

import json

import pytest

from orchestrator.systems.phrases.distance import DistanceTotals, distance_lines, measure_lines
from paralattice.errors import FormatError, OptionError
from paralattice.lattice import from_alignment, statistics, to_att, write_lattice
from paralattice.lattice.building import separate_columns
from support.runs import make_run


def write(folder, *texts):
    sentences = [text.split() for text in texts]
    columns = separate_columns(sentences)
    lattice = from_alignment(sentences, columns)
    folder.mkdir(parents=True)
    (folder / "lattice.json").write_text(
        write_lattice(lattice, statistics(lattice, columns, sentences, 99)), "utf-8"
    )
    (folder / "lattice.fst.txt").write_text(to_att(lattice)[0], "utf-8")
    return folder


def distances(path, *lines, **options):
    return [one.nearest.distance for one in measure_lines(str(path), lines, str.split, **options)]


@pytest.fixture
def lattice(tmp_path):
    return write(tmp_path / "one", "the boat left", "a ship has gone away")


@pytest.mark.parametrize("file", ["", "lattice.json", "lattice.fst.txt"])
def test_a_lattice_is_read_from_its_folder_or_either_file(lattice, file):
    assert distances(lattice / file, "the boat left", "a ship has gone", "", "x y z") == [0, 1, 3, 3]


def test_capitals_count_where_the_lattice_has_some_or_that_is_asked_for(lattice, tmp_path):
    assert distances(lattice, "The Boat left") == [0]
    assert distances(lattice, "The Boat left", keep_case=True) == [2]
    assert distances(write(tmp_path / "two", "The boat left"), "the boat left") == [1]


def test_each_sentence_is_told_with_its_nearest_path_and_all_with_the_error_rate(lattice):
    measured = list(measure_lines(str(lattice), ["a ship gone away", "the boat left"], str.split))
    totals = DistanceTotals()
    told = list(distance_lines(measured, False, totals))
    assert str(totals) == (
        "2 sentences, 1 accepted; 1 edits, 12.50 % of the 8 words of the nearest paths; "
        "to the nearest single reference 1 edits, WER 12.50 %, TER 12.50 %"
    )
    assert told == ["1\t1\t5\ta ship has gone away", "0\t0\t3\tthe boat left"]
    told = list(distance_lines(measured, True, DistanceTotals()))
    assert json.loads(told[0])["edits"] == [
        *(["a", "a"], ["ship", "ship"], ["", "has"], ["gone", "gone"], ["away", "away"])
    ]


@pytest.fixture
def version(tmp_path):
    run = make_run(tmp_path / "run", {"b": ["the boat left"], "a": ["it rained"]}, versions=("pang",))
    return run / "pang"


def test_a_lattice_of_a_run_is_named_by_version_and_cluster(version):
    assert distances(version / "b", "the boat left", "the boat") == [0, 1]


def test_a_runs_version_has_a_lattice_for_each_sentence_in_the_order_of_the_run(version):
    assert distances(version, "the boat", "it rained") == [1, 0]


def test_as_many_sentences_as_clusters_are_needed(version):
    with pytest.raises(OptionError, match="1 sentences for the 2 clusters"):
        distances(version, "the boat")


def test_what_is_no_lattice_is_refused(tmp_path, lattice):
    with pytest.raises(OptionError, match="is neither a lattice nor"):
        distances(tmp_path, "a")
    with pytest.raises(OptionError, match="is neither a lattice nor"):
        distances(tmp_path / "run" / "pang", "a")
    (lattice / "lattice.json").write_text("[]")
    with pytest.raises(FormatError, match=r"lattice.json"):
        distances(lattice, "a")


def test_a_run_is_found_by_its_name_and_a_group_by_its_heading(tmp_path):
    make_run(tmp_path / "groups", {"John 3-16": ["the boat left"], "a-b": ["it rained"]}, versions=("V1",))
    for place in ("groups/V1/John 3:16", "groups/V1/a/b", f"{tmp_path}/groups/V1/a-b"):
        (one,) = measure_lines(place, ["the boat left"], str.split, runs=tmp_path)
        assert one.nearest.distance == (0 if "John" in place else 3)


def test_a_lattice_that_mixes_sentences_is_nearer_than_each_of_them(tmp_path):
    texts = ["the old boat left", "a boat left early"]
    run = make_run(tmp_path / "run", {"boat": texts}, versions=("V1",))
    (one,) = measure_lines(f"{run}/V1/boat", ["the old boat left early"], str.split)
    assert (one.nearest.distance, one.reference_distance) == (0, 1)
    totals = DistanceTotals()
    totals.add(one)
    assert str(totals).endswith("to the nearest single reference 1 edits, WER 25.00 %, TER 25.00 %")


def test_a_phrase_that_moved_is_one_edit_of_the_translation_error_rate(tmp_path):
    path = write(tmp_path / "one", "early today the boat left", "it left")
    (one,) = measure_lines(str(path), ["the boat left early today"], str.split)
    totals = DistanceTotals()
    totals.add(one)
    assert str(totals).endswith("to the nearest single reference 4 edits, WER 114.29 %, TER 28.57 %")
