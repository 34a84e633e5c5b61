"""Two checkouts at one server and store: each run is computed by the code that submitted it."""

import hashlib
import json
import os
import re
import subprocess
import sys

import pytest

from paralattice.adapters.interface import CHART
from paralattice.adapters.parser_files import MODELS
from support.checkouts import NO_SENTENCES, changed_checkout
from support.paths import ROOT
from support.shared_server import SCRIPT, SharedServer
from support.waiting import eventually

CLUSTERS = 6
WORKER = (SCRIPT, "worker", "--workers", "1")


@pytest.fixture
def site(tmp_path):
    """Run a server with a store; at the end the processes that a test started are stopped."""
    site = SharedServer(tmp_path)
    site.processes = []

    def start(*command, **changes):
        process, log = site.start(list(map(str, command)), **changes)
        site.processes.append(process)
        return process, log

    site.run = start
    yield site
    for process in site.processes:
        process.terminate()
    for process in site.processes:
        process.wait(timeout=60)
    site.close()


@pytest.fixture
def broken(tmp_path):
    """Return the variables of a checkout whose stage ``sample`` writes no sentences."""
    return changed_checkout(tmp_path / "changed", *NO_SENTENCES)


def ended(process, log, code=0):
    assert process.wait(timeout=120) == code, log.read_text("utf-8")
    return log.read_text("utf-8")


def examined(site):
    """Return what doctor says."""
    return ended(*site.run(SCRIPT, "doctor"))


def listening(site, *command, **changes):
    """Start a worker and wait until it listens."""
    before = site.connections()
    worker = site.run(*command, **changes)
    assert site.wait_for_workers(before), worker[1].read_text()
    return worker


def record_of(site, run):
    return json.loads((site.folder / "runs" / run / "run.json").read_text("utf-8"))


def sentences_of(site, run):
    return (site.folder / "runs" / run / "sentences.csv").read_text("utf-8").splitlines()


def test_a_worker_of_other_code_waits_and_each_run_gets_its_own_results(site, broken, parsed_corpus):
    corpus = parsed_corpus(CLUSTERS)
    listening(site, *WORKER, **broken)
    submit = (SCRIPT, "submit", corpus, "--versions", "V1")
    process, log = site.run(*submit, "--name", "right")
    told = r"cannot take part: 1 worker with other code, [0-9a-f]{12} \(worker-"
    assert eventually(lambda: re.search(told, log.read_text("utf-8")))
    status = [SCRIPT, "status", "right", "--json"]
    shown = json.loads(subprocess.run(status, cwd=site.folder, capture_output=True, check=True).stdout)
    assert (shown["state"], shown["clusters"]["done"]) == ("running", 0)
    assert shown["code"] == record_of(site, "right")["signature"]["code"]
    # Side by side, each does its own runs.
    listening(site, *WORKER)
    assert f"{CLUSTERS} of {CLUSTERS} clusters done, 0 failed" in ended(process, log)
    assert len(sentences_of(site, "right")) > CLUSTERS
    ended(*site.run(*submit, "--name", "wrong", **broken))
    assert len(sentences_of(site, "wrong")) == 1
    # What the other code stored is not taken for ours.
    again = ended(*site.run(*submit, "--name", "again"))
    assert "nothing to compute" in again
    assert sentences_of(site, "again") == sentences_of(site, "right")


def test_a_run_of_other_code_says_what_changed_and_is_computed_again_on_request(site, broken, parsed_corpus):
    submit = (
        SCRIPT,
        "submit",
        parsed_corpus(CLUSTERS),
        "--versions",
        "V1",
        "--name",
        "run",
        "--workers",
        "2",
    )
    here = {"ORCHESTRATOR_BROKER_URL": "", "ORCHESTRATOR_STORE": str(site.folder / "own")}
    ended(*site.run(*submit, **here, **broken))
    before = record_of(site, "run")
    refused = ended(*site.run(*submit, **here), code=2)
    assert "run 'run' was started with other code:\n  code.sample: " in refused
    assert f"to compute: sample {CLUSTERS}\n" in refused
    assert "--update" in refused
    assert record_of(site, "run") == before
    updated = ended(*site.run(*submit, "--update", **here))
    assert f"{CLUSTERS} of {CLUSTERS} clusters done, 0 failed" in updated
    assert len(sentences_of(site, "run")) > CLUSTERS
    after = record_of(site, "run")["signature"]["code"]
    old = before["signature"]["code"]
    assert {name for name in after if after[name] != old[name]} == {"sample"}


def hidden_folders():
    """Return whether this user can hide a folder from a process."""
    return subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not hidden_folders(), reason="needs the right to make mount namespaces")
def test_a_worker_without_the_parser_takes_nothing_and_fails_nothing(site):
    parser = site.folder / "parser"
    parser.mkdir()
    weights = MODELS / "en_gum.weights"
    os.link(weights, parser / "own.weights")
    digest = hashlib.sha256(weights.read_bytes()).hexdigest()
    description = {"files": {CHART: "own.weights"}, "sha256": {"own.weights": digest}}
    (parser / "model.json").write_text(json.dumps(description), "utf-8")
    corpus = site.folder / "corpus"
    corpus.mkdir()
    for name in ("ferry", "barge"):
        (corpus / f"{name}.txt").write_text(f"The {name} sank.\nA small {name} sank.\n", "utf-8")
    hide = f'mount -t tmpfs none {parser} && exec "$0" "$@"'
    lacking, _ = listening(site, "unshare", "-rm", "sh", "-c", hide, *WORKER)
    flags = ("--versions", "V1", "--set", f"parse.parser={parser}", "--name", "run")
    process, log = site.run(SCRIPT, "submit", corpus, *flags)
    told = rf"cannot take part: 1 worker without the parser {parser}: .* \(worker-"
    assert eventually(lambda: re.search(told, log.read_text("utf-8"))), log.read_text("utf-8")
    assert f"this code with the parser {parser} listens on" in log.read_text("utf-8")
    # The run publishes what it knows every two seconds.
    assert eventually(lambda: re.search(rf"runs: run, on \S+, waits for workers; {told}", examined(site)))
    listening(site, *WORKER)
    assert "2 of 2 clusters done, 0 failed" in ended(process, log)
    assert lacking.poll() is None


def test_a_worker_whose_files_changed_ends_with_the_reason(site, broken):
    command = (sys.executable, "-P", "-m", "workers.main", "1")
    own = {"ORCHESTRATOR_QUEUE": site.queue}
    output = ended(*site.run(*command, **own, **broken), code=78)
    assert output == "the files of this program changed: start what you started again\n"
    assert str(ROOT) not in output
