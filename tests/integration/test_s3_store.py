"""Artefacts in a bucket: a real S3 server, a real broker, and workers that share nothing else."""

import os
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
import redis

from support.waiting import eventually
from workers.broker.embedded import EmbeddedBroker
from workers.store.packs import pack_keys

SCRIPT = str(Path(sys.executable).with_name("orchestrator"))
CLUSTERS = 6


@pytest.fixture(scope="module")
def broker():
    """Run a server that the program did not start."""
    server = EmbeddedBroker()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def environment(s3, broker):
    """Return what every machine is told: the broker, and the bucket's server."""
    told = {"ORCHESTRATOR_BROKER_URL": broker.url, "ORCHESTRATOR_STORE_ENDPOINT": s3.endpoint}
    return {**os.environ, **told}


@pytest.fixture
def start_worker(environment, broker, tmp_path):
    """Start workers in a folder of their own; stop them at the end."""
    processes = []

    def start(location):
        folder = tmp_path / f"machine-{len(processes)}"
        folder.mkdir()
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                [SCRIPT, "worker", "--workers", "1", "--store", location],
                env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
            )  # fmt: skip
        processes.append(process)
        with redis.Redis.from_url(broker.url) as client:

            def listens():
                return any(entry["cmd"] == "brpop" for entry in client.client_list())

            assert eventually(lambda: process.poll() is not None or listens())
        assert process.poll() is None, (folder / "log").read_text()
        return folder / "log"

    yield start
    for process in processes:
        process.terminate()
        process.wait(timeout=60)


