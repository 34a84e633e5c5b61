"""Messages that are none end no worker; they are refused, said once and counted."""

import base64
import json
import subprocess
import uuid

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support.envelopes import FAULTS, bad_messages, changed, encoded, task_message
from support.waiting import eventually
from workers.broker.refusals import dead_letters, refused
from workers.events import EventReader, connect

EVENTS = "paralattice:a-run:events"


@pytest.fixture(scope="module")
def worker(place):
    """Run one worker for all tests of this file; it must live to the end, with the same processes."""
    with place.worker() as (process, log):
        before = {child.pid for child in process.children(recursive=True)}
        yield process, log
        assert before <= {child.pid for child in process.children(recursive=True)}, log.read_text()


@pytest.fixture
def answers(place, worker):
    """Return whether the worker takes everything that lies on the queue and answers a good message."""

    def answers():
        place.admin.delete(EVENTS)
        key = uuid.uuid4().hex
        with connect(place.url) as client:
            reader = EventReader(client, "a-run")
            reader.open()
            place.admin.lpush(place.queue, json.dumps(task_message(place.queue, key=key)))
            heard = eventually(lambda: [event for _, event in reader.read("0-0", 0.01) if event.key == key])
        assert heard, worker[1].read_text()
        # Taken in the order in which they were sent, but acknowledged when it likes.
        return eventually(lambda: place.waiting() == 0)

    return answers


def facts_in_doctor(place, name):
    """Return the facts of one check of ``orchestrator doctor``, such as ``messages``: what was refused."""
    command = [place.script, "doctor", "--json"]
    done = subprocess.run(command, env=place.environment(), capture_output=True, text=True, check=False)
    checks = {check["check"]: check for check in json.loads(done.stdout)["checks"]}
    return checks[name]["facts"]


def test_every_bad_message_is_refused_counted_and_said_once(place, worker, answers):
    messages = bad_messages(place.queue)
    # The tests of this file share the worker, in any order.
    before = sum(refused(place.admin).values())
    for message in (*messages, *messages):
        place.admin.lpush(place.queue, message)
    assert answers()
    counts = refused(place.admin)
    assert sum(counts.values()) - before == 2 * len(messages)
    said = worker[1].read_text(encoding="utf-8")
    for reason in counts:
        assert said.count(f": {reason} (said once") == 1, reason
    assert facts_in_doctor(place, "messages")["refused"] == counts


def test_bad_messages_to_all_workers_end_none(place, answers):
    good = {
        "body": encoded({"method": "ping", "arguments": {}, "destination": None}),
        "content-type": "application/json",
        "content-encoding": "utf-8",
        "headers": {"clock": 1},
        "properties": task_message(place.queue)["properties"],
    }
    bodies = [changed(good, path, value) for path, value in FAULTS if path.count("headers.") == 0]
    bodies += [changed(good, "headers", {"clock": "x"}), changed(good, "body", encoded([1])), 5, []]
    texts = [json.dumps(body).encode() for body in bodies]
    for text in (*texts, b"{" * 5000, b"\xff", b""):
        # After a command that fails, Celery leaves its mailbox and subscribes again.
        assert eventually(lambda text=text: place.admin.publish("/0.celery.pidbox", text) == 1)
    # It hears its mailbox, which is read in order: nothing bad is left there.
    assert eventually(lambda: facts_in_doctor(place, "workers").get("processes") == 1)
    assert answers()


def test_a_message_that_was_taken_and_not_finished_twice_is_set_aside_with_its_bytes(place, answers):
    message = changed(task_message(place.queue), "headers.redelivered", True)
    tag = message["properties"]["delivery_tag"]
    # As a worker leaves it that ends while it takes the message.
    place.admin.hset("paralattice:suspects", tag, 1)
    place.admin.lpush(place.queue, json.dumps(message))
    assert answers()
    (letter,) = [letter for letter in dead_letters(place.admin) if letter.tag == tag]
    assert json.loads(base64.b64decode(letter.content)) == message
    assert not place.admin.hexists("paralattice:suspects", tag)
    assert letter.content in [each["content"] for each in facts_in_doctor(place, "messages")["dead_letters"]]


def test_a_message_that_comes_again_and_ends_no_worker_is_no_suspect(place, answers):
    for _ in range(4):
        message = changed(task_message(place.queue), "headers.redelivered", True)
        place.admin.lpush(place.queue, json.dumps(message))
    assert answers()
    assert not place.admin.hgetall("paralattice:suspects")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
GOOD = task_message("queue")
PATHS = [
    *GOOD,
    *(f"{part}.{name}" for part in ("headers", "properties") for name in GOOD[part]),
    "properties.delivery_info.exchange",
    "properties.delivery_info.routing_key",
    "headers.anything",
]
BODIES = (
    VALUES.map(encoded)
    | st.lists(VALUES, min_size=3, max_size=3).map(encoded)
    | st.binary(max_size=40).map(encoded)
)


@st.composite
def texts(draw):
    """Draw the bytes of a message with some fields replaced, or no message at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=60) | VALUES.map(lambda value: json.dumps(value).encode()))
    message = GOOD
    for path in draw(st.lists(st.sampled_from(PATHS), min_size=1, max_size=3, unique=True)):
        try:
            message = changed(message, path, draw(BODIES if path == "body" else VALUES))
        except (KeyError, TypeError):
            # The part that holds the field was replaced by another value, which has no such place.
            continue
    text = json.dumps(message).encode()
    cut = draw(st.none() | st.integers(0, len(text)))
    return text[:cut]


def fuzz(place, answers, count):
    """Send random messages, a hundred at a time, to a worker that has to answer after each hundred."""

    @given(st.lists(texts(), min_size=100, max_size=100))
    @settings(
        max_examples=count // 100,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def send(messages):
        place.admin.lpush(place.queue, *messages)
        assert answers()

    send()


def test_no_random_message_ends_a_worker(place, answers):
    fuzz(place, answers, 300)


@pytest.mark.slow
def test_two_thousand_random_messages_end_no_worker(place, answers):
    fuzz(place, answers, 2000)
