"""A worker pool computes each item once whatever happens, and one that fails does not end the others."""

import io

import pytest
from rich.console import Console

from orchestrator.engine.journal import MemoryJournal
from orchestrator.engine.resources import Resources
from orchestrator.engine.scheduler import MAX_ATTEMPTS, Scheduler
from orchestrator.engine.signals import StopRequest
from orchestrator.engine.work_items import Item, ItemWorkload
from orchestrator.engine.worker_pool import open_worker_pool
from tasks.items.item_task import item_task
from workers.app import app
from workers.broker.embedded import BrokerError
from workers.events import Event, emit
from workers.store import Artefact, digest

TASK = "double"


@item_task(TASK)
def double(content, store):
    if content["number"] is None:
        raise ValueError("nothing to double")
    return Artefact(2 * store.get(content["shared"]).value["factor"] * content["number"])


class Worker:
    """Does what is on the queue between two steps of the scheduler, as a backend."""

    def __init__(self, bench, before=None):
        self.bench = bench
        self.before = before or (lambda _message: None)
        self.taken = []
        self.turns = 0
        self.silent = set()
        self.broker_url, self.queue = bench.broker.url, app.conf.task_default_queue

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def ensure_running(self):
        self.turns += 1
        assert self.turns < 300
        while message := self.bench.take():
            self.taken.append(message)
            if self.before(message[1]) != "lost":
                self.bench.work(*message)
        return ""

    def lost(self, silences):
        lost, self.silent = self.silent & set(silences), set()
        return lost

    def window(self):
        return 0

    def on_idle(self):
        pass

    def on_progress(self):
        pass


@pytest.fixture(autouse=True)
def stage(monkeypatch):
    monkeypatch.setattr("workers.events.TASKS", {TASK})


@pytest.fixture
def items_of(bench):
    """Make items of numbers that share a factor."""
    shared = bench.store.put_content({"factor": 5})

    def make(*numbers):
        return [
            Item(f"number-{number}", digest(TASK, number), {"number": number, "shared": shared})
            for number in numbers
        ]

    return make


@pytest.fixture
def gather(bench, monkeypatch, tmp_path):
    """Have items computed by a worker in this process; return names with values, failures and output."""

    def run(worker, items, window=3, stopped=()):
        monkeypatch.setattr("orchestrator.engine.backends.LocalBackend", lambda *_: worker)
        output = io.StringIO()
        resources = Resources(bench.store.location, window=window)
        with open_worker_pool(resources, "doubling", tmp_path / "logs", Console(file=output)) as pool:
            pool._stopped = stopped
            found = {item.name: artefact.value for item, artefact in pool.compute(TASK, items, "numbers")}
            return found, pool.failures

    return run


def test_every_item_comes_out_with_its_artefact(bench, gather, items_of):
    worker = Worker(bench)
    found, failures = gather(worker, items_of(*range(10)))
    assert found == {f"number-{number}": 10 * number for number in range(10)}
    assert failures == {}
    assert len(worker.taken) == 10
    assert {arguments["names"][0] for _, arguments in worker.taken} == set(found)


def test_a_server_that_refuses_the_stream_of_events_ends_the_work_with_its_reason(bench, gather, items_of):
    bench.client.execute_command("ACL", "SETUSER", "default", "-xadd")
    try:
        with pytest.raises(BrokerError, match=r"does not answer: .*xadd"):
            gather(Worker(bench), items_of(1))
    finally:
        bench.client.execute_command("ACL", "SETUSER", "default", "+xadd")


def test_items_that_are_stored_are_not_computed_and_need_no_worker(bench, gather, items_of):
    gather(Worker(bench), items_of(1, 2))
    worker = Worker(bench)
    assert gather(worker, items_of(1, 2, 3))[0] == {"number-1": 10, "number-2": 20, "number-3": 30}
    assert [arguments["names"][0] for _, arguments in worker.taken] == ["number-3"]
    idle = Worker(bench)
    assert len(gather(idle, iter(items_of(1, 2, 3)))[0]) == 3
    assert idle.turns == 0


def test_an_item_that_fails_is_named_with_its_reason_and_the_others_are_done(bench, gather, items_of):
    found, failures = gather(Worker(bench), items_of(1, None, 2))
    assert found == {"number-1": 10, "number-2": 20}
    assert failures == {"number-None": "double: ValueError: nothing to double"}


def test_a_message_that_is_lost_is_sent_again(bench, gather, items_of):
    lost = []

    def lose(arguments):
        if arguments["names"] == ["number-2"] and not lost:
            lost.append(arguments["attempt"])
            worker.silent.add(arguments["key"])
            return "lost"
        return ""

    worker = Worker(bench, lose)
    assert len(gather(worker, items_of(1, 2, 3))[0]) == 3
    assert lost == [1]


def test_a_content_that_was_damaged_is_stored_again_a_few_times_at_most(bench, gather, items_of):
    def damage(arguments):
        if damaging(arguments):
            bench.damage(arguments["content"])

    damaging = lambda arguments: arguments["attempt"] == 1  # noqa: E731
    assert gather(Worker(bench, damage), items_of(4))[0] == {"number-4": 40}

    damaging = lambda _: True  # noqa: E731
    worker = Worker(bench, damage)
    found, failures = gather(worker, items_of(7))
    assert (found, list(failures), len(worker.taken)) == ({}, ["number-7"], MAX_ATTEMPTS)


def test_events_of_another_key_or_attempt_do_not_concern_an_item(bench, items_of):
    (item,) = items_of(3)
    workload, journal, worker = ItemWorkload(TASK, bench.store), MemoryJournal(), Worker(bench)

    def stale(arguments):
        emit("run-1", Event(TASK, (item.name,), "another key"))
        emit("run-1", Event(TASK, (item.name,), "another key", arguments["attempt"], error="failed"))
        emit("run-1", Event(TASK, (item.name,), item.key, arguments["attempt"] + 1, error="failed"))

    worker.before = stale

    class Watcher:
        def update(self, *_):
            pass

        say = update

    scheduler = Scheduler(workload, journal, "run-1", 4)
    for _ in scheduler.steps([item], bench.reader, worker, Watcher(), lambda: False):
        pass
    assert [(done.name, artefact.value) for done, artefact in workload.take()] == [("number-3", 30)]
    assert journal.failures() == {}


def test_who_is_stopped_keeps_what_is_done(bench, gather, items_of):
    with pytest.raises(StopRequest, match="continues from there"):
        gather(Worker(bench), items_of(1, 2), stopped=[2])
    assert not bench.waiting()
    assert gather(Worker(bench), items_of(1, 2))[0] == {"number-1": 10, "number-2": 20}
