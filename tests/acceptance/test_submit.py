"""`orchestrator submit`: the console script, real workers, a real server."""

import csv
import json
import signal
from collections import Counter

import pytest

from support.finished import CLUSTERS
from support.results import finished_clusters
from support.waiting import eventually

VERSIONS = ["V1", "V2", "V3", "V4", "V5"]
FILES = {
    "alignment.json",
    "lattice.json",
    "lattice.fst.txt",
    "lattice.syms",
    "lattice.dot",
    "lattice.svg",
    "samples.jsonl",
    "sentences.csv",
}


def results(folder, run="corpus"):
    with (folder / "runs" / run / "results.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_example_corpus_gives_lattices_and_samples_for_every_version(orchestrator, example_corpus):
    done = orchestrator.run("submit", example_corpus, "--workers", 2, "--versions", "paper")
    assert done.returncode == 0, done.stderr
    rows = results(orchestrator.folder)
    names = {row["cluster"] for row in rows}
    files = orchestrator.files()
    assert len(rows) == 5 * len(names)
    assert {row["status"] for row in rows} == {"done"}
    for name in names:
        for version in VERSIONS:
            assert {file for file in FILES if f"{version}/{name}/{file}" in files} == FILES
    assert f"{len(names)} of {len(names)} clusters done, 0 failed" in done.stdout
    novel = [int(row["novel"]) for row in rows if row["version"] == "V4"]
    assert any(novel), "V4 should give new sentences somewhere in the example corpus"
    assert_sentences(orchestrator, example_corpus, rows)


def counted(sentences):
    """Return the number of sentences by cluster and version."""
    return Counter((each["cluster"], each["version"]) for each in sentences)


def assert_sentences(orchestrator, corpus, rows):
    """Check the sentences of a run against the counts of its lattices and its corpus."""
    run = orchestrator.folder / "runs" / "corpus"
    with (run / "sentences.csv").open(encoding="utf-8", newline="") as file:
        sentences = list(csv.DictReader(file))
    assert counted(sentences) == {
        (row["cluster"], row["version"]): int(row["chosen"]) for row in rows if row["chosen"] != "0"
    }
    every = csv.DictReader(orchestrator.call("samples", "corpus", "--format", "csv").stdout.splitlines())
    assert counted(every) == {
        (row["cluster"], row["version"]): int(row["novel"]) for row in rows if row["novel"] != "0"
    }
    for line in (run / "originals.jsonl").read_text("utf-8").splitlines():
        given = json.loads(line)
        file = corpus / f"{given['cluster']}.txt"
        if file.exists():
            assert given["sentences"] == file.read_text("utf-8").splitlines()
    printed = orchestrator.call("samples", "corpus", "--version", "V4", "--chosen", "--format", "jsonl")
    chosen = [each["text"] for each in sentences if (each["version"], each["chosen"]) == ("V4", "yes")]
    assert [json.loads(line)["text"] for line in printed.stdout.splitlines()] == chosen


def test_every_sampled_sentence_is_a_path_and_every_chosen_one_is_novel(finished_run):
    files = finished_run.files
    for version in VERSIONS:
        for name in ("c000", "c001"):
            lattice = json.loads(files[f"{version}/{name}/lattice.json"])
            originals = json.loads(files[f"{version}/{name}/alignment.json"])["sentences"]
            arcs = {(arc["source"], arc["label"]): [] for arc in lattice["arcs"]}
            for arc in lattice["arcs"]:
                arcs[arc["source"], arc["label"]].append(arc["target"])
            lines = files[f"{version}/{name}/samples.jsonl"].decode("utf-8").splitlines()
            samples = [json.loads(line) for line in lines]
            assert len(samples) == 100
            for sample in [*samples, *({"tokens": words, "chosen": False} for words in originals)]:
                states = {lattice["start"]}
                for label in [*sample["tokens"], ""]:
                    states = {target for state in states for target in arcs.get((state, label), [])}
                assert lattice["accept"] in states
                assert not (sample["chosen"] and sample["tokens"] in originals)


def test_a_second_submit_computes_nothing_and_starts_no_process(orchestrator, finished_copy):
    before = orchestrator.files()
    stored = {path: path.stat().st_mtime_ns for path in (orchestrator.folder / "runs/.store").rglob("*")}
    (orchestrator.folder / "runs/corpus/logs/worker.log").unlink()
    again = orchestrator.run("submit", finished_copy, "--workers", 1)
    assert again.returncode == 0
    assert f"{CLUSTERS} of {CLUSTERS} clusters done" in again.stdout
    assert orchestrator.files() == before
    assert {
        path: path.stat().st_mtime_ns for path in (orchestrator.folder / "runs/.store").rglob("*")
    } == stored
    assert not (orchestrator.folder / "runs/corpus/logs/worker.log").exists()


def test_results_do_not_depend_on_the_number_of_workers_or_the_window(orchestrator, finished_run):
    many = ("--workers", 3, "--window", 2)
    assert orchestrator.run("submit", finished_run.corpus, *many).returncode == 0
    assert orchestrator.files() == finished_run.files


def test_a_dry_run_says_what_would_be_computed_and_writes_nothing(orchestrator, parsed_corpus):
    corpus = parsed_corpus(4, sentences=3)
    done = orchestrator.call("submit", corpus, "--dry-run")
    assert done.returncode == 0
    assert "4 clusters, 12 sentences" in done.stdout
    assert not (orchestrator.folder / "runs").exists()


def test_an_updated_run_computes_the_changed_cluster_alone(orchestrator, finished_run, finished_copy):
    corpus = finished_copy
    for suffix in (".txt", ".mrg"):
        lines = (corpus / "c001").with_suffix(suffix).read_text("utf-8").splitlines(keepends=True)
        (corpus / "c001").with_suffix(suffix).write_text("".join(lines[:-1]), "utf-8")
    done = orchestrator.run("submit", corpus, "--workers", 1, "--update")
    assert done.returncode == 0, done.stderr
    after = orchestrator.files()
    changed = {path for path, content in finished_run.files.items() if content != after.get(path)}
    assert changed
    tables = {"results.csv", "clusters.csv", "sentences.csv", "sentences.txt", "originals.jsonl"}
    assert all("c001" in path or path in tables for path in changed)


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_a_run_that_is_told_to_stop_ends_cleanly_and_goes_on_later(orchestrator, parsed_corpus, number):
    corpus = parsed_corpus(40)
    process = orchestrator.start("submit", corpus, "--workers", 1, "--window", 4)
    assert eventually(lambda: len(finished_clusters(orchestrator.folder / "runs/corpus")) > 3)
    process.send_signal(number)
    output, errors = process.communicate(timeout=200)
    assert process.returncode == 130, errors
    assert "the same command continues from here" in errors
    assert "of 40 clusters done" in output
    assert eventually(lambda: not orchestrator.processes())
    finished = {row["cluster"] for row in results(orchestrator.folder)}
    assert 0 < len(finished) < 40
    again = orchestrator.run("submit", corpus, "--workers", 1)
    assert again.returncode == 0, again.stderr
    assert len(results(orchestrator.folder)) == 200
