"""The users of the guide may do what orchestrator, workers and Flower were seen to do, and no more."""

import base64
import json
import re
import urllib.request
from collections import defaultdict

import pytest
import redis

from support.corpora import write_corpus
from support.envelopes import changed, task_message
from support.paths import ROOT
from support.ports import reserved_port
from support.shared_server import ROLES, SCRIPT, USERS
from support.tcp_proxy import TcpProxy
from support.waiting import eventually
from workers.settings import FLOWER_VARIABLE

# Commands of Kombu's scripts, each of which is sent as one EVALSHA.
SCRIPTED = {"del", "exists", "sadd", "time", "zadd", "zrangebyscore", "zrem"}
# Not seen in this run: a script that the server has forgotten; the token of the lock, in a script; a message
# that two workers give back at once; the end of listening, when a connection is renewed; answers to doctor.
SELDOM = {
    "orchestrator": {"script|load", "srem"},
    "worker": {"get", "unwatch"},
    "flower": {"script|load", "punsubscribe"},
}
# Allowed to everybody, or refused without consequence: redis-py tells its name, doctor asks for settings.
UNCHECKED = {"auth", "hello", "client|setinfo", "client|maint_notifications", "config|get"}
GROUPS = {"script", "client", "config"}


def granted(role):
    """Return the commands that a user of the guide may use."""
    line = next(line for line in USERS.splitlines() if f"user paralattice-{role} " in line)
    return {word[1:] for word in line.split() if word.startswith("+")}


@pytest.fixture(scope="module")
def used(place, tmp_path_factory):
    """Run everything once, each role through a proxy that notes its commands; return them by role."""
    seen = defaultdict(set)

    def watch(role):
        def note(words):
            name = words[0].decode().lower()
            seen[role].add(f"{name}|{words[1].decode().lower()}" if name in GROUPS else name)

        return note

    proxies = {role: TcpProxy(place.server.port, watch=watch(role)) for role in ROLES}
    ports = {role: str(proxy.port) for role, proxy in proxies.items()}

    started = []

    def start(role, *words, **changes):
        url = place.url_of(role).replace(f":{place.server.port}/", f":{ports[role]}/")
        started.append(place.start([SCRIPT, *map(str, words)], ORCHESTRATOR_BROKER_URL=url, **changes))
        return started[-1]

    try:
        place.admin.acl_log_reset()
        everything(place, start, tmp_path_factory.mktemp("rights"))
        denied = {(entry["username"], entry["object"]) for entry in place.admin.acl_log(100)}
        yield seen, denied
    finally:
        for process, _ in started:
            process.terminate()
            process.wait(90)
        for proxy in proxies.values():
            proxy.close()


def everything(place, start, folder):
    """Run a corpus, look at it from all sides, and have messages refused and given back."""
    corpus = write_corpus(folder / "corpus", 3)
    with reserved_port() as port:
        before = place.connections()
        worker, log = start("worker", "worker", "--workers", 1)
        assert place.wait_for_workers(before), log.read_text()
        _, page_log = start(
            "flower", "flower", "--port", port, "--history", folder / "h", **{FLOWER_VARIABLE: "pw"}
        )  # fmt: skip
        assert eventually(lambda: fetch(port, "workers?json=1")), page_log.read_text()
        # A run of long ago, which is no longer listed.
        place.admin.hset("paralattice:runs", "old", json.dumps({"updated": 1}))
        # Without `doctor`, which tries every command of every role.
        for words in (["submit", corpus], ["runs"], ["status"], ["cancel", "corpus"]):
            process, output = start("orchestrator", *words)
            assert process.wait(120) == 0, output.read_text()
        assert fetch(port, "broker")
        refuse_and_give_back(place)
        worker.terminate()
        assert worker.wait(90) == 0, log.read_text()
        # A message that the worker had just taken is back.
        place.admin.delete(place.queue)
        withdraw(place, start, write_corpus(folder / "idle", 3, seed=2))


def fetch(port, path):
    request = urllib.request.Request(f"http://127.0.0.1:{port}/{path}")
    request.add_header("Authorization", f"Basic {base64.b64encode(b'paralattice:pw').decode()}")
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
            return answer.status == 200
    except OSError:
        return False


