"""An inspection passes over messages of other programs."""

import base64
import json
from dataclasses import replace

import pytest
from kombu import pools

import paralattice
from workers.app import app, use_broker
from workers.broker.embedded import EmbeddedBroker
from workers.broker.inspection import (
    WorkerReport,
    first_name,
    inspect_run,
    item_keys,
    reasons_apart,
    worker_reports,
)
from workers.events import connect

QUEUE = "paralattice-inspected"


@pytest.fixture
def broker():
    """Run an embedded server that the application of this process talks to."""
    before = app.conf.broker_url, app.conf.task_default_queue
    broker = EmbeddedBroker()
    broker.start()
    _forget_pools()
    use_broker(broker.url)
    yield broker
    use_broker(*before)
    _forget_pools()
    broker.stop()


def _forget_pools():
    pools.reset()
    # Those of the application too, as a worker's child does after it is forked.
    app._after_fork()


def message(arguments):
    body = base64.b64encode(json.dumps([[], arguments, {}]).encode()).decode()
    return json.dumps({"body": body})


def test_messages_of_ours_are_found_among_others_that_nobody_can_read(broker):
    ours = [message({"run": "a", "key": "one"}), message({"run": "a", "key": "two", "names": ["c", "d"]})]
    others = [
        "",
        "no JSON",
        "[]",
        "5",
        "{}",
        '{"body": 5}',
        '{"body": "%%%"}',
        '{"body": "e30="}',
        message(5),
    ]
    with connect(broker.url) as client:
        client.rpush(QUEUE, *others[:4], ours[0], *others[4:], ours[1], message({"run": "b", "key": "four"}))
        inspection = inspect_run(client, "a", QUEUE)
    assert inspection.keys == {"one", "two"}
    assert inspection.processes == 0


@pytest.mark.parametrize(
    "arguments",
    [{}, {"key": None}, {"key": 5}, {"key": ["text"]}, {"key": {}}],
)
def test_a_message_of_a_run_without_a_key_is_about_no_item(arguments):
    assert list(item_keys([{"run": "a", **arguments}], "a")) == []


def test_keys_are_read_from_messages_of_one_run():
    messages = [{"run": "a", "key": "one"}, {"run": "b", "key": "two"}, {"run": "a", "key": "three"}, {}]
    assert list(item_keys(messages, "a")) == ["one", "three"]


@pytest.mark.parametrize(
    ("names", "shown"), [(["c", "d"], "c"), ([], "?"), (None, "?"), ("text", "?"), ([5], "5")]
)
def test_a_task_is_shown_by_the_first_name_of_its_message(names, shown):
    assert first_name({"names": names}) == shown


@pytest.mark.usefixtures("broker")
def test_without_workers_nobody_answers():
    assert worker_reports(seconds=0.2) == []


def test_workers_that_cannot_take_part_are_counted_by_their_reason():
    old = WorkerReport("w@old", "0.0.1", "another", "/store", 1, ())
    elsewhere = WorkerReport("w@far", paralattice.__version__, "another", "/far", 1, ())
    changed = replace(elsewhere, name="w@new", code="0" * 12), replace(elsewhere, name="x@new", code="0" * 12)
    lacking = replace(elsewhere, name="w@bare", lacks="without the parser tiny: it is missing")
    assert reasons_apart([old, elsewhere, *changed, lacking]) == (
        "cannot take part: 1 worker of version 0.0.1 (w@old)",
        "cannot take part: 1 worker on another store, its /far (w@far)",
        "cannot take part: 2 workers with other code, 000000000000 (w@new, x@new)",
        "cannot take part: 1 worker without the parser tiny: it is missing (w@bare)",
    )
