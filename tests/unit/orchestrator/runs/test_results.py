"""A complete cluster's artefacts become records of a run folder and the lines of its table."""

import csv
import io
import json

import pytest

from orchestrator.runs.folder import ResultWriter
from orchestrator.runs.plan import result_keys
from orchestrator.runs.results import RESULT_COLUMNS, collect_cluster, csv_lines, failure_rows
from paralattice.results import PartFolder, Run
from support.packs import pack_path
from tasks.cluster import jobs
from tasks.cluster.jobs import build_key, chunk_key, merge_key, sample_key
from workers.store import Artefact, MissingArtefactError


@pytest.fixture
def compute(bench, plan_of):
    """Compute all artefacts of a folder and return its plan."""

    def compute(folder, **options):
        plan = plan_of(folder, **options)
        bench.complete(plan)
        return plan

    return compute


@pytest.fixture
def collect(bench):
    """Collect a cluster into a run's folder; return its rows."""

    def collect(root, cluster, plan):
        with ResultWriter(root) as writer:
            return collect_cluster(writer, cluster, plan, bench.store)

    return collect


def lines(root, name):
    return PartFolder(root).lines(name).decode("utf-8").splitlines()


def test_the_records_are_the_texts_of_the_artefacts(bench, tmp_path, parsed_corpus, compute, collect):
    plan = compute(parsed_corpus(1), versions=["V1", "V4"])
    (cluster,) = plan.clusters
    collect(tmp_path, cluster, plan)
    features = bench.store.get(chunk_key(cluster.job)).files["features"]
    assert [json.loads(line) for line in lines(tmp_path / "features", "c000")] == [
        {"cluster": "c000", **json.loads(features)}
    ]
    keys = {"alignment": merge_key, "lattice": build_key, "samples": sample_key}
    drawn = bench.store.get(sample_key(cluster.job, plan.options)).files
    assert [json.loads(line) for line in lines(tmp_path / "results", "c000")] == [
        {"cluster": "c000", "version": version}
        | {
            name: json.loads(bench.store.get(key(cluster.job, plan.options)).files[version])
            for name, key in keys.items()
        }
        | {"sentences": drawn[f"{version}/sentences"].decode()}
        for version in ("V1", "V4")
    ]


def test_a_row_has_the_figures_of_the_record(tmp_path, parsed_corpus, compute, collect):
    plan = compute(parsed_corpus(1), versions=["V1", "V5"], sample={"keep": 4, "draws": 30})
    (cluster,) = plan.clusters
    rows = collect(tmp_path, cluster, plan)
    assert list(rows) == ["V1", "V5"]
    (tmp_path / "run.json").write_text('{"versions": ["V1", "V5"]}', "utf-8")
    run = Run(tmp_path)
    for version, row in rows.items():
        results = run["c000"][version]
        lattice, samples, statistics = results.lattice, results.samples, results.statistics
        chosen = sum(sample.chosen for sample in samples)
        figures = ("paths", "distinct", "aligned_columns", "aligned_tokens")
        assert {name: row[name] for name in RESULT_COLUMNS if name != "reason"} == {
            "cluster": "c000",
            "split": "",
            "version": version,
            "sentences": 5,
            "tokens": sum(map(len, cluster.sentences)),
            "states": lattice.states,
            "arcs": len(lattice.arcs),
            **{name: getattr(statistics, name) for name in figures},
            "draws": len(samples),
            "novel": len({sample.words for sample in samples if sample.novel}),
            "chosen": chosen,
            "shortfall": 4 - chosen,
            "status": "done",
        }


def test_a_large_cluster_gives_the_same_records_and_rows(
    tmp_path, parsed_corpus, compute, collect, monkeypatch
):
    folder = parsed_corpus(1)
    plan = compute(folder)
    whole = collect(tmp_path / "whole", plan.clusters[0], plan)
    monkeypatch.setattr(jobs, "GROUPED_SENTENCES", 4)
    plan = compute(folder)
    divided = collect(tmp_path / "divided", plan.clusters[0], plan)
    assert divided == whole
    one, other = (
        {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (tmp_path / "whole", tmp_path / "divided")
    )
    assert one == other


def test_collecting_what_is_absent_or_damaged_is_refused_and_writes_nothing(
    bench, tmp_path, parsed_corpus, compute, collect
):
    plan = compute(parsed_corpus(1))
    (cluster,) = plan.clusters
    for key in result_keys(cluster, plan):
        path = pack_path(bench.store, key)
        content = path.read_bytes()
        bench.damage(key)
        for problem in ("damaged", "absent"):
            with pytest.raises(MissingArtefactError, match=problem):
                collect(tmp_path / "run", cluster, plan)
        path.write_bytes(content)
    assert not (tmp_path / "run").exists()
    assert collect(tmp_path / "run", cluster, plan)


@pytest.mark.parametrize(
    ("key_of", "name", "text", "message"),
    [
        (sample_key, "V1", b'{}}\n{"cluster": "c000", "version": "V1", "alignment": {}', "several lines"),
        (sample_key, "V1", b'{"paths":\n[]}', "several lines"),
        (sample_key, "V1/sentences", b"\xff", "is damaged"),
        (
            chunk_key,
            "features",
            b'{"trees":\n[], "words": [], "pos": [], "iob": [], "chain": [\n]}',
            "several",
        ),
        (chunk_key, "features", b'{}\n{"cluster": "c000"}', "is damaged"),
    ],
)
def test_a_store_cannot_make_further_records(
    bench, tmp_path, parsed_corpus, compute, collect, key_of, name, text, message
):
    plan = compute(parsed_corpus(1), versions=["V1"])
    (cluster,) = plan.clusters
    key = chunk_key(cluster.job) if key_of is chunk_key else key_of(cluster.job, plan.options)
    stored = bench.store.get(key)
    others = {other: bench.store.get(other) for other in result_keys(cluster, plan)}
    pack_path(bench.store, key).unlink()
    bench.store.put_all(others | {key: Artefact(stored.value, {**stored.files, name: text})})
    with pytest.raises(MissingArtefactError, match=message):
        collect(tmp_path / "run", cluster, plan)
    assert not (tmp_path / "run").exists()


def test_lines_of_sentences_stay_within_their_record(tmp_path, parsed_corpus, compute, collect):
    plan = compute(parsed_corpus(1), versions=["V1"])
    (cluster,) = plan.clusters
    collect(tmp_path, cluster, plan)
    (line,) = lines(tmp_path / "results", "c000")
    assert json.loads(line)["sentences"].count("\n") > 1


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
