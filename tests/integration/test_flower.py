"""Flower beside real runs: its pages show and keep the tasks, and never a password."""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from base64 import b64encode
from pathlib import Path
from urllib.parse import quote

import psutil
import pytest
import redis
from celery import Celery

from support.ports import reserved_port
from support.processes import stopped, workers_of
from support.shared_server import grant
from support.waiting import eventually
from workers.broker.embedded import EmbeddedBroker

TASKS = {"parse", "cluster", "chunk", "align", "merge", "build", "sample"}
BROKER_SECRET = "br0ker/s3cret"  # noqa: S105


class FlowerPage:
    """Flower's pages as a browser with a password sees them."""

    def __init__(self, port, password):
        self.root = f"http://127.0.0.1:{port}"
        self.password = password

    def fetch(self, path, login=None, **options):
        """Return status and text; status 0 where nobody listens."""
        request = urllib.request.Request(f"{self.root}/{path}", **options)  # noqa: S310
        login = login if login is not None else f"paralattice:{self.password}"
        request.add_header("Authorization", f"Basic {b64encode(login.encode()).decode()}")
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()
        except OSError:
            return 0, ""

    def tasks(self):
        """Return a set of (name, cluster) of the tasks that are shown, and their arguments."""
        status, text = self.fetch("api/tasks?limit=500")
        shown = json.loads(text).values() if status == 200 else []
        arguments = [task["args"] for task in shown]
        assert None not in arguments
        return {
            (task["name"], cluster)
            for task in shown
            for cluster in re.search(r"cluster=(\S+)", task["args"])[1].split(",")
        }, arguments

    def everything(self):
        """Return the text of all pages that tell of broker, workers and tasks."""
        workers = list(json.loads(self.fetch("api/workers")[1]))
        table = "tasks/datatable?draw=1&start=0&length=100&order[0][column]=0&columns[0][data]=name"
        paths = ["", "workers", "workers?json=1", "tasks", table, "broker", "api/workers", "metrics"]
        paths += ["api/tasks", "api/task/types", "api/queues/length"]
        paths += [f"worker/{quote(worker)}" for worker in workers]
        answers = {path: self.fetch(path) for path in paths}
        assert {status for status, _ in answers.values()} == {200}, answers
        return workers, "".join(text for _, text in answers.values())


def command_lines():
    lines = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            lines.append(" ".join(process.cmdline()))
    return "\n".join(lines)


def files_with(root, *secrets):
    """Return the names of the files that hold one of the secrets."""
    return {
        path.name
        for path in root.rglob("*")
        if path.is_file() and any(secret.encode() in path.read_bytes() for secret in secrets)
    }


@pytest.fixture(autouse=True)
def data(orchestrator, monkeypatch):
    """Keep the user's data in the test's folder; return the folder of Flower's."""
    monkeypatch.setenv("XDG_DATA_HOME", str(orchestrator.folder / "data"))
    return orchestrator.folder / "data/paralattice/flower"


@pytest.fixture
def corpus(parsed_corpus):
    """Make a corpus of which one cluster has to be parsed: meanwhile the others are done."""
    folder = parsed_corpus(4)
    (folder / "c003.mrg").unlink()
    return folder


