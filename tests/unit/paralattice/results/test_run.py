"""A run's results are read cluster by cluster, version by version."""

import json

import pytest

from paralattice.errors import FormatError
from paralattice.results import Run
from support.results import change_record, remove_record, write_lines
from support.runs import make_run

CLUSTERS = {"ferry": ["the ferry sank .", "it sank ."], "bridge": ["the bridge fell .", "it fell down ."]}


@pytest.fixture
def folder(tmp_path):
    return make_run(tmp_path / "harbour", CLUSTERS)


def test_a_run_is_a_mapping_of_clusters_and_versions(folder):
    run = Run(folder)
    assert list(run) == ["ferry", "bridge"]
    assert len(run) == 2
    assert repr(run) == f"<run {folder}: 2 clusters, V1, V2>"
    assert run.versions == tuple(run["ferry"]) == ("V1", "V2")
    assert "bridge" in run
    assert "mayor" not in run
    assert 3 not in run
    with pytest.raises(KeyError):
        run["mayor"]
    with pytest.raises(KeyError):
        run["ferry"]["V9"]


def test_every_part_of_a_result_is_read(folder):
    results = Run(str(folder))["ferry"]
    assert [" ".join(sentence.words) for sentence in results.sentences] == CLUSTERS["ferry"]
    assert results.words == [sentence.words for sentence in results.sentences]
    one = results["V1"]
    assert [" ".join(words) for words in one.originals] == CLUSTERS["ferry"]
    assert one.alignment["version"] == "V1"
    assert one.alignment["scores"][0][0] is None
    assert isinstance(one.alignment["scores"][0][1], int)
    assert one.lattice.states == one.statistics.states
    assert len(one.samples) == 100
    assert {sample.states[-1] for sample in one.samples} == {one.lattice.accept}


def test_clusters_stand_in_the_order_of_the_corpus_if_it_is_known(folder):
    (folder / "clusters.csv").write_text("cluster,split,sentences\nbridge,,2\nferry,,2\nlake,,2\n", "utf-8")
    assert list(Run(folder)) == ["bridge", "ferry"]
    (folder / "clusters.csv").unlink()
    assert list(Run(folder)) == ["ferry", "bridge"]


@pytest.mark.parametrize("lines", [["{"], ["[]"], ['{"version": 3}'], ["{}"], [b'"\xff"'], ["[" * 9999]])
def test_records_that_are_damaged_are_named(folder, lines):
    write_lines(folder / "results", "ferry", *lines)
    with pytest.raises(FormatError, match=r"results/part-00000\.jsonl\.gz"):
        Run(folder)["ferry"]


@pytest.mark.parametrize("name", ["sentences", "alignment", "lattice", "samples"])
def test_a_record_without_one_of_its_parts_is_refused(folder, name):
    change_record(folder, "ferry", "V2", lambda record: record.__delitem__(name))
    with pytest.raises(FormatError, match=rf"gz, ferry: .*missing required field `{name}`"):
        Run(folder)["ferry"]


@pytest.mark.parametrize("name", ["alignment", "lattice", "samples"])
def test_a_part_that_is_damaged_is_named_when_it_is_read(folder, name):
    change_record(folder, "ferry", "V2", lambda record: record.update({name: {}}))
    results = Run(folder)["ferry"]["V2"]
    with pytest.raises(FormatError, match=r"ferry V2: .*missing required field"):
        getattr(results, name)


def test_a_record_of_another_cluster_is_refused(folder):
    change_record(folder, "ferry", "V2", lambda record: record.update(cluster="bridge"))
    with pytest.raises(FormatError, match="the record of 'ferry' is that of 'bridge'"):
        Run(folder)["ferry"]


def test_the_parts_of_a_record_may_stand_in_any_order(folder):
    before = Run(folder)["ferry"]["V2"]
    change_record(folder, "ferry", "V2", lambda record: record.update(alignment=record.pop("alignment")))
    after = Run(folder)["ferry"]["V2"]
    assert (after.alignment, after.lattice, after.samples) == (
        before.alignment,
        before.lattice,
        before.samples,
    )


def test_a_version_that_is_absent_is_absent(folder):
    remove_record(folder, "ferry", "V1")
    assert list(Run(folder)["ferry"]) == ["V2"]


@pytest.mark.parametrize("features", [["{"], [b"\xff"], [json.dumps({"words": [["a"]], "pos": []})]])
def test_features_that_are_damaged_are_named(folder, features):
    write_lines(folder / "features", "ferry", *features)
    with pytest.raises(FormatError):
        _ = Run(folder)["ferry"].sentences
    with pytest.raises(FormatError):
        _ = Run(folder)["ferry"].trees


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    with pytest.raises(FormatError, match=r"run\.json"):
        Run(tmp_path)
    (tmp_path / "run.json").write_text("[]", "utf-8")
    with pytest.raises(FormatError, match=r"run\.json: is not the record of a run"):
        Run(tmp_path)


def test_a_damaged_table_of_clusters_is_named_with_its_line(folder):
    (folder / "clusters.csv").write_text("cluster,split,sentences\nbridge,,two\n", "utf-8")
    with pytest.raises(FormatError, match=r"clusters\.csv:2: 'two' is not a number of sentences"):
        list(Run(folder))
    (folder / "results.csv").write_text("cluster,sentences\nferry,2\n", "utf-8")
    with pytest.raises(FormatError, match=r"results\.csv:2: lacks one of cluster, sentences, status"):
        Run(folder).lost()
