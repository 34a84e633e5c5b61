"""What a worker of a shared server prints, and how a run names the worker and the log of a failure."""

import os
import re
import socket

import pytest

from support.corpora import write_corpus
from support.paths import SUPPORT
from support.shared_server import SCRIPT
from support.waiting import eventually

POISON = SUPPORT / "poison"
# The first fails in the process that computes, the second kills it.
POISONED = {"c001": ("hoard", "OutOfMemoryError"), "c003": ("quicksand", "segmentation fault")}


def spoil(corpus, name, word):
    """Put a poisonous word into a cluster."""
    for path in corpus.glob(f"{name}.*"):
        text = path.read_text("utf-8")
        path.write_text(re.sub(r"\b(slowly|later|twice)\b", word, text, count=1), "utf-8")


@pytest.fixture
def poisoned_worker(place, tmp_path):
    """Run a worker in which some words do harm; yield its process and log."""
    (tmp_path / "doses").mkdir()
    path = os.pathsep.join(filter(None, [str(POISON), os.environ.get("PYTHONPATH")]))
    environment = {"PYTHONPATH": path, "POISON_FOLDER": str(tmp_path / "doses"), "POISON_GROUP": ""}
    environment["ORCHESTRATOR_TASK_TIME_LIMIT"] = "25"
    with place.workers(((SCRIPT, "worker", "--workers", "1"), environment)) as (worker,):
        yield worker


def test_a_failure_names_the_worker_and_its_log_which_names_the_cluster(place, poisoned_worker, tmp_path):
    corpus = write_corpus(tmp_path / "corpus", 5)
    for name, (word, _) in POISONED.items():
        spoil(corpus, name, word)
    _, log = poisoned_worker
    process, output = place.start([SCRIPT, "submit", corpus, "--runs", tmp_path / "runs"], COLUMNS="300")
    assert process.wait(200) == 1, output.read_text()
    process, status = place.start([SCRIPT, "status", "corpus", "--runs", tmp_path / "runs"], COLUMNS="300")
    assert process.wait(60) == 1, status.read_text()
    origin = rf"\(worker-\d+@{socket.gethostname()}, log: {log}\)"
    for name, (_, reason) in POISONED.items():
        failed = rf"failed: {name}: build: .*{reason}.* {origin}"
        assert re.search(failed, output.read_text())
        assert re.search(failed, status.read_text())
        assert re.search(rf"\b{name} failed: build: .*{reason}", log.read_text())


@pytest.mark.usefixtures("poisoned_worker")
def test_a_run_without_news_says_what_is_computed_where_and_since_when(place, tmp_path):
    corpus = write_corpus(tmp_path / "corpus", 1)
    spoil(corpus, "c000", "standstill")
    process, output = place.start([SCRIPT, "submit", corpus, "--runs", tmp_path / "runs"], COLUMNS="300")
    task = rf"build of c000 on worker-\d+@{socket.gethostname()} for \d+ s\n"
    assert eventually(lambda: re.search(rf"  nothing new for \d\d s: {task}", output.read_text()))
    asked, status = place.start([SCRIPT, "status", "corpus", "--runs", tmp_path / "runs"], COLUMNS="300")
    assert asked.wait(60) == 0
    assert re.search(f"no event of c000 for .*: {task}", status.read_text())
    assert re.search(f"oldest task: {task}", status.read_text())
    process.terminate()
    assert process.wait(60) == 130


def test_a_worker_greets_with_its_server_its_store_and_that_it_is_ready(place):
    with place.worker() as (_, log):
        assert eventually(lambda: " is ready" in log.read_text())
        greeting, ready = log.read_text().splitlines()
    assert re.fullmatch(r"worker of version \S+ with 1 processes on redis://\S+, store \S+; .*", greeting)
    assert re.fullmatch(rf"worker-\d+@{socket.gethostname()} is ready", ready)