@pytest.fixture
def started(orchestrator):
    """Start commands that are killed at the end of the test at the latest."""
    processes = []

    def start(*arguments, **variables):
        with (orchestrator.folder / f"output-{len(processes)}").open("wb") as output:
            process = subprocess.Popen(
                [orchestrator.script, *map(str, arguments)],
                cwd=orchestrator.folder,
                env={**os.environ, **variables},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        process.output = orchestrator.folder / f"output-{len(processes)}"
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.wait()


def test_flower_shows_and_keeps_a_local_run_without_its_secrets(
    orchestrator, started, data, corpus, free_port
):
    run = started("submit", corpus, "--workers", 2, "--flower-port", free_port)
    runs = orchestrator.folder / "runs"
    assert eventually(lambda: "Flower: http" in run.output.read_text()), run.output.read_text()
    (kept,) = data.glob("runs-*/password")
    assert (kept.stat().st_mode & 0o777, kept.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    page = FlowerPage(free_port, kept.read_text().strip())

    url_file = Path((runs / "corpus/logs/server").read_text().strip())
    url = url_file.read_text()
    broker_password = re.fullmatch(r"redis://:(.+)@127\.0\.0\.1:\d+/0\n", url)[1]
    assert url_file.stat().st_mode & 0o777 == 0o600

    wanted = {("parse", "c003"), *((task, "c000") for task in TASKS - {"parse"})}
    assert eventually(lambda: page.tasks()[0] >= wanted), page.tasks()
    arguments = page.tasks()[1]
    whole = r"run=corpus-\w{8} cluster=c00\d (version=V1,V2,V3,V4,V5|sentences=\d+)"
    assert all(re.fullmatch(whole, text) for text in arguments)
    assert "max-width: none" in page.fetch("static/css/flower.css?v=1")[1], "arguments are not cut off"

    _, text = page.everything()
    commands = command_lines()
    for secret in (broker_password, page.password):
        assert secret not in text
        assert secret not in commands
    assert page.fetch("tasks", login="paralattice:wrong")[0] == page.fetch("api/tasks", login="")[0] == 401

    assert run.wait(200) == 0, run.output.read_text()
    assert page.fetch("healthcheck")[0] == 0
    assert f"password in {kept}" in run.output.read_text()
    assert files_with(orchestrator.folder, broker_password, page.password) == {"password"}
    assert not url_file.exists()
    assert not (runs / "corpus/logs/server").exists()

    again = started("flower", "--port", free_port)
    everything = {(task, f"c00{number}") for task in TASKS for number in range(4)}
    everything -= {("parse", f"c00{number}") for number in range(3)}
    assert eventually(lambda: page.fetch("healthcheck")[0] == 200), again.output.read_text()
    assert page.tasks()[0] == everything
    assert "no run is under way: showing earlier tasks" in again.output.read_text()

    with reserved_port() as port:
        other = started("flower", "--port", port)
        second = FlowerPage(port, page.password)
        assert eventually(lambda: second.fetch("healthcheck")[0] == 200), other.output.read_text()
        assert second.tasks()[0] == set()
        assert "another one keeps the history" in other.output.read_text()

    # Killed, it takes its page along.
    again.kill()
    assert eventually(lambda: page.fetch("healthcheck")[0] == 0)


def test_flower_follows_the_runs_that_come_and_keeps_those_that_were(started, data, parsed_corpus, free_port):
    expected = {(task, "c000") for task in TASKS - {"parse"}}
    flower = started("flower", "--port", free_port)
    assert eventually(lambda: list(data.glob("runs-*/password")))
    (password,) = data.glob("runs-*/password")
    page = FlowerPage(free_port, password.read_text().strip())
    assert eventually(lambda: page.fetch("healthcheck")[0] == 200)
    run = started("submit", parsed_corpus(1), "--workers", 1)
    # The run takes less time than Flower needs to start.
    with stopped(eventually(lambda: workers_of(run))):
        assert eventually(lambda: "showing run corpus" in flower.output.read_text())
        assert eventually(lambda: page.fetch("healthcheck")[0] == 200)
    assert run.wait(200) == 0, run.output.read_text()
    assert eventually(lambda: flower.output.read_text().count("no run is under way") == 2)
    assert eventually(lambda: page.fetch("healthcheck")[0] == 200)
    assert eventually(lambda: page.tasks()[0] == expected), page.tasks()
    flower.terminate()
    assert flower.wait(60) == 0


@pytest.fixture
def server():
    """Run a shared server with the users of the guide; return a function from a role to its URL."""
    broker = EmbeddedBroker()
    broker.start()
    with redis.Redis.from_url(broker.url) as admin:
        grant(admin, BROKER_SECRET)
    secret = quote(BROKER_SECRET, safe="")
    yield lambda role: f"redis://paralattice-{role}:{secret}@127.0.0.1:{broker.port}/0"
    broker.stop()


def test_a_shared_broker_is_watched_without_its_password(
    orchestrator, started, parsed_corpus, server, free_port
):
    store = orchestrator.folder / "store"
    variables = {"ORCHESTRATOR_BROKER_URL": server("orchestrator"), "ORCHESTRATOR_STORE": str(store)}
    worker = started("worker", "--workers", 1, **{**variables, "ORCHESTRATOR_BROKER_URL": server("worker")})
    flower = started(
        *("flower", "--broker", server("flower"), "--port", free_port, "--history", "kept"),
        ORCHESTRATOR_FLOWER_PASSWORD="fl0wer:secret",  # noqa: S106
    )
    page = FlowerPage(free_port, "fl0wer:secret")
    assert eventually(lambda: page.fetch("healthcheck")[0] == 200), flower.output.read_text()
    assert eventually(lambda: "conf" in page.fetch("api/workers?refresh=1")[1])
    # Workers are asked for events every second; from then on they are in this table.
    assert eventually(lambda: json.loads(page.fetch("workers?json=1")[1])["data"])
    run = started("submit", parsed_corpus(2), **variables)
    expected = {(task, cluster) for task in TASKS - {"parse"} for cluster in ("c000", "c001")}
    assert run.wait(200) == 0, run.output.read_text()
    assert eventually(lambda: page.tasks()[0] == expected), (
        page.fetch("api/tasks"),
        flower.output.read_text(),
    )
    (name,), text = page.everything()
    assert "task_acks_late" in text, "the page of a worker shows its settings"
    shutdown = f"api/worker/shutdown/{quote(name)}"
    assert page.fetch(shutdown, data=b"", headers={"Origin": page.root})[0] == 403
    secrets = (BROKER_SECRET, quote(BROKER_SECRET, safe=""), page.password)
    assert [secret for secret in secrets if secret in text + command_lines()] == []
    flower.terminate()
    assert flower.wait(60) == 0
    assert files_with(orchestrator.folder, *secrets) == set()
    history = list((orchestrator.folder / "kept").glob("history*"))
    assert len(history) > 1
    assert {path.stat().st_mode & 0o777 for path in history} == {0o600}
    assert "password that of ORCHESTRATOR_FLOWER_PASSWORD" in flower.output.read_text()
    worker.terminate()
    assert worker.wait(60) == 0


def flower_of(flower):
    """Return Flower's own process."""
    children = psutil.Process(flower.pid).children(recursive=True)
    (child,) = (child for child in children if child.cmdline()[0] == sys.executable)
    return child


def send_tasks(url, clusters):
    """Send the events of a worker that has received a task for each of some clusters."""
    with Celery(broker=url) as worker, worker.events.default_dispatcher() as dispatcher:
        for name in clusters:
            event = {"uuid": name, "name": "align", "args": f"run=r cluster={name}", "kwargs": "{}"}
            dispatcher.send("task-received", **event)


@pytest.fixture
def watched(started, orchestrator, server, free_port):
    """Start Flower; return its process and its page."""
    page = FlowerPage(free_port, "pw")
    words = ("flower", "--broker", server("flower"), "--port", free_port)
    words += ("--history", orchestrator.folder / "kept")
    flower = started(*words, ORCHESTRATOR_FLOWER_PASSWORD="pw")  # noqa: S106
    assert eventually(lambda: page.fetch("healthcheck")[0] == 200), flower.output.read_text()
    return flower, page


def test_flower_keeps_the_events_that_come_just_before_it_is_stopped(watched, server):
    flower, page = watched
    clusters = [f"c{number}" for number in range(400)]
    child = flower_of(flower)
    send_tasks(server("worker"), clusters)
    child.terminate()
    psutil.wait_procs([child])
    # It is started again.
    assert eventually(lambda: page.tasks()[0]), flower.output.read_text()
    assert page.tasks()[0] == {("align", cluster) for cluster in clusters}


def test_the_tasks_survive_a_flower_that_is_killed(watched, orchestrator, server):
    flower, page = watched
    kept = orchestrator.folder / "kept"
    send_tasks(server("worker"), ["c1"])
    assert eventually(lambda: page.tasks()[0] == {("align", "c1")})
    # The ending depends on the Python.
    files = {kept / f"history{ending}" for ending in ("", ".dat", ".db")}
    assert eventually(lambda: any(b"c1" in path.read_bytes() for path in files if path.exists()))
    child = flower_of(flower)
    child.kill()
    psutil.wait_procs([child])
    # It is started again.
    assert eventually(lambda: page.tasks()[0] == {("align", "c1")}), flower.output.read_text()


def test_a_port_that_is_taken_is_reported_in_one_line(orchestrator, parsed_corpus):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        for command in (["flower", "--port", port], ["submit", parsed_corpus(1), "--flower-port", port]):
            done = orchestrator.run(*command, timeout=60)
            assert done.returncode == 2
            assert f"error: cannot listen on port {port} of 127.0.0.1: give another one\n" == done.stderr
