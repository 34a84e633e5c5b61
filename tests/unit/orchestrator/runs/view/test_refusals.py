"""The sentences that the rules of V6 refused, made again from a run."""

import json
from collections import Counter

import pytest

from orchestrator.runs.folder import RunError, RunFolder
from orchestrator.runs.view.refusals import refused_sentences
from paralattice.corpus import Sentence
from paralattice.exchange.rule_names import RULE_NAMES
from paralattice.exchange.rules import RULES
from paralattice.facade.material import GivenCluster
from paralattice.formats.features import feature_columns
from paralattice.formats.trees import read_trees
from paralattice.methods.exchanged_sentences import make_sentences
from support import runs
from support.parsed_clusters import AURORA
from support.results import change_record, plain, write_lines

TEXTS = [" ".join(tree.words()) for tree in read_trees(AURORA)]


def make_run(root):
    """Write a run of V6 whose cluster has trees."""
    folder = runs.make_run(root, {"ferry": TEXTS}, ["V6"])
    features = feature_columns([Sentence.from_words(text.split()) for text in TEXTS])
    record = {"cluster": "ferry", "trees": AURORA, **plain(features)}
    write_lines(root / "features", "ferry", json.dumps(record))
    return RunFolder(folder)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return make_run(tmp_path_factory.mktemp("runs") / "sea")


def made_again(run):
    trees, options = read_trees(run.cluster("ferry").trees), run.options()
    return make_sentences("V6", GivenCluster(options, TEXTS, trees, name="ferry"), options)


def refused(folder, *rules):
    return "".join(refused_sentences(folder, (), rules)).splitlines()


def test_every_refused_sentence_is_shown_with_its_fault(run):
    head, *lines = refused(run)
    made = made_again(run)
    shown = Counter(line.partition("\t")[2].partition(":")[0] for line in lines)
    assert head.startswith("# ferry")
    assert shown == {name: made.refused[name] for name in RULE_NAMES if made.refused[name]}


def test_the_sentences_that_one_rule_refused_are_shown(run):
    _, *lines = refused(run, "distance")
    assert lines
    assert {line.partition("\t")[2] for line in lines} == {f"distance: {RULES['distance'].fault}"}
    assert all("aurora" in line.lower() or "crew" in line.lower() for line in lines)


def test_a_rule_that_refused_nothing_is_told_so(run):
    assert made_again(run).refused["place"] == 0
    assert refused(run, "place")[-1] == "# no candidate was refused by place"


def test_counts_other_than_the_stored_ones_are_noted(run, tmp_path):
    assert refused(run)[0] == "# ferry (counts differ from the stored ones, made by other code)"
    equal = make_run(tmp_path / "equal")

    def store_counts(record):
        record["alignment"]["exchange"]["refused"] = dict(made_again(run).refused)

    change_record(equal.root, "ferry", "V6", store_counts)
    assert refused(equal)[0] == "# ferry"


def test_a_run_without_that_version_or_cluster_is_refused(run, tmp_path):
    with pytest.raises(RunError, match="has no cluster 'pilot'"):
        list(refused_sentences(run, ["pilot"], ()))
    other = RunFolder(runs.make_run(tmp_path / "other", {"ferry": TEXTS}))
    with pytest.raises(RunError, match="V6"):
        list(refused_sentences(other, (), ()))
