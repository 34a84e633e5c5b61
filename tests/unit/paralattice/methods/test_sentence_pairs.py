"""Pairs of sentences of a run, and what one says beside the other."""

import csv
from collections import Counter

import pytest

from paralattice import Run, sentence_pairs
from paralattice.errors import OptionError
from support import runs
from support.made_runs import make_new_run


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return Run(make_new_run(tmp_path_factory.mktemp("runs") / "sea"))


def pairs(run, **options):
    return list(sentence_pairs(run, clusters=["ferry"], **options))


def test_each_new_sentence_makes_a_pair_with_each_source_the_equal_ones_first(run):
    found = [pair for pair in pairs(run) if pair.origin == "given"]
    assert [(pair.source, pair.target, pair.relation) for pair in found] == [
        ("The ferry sank off Norvik.", "Off Norvik, the ferry sank.", "equal"),
        ("The ferry sank off Norvik.", "The ship sank off Norvik.", "equal"),
        ("The ferry sank off Norvik.", "The ferry sank.", "less"),
        ("The crew left the ferry on Friday.", "The crew left the old ferry on Friday.", "more"),
        ("The crew left the ferry on Friday.", "The ship sank off Norvik.", "mixed"),
    ]
    assert (found[1].edits, found[1].operations) == (1, "exchange of subject from the 2nd sentence")
    assert 0 < found[1].difference < 1


def test_new_sentences_make_pairs_by_a_common_source(run):
    found = {(pair.source, pair.target): pair for pair in pairs(run) if pair.origin == "new"}
    front, ship, left_out, _ = (
        "Off Norvik, the ferry sank.",
        "The ship sank off Norvik.",
        "The ferry sank.",
        0,
    )
    assert {texts: pair.relation for texts, pair in found.items()} == {
        (front, ship): "equal",
        (front, left_out): "less",
        (ship, left_out): "less",
    }
    assert found[front, left_out].operations == "move: place to the front / deletion: place"


def test_pairs_are_selected_by_relation_difference_edits_and_choice(run):
    every = pairs(run)
    assert {pair.relation for pair in pairs(run, relations=["equal"])} == {"equal"}
    middle = sorted(pair.difference for pair in every)[len(every) // 2]
    assert pairs(run, least_difference=middle) == [pair for pair in every if pair.difference >= middle]
    assert pairs(run, most_edits=1) == [pair for pair in every if pair.edits <= 1]
    assert {pair.target for pair in pairs(run, chosen=True)} == {pair.target for pair in every[:2]}


def test_the_digest_of_its_name_decides_the_split_of_a_cluster(run):
    assert {pair.split for pair in pairs(run)} == {""}
    assert {pair.split for pair in pairs(run, split=(0, 0, 100))} == {"test"}
    halves = Counter(pair.split for pair in sentence_pairs(run, split=(50, 50, 0)))
    assert set(halves) <= {"train", "dev"}
    assert halves == Counter(pair.split for pair in sentence_pairs(run, split=(50, 50, 0)))


def test_a_split_of_the_corpus_stays(run):
    path = run.folder / "clusters.csv"
    before = path.read_text("utf-8")
    rows = list(csv.DictReader(before.splitlines()))
    path.write_text(
        "cluster,split,sentences\n" + "".join(f"{row['cluster']},dev,2\n" for row in rows), "utf-8"
    )
    try:
        assert {pair.split for pair in sentence_pairs(Run(run.folder), split=(0, 0, 100))} == {"dev"}
    finally:
        path.write_text(before, "utf-8")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"relations": ["same"]}, "unknown relation 'same'"),
        ({"least_difference": 2}, "from 0 to 1, not 2"),
        ({"split": (80, 10)}, "three percentages"),
        ({"split": (80, 10, 20)}, "make 100"),
    ],
)
def test_bad_options_are_refused(run, options, message):
    with pytest.raises(OptionError, match=message):
        sentence_pairs(run, **options)


def test_a_run_without_v6_has_no_pairs(tmp_path):
    folder = runs.make_run(tmp_path / "old", {"ferry": ["the ferry sank ."]})
    with pytest.raises(OptionError, match="sentences of V6"):
        sentence_pairs(Run(folder))