def refuse_and_give_back(place):
    """Have the worker refuse a message, set one aside, and give back one of a worker that vanished."""
    place.admin.lpush(place.queue, b"no message")
    suspect = changed(task_message(place.queue), "headers.redelivered", True)
    tag = suspect["properties"]["delivery_tag"]
    place.admin.hset("paralattice:suspects", tag, 1)
    place.admin.lpush(place.queue, json.dumps(suspect))
    vanished = task_message(place.queue)
    place.admin.hset("unacked", "old", json.dumps([vanished, "", place.queue]))
    place.admin.zadd("unacked_index", {"old": 1})
    assert eventually(lambda: place.waiting() == 0)
    assert place.admin.llen("paralattice:dead-letters") == 1


def withdraw(place, start, corpus):
    """Stop a run whose messages no worker takes, and have them withdrawn."""
    process, output = start("orchestrator", "submit", corpus)
    assert eventually(lambda: place.admin.llen(place.queue)), output.read_text()
    process.terminate()
    process.wait(90)
    cancel, output = start("orchestrator", "cancel", "idle")
    assert cancel.wait(90) == 0, output.read_text()
    assert place.waiting() == 0, output.read_text()


@pytest.mark.parametrize("role", ROLES)
def test_a_user_may_use_the_commands_that_a_run_was_seen_to_use_and_no_others(role, used):
    assert used[0][role] - UNCHECKED | SCRIPTED | SELDOM[role] == granted(role)


DENIED = [
    "FLUSHALL", "FLUSHDB", "SCRIPT FLUSH", "FUNCTION LIST", "EVAL return(1) 0", "KEYS *", "SCAN 0",
    "RANDOMKEY", "CONFIG GET *", "SHUTDOWN", "SAVE", "MONITOR", "ACL LIST", "CLIENT LIST", "SWAPDB 0 1",
    "RENAME a b", "GET foreign", "SET foreign 1", "DEL foreign", "SUBSCRIBE foreign", "PUBLISH foreign x",
]  # fmt: skip


@pytest.mark.parametrize("role", ROLES)
def test_no_user_reaches_the_server_or_keys_of_others(role, place):
    place.admin.set("foreign", "theirs")
    with redis.Redis.from_url(place.url_of(role)) as client:
        for command in DENIED:
            with pytest.raises(
                (redis.exceptions.NoPermissionError, redis.exceptions.ResponseError)
            ) as refusal:
                client.execute_command(*command.split())
            assert "permission" in str(refusal.value).lower(), command
    assert place.admin.get("foreign") == b"theirs"


@pytest.mark.parametrize(
    "command", ["LPUSH {queue} x", "DEL {queue}", "LRANGE {queue} 0 1", "HGETALL unacked"]
)
def test_flower_can_neither_read_nor_send_messages(command, place):
    with (
        redis.Redis.from_url(place.url_of("flower")) as client,
        pytest.raises(redis.exceptions.NoPermissionError),
    ):
        client.execute_command(*command.format(queue=place.queue).split())


def test_nothing_was_denied_that_matters(used):
    assert {name for _, name in used[1]} <= UNCHECKED


# What KEDA's scaler of lists asks: a script that looks for the type of the key, and then for its length.
LENGTH = """
local lengths = {list = 'llen', none = 'llen'}
return redis.call(lengths[redis.call('type', KEYS[1]).ok], KEYS[1])
"""


@pytest.fixture
def scaler(place):
    """Return a client with the user that the guide to Kubernetes makes for KEDA."""
    guide = (ROOT / "docs/howto/kubernetes.md").read_text(encoding="utf-8")
    line = re.search(r"user (paralattice-scaler on .*?)\\n", guide)[1].replace(">%s", ">pw")
    name, *rights = line.replace("%%", "%").split()
    place.admin.execute_command("ACL", "SETUSER", name, "reset", *rights)
    with redis.Redis(port=place.server.port, username=name, password="pw") as client:  # noqa: S106
        yield client


def test_the_user_of_keda_reads_the_length_of_a_queue_and_changes_nothing(place, scaler):
    queue = "paralattice-1.0.0-a-store"
    assert scaler.ping()
    assert scaler.eval(LENGTH, 1, queue) == 0
    place.admin.lpush(queue, "one", "two")
    assert scaler.eval(LENGTH, 1, queue) == 2
    forbidden = ["return redis.call('lrange', KEYS[1], 0, -1)", "return redis.call('del', KEYS[1])"]
    for script in forbidden:
        with pytest.raises(redis.ResponseError, match=r"no permissions|can't run this command"):
            scaler.eval(script, 1, queue)
    with pytest.raises(redis.exceptions.NoPermissionError):
        scaler.eval(LENGTH, 1, "foreign")
    assert place.admin.delete(queue)