def run(command, environment, folder, timeout=120):
    return subprocess.run(
        [SCRIPT, *map(str, command)],
        env=environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def test_a_run_over_a_bucket_gives_the_same_files_as_one_over_a_folder(
    orchestrator, environment, s3, start_worker, parsed_corpus
):
    corpus, location = parsed_corpus(CLUSTERS), "s3://lattices/shared/store"
    done = orchestrator.run("submit", corpus, "--name", "folder", "--workers", "1")
    assert done.returncode == 0, done.stderr
    log = start_worker(location)

    flags = ["--store", location, "--store-endpoint", s3.endpoint]
    first = run(["submit", corpus, *flags], environment, orchestrator.folder)
    assert first.returncode == 0, first.stdout + first.stderr
    assert orchestrator.files() == orchestrator.files("folder")

    # The bucket has what the folder has of each cluster, under the same names.  What is stored for
    # workers in one go depends on how many there are.
    folder = orchestrator.folder / "runs/.store"
    packs = {str(path.relative_to(folder)): pack_keys(path.read_bytes()) for path in folder.glob("??/*")}
    shared = {name.removeprefix("shared/store/") for name in s3.objects("shared/store/")}
    clusters = {name for name, keys in packs.items() if len(keys) > 1}
    assert len(clusters) == CLUSTERS
    assert clusters <= shared

    # Damaged by hand: it is noticed, computed again, and the files are the same.
    client, damaged = s3.client(user="worker"), sorted(shared - {"store-id"})[::2]
    for name in damaged:
        key = {"Bucket": "lattices", "Key": f"shared/store/{name}"}
        client.put_object(**key, Body=client.get_object(**key)["Body"].read()[:-2] + b"!!")
    again = run(["submit", corpus, *flags, "--name", "again"], environment, orchestrator.folder)
    assert again.returncode == 0, again.stdout + again.stderr
    assert orchestrator.files("again") == orchestrator.files("folder")

    # What was there is used: a dry run finds nothing left to compute.
    plan = orchestrator.call("submit", corpus, *flags, "--name", "third", "--dry-run", **environment)
    assert set(re.findall(r"^ +\w+ +(\d+) .*to compute", plan.stdout, re.MULTILINE)) == {"0"}

    written = [*orchestrator.folder.glob("runs/*/run.json"), *orchestrator.folder.glob("runs/*/logs/*"), log]
    texts = [path.read_text("utf-8", "replace") for path in written]
    texts += [done.stdout + done.stderr for done in (first, again, plan)]
    for secret in s3.users["worker"].values():
        assert not any(secret in text for text in texts)


def requests_since(s3, lines):
    """Return the requests of the server's log after some lines, counted by method."""
    text = s3.log.read_text("utf-8", "replace")
    return Counter(re.findall(r'"([A-Z]+) /lattices', "\n".join(text.split("\n")[lines:])))


def test_a_cluster_is_one_request_to_write_and_a_few_to_read(orchestrator, environment, s3, parsed_corpus):
    # One machine may keep its artefacts in a bucket too.
    del environment["ORCHESTRATOR_BROKER_URL"]
    corpus, clusters = parsed_corpus(12), 12
    flags = ["--store", "s3://lattices/counted", "--workers", "1"]
    counts = []
    for more in ([], ["--name", "again"], ["--name", "seed", "--set", "sample.seed=2"]):
        lines = s3.log.read_text("utf-8", "replace").count("\n")
        done = run(["submit", corpus, *flags, *more], environment, orchestrator.folder)
        assert done.returncode == 0, done.stdout + done.stderr
        counts.append(requests_since(s3, lines))
    first, again, seed = counts
    # Beside the clusters: the store's identity, the check that it can be written, options and inputs.
    assert clusters < first["PUT"] <= clusters + 6
    assert first["GET"] <= 7 * clusters + 12
    assert again["PUT"] <= 2
    assert again["GET"] <= 3 * clusters
    # Samples alone are new.
    assert clusters < seed["PUT"] <= clusters + 6
    objects = {name.rpartition(".")[2] for name in s3.objects("counted/") if name.endswith((".0", ".1"))}
    assert objects == {"0", "1"}
    assert not (orchestrator.folder / "runs/.store").exists()


@pytest.mark.parametrize(
    ("command", "variables", "words"),
    [
        ("submit", {"ORCHESTRATOR_STORE": "s3://no-such-bucket/a"}, "has no bucket no-such-bucket"),
        ("worker", {"ORCHESTRATOR_STORE": "s3://no-such-bucket/a"}, "has no bucket no-such-bucket"),
        ("submit", {"ORCHESTRATOR_STORE": "s3://key:secret/word@lattices"}, "the store's URL cannot be read"),
        ("submit", {"ORCHESTRATOR_STORE_ENDPOINT": "http://127.0.0.1:1"}, "cannot be reached: Connection"),
        ("worker", {"ORCHESTRATOR_STORE_ENDPOINT": "127.0.0.1:1"}, "the store's endpoint cannot be read"),
        ("submit", {"AWS_SECRET_ACCESS_KEY": "secret/word"}, "refuses the secret access key"),
        ("worker", {"AWS_ACCESS_KEY_ID": "AKIAsecret"}, "does not know the access key"),
    ],
)
def test_a_store_that_cannot_be_used_is_refused_in_one_line(
    orchestrator, environment, parsed_corpus, command, variables, words
):
    words_given = [command, parsed_corpus(1)] if command == "submit" else [command]
    environment |= {"ORCHESTRATOR_STORE": "s3://lattices/a", **variables}
    done = orchestrator.call(*words_given, **environment)
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert done.stderr.count("\n") == 1
    assert words in done.stderr
    assert "secret/word" not in done.stdout + done.stderr
    assert "AKIA" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("worker",),
        ("store", "stats"),
        ("store", "clean", "--older-than", "1d"),
        ("submit", "corpus", "--dry-run"),
        ("match", "run", "event", "--workers", "2"),
    ],
    ids=" ".join,
)
def test_a_server_that_never_answers_is_refused_within_ten_seconds(orchestrator, environment, words):
    for folder in ("corpus", "event"):
        (orchestrator.folder / folder).mkdir()
        for name in ("a", "b"):
            (orchestrator.folder / folder / f"{name}.txt").write_text("Rain fell .\nIt rained .\n", "utf-8")
    if words[0] != "worker":
        del environment["ORCHESTRATOR_BROKER_URL"]
    words = [orchestrator.folder / word if word in ("corpus", "event") else word for word in words]
    with socket.create_server(("127.0.0.1", 0)) as server:
        endpoint = f"http://127.0.0.1:{server.getsockname()[1]}"
        environment |= {"ORCHESTRATOR_STORE": "s3://lattices/a", "ORCHESTRATOR_STORE_ENDPOINT": endpoint}
        started = time.monotonic()
        done = orchestrator.call(*words, **environment)
    assert done.returncode == 2
    assert time.monotonic() - started < 10
    assert done.stderr.endswith(
        f"error: cannot use the store s3://lattices/a at {endpoint}: no answer within 5 seconds\n"
    )
