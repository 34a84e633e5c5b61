"""Runs are shown, followed, cancelled and retried from another shell."""

import json
import os
import shutil
import signal
import subprocess

import psutil
import pytest

from orchestrator.runs.plan import Plan
from paralattice.run_options import Options
from support.bench import BROKEN_FEATURES
from support.packs import pack_path
from support.processes import pool_of, stopped
from support.results import finished_clusters
from support.waiting import eventually
from tasks.cluster.jobs import chunk_key
from workers.store import open_store

# Enough clusters for the run to go on while other commands start.
MANY = 100


@pytest.fixture
def begun(orchestrator, parsed_corpus):
    """Start a run of many clusters in the background and wait until some are done."""
    process = orchestrator.start("submit", parsed_corpus(MANY, 2), "--workers", 1, "--window", 2)
    assert eventually(lambda: len(finished_clusters(orchestrator.folder / "runs/corpus")) > 2)
    yield process
    process.kill()
    process.communicate()


def status(orchestrator, *arguments):
    done = orchestrator.call("status", "--json", *arguments)
    return json.loads(done.stdout) if done.stdout else {"clusters": {}}


def test_a_run_is_shown_and_cancelled_from_another_shell_and_the_same_submit_goes_on(
    orchestrator, begun, tmp_path
):
    # On a busy machine the run would be over before the request.
    with stopped(pool_of(begun)):
        found = status(orchestrator, "corpus")
        assert (found["name"], found["state"], found["process"]) == ("corpus", "running", begun.pid)
        counts = found["clusters"]
        assert counts["total"] == MANY
        assert counts["done"] + counts["failed"] + counts["flying"] + counts["waiting"] == MANY
        assert counts["flying"] <= 2
        chunk = found["stages"]["chunk"]
        assert (chunk["total"], chunk["done"] >= 5 * counts["done"], chunk["failed"]) == (5 * MANY, True, 0)
        assert eventually(lambda: status(orchestrator)["workers"] == 1)
        shown = orchestrator.run("status")
        cancelled = orchestrator.run("cancel", "corpus")
    assert shown.returncode == 0
    assert f"of {MANY} clusters done" in shown.stdout
    assert "1 worker processes" in shown.stdout
    assert (cancelled.returncode, cancelled.stdout) == (0, "run corpus is cancelled\n")
    _, errors = begun.communicate(timeout=200)
    assert begun.returncode == 130
    assert "cancelled; the same command continues from here" in errors
    assert orchestrator.call("status").returncode == 3
    assert orchestrator.call("cancel", "corpus").stdout == "run corpus is not running: it is cancelled\n"
    done = orchestrator.run("submit", tmp_path / "corpus", "--workers", 2)
    assert f"{MANY} of {MANY} clusters done" in done.stdout
    assert orchestrator.call("status").returncode == 0


def test_a_request_that_came_too_late_does_not_end_the_next_submit(orchestrator, parsed_corpus):
    corpus = parsed_corpus(8, 2)
    folder = orchestrator.folder / "runs/corpus"
    folder.mkdir(parents=True)
    (folder / "cancel").touch()
    done = orchestrator.run("submit", corpus, "--workers", 1)
    assert "8 of 8 clusters done" in done.stdout, done.stdout
    assert not (folder / "cancel").exists()


def test_a_run_whose_process_was_killed_is_lost_and_not_running(orchestrator, begun):
    begun.kill()
    begun.communicate()
    assert status(orchestrator)["state"] == "lost"
    assert "lost" in orchestrator.call("runs").stdout


def test_a_detached_run_goes_on_without_its_shell_and_can_be_watched(orchestrator, parsed_corpus):
    corpus = parsed_corpus(12)
    # A session of its own that is hung up, as a terminal that is closed.
    shell = subprocess.Popen(
        ["sh", "-c", f"{orchestrator.script} submit {corpus} --workers 1 --detach; kill -HUP 0"],
        cwd=orchestrator.folder,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    output, _ = shell.communicate(timeout=200)
    assert "run corpus continues as process" in output
    watched = orchestrator.run("watch", "corpus")
    assert watched.returncode == 0, watched.stderr
    assert watched.stdout.splitlines()[-1] == "done: 12 of 12 clusters done, 0 failed"
    log = orchestrator.folder / "runs/corpus/logs/submit.log"
    assert eventually(lambda: "12 of 12 clusters done" in log.read_text("utf-8"))
    listed = orchestrator.call("runs").stdout.splitlines()
    assert [line.split()[:5] for line in listed[1:]] == [["corpus", "done", "12", "12", "0"]]


def test_bad_input_is_reported_before_a_run_is_detached(orchestrator, tmp_path):
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus/a.txt").write_text("\n", encoding="utf-8")
    done = orchestrator.run("submit", tmp_path / "corpus", "--detach")
    assert (done.returncode, "a.txt" in done.stderr) == (2, True)
    assert not (orchestrator.folder / "runs").exists()


def test_a_detached_run_is_held_by_its_background_process(orchestrator, parsed_corpus):
    corpus = parsed_corpus(MANY, 2)
    started = orchestrator.run("submit", corpus, "--workers", 1, "--window", 4, "--detach")
    process = int(started.stdout.split("process ")[1].split(";")[0])
    background = psutil.Process(process)
    assert eventually(lambda: pool_of(background))
    with stopped(pool_of(background)):
        second = orchestrator.run("submit", corpus, "--workers", 1)
        assert (second.returncode, f"is being worked on by process {process}" in second.stderr) == (2, True)
        os.kill(process, signal.SIGINT)
    # On a busy machine the run may be at its end before it has seen the signal.
    assert orchestrator.run("watch").returncode in (0, 3)


def test_failed_clusters_are_retried_alone_and_without_their_corpus(orchestrator, parsed_corpus):
    corpus = parsed_corpus(3)
    assert orchestrator.call("submit", corpus, "--workers", 1, "--dry-run").returncode == 0
    key = features_of_second(corpus)
    store = open_store(orchestrator.folder / "runs/.store")
    store.put(key, BROKEN_FEATURES)
    assert orchestrator.run("submit", corpus, "--workers", 1).returncode == 1
    found = status(orchestrator)
    assert (found["state"], sum(stage["failed"] for stage in found["stages"].values())) == ("failed", 1)
    assert orchestrator.call("status").returncode == 1
    pack_path(store, key).unlink()
    shutil.rmtree(corpus)
    again = orchestrator.run("retry", "corpus", "--workers", 1)
    assert again.returncode == 0, again.stderr
    assert "retrying 1 clusters" in again.stdout
    assert "3 of 3 clusters done, 0 failed" in again.stdout
    assert orchestrator.call("retry", "corpus").stdout == "no cluster of run corpus has failed\n"


def features_of_second(corpus):
    """Return the key of the features of the corpus's second cluster."""
    from orchestrator.corpora import open_corpus

    _, second, _ = open_corpus(corpus)
    cluster = Plan(Options()).cluster(second, str)
    return chunk_key(cluster.job)


@pytest.mark.parametrize("command", ["status", "watch", "cancel", "retry"])
def test_an_unknown_run_is_named_with_the_known_ones(orchestrator, finished_run, command):
    done = orchestrator.call(command, "elsewhere", "--runs", finished_run.folder / "runs")
    assert done.returncode == 2
    assert done.stderr.startswith("error: there is no run 'elsewhere'; the runs in ")
    assert done.stderr.endswith("runs: corpus\n")


def test_a_folder_without_runs_has_nothing_to_show(orchestrator):
    assert orchestrator.call("runs").stdout == "no run in runs\n"
    assert orchestrator.call("status").stderr == "error: no run in runs\n"
