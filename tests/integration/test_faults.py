"""Real server and real workers, killed and damaged midway: nothing is lost, nothing differs."""

import csv
import os
import shutil
import signal
import subprocess

import pytest

from paraphrase.options import Options
from tasks.jobs import Job, build_key
from workers.store import open_store

CLUSTERS = 24


def finished(orchestrator, run="corpus"):
    folder = orchestrator.folder / "runs" / run / "V5"
    return len(list(folder.glob("*/samples.jsonl"))) if folder.exists() else 0


@pytest.fixture
def undisturbed(orchestrator, parsed_corpus):
    """Run a corpus in peace and return it with its files."""
    corpus = parsed_corpus(CLUSTERS)
    done = orchestrator.run("submit", corpus, "--workers", 2, "--name", "peace", "--store", "peaceful")
    assert done.returncode == 0, done.stderr
    return corpus, orchestrator.files("peace")


def start_and_wait(orchestrator, eventually, corpus, reached=3):
    process = orchestrator.start("submit", corpus, "--workers", 2, "--window", 4)
    assert eventually(lambda: finished(orchestrator) >= reached, 120)
    return process


def finish(process):
    output, errors = process.communicate(timeout=200)
    assert process.returncode == 0, (output, errors)
    return output


def test_an_orchestrator_that_is_killed_leaves_no_process_and_the_run_goes_on(
    orchestrator, undisturbed, eventually
):
    corpus, expected = undisturbed
    process = start_and_wait(orchestrator, eventually, corpus)
    children = _descendants(process.pid)
    assert any("valkey-server" in child.name() for child in children)
    process.kill()
    process.communicate()
    assert eventually(lambda: not any(child.is_running() for child in children))
    assert finished(orchestrator) < CLUSTERS
    again = orchestrator.run("submit", corpus, "--workers", 2)
    assert again.returncode == 0, again.stderr
    assert orchestrator.files() == expected


def test_a_killed_server_is_started_again_and_the_run_completes(orchestrator, undisturbed, eventually):
    corpus, expected = undisturbed
    process = start_and_wait(orchestrator, eventually, corpus)
    servers = [
        child for child in _descendants(process.pid) if "valkey-server" in " ".join(child.cmdline()[:1])
    ]
    assert len(servers) == 1
    servers[0].send_signal(signal.SIGKILL)
    assert "was started again" in finish(process)
    assert orchestrator.files() == expected


def test_a_killed_worker_is_started_again_and_the_run_completes(orchestrator, undisturbed, eventually):
    corpus, expected = undisturbed
    process = start_and_wait(orchestrator, eventually, corpus)
    workers = [
        child
        for child in orchestrator.processes("workers.main")
        if "guard.sh" not in " ".join(child.cmdline())
    ]
    main = min(workers, key=lambda child: child.create_time())
    main.send_signal(signal.SIGKILL)
    assert "was started again" in finish(process)
    assert orchestrator.files() == expected


def test_a_killed_child_of_a_worker_costs_nothing(orchestrator, undisturbed, eventually):
    corpus, expected = undisturbed
    process = start_and_wait(orchestrator, eventually, corpus)
    workers = [
        child
        for child in orchestrator.processes("workers.main")
        if "guard.sh" not in " ".join(child.cmdline())
    ]
    child = max(workers, key=lambda worker: worker.create_time())
    child.send_signal(signal.SIGKILL)
    finish(process)
    assert orchestrator.files() == expected


def test_damaged_artefacts_are_computed_again(orchestrator, undisturbed):
    corpus, expected = undisturbed
    for path in sorted((orchestrator.folder / "peaceful").glob("??/*")):
        path.write_bytes(path.read_bytes()[:-2])
    done = orchestrator.run("submit", corpus, "--workers", 2, "--store", "peaceful")
    assert done.returncode == 0, done.stderr
    assert orchestrator.files() == expected


def test_a_cluster_that_cannot_be_computed_is_reported_and_the_others_finish(orchestrator, parsed_corpus):
    corpus = parsed_corpus(3)
    assert orchestrator.run("submit", corpus, "--workers", 1, "--name", "peace").returncode == 0
    store = open_store(orchestrator.folder / "runs/.store")
    broken = _key_of(store, orchestrator, "c001")
    store.path(broken).unlink()
    store.path(broken).mkdir()
    done = orchestrator.run("submit", corpus, "--workers", 1, "--name", "poisoned")
    assert done.returncode == 1, (done.stdout, done.stderr)
    assert "failed: c001: " in done.stdout
    assert "2 of 3 clusters done, 1 failed" in done.stdout
    with (orchestrator.folder / "runs/poisoned/results.csv").open(encoding="utf-8", newline="") as file:
        status = {row["cluster"]: row["status"] for row in csv.DictReader(file)}
    assert status == {"c000": "done", "c001": "failed", "c002": "done"}
    store.path(broken).rmdir()
    assert orchestrator.run("submit", corpus, "--workers", 1, "--name", "poisoned").returncode == 0


def test_a_second_submit_of_a_run_that_is_under_way_is_refused(orchestrator, parsed_corpus, eventually):
    corpus = parsed_corpus(CLUSTERS)
    process = start_and_wait(orchestrator, eventually, corpus, reached=1)
    second = orchestrator.run("submit", corpus, "--workers", 1)
    assert second.returncode == 2
    assert f"process {process.pid}" in second.stderr
    finish(process)


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


def test_a_full_disk_is_named_and_the_run_goes_on_where_there_is_room(orchestrator, undisturbed, tiny_disk):
    corpus, expected = undisturbed
    done = orchestrator.run("submit", corpus, "--workers", 2, "--runs", tiny_disk)
    assert done.returncode in (1, 2)
    assert "No space left on device" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    shutil.copytree(tiny_disk, orchestrator.folder / "runs", dirs_exist_ok=True)
    again = orchestrator.run("submit", corpus, "--workers", 2)
    assert again.returncode == 0, again.stderr
    assert orchestrator.files() == expected


def test_a_ledger_that_is_none_is_named(orchestrator, parsed_corpus):
    corpus = parsed_corpus(1)
    (orchestrator.folder / "runs/corpus").mkdir(parents=True)
    (orchestrator.folder / "runs/corpus/ledger.sqlite").write_text("this is no database but a text")
    done = orchestrator.run("submit", corpus, "--workers", 1)
    assert done.returncode == 2
    assert "not a database" in done.stderr


def _descendants(pid):
    import psutil

    return psutil.Process(pid).children(recursive=True)


def _key_of(store, orchestrator, name):
    """Return the key of a cluster's lattices, found by the content of the store."""
    wanted = [
        line.split()
        for line in (orchestrator.folder / "corpus" / f"{name}.txt").read_text("utf-8").splitlines()
    ]
    for path in store.root.glob("??/*"):
        value = store.get(path.parent.name + path.name).value
        if isinstance(value, dict) and value.get("sentences") == wanted and "trees" in value:
            job = Job("", name, path.parent.name + path.name, "", tuple(Options().versions))
            return build_key(job, Options())
    raise AssertionError(os.fspath(store.root))
