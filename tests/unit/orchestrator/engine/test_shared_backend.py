"""When a cluster counts as lost on a shared broker, and when somebody is told what."""

import pytest
from kombu import pools

from orchestrator.engine.shared_backend import SharedMachine
from tasks.flow import send
from workers.app import app, use_broker
from workers.broker.embedded import EmbeddedBroker
from workers.broker.inspection import Census, clusters_of, take_census
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
def machine(broker, said):
    """A machine on a real server, with no patience at all."""
    with SharedMachine(Settings(broker.url, "/store", QUEUE), "run", said.append, patience=0.01) as machine:
        yield machine


class Answers:
    """Gives a machine the censuses that a test wants, one a look."""

    duration = 0.0

    def __init__(self, *censuses):
        self.censuses = list(censuses)

    def ask(self):
        """Do nothing: the answers are there already."""

    def answer(self):
        return self.censuses.pop(0) if self.censuses else None

    def close(self):
        """Do nothing."""


def census(*clusters, processes=1, strangers=()):
    return Census(processes, tuple(strangers), frozenset(clusters))


def look(machine, *censuses, silent=("a", "b")):
    """Return what counts as lost after each of some censuses."""
    script(machine, *censuses)
    return [machine.lost(dict.fromkeys(silent, 5.0)) for _ in censuses]


def script(machine, *censuses):
    """Give a machine these censuses, some time after it heard of any work."""
    machine._search._lookout.close()
    machine._search._lookout = Answers(*censuses)
    machine._heard -= 1.0


def test_a_cluster_is_lost_that_two_looks_in_succession_miss(machine):
    assert look(machine, census("a"), census("a")) == [set(), {"b"}]


def test_a_cluster_that_one_look_finds_is_not_lost(machine):
    assert look(machine, census(), census("a", "b"), census(), census("a")) == [set(), set(), set(), {"b"}]


def test_a_cluster_that_was_lost_needs_two_more_looks_to_be_lost_again(machine):
    assert look(machine, census(), census(), census(), census()) == [set(), {"a", "b"}, set(), {"a", "b"}]


def test_a_cluster_of_which_something_is_heard_is_not_looked_for(machine):
    script(machine, census(), census())
    assert machine.lost({"a": 5.0, "b": 5.0}) == set()
    assert machine.lost({"a": 5.0, "b": 0.0}) == {"a"}


def test_without_an_answer_nothing_is_lost(machine):
    script(machine)
    assert machine.lost({"a": 1e9}) == set()


def test_where_nobody_answers_nothing_is_lost_since_nobody_would_take_it(machine):
    silent = [census(), census(processes=0), census(processes=0), census(), census()]
    assert look(machine, *silent) == [set(), set(), set(), set(), {"a", "b"}]


def test_that_nobody_listens_is_said_once_until_work_is_done_again(machine, said):
    look(machine, census(processes=0), census(processes=0))
    assert len(said) == 1
    assert "no worker of version" in said[0]
    assert "for the store /store" in said[0]
    machine.progressed()
    assert machine.lost({}) == set()
    look(machine, census(processes=0))
    assert len(said) == 2


def test_workers_that_take_no_part_are_named(machine, said):
    look(machine, census(strangers=["w@host is of version 0"]))
    assert said == ["w@host is of version 0: it takes no part"]


def test_a_server_that_died_is_told_and_what_was_in_flight_is_wanted_again(
    machine, broker, said, monkeypatch
):
    monkeypatch.setattr("orchestrator.engine.shared_backend._WATCH_SECONDS", 0.0)
    assert machine.ensure_running() == ""
    broker._process.stop()
    assert machine.ensure_running() == ""
    assert machine.ensure_running() == ""
    assert broker.ensure_running()
    assert machine.ensure_running() == "the broker was started anew"
    assert machine.ensure_running() == ""
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


def test_a_census_finds_messages_that_wait_and_leaves_no_queue_for_answers(spoken_to):
    broker = spoken_to
    for number in range(3):
        send("chunk", "", {"run": "run" if number else "other", "cluster": f"c{number}"})
    send("parse", "", {"run": "run", "clusters": ["c7", "c8"], "batch": "b"})
    client = connect(broker.url)
    try:
        assert take_census(client, "run", QUEUE) == Census(0, (), frozenset({"c1", "c2", "c7", "c8"}))
        assert take_census(client, "other", QUEUE).clusters == {"c0"}
        assert client.llen(QUEUE) == 4
        assert client.keys("*reply*") == []
    finally:
        client.close()


def test_clusters_are_read_from_messages_of_one_run():
    messages = [
        {"run": "a", "cluster": "one"},
        {"run": "b", "cluster": "two"},
        {"run": "a", "clusters": ["three", "four"], "batch": "x"},
        {},
    ]
    assert list(clusters_of(messages, "a")) == ["one", "three", "four"]
