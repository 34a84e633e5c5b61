"""Whole runs with workers in the test's own process."""

import csv
import io
import json

import pytest
from rich.console import Console

from orchestrator.corpora import CorpusSettings
from orchestrator.engine.resources import Resources
from orchestrator.runs.plan import Plan
from orchestrator.runs.submission.request import Request
from orchestrator.runs.submission.submit import submit
from workers.settings import QUEUE

VERSIONS = ["V1", "V4"]


VERSIONS = ["V1", "V4"]


@pytest.fixture
def run(bench, tmp_path, monkeypatch):
    """Submit a folder; the workers do all messages whenever they are asked whether they run."""

    class InProcessBackend:
        interrupted = "nothing is under way"
        broker_url = bench.broker.url
        queue = QUEUE
        started = 0
        taken = ()
        window = staticmethod(lambda: 0)

        def __init__(self, *_, **__):
            InProcessBackend.started += 1

        def __enter__(self):
            return self

        def __exit__(self, *_):
            bench.forget_messages()

        def ensure_running(self):
            InProcessBackend.taken = (*InProcessBackend.taken, *bench.drain())
            return ""

        def lost(self, _silences):
            return set()

        def inspection(self):
            return None

        def on_idle(self):
            pass

        def on_progress(self):
            pass

    monkeypatch.setattr("orchestrator.engine.backends.LocalBackend", InProcessBackend)
    monkeypatch.setattr("orchestrator.engine.scheduler._WAIT_SECONDS", 0.01)

    def run(corpus, options=None, **more):
        console = Console(file=io.StringIO(), width=150)
        request = Request(
            corpus=corpus,
            runs=tmp_path / "runs",
            name=more.pop("name", "run"),
            resources=Resources(
                str(bench.store.root), window=more.pop("window", 64), quiet=more.pop("quiet", False)
            ),
            settings=CorpusSettings(tokenized=more.pop("tokenized", True)),
            options={"versions": VERSIONS, **(options or {})},
            **more,
        )
        InProcessBackend.taken = ()
        try:
            run.code = submit(request, console)
        finally:
            run.output = console.file.getvalue()
            run.taken = InProcessBackend.taken
        return run.code

    run.record = lambda: json.loads((run.root / "run.json").read_text("utf-8"))
    run.table = lambda: rows(run.root / "results.csv")
    run.bench = bench
    run.machine = InProcessBackend
    run.root = tmp_path / "runs" / "run"
    return run


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def unread(monkeypatch):
    """Count the clusters that are read and planned."""
    read = []
    real = Plan.cluster
    monkeypatch.setattr(Plan, "cluster", lambda *arguments: read.append(real(*arguments)) or read[-1])
    return read
