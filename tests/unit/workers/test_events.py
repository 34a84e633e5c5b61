"""Events pass through a real server in order, and are forgotten once they are recorded."""

import json

import pytest
import redis

from workers.broker.embedded import EmbeddedBroker
from workers.events import START, UNREADABLE, Event, EventReader, Progress, emit, stream_name
from workers.settings import BROKER_VARIABLE


@pytest.fixture(scope="module")
def broker():
    broker = EmbeddedBroker()
    broker.start()
    yield broker
    broker.stop()


@pytest.fixture
def client(broker, monkeypatch):
    monkeypatch.setenv(BROKER_VARIABLE, broker.url)
    client = redis.Redis.from_url(broker.url)
    yield client
    client.flushall()
    client.close()


def test_an_event_is_read_as_it_was_sent(client):
    event = Event("parse", ("a", "ü"), "key", 3, (Progress("parse", "key", 7),), "boom", True, ("a note",))
    EventReader(client, "run").open()
    emit("run", event)
    assert [event for _, event in EventReader(client, "run").read(START, 0.01)] == [event]


def test_events_are_read_in_order_after_a_position(client):
    reader = EventReader(client, "run")
    reader.open()
    for number in range(5):
        emit("run", Event("chunk", (f"c{number}",)))
    first = reader.read(START, 0.01, count=2)
    assert [event.names[0] for _, event in first] == ["c0", "c1"]
    rest = reader.read(first[-1][0], 0.01)
    assert [event.names[0] for _, event in rest] == ["c2", "c3", "c4"]
    assert reader.read(rest[-1][0], 0.01) == []


def test_what_is_forgotten_is_dropped_and_the_rest_is_kept(client):
    reader = EventReader(client, "run")
    reader.open()
    for number in range(4):
        emit("run", Event("chunk", (f"c{number}",)))
    entries = reader.read(START, 0.01)
    reader.forget(entries[1][0])
    assert [event.names[0] for _, event in reader.read(START, 0.01)] == ["c2", "c3"]


def test_runs_have_streams_of_their_own(client):
    one, two = EventReader(client, "one"), EventReader(client, "two")
    one.open()
    emit("one", Event("chunk", ("c",)))
    assert two.read(START, 0.01) == []
    assert [event.names for _, event in one.read(START, 0.01)] == [("c",)]


def test_a_late_event_of_a_run_that_is_over_leaves_nothing_on_the_broker(client):
    reader = EventReader(client, "run")
    reader.open()
    emit("run", Event("chunk", ("c",)))
    reader.delete()
    emit("run", Event("chunk", ("late",)))
    assert client.keys() == []


def test_a_reader_makes_the_stream_of_a_broker_that_lost_its_data(client):
    reader = EventReader(client, "run")
    assert reader.read(START, 0.01) == []
    assert client.ttl(stream_name("run")) > 0
    emit("run", Event("chunk", ("first",)))
    ((position, _),) = reader.read(START, 0.01)
    client.flushall()
    assert reader.read(position, 0.01) == []
    emit("run", Event("chunk", ("second",)))
    assert [event.names for _, event in reader.read(position, 0.01)] == [("second",)]


@pytest.mark.parametrize(
    "fields",
    [
        {"other": "field"},
        {"event": "no JSON"},
        {"event": "[" * 100_000},
        {"event": b"\xff"},
        {"event": "5"},
        *[
            {"event": json.dumps({"task": "sample", "names": ["c"], "notes": [], **change})}
            for change in (
                {"task": "judge"},
                {"task": ["sample"]},
                {"names": []},
                {"names": [5]},
                {"names": ["\ud800"]},
                {"notes": [None]},
                {"progress": 5},
                {"progress": ["parse"]},
                {"progress": [["parse", 1]]},
                {"progress": [["parse", 5, 1]]},
                {"progress": [["judge", "V1", 1]]},
                {"progress": [["parse", "b", -1]]},
                {"progress": [["parse", "b", 10**30]]},
                {"progress": [["parse", "b", 0.5]]},
                {"attempt": "1"},
                {"key": 5},
                {"unknown": 1},
            )
        ],
    ],
)
def test_an_entry_that_no_worker_wrote_keeps_nobody_from_reading_the_next(client, fields):
    client.xadd(stream_name("run"), fields)
    emit("run", Event("sample", ("c",)))
    read = [event for _, event in EventReader(client, "run").read(START, 0.01)]
    assert read == [UNREADABLE, Event("sample", ("c",))]
