"""A complete cluster's artefacts become the files of a run folder and the lines of its table."""

import csv
import io
import json

import pytest

from orchestrator.runs.plan import result_keys
from orchestrator.runs.results import RESULT_COLUMNS, collect_cluster, csv_lines, failure_rows
from tasks.cluster import jobs
from tasks.cluster.jobs import build_key, chunk_key, merge_key, sample_key
from workers.store import MissingArtefactError


@pytest.fixture
def compute(bench, plan_of):
    """Compute all artefacts of a folder and return its plan."""

    def compute(folder, **options):
        plan = plan_of(folder, **options)
        bench.complete(plan)
        return plan

    return compute


def test_the_files_are_the_texts_of_the_artefacts(bench, tmp_path, parsed_corpus, compute):
    plan = compute(parsed_corpus(1), versions=["V1", "V4"])
    (cluster,) = plan.clusters
    collect_cluster(tmp_path / "run", cluster, plan, bench.store)
    features = bench.store.get(chunk_key(cluster.job)).files
    expected = {"parses/c000.mrg": features["parses.mrg"], "features/c000.tsv": features["features.tsv"]}
    for key in (merge_key, build_key, sample_key):
        for file, text in bench.store.get(key(cluster.job, plan.options)).files.items():
            version, name = file.split("/")
            expected[f"{version}/c000/{name}"] = text
    assert len(expected) == 2 + 2 * 8
    root = tmp_path / "run"
    found = {
        str(path.relative_to(root)): path.read_text("utf-8") for path in root.rglob("*") if path.is_file()
    }
    assert found == expected


def test_a_row_has_the_figures_of_the_files(bench, tmp_path, parsed_corpus, compute):
    plan = compute(parsed_corpus(1), versions=["V1", "V5"], sample={"keep": 4, "draws": 30})
    (cluster,) = plan.clusters
    rows = collect_cluster(tmp_path, cluster, plan, bench.store)
    assert list(rows) == ["V1", "V5"]
    for version, row in rows.items():
        folder = tmp_path / version / "c000"
        lattice = json.loads((folder / "lattice.json").read_text("utf-8"))
        samples = [json.loads(line) for line in (folder / "samples.jsonl").read_text("utf-8").splitlines()]
        chosen = sum(sample["chosen"] for sample in samples)
        novel = {tuple(sample["tokens"]) for sample in samples if sample["novel"]}
        assert {name: row[name] for name in RESULT_COLUMNS if name != "reason"} == {
            "cluster": "c000",
            "split": "",
            "version": version,
            "sentences": 5,
            "tokens": sum(map(len, cluster.sentences)),
            "states": len(lattice["states"]),
            "arcs": len(lattice["arcs"]),
            **{name: lattice[name] for name in ("paths", "distinct", "aligned_columns", "aligned_tokens")},
            "draws": len(samples),
            "novel": len(novel),
            "chosen": chosen,
            "shortfall": 4 - chosen,
            "status": "done",
        }


def test_a_large_cluster_gives_the_same_files_and_rows(bench, tmp_path, parsed_corpus, compute, monkeypatch):
    folder = parsed_corpus(1)
    plan = compute(folder)
    whole = collect_cluster(tmp_path / "whole", plan.clusters[0], plan, bench.store)
    monkeypatch.setattr(jobs, "GROUPED_SENTENCES", 4)
    monkeypatch.setattr(jobs, "PAIRS_A_SHARD", 4)
    plan = compute(folder)
    divided = collect_cluster(tmp_path / "divided", plan.clusters[0], plan, bench.store)
    assert divided == whole
    one, other = (
        {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (tmp_path / "whole", tmp_path / "divided")
    )
    assert one == other


def test_collecting_what_is_absent_or_damaged_is_refused(bench, tmp_path, parsed_corpus, compute):
    plan = compute(parsed_corpus(1))
    (cluster,) = plan.clusters
    for key in result_keys(cluster, plan):
        content = bench.store.path(key).read_bytes()
        bench.damage(key)
        for problem in ("damaged", "absent"):
            with pytest.raises(MissingArtefactError, match=problem):
                collect_cluster(tmp_path, cluster, plan, bench.store)
        bench.store.path(key).write_bytes(content)
    assert collect_cluster(tmp_path, cluster, plan, bench.store)


def test_a_picture_of_an_earlier_lattice_does_not_stay_beside_another(
    bench, tmp_path, parsed_corpus, compute
):
    folder = parsed_corpus(1)
    plan = compute(folder, versions=["V1"])
    collect_cluster(tmp_path / "run", plan.clusters[0], plan, bench.store)
    assert (tmp_path / "run/V1/c000/lattice.svg").exists()
    plan = compute(folder, versions=["V1"], align={"position_limit": 0.05}, build={"draw_limit": 1})
    collect_cluster(tmp_path / "run", plan.clusters[0], plan, bench.store)
    assert not (tmp_path / "run/V1/c000/lattice.svg").exists()


def results_text(rows):
    return "".join(csv_lines(RESULT_COLUMNS, rows))


def read_back(text):
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_the_table_has_all_columns_even_without_a_row():
    assert results_text([]) == ",".join(RESULT_COLUMNS) + "\n"


def test_what_is_unknown_is_an_empty_field_and_large_numbers_are_exact():
    row = {"cluster": "c", "version": "V1", "distinct": None, "paths": 10**60, "status": "done", "more": 1}
    (found,) = read_back(results_text([row]))
    assert tuple(found) == RESULT_COLUMNS
    assert (found["distinct"], found["paths"], found["reason"]) == ("", "1" + "0" * 60, "")


def test_a_failed_cluster_has_a_line_a_version_with_its_reason(text_corpus, plan_of):
    (cluster,) = plan_of(text_corpus(boat=["a b .", "a c ."])).clusters
    reason = 'align: AlignError: "odd", with\na second line'
    rows = read_back(results_text(failure_rows(cluster, ["V1", "V2"], reason)))
    assert [row["version"] for row in rows] == ["V1", "V2"]
    for row in rows:
        assert (row["cluster"], row["sentences"], row["tokens"], row["status"]) == (
            "boat",
            "2",
            "6",
            "failed",
        )
        assert row["reason"] == reason
        assert row["states"] == ""
