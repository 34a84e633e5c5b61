"""From a run's folder to ``measures/``."""

import csv
import json

import pytest

from orchestrator.measures.language_models import ModelRequest
from orchestrator.measures.measure import MeasureRequest, measure_run
from paralattice.errors import FormatError, JudgeError, ProblemsError, RewordError
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.sheets.sheet_tables import write_key
from support.results import change_record, remove_record

VERSIONS = ("V1", "V4")
SUBJECTS = ("ferry", "bridge", "mayor", "comet")


def read_csv(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def request(**model):
    return MeasureRequest(ModelRequest(**model))


def test_every_file_is_written_and_the_rows_are_those_of_the_samples(judged):
    report = measure_run(judged, request())
    assert {path.name for path in report.folder.iterdir()} == {
        "items.csv", "clusters.csv", "correlations.csv", "measures.json",
        *(f"{name}.{kind}" for name in ("versions", "correlations_overall") for kind in ("csv", "md", "tex")),
    }  # fmt: skip
    items = read_csv(report.folder / "items.csv")
    assert len(items) == 4 * 2 * 2
    assert [items[1][name] for name in ("cluster", "version", "draw", "times", "novel", "chosen")] == [
        "ferry", "V1", "1", "2", "1", "1",
    ]  # fmt: skip
    assert items[1]["sentence"] == "the ferry fell down"
    assert (items[1]["distance"], items[1]["nearest"]) == ("1", "0")
    assert (items[1]["grammaticality"], items[1]["fidelity"]) == ("1.0", "1.5")
    assert items[0]["grammaticality"] == items[-1]["fidelity"] == ""
    assert (report.judged, report.unmatched) == (6, 0)
    assert len(read_csv(report.folder / "clusters.csv")) == 4 * 2
    assert not list(judged.glob(".measures-*"))


def test_items_and_clusters_are_held_against_their_scores(judged):
    report = measure_run(judged, request())
    rows = {
        (row["level"], row["version"], row["criterion"], row["measure"]): row
        for row in read_csv(report.folder / "correlations.csv")
    }
    assert rows["items", "all", "fidelity", "distance"]["n"] == "6"
    assert rows["clusters", "V4", "fidelity", "novel"]["n"] == "3"
    assert {row["version"] for row in rows.values()} == {"all", *VERSIONS}


def test_without_judgements_there_are_no_correlations_and_none_of_before_stay(judged):
    measure_run(judged, request())
    (judged / "scores/judgements.csv").unlink()
    report = measure_run(judged, request())
    assert report.correlations == ()
    assert not list(report.folder.glob("correlations*"))


def test_the_same_run_gives_the_same_files(judged):
    first = {path.name: path.read_bytes() for path in measure_run(judged, request()).folder.iterdir()}
    assert first == {path.name: path.read_bytes() for path in measure_run(judged, request()).folder.iterdir()}


def test_a_model_that_has_seen_the_originals_favours_them(run):
    held_out, seen = measure_run(run, request()), measure_run(run, request(seen=True))
    assert seen.model["unknown_share"] == 0 < held_out.model["unknown_share"]
    assert seen.clusters[0].originals_entropy < held_out.clusters[0].originals_entropy


def test_means_may_be_over_all_draws(run):
    chosen = measure_run(run, request())
    drawn = measure_run(run, MeasureRequest(ModelRequest(), all_draws=True))
    assert {one.sentences for one in chosen.clusters} == {1}
    assert {one.sentences for one in drawn.clusters} == {3}
    record = json.loads((drawn.folder / "measures.json").read_text("utf-8"))
    assert record["means_over"] == "drawn"


def test_clusters_without_samples_are_left_out_and_named(run):
    for version in VERSIONS:
        remove_record(run, "mayor", version)
    report = measure_run(run, request())
    assert report.left_out == ("mayor",)
    assert {one.cluster for one in report.clusters} == {"ferry", "bridge", "comet"}


def test_all_damaged_files_are_reported_and_nothing_is_written(run):
    change_record(run, "ferry", "V1", lambda record: record["samples"].update(paths=7))
    change_record(run, "mayor", "V4", lambda record: record.update(lattice={}))
    with pytest.raises(ProblemsError) as caught:
        measure_run(run, request())
    lines = str(caught.value).splitlines()
    assert [line.split(": ")[0].rpartition("run/")[2] for line in lines] == [
        "results/part-00000.jsonl.gz, ferry V1",
        "results/part-00000.jsonl.gz, mayor V4",
    ]
    assert not (run / "measures").exists()
    assert not list(run.glob(".measures-*"))


@pytest.mark.parametrize("sentences", [None, [], ["words"]])
def test_originals_that_cannot_be_read_are_named(run, sentences):
    change_record(run, "ferry", "V1", lambda record: record["alignment"].update(sentences=sentences))
    with pytest.raises(ProblemsError, match=r"ferry V1: (.*Expected `array`|the record has no sentences)"):
        measure_run(run, request())


def test_scores_of_other_sentences_than_those_in_the_run_are_refused(judged):
    items = [StudyItem("ferry-V1", "ferry", "V1", 1, ("another", "sentence"))]
    (judged / "sheets-key.csv").write_text(write_key(items), "utf-8-sig", newline="")
    with pytest.raises(ProblemsError, match="draw 1 is not the sentence that was judged"):
        measure_run(judged, request())


def test_scores_of_draws_that_are_not_there_are_counted(judged):
    nothing = {"paths": [], "novel": [], "duplicate": [], "chosen": []}
    change_record(judged, "bridge", "V4", lambda record: record.update(samples=nothing))
    report = measure_run(judged, request())
    assert (report.judged, report.unmatched) == (5, 1)


def test_a_corpus_of_one_cluster_has_nothing_to_learn_from(run):
    (run / "clusters.csv").write_text("cluster,split,sentences\nferry,,3\n", "utf-8")
    with pytest.raises(RewordError, match=r"--text FILE.*--seen"):
        measure_run(run, request())
    assert measure_run(run, request(seen=True)).clusters


def test_folders_that_are_no_runs_or_have_no_samples_are_refused(run, tmp_path):
    with pytest.raises(FormatError, match=r"run\.json: there is no such file"):
        measure_run(tmp_path, request())
    (run / "run.json").write_text('{"versions": ["V2"]}', "utf-8")
    with pytest.raises(JudgeError, match="holds no samples of its 4 clusters"):
        measure_run(run, request())
    (run / "run.json").write_text('{"versions": ["../V1"]}', "utf-8")
    with pytest.raises(FormatError, match="cannot be file names"):
        measure_run(run, request())
    (run / "run.json").write_text("{}", "utf-8")
    with pytest.raises(FormatError, match="names no versions"):
        measure_run(run, request())
