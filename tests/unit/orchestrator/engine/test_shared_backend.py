"""When a cluster counts as lost on a shared broker, and when somebody is told what."""

import pytest
from kombu import pools

from orchestrator.engine.shared_backend import SharedBackend
from tasks.task import Message, send
from workers.app import app, use_broker
from workers.broker.embedded import EmbeddedBroker
from workers.broker.inspection import Inspection, inspect_run
from workers.events import connect
from workers.settings import Settings

QUEUE = "paralattice-test"


@pytest.fixture
def broker():
    """A running embedded server."""
    broker = EmbeddedBroker()
    broker.start()
    yield broker
    broker.stop()


@pytest.fixture
def said():
    """Collect what people are told."""
    return []


@pytest.fixture
def backend(broker, said):
    """A backend on a real server, with no patience at all."""
    with SharedBackend(Settings(broker.url, "/store", QUEUE), "run", said.append, patience=0.01) as backend:
        yield backend


class Answers:
    """A queue with the inspections that a test wants, one for each look."""

    def __init__(self, *inspections):
        self.inspections = list(inspections)
        self.given = False

    def empty(self):
        self.given = bool(self.inspections) and not self.given
        return not self.given

    def get(self):
        return self.inspections.pop(0)

    def put(self, inspection):
        """Do nothing: an inspection of the real server comes too late."""


def seen(*keys, processes=1, others=()):
    return Inspection(processes, tuple(others), frozenset(keys))


def look(backend, *inspections, silent=("a", "b")):
    """Return what counts as lost after each of some inspections."""
    script(backend, *inspections)
    return [backend.lost(dict.fromkeys(silent, 5.0)) for _ in inspections]


def script(backend, *inspections):
    """Give a backend these inspections, some time after it heard of any work."""
    backend._lost_work.close()
    backend._lost_work._answers = Answers(*inspections)
    backend._heard -= 1.0


def test_an_item_that_two_inspections_in_succession_miss_is_lost(backend):
    assert look(backend, seen("a"), seen("a")) == [set(), {"b"}]


def test_an_item_that_one_inspection_finds_is_not_lost(backend):
    assert look(backend, seen(), seen("a", "b"), seen(), seen("a")) == [set(), set(), set(), {"b"}]


def test_a_lost_item_needs_two_more_inspections_to_be_lost_again(backend):
    assert look(backend, seen(), seen(), seen(), seen()) == [set(), {"a", "b"}, set(), {"a", "b"}]


def test_an_item_that_was_sent_just_now_is_not_looked_for(backend):
    script(backend, seen(), seen())
    assert backend.lost({"a": 5.0, "b": 5.0}) == set()
    assert backend.lost({"a": 5.0, "b": 0.0}) == {"a"}


def test_without_an_answer_nothing_is_lost(backend):
    script(backend)
    assert backend.lost({"a": 1e9}) == set()


def test_where_nobody_answers_nothing_is_lost_since_nobody_would_take_it(backend):
    silent = [seen(), seen(processes=0), seen(processes=0), seen(), seen()]
    assert look(backend, *silent) == [set(), set(), set(), set(), {"a", "b"}]


def test_that_nobody_listens_is_said_once_until_work_is_done_again(backend, said):
    look(backend, seen(processes=0), seen(processes=0))
    assert len(said) == 1
    assert "no worker of version" in said[0]
    assert "for the store /store" in said[0]
    backend.on_progress()
    assert backend.lost({}) == set()
    look(backend, seen(processes=0))
    assert len(said) == 2


def test_workers_that_take_no_part_are_named(backend, said):
    look(backend, seen(others=["cannot take part: 1 worker of version 0 (w@host)"]))
    assert said == ["cannot take part: 1 worker of version 0 (w@host)"]


def test_a_server_that_died_is_told_and_what_was_in_flight_is_wanted_again(
    backend, broker, said, monkeypatch
):
    monkeypatch.setattr("orchestrator.engine.shared_backend._WATCH_SECONDS", 0.0)
    assert backend.ensure_running() == ""
    broker._process.stop()
    assert backend.ensure_running() == ""
    assert backend.ensure_running() == ""
    assert broker.ensure_running()
    assert backend.ensure_running() == "the broker was restarted"
    assert backend.ensure_running() == ""
    told = [line.partition("(")[0] for line in said if "broker redis" in line or "again" in line]
    assert told == [
        f"the broker redis://127.0.0.1:{broker.port}/0 does not answer ",
        "the broker answers again",
    ]


@pytest.fixture
def spoken_to(broker):
    """Have the application of this process talk to the server, and to none of it afterwards."""
    before = app.conf.broker_url, app.conf.task_default_queue
    _forget_pools()
    use_broker(broker.url, QUEUE)
    yield broker
    use_broker(*before)
    _forget_pools()


def _forget_pools():
    pools.reset()
    # Those of the application too, which would go on with closed ones.
    app._after_fork()


def test_an_inspection_finds_messages_that_wait_and_leaves_no_queue_for_answers(spoken_to):
    broker = spoken_to
    for number in range(3):
        send("chunk", "", Message("run" if number else "other", ("c",), f"key-{number}", 1, {}))
    send("parse", "", Message("run", ("c7", "c8"), "batch", 1, {}))
    client = connect(broker.url)
    try:
        assert inspect_run(client, "run", QUEUE) == Inspection(0, (), frozenset({"key-1", "key-2", "batch"}))
        assert inspect_run(client, "other", QUEUE).keys == {"key-0"}
        assert client.llen(QUEUE) == 4
        assert client.keys("*reply*") == []
    finally:
        client.close()


def test_a_server_that_becomes_full_and_has_room_again_is_told_once_each(backend, said, monkeypatch):
    monkeypatch.setattr("orchestrator.engine.shared_backend._WATCH_SECONDS", 0)
    with connect(backend.broker_url) as client:
        for limit in ("1mb", "1mb", "0", "0"):
            client.config_set("maxmemory", limit)
            assert backend.ensure_running() == ""
    address = backend.broker_url.partition("@")[2]
    assert said == [
        f"the broker redis://{address} is full (maxmemory 1,048,576) and takes no messages; waiting",
        f"the broker redis://{address} has room again",
    ]


def test_the_window_follows_the_number_of_workers_only_where_none_was_given(broker, said):
    settings = Settings(broker.url, "/store", QUEUE)
    for grows, window in ((True, 64 * 1000), (False, 0)):
        with SharedBackend(settings, "run", said.append, 60.0, grows) as backend:
            script(backend)
            backend._lost_work._newest = None
            assert backend.window() == 0
            backend._lost_work._newest = seen(processes=1000)
            assert backend.window() == window
