"""Who looks through a queue passes over what is none of ours."""

import base64
import json

import pytest
from kombu import pools

import paralattice
from workers.app import app, use_broker
from workers.broker.embedded import EmbeddedBroker
from workers.broker.inspection import WorkerReport, clusters_of, inspect_run, reason_apart, worker_reports
from workers.events import connect

QUEUE = "paralattice-census"


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
    ours = [message({"run": "a", "cluster": "one"}), message({"run": "a", "clusters": ["two", "three"]})]
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
        client.rpush(
            QUEUE, *others[:4], ours[0], *others[4:], ours[1], message({"run": "b", "cluster": "four"})
        )
        census = inspect_run(client, "a", QUEUE)
    assert census.clusters == {"one", "two", "three"}
    assert census.processes == 0


@pytest.mark.parametrize(
    "arguments",
    [{}, {"cluster": None}, {"clusters": 5}, {"clusters": "text"}, {"clusters": [5]}, {"cluster": {}}],
)
def test_a_message_of_a_run_that_names_no_cluster_is_about_none(arguments):
    assert list(clusters_of([{"run": "a", **arguments}], "a")) == []


@pytest.mark.usefixtures("broker")
def test_without_workers_nobody_answers():
    assert worker_reports(seconds=0.2) == []


def test_why_a_worker_takes_no_part_is_its_version_or_its_store():
    old = WorkerReport("w@old", "0.0.1", "another", "/store", 1, ())
    elsewhere = WorkerReport("w@far", paralattice.__version__, "another", "/far", 1, ())
    assert reason_apart(old) == "w@old is of version 0.0.1"
    assert reason_apart(elsewhere) == "w@far works on another store, its /far"
