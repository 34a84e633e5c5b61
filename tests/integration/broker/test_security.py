"""The broker's password lets its owner queue work and no more; nobody else learns a secret."""

import json
import os
import pickle
import re
import subprocess
import sys
import urllib.error
import urllib.request
from base64 import b64encode
from pathlib import Path

import psutil
import pytest
from celery import Celery

from paralattice.run_options import Options
from support.processes import stopped
from support.waiting import eventually
from workers.events import EventReader, connect
from workers.store import open_store

RUN = "a-run"


class Harm:
    """What a pickle of it does when it is read."""

    def __init__(self, folder):
        self.folder = folder

    def __reduce__(self):
        return os.mkdir, (str(self.folder),)


@pytest.fixture(scope="module")
def worker(place):
    """Run one worker for all tests of this file; it must live to the end, with the same processes."""
    with place.worker() as (process, log):
        before = {child.pid for child in process.children(recursive=True)}
        yield process, log
        assert before <= {child.pid for child in process.children(recursive=True)}


@pytest.fixture
def submit(place, orchestrator, parsed_corpus):
    """Run a small corpus on the place."""

    def submit(clusters=1, name="corpus"):
        return subprocess.run(
            [place.script, "submit", parsed_corpus(clusters, name=name), "--patience", "1"],
            env=place.environment(),
            cwd=orchestrator.folder,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return submit


def job(**changes):
    """Return a message about an artefact that is not there, or what the changes make of it."""
    message = {"run": RUN, "names": ["c"], "key": "c" * 64}
    message |= {"cluster": "c", "source": "a" * 64, "options": "b" * 64, "versions": ["V1"]}
    message |= {"inputs": "d" * 64, "places": []}
    return {**message, **changes}


@pytest.fixture
def reported(place, worker):
    """Return the reasons of all failed tasks once everything that was sent is dealt with."""
    place.admin.delete(f"paralattice:{RUN}:events")
    with connect(place.url) as client:
        reader = EventReader(client, RUN)
        reader.open()

        def reasons():
            return [event.error for _, event in reader.read("0-0", 0.01)]

        def reported(number):
            done = eventually(lambda: place.waiting() == 0 and len(reasons()) >= number)
            assert done, worker[1].read_text()
            return reasons()

        yield reported


def test_reading_a_pickle_runs_what_it_holds(tmp_path):
    # Or the next test would show nothing.
    pickle.loads(pickle.dumps(Harm(tmp_path / "harm")))  # noqa: S301
    assert (tmp_path / "harm").exists()


def test_messages_other_than_json_are_refused_and_the_worker_goes_on(place, reported, tmp_path):
    body = pickle.dumps(([], {"harm": Harm(tmp_path / "harm")}, {}))
    for kind in ("application/x-python-serialize", "application/json", "application/x-yaml", "text/plain"):
        place.put("parse", body, kind)
    # Celery takes this kind whatever it is told to accept.
    place.put("parse", body, "application/data")
    for content in (b"", b"5", b"[]", b"{}", b'["a", "b", "c"]', b"[[], {}]", b'[[], {"x": 1}, {}]'):
        place.put("parse", content)
    place.call("merge", **job())
    assert any("MissingArtefactError" in reason for reason in reported(1))
    assert not (tmp_path / "harm").exists()


def test_unknown_tasks_are_dropped_and_the_worker_goes_on(place, reported, tmp_path):
    for task in ("os.mkdir", "os.system", "tasks.task.emit", "workers.app.use_broker", "", 5, None):
        place.call(task, str(tmp_path / "harm"))
    place.call("merge", **job())
    assert len(reported(1)) == 1
    assert not (tmp_path / "harm").exists()


@pytest.fixture
def victim(tmp_path):
    """Make a file outside of the store which is no artefact."""
    file = tmp_path / "victim"
    file.write_text("dear to somebody", encoding="utf-8")
    return file


def test_a_key_that_leads_out_of_the_store_is_refused_at_once(place, reported, victim):
    keys = [form.format(victim) for form in ("..{}", "../{}", "{}", "ab/../../../../../../../..{}")]
    keys += ["", "A" * 64, "a" * 63, "a" * 64 + "\n"]
    for key in keys:
        place.call("chunk", **job(source=key))
        place.call("merge", **job(options=key))
        place.call("parse", run=RUN, names=["c"], key="c" * 64, inputs=key)
    for number in (5, None):
        place.call("chunk", **job(source=number))
    reasons = reported(26)
    assert len(reasons) == 26
    assert [reason for reason in reasons if "is not the key of an artefact" not in reason] == []
    assert victim.read_text(encoding="utf-8") == "dear to somebody"


def test_a_key_inside_of_an_artefact_is_checked_as_well(place, reported, victim):
    store, key = open_store(place.store), f"..{victim}"
    batch, source = "c" * 64, "a" * 64
    contents = {
        batch: {"options": key, "sentences": [["a"]], "keys": [key]},
        source: {"sentences": [["a"]], "parses": [key]},
    }
    inputs = store.put_content(contents)
    place.call("parse", run=RUN, names=["c"], key=batch, inputs=inputs)
    place.call("chunk", **job(source=source, inputs=inputs, options=store.put_content(Options().to_dict())))
    reasons = reported(2)
    assert [reason for reason in reasons if "is not the key of an artefact" not in reason] == []
    assert victim.read_text(encoding="utf-8") == "dear to somebody"


@pytest.mark.parametrize("name", ["../../evil", "/evil", "..", "nul\x00evil", "evil" * 2500])
def test_names_in_messages_create_no_files(place, reported, tmp_path, name):
    source = open_store(place.store).put_content({"sentences": [["a"]], "parses": []})
    place.call("merge", **job(cluster=name))
    place.call("merge", **job(source=source, versions=[name]))
    assert len(reported(2)) == 2
    near = [place.folder.parent, tmp_path.parent, Path("/")]
    assert not [path for folder in near for path in folder.glob("*evil*")]
    assert not list(place.folder.rglob("*evil*"))


def test_entries_in_the_stream_that_no_worker_wrote_are_passed_over(
    place, worker, orchestrator, parsed_corpus
):
    corpus = parsed_corpus(8, name="forged")
    process = subprocess.Popen(
        [place.script, "submit", corpus, "--window", "1"],
        env=place.environment(),
        cwd=orchestrator.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    stream = []
    assert eventually(lambda: stream.extend(place.admin.keys("paralattice:forged-*:events")) or stream)
    # The run may not be over before all of this is in the stream.
    with stopped(worker[0].children(recursive=True)):
        for text in ["", "5", "no JSON", '{"task": "sample"}', "[" * 5000]:
            place.admin.xadd(stream[0], {"event": text})
        forged = {"task": "sample", "names": ["../../forged-evil"], "key": "V1", "notes": []}
        changes = [
            {},
            {"task": "judge"},
            {"names": []},
            {"progress": [["parse", "b", 10**30]]},
            {"notes": ["\ud800"]},
            {"x": 1},
        ]
        for change in changes:
            place.admin.xadd(stream[0], {"event": json.dumps({**forged, **change})})
        place.admin.xadd(stream[0], {"another": "field"})
        assert process.poll() is None, "the run must read what was forged"
    output, _ = process.communicate(timeout=200)
    assert process.returncode == 0, output
    assert "8 of 8 clusters done, 0 failed" in output
    assert not [path for path in orchestrator.folder.parent.rglob("*") if "forged-evil" in path.name]


def test_no_secret_is_in_a_command_line_a_log_or_a_workers_answer(place, worker):
    process, log = worker
    commands = [" ".join(each.cmdline()) for each in [process, *process.children(recursive=True)]]
    assert any("workers.main" in command for command in commands)
    # An application of its own, whose connections end with it.
    with Celery(broker=place.url_of("flower")) as asking:
        inspect = asking.control.inspect(timeout=60, limit=1)
        answers = json.dumps(
            [inspect.conf(with_defaults=True), inspect.stats(), inspect.active()], default=str
        )
    assert "accept_content" in answers
    for secret in (place.password, place.quoted):
        assert secret not in answers
        assert secret not in log.read_text(encoding="utf-8")
        assert not any(secret in command for command in commands)


@pytest.mark.usefixtures("worker")
def test_a_run_that_is_recorded_knows_no_secret(place, submit, orchestrator):
    done = submit(name="kept")
    assert done.returncode == 0, done.stdout
    files = [path for path in orchestrator.folder.rglob("*") if path.is_file()]
    assert any(path.name == "run.json" for path in files)
    for secret in (place.password, place.quoted):
        assert secret not in done.stdout + done.stderr
        assert [path for path in files if secret.encode() in path.read_bytes()] == []


def test_a_server_that_goes_away_leaves_no_secret_in_the_log_of_a_worker(tmp_path, place):
    other = type(place)(tmp_path)
    try:
        with other.worker() as (_, log):
            other.server._process.stop(grace=0)
            assert eventually(lambda: "Cannot connect to" in log.read_text(encoding="utf-8"))
            text = log.read_text(encoding="utf-8")
    finally:
        other.close()
    for secret in (place.password, place.quoted):
        assert secret not in text


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="there is no /proc here")
def test_the_embedded_server_and_its_guard_tell_their_password_to_nobody_else(orchestrator, parsed_corpus):
    process = orchestrator.start("submit", parsed_corpus(1, name="private"), "--workers", "1")
    assert eventually(lambda: orchestrator.processes("-m workers.main"))
    family = psutil.Process(process.pid).children(recursive=True)
    (config,) = {Path(word) for child in family for word in child.cmdline() if word.endswith("server.conf")}
    password = re.search(r"^requirepass (\S+)$", config.read_text(encoding="utf-8"), re.MULTILINE)[1]
    assert config.stat().st_mode & 0o777 == 0o600
    assert config.parent.stat().st_mode & 0o777 == 0o700
    assert not any(password in " ".join(child.cmdline()) for child in family)
    for child in family:
        environment = Path(f"/proc/{child.pid}/environ")
        assert environment.stat().st_mode & 0o077 == 0
        worker = "workers.main" in " ".join(child.cmdline())
        assert (password.encode() in environment.read_bytes()) == worker
    output, errors = process.communicate(timeout=200)
    assert process.returncode == 0, errors
    files = [path for path in orchestrator.folder.rglob("*") if path.is_file()]
    assert not [path for path in files if password.encode() in path.read_bytes()]
    assert password not in output + errors
    assert not config.parent.exists()


def page(url, password):
    request = urllib.request.Request(url)  # noqa: S310 - of this test's own server
    request.add_header("Authorization", "Basic " + b64encode(password.encode()).decode())
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return f"{error.code} {error.read().decode()}"
    except OSError:
        return ""


@pytest.mark.usefixtures("worker")
def test_flower_shows_no_password_on_any_page(place, free_port):
    words = [str(Path(sys.executable).with_name("celery")), "-A", "workers.app", "flower"]
    log = place.folder / "flower.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*words, "--address=127.0.0.1", f"--port={free_port}"],
            env=place.environment(words, FLOWER_BASIC_AUTH="u:fl0wer", FLOWER_UNAUTHENTICATED_API="true"),
            cwd=place.folder,
            stdout=output,
            stderr=output,
        )
    try:
        root = f"http://127.0.0.1:{free_port}"
        assert eventually(lambda: "worker-" in page(f"{root}/api/workers?refresh=1", "u:fl0wer"))
        name = next(iter(json.loads(page(f"{root}/api/workers", "u:fl0wer"))))
        paths = [
            "workers",
            f"worker/{name}",
            "broker",
            "tasks",
            "api/workers",
            "api/queues/length",
            "metrics",
            "workers?json=1",
        ]
        pages = {path: page(f"{root}/{path}", "u:fl0wer") for path in paths}
        assert place.queue in pages[f"worker/{name}"]
        command = " ".join(psutil.Process(process.pid).cmdline())
    finally:
        process.terminate()
        process.wait(timeout=90)
    for secret in (place.password, place.quoted, "fl0wer"):
        assert [path for path, text in pages.items() if secret in text] == []
        assert secret not in log.read_text(encoding="utf-8")
        assert secret not in command
