"""A process that speaks to several brokers in turn sends every message to the newest."""

import pytest
import redis

from tasks.task import Message, send
from workers.app import app, use_broker
from workers.broker.embedded import EmbeddedBroker


@pytest.fixture
def servers():
    """Run two servers; afterwards the process is back at its own broker."""
    before = app.conf.broker_url, app.conf.task_default_queue
    servers = EmbeddedBroker(), EmbeddedBroker()
    for server in servers:
        server.start()
    yield servers
    use_broker(*before)
    for server in servers:
        server.stop()


def send_two():
    """Send a message through a producer of the pool, and one as a task would be sent alone."""
    message = Message("run", ("c",), "k" * 64, 1, {})
    with app.producer_pool.acquire(block=True) as producer:
        send("merge", "label", message, producer)
    send("merge", "label", message)


def queues(server):
    """Return the number of messages by queue."""
    with redis.Redis.from_url(server.url, decode_responses=True) as client:
        return {name: client.llen(name) for name in client.scan_iter("q-*")}


def test_messages_go_to_the_broker_that_was_set_last_while_the_former_one_still_runs(servers):
    first, second = servers
    use_broker(first.url, "q-1")
    send_two()
    use_broker(second.url, "q-2")
    send_two()
    assert queues(first) == {"q-1": 2}
    assert queues(second) == {"q-2": 2}
    use_broker(first.url, "q-3")
    send_two()
    assert queues(first) == {"q-1": 2, "q-3": 2}
    assert queues(second) == {"q-2": 2}


def test_a_broker_that_is_gone_is_not_asked_again(servers):
    first, second = servers
    use_broker(first.url, "q-1")
    send_two()
    first.stop()
    use_broker(second.url, "q-2")
    send_two()
    assert queues(second) == {"q-2": 2}
