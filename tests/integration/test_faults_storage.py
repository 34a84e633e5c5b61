"""Damaged artefacts, full disks and a ledger that is no database."""

import csv
import shutil
import subprocess
import threading
from collections import Counter
from functools import partial

import pytest

from orchestrator.corpora import open_corpus
from orchestrator.runs.plan import Plan
from orchestrator.runs.store_cleaning import removable
from paralattice.run_options import Options
from support.packs import pack_path
from support.processes import pool_of, stopped
from support.waiting import eventually
from tasks.cluster.jobs import chunk_key
from workers.store import open_store
from workers.store.packs import read_pack

CLUSTERS = 24


def cut_off(content):
    """Lose the end."""
    return content[:-2]


def flip(content):
    """Change one bit in the middle, which no length tells."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def test_damaged_artefacts_are_computed_again(trial, finished_run):
    store = trial.orchestrator.folder / "damaged"
    shutil.copytree(finished_run.store, store)
    before = {path: path.read_bytes() for path in store.glob("??/*")}
    # What a cluster's task computed is one file; beside them are the options and the inputs.
    assert len(before) > CLUSTERS
    for number, (path, content) in enumerate(before.items()):
        path.write_bytes((flip if number % 2 else cut_off)(content))
    trial.submit("--store", store)
    trial.finish()
    # Inputs are stored again for those clusters alone that are computed again.
    packs = [pack for content in before.values() if len(pack := read_pack(content)) > 1]
    clusters = {key: artefact for pack in packs for key, artefact in pack.items()}
    assert len(packs) == CLUSTERS
    assert open_store(store).find_all(clusters) == clusters


class Moth:
    """Damages two packs among those that appear: after two failures a cluster is tried a third time."""

    def __init__(self, store):
        self.eaten = set()
        self._seen = set()
        self._store = store
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._eat)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()

    def _eat(self):
        while not self._stop.wait(0.005):
            self._eat_new()

    def _eat_new(self):
        for path in sorted(set(self._store.glob("??/*")) - self._seen):
            self._seen.add(path)
            if len(self._seen) in (10, 20):
                path.write_bytes(flip(path.read_bytes()))
                self.eaten.add(path)


def test_artefacts_that_are_damaged_while_the_run_is_under_way_are_computed_again(trial):
    trial.submit()
    with Moth(trial.orchestrator.folder / "runs/.store") as moth:
        trial.finish()
    assert len(moth.eaten) == 2


def test_a_store_that_is_cleaned_while_a_run_is_under_way_gives_the_same_results(trial):
    store = trial.orchestrator.folder / "runs/.store"
    # On a busy machine a run may end before the test comes to stop one of its processes; then another begins.
    for _ in range(5):
        trial.submit()
        if _cleaned_midway(trial, store):
            break
        trial.finish()
        shutil.rmtree(trial.orchestrator.folder / "runs")
    else:
        pytest.fail("five runs ended before the store was cleaned twice")
    trial.finish()


def _cleaned_midway(trial, store):
    """Clean a store twice during a run; return whether the run outlasted that."""
    removed = 0
    if not eventually(lambda: len(pool_of(trial.process)) == 2 or trial.process.poll() is not None):
        return False
    # One of two keeps its clusters to itself.
    with stopped(pool_of(trial.process)[:1]):
        for clusters in (4, 12):
            assert eventually(partial(_has_come_to, trial, clusters), 120)
            if trial.process.poll() is not None:
                return False
            opened = open_store(store)
            # As `store clean` does, without the start of a program, which outlasts the run on a busy machine.
            old = [entry.name for entry in removable(opened, 0, None)]
            opened.discard(old)
            removed += len(old)
        assert removed > 0
        return trial.process.poll() is None


def _has_come_to(trial, clusters):
    return trial.finished() >= clusters or trial.process.poll() is not None


def test_a_cluster_then_a_table_that_cannot_be_written_are_reported_and_the_rest_is_done(trial, finished_run):
    broken = trial.orchestrator.folder / "runs/.store" / _pack_of(finished_run, "c001")
    # No program can write a file where there is a folder.
    broken.mkdir(parents=True)
    trial.submit()
    assert trial.process.wait(timeout=200) == 1, trial.output
    output = trial.output
    assert "failed: c001: cluster: StoreError: cannot write " in output
    assert f"{CLUSTERS - 1} of {CLUSTERS} clusters done, 1 failed" in output
    with (trial.folder / "results.csv").open(encoding="utf-8", newline="") as file:
        status = {row["cluster"]: row["status"] for row in csv.DictReader(file)}
    assert Counter(status.values()) == {"done": CLUSTERS - 1, "failed": 1}
    assert status["c001"] == "failed"
    broken.rmdir()
    (trial.folder / "sentences.txt").unlink()
    (trial.folder / "sentences.txt").mkdir()
    trial.submit()
    assert trial.process.wait(timeout=200) != 0, trial.output
    assert "finished work is kept; run the same command again" in trial.output
    (trial.folder / "sentences.txt").rmdir()
    trial.submit()
    trial.finish()
    assert "nothing to compute" in trial.output


def _pack_of(finished_run, name):
    """Return the path of a cluster's pack within the store."""
    (entry,) = (entry for entry in open_corpus(finished_run.corpus) if entry.cluster.name == name)
    cluster = Plan(Options()).cluster(entry, str)
    return pack_path(open_store(finished_run.store), chunk_key(cluster.job)).relative_to(finished_run.store)


@pytest.fixture
def tiny_disk(tmp_path):
    """Mount a file system of 700 kB."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=700k", "tmpfs", folder], capture_output=True
    )
    if mounted.returncode:
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.decode().strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_full_disk_is_named_and_the_run_goes_on_where_there_is_room(trial, tiny_disk):
    script = trial.orchestrator
    done = script.run("submit", trial.corpus, "--workers", 2, "--runs", tiny_disk)
    assert done.returncode in (1, 2)
    assert "No space left on device" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    shutil.copytree(tiny_disk, script.folder / "runs", dirs_exist_ok=True)
    trial.submit()
    trial.finish()


def test_a_ledger_file_that_is_no_database_is_named(orchestrator, parsed_corpus):
    corpus = parsed_corpus(1)
    (orchestrator.folder / "runs/corpus").mkdir(parents=True)
    (orchestrator.folder / "runs/corpus/ledger.sqlite").write_text("this is no database but a text")
    done = orchestrator.run("submit", corpus, "--workers", 1)
    assert done.returncode == 2
    assert "not a database" in done.stderr
