"""The new sentences of a run in several formats."""

import csv
import io
import json

import pytest

from orchestrator.runs.folder import RunError, RunFolder
from orchestrator.runs.sentences import write_sentence_files
from orchestrator.runs.view.samples import FORMS, one_sentence_lines, refusal_totals, sample_lines
from support import runs

CLUSTERS = {
    "ferry": [
        "the ferry sank at noon .",
        "at noon the old ferry sank .",
        "the old ferry went down at noon .",
    ],
    "bridge": ["the bridge fell .", "the old bridge fell down on us ."],
}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = RunFolder(runs.make_run(tmp_path_factory.mktemp("runs") / "harbour", CLUSTERS))
    write_sentence_files(folder, CLUSTERS, ["V1", "V2"])
    return folder


def shown(run, form, chosen=False, versions=(), clusters=()):
    return "".join(sample_lines(run, form, chosen, versions, clusters))


def test_all_formats_have_the_same_sentences(run):
    lines = shown(run, "jsonl", versions=["V1"]).splitlines()
    texts = [json.loads(line)["text"] for line in lines]
    assert len(texts) > 3
    assert [row["text"] for row in csv.DictReader(io.StringIO(shown(run, "csv", versions=["V1"])))] == texts
    tasks = json.loads(shown(run, "label-studio", versions=["V1"]))
    assert [task["data"]["text"] for task in tasks] == texts
    records = json.loads(shown(run, "argilla", versions=["V1"]))
    assert [record["fields"]["text"] for record in records] == texts
    assert [
        line for line in shown(run, "txt", versions=["V1"]).splitlines() if line[:1] not in ("", "#")
    ] == texts


def test_sentences_of_the_clusters_are_left_out(run):
    assert all(record["novel"] for record in map(json.loads, shown(run, "jsonl").splitlines()))


def test_sentences_are_chosen_by_cluster_version_and_choice(run):
    found = [json.loads(line) for line in shown(run, "jsonl", True, ["V2"], ["bridge"]).splitlines()]
    assert found
    assert {(each["cluster"], each["version"], each["chosen"]) for each in found} == {("bridge", "V2", True)}


def test_chosen_sentences_have_the_same_rows_among_all(run):
    every = shown(run, "jsonl").splitlines()
    chosen = shown(run, "jsonl", chosen=True).splitlines()
    assert len(every) > len(chosen) > 0
    assert [line for line in every if json.loads(line)["chosen"]] == chosen


def test_tasks_have_the_originals_as_text(run):
    (first, *_) = json.loads(shown(run, "label-studio", clusters=["bridge"]))
    assert first["data"]["originals"] == "the bridge fell.\nthe old bridge fell down on us."


@pytest.mark.parametrize("form", FORMS)
def test_a_run_without_new_sentences_gives_a_valid_empty_file(tmp_path, form):
    folder = RunFolder(runs.make_run(tmp_path / "empty", {"one": ["the ferry sank ."]}))
    write_sentence_files(folder, ["one"], ["V1", "V2"])
    text = shown(folder, form)
    assert text == {"csv": text, "label-studio": "[]\n", "argilla": "[]\n"}.get(form, "")


def test_an_unknown_cluster_or_version_is_refused(run):
    with pytest.raises(RunError, match="has no version 'V9', but V1, V2"):
        shown(run, "txt", versions=["V9"])
    with pytest.raises(RunError, match="has no cluster 'pilot'"):
        shown(run, "txt", clusters=["pilot"])


def test_a_run_of_before_says_how_to_get_its_sentences(tmp_path):
    folder = RunFolder(runs.make_run(tmp_path / "old", CLUSTERS))
    with pytest.raises(RunError, match=r"sentences.csv is absent: submit the corpus again"):
        shown(folder, "txt", chosen=True)


def test_one_sentence_a_cluster_is_asked_of_versions_that_make_one(run):
    with pytest.raises(RunError, match="has no version that makes one sentence a cluster, such as boudin"):
        list(one_sentence_lines(run, "txt", (), ()))
    with pytest.raises(RunError, match="version V1 makes no sentence for the whole of a cluster"):
        list(one_sentence_lines(run, "txt", ["V1"], ()))


def test_what_each_rule_refused_is_summed_over_clusters(tmp_path, run):
    folder = RunFolder(runs.make_run(tmp_path / "new", CLUSTERS, versions=("V6",)))
    assert "".join(refusal_totals(folder, ())).splitlines() == [
        "candidates\t18",
        "parsed\t10",
        "sentences\t4",
        "refused by time\t8",
        "refused by whole\t6",
    ]
    assert next(refusal_totals(folder, ["ferry"])) == "candidates\t9\n"
    assert list(refusal_totals(folder, (), ["time"]))[3:] == ["refused by time\t8\n"]
    with pytest.raises(RunError, match="V6"):
        list(refusal_totals(run, ()))
    with pytest.raises(RunError, match="has no cluster 'pilot'"):
        list(refusal_totals(folder, ["pilot"]))
