"""The faults of a chaos run: each strikes a site once and returns how to undo it, or nothing."""

import contextlib
import json
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

import psutil

from chaos.sites import NotNowError, has_begun, one
from support.envelopes import task_message

ALONE, SHARED, BUCKET = "alone", "shared", "bucket"
_UNAVAILABLE = 503, b"<Error><Code>SlowDown</Code></Error>"
_BROKEN = 500, b"<Error><Code>InternalError</Code></Error>"


@dataclass(frozen=True)
class Fault:
    """A fault.

    Attributes
    ----------
    name
        What happens, for the table.
    strike
        Given a site and a random number generator, makes it happen; returns a function that undoes it,
        or nothing.  Raises :class:`NotNowError` if there is nothing to hit.
    kinds
        The sites where it can happen.
    seconds
        The least and the longest time until it is undone.
    """

    name: str
    strike: Callable
    kinds: tuple
    seconds: tuple


FAULTS = []


def fault(name, *kinds, seconds=(1, 4)):
    """Return a decorator that adds a fault to the list."""

    def register(function):
        FAULTS.append(Fault(name, function, kinds or (ALONE, SHARED, BUCKET), seconds))
        return function

    return register


def _send(processes, number):
    """Send a signal to processes; those that are gone already do not count."""
    hit = 0
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.send_signal(number)
            hit += 1
    if not hit:
        raise NotNowError


def _stopped(processes):
    _send(processes, signal.SIGSTOP)

    def go_on():
        with contextlib.suppress(NotNowError):
            _send(processes, signal.SIGCONT)

    return go_on


@fault("the orchestrator is killed")
def kill_orchestrator(site, _):
    """Send SIGKILL; the next submit goes on."""
    site.process.kill()


@fault("the orchestrator is interrupted (Ctrl-C)")
def interrupt_orchestrator(site, _):
    """Send SIGINT once the program itself has begun: Python tells of it with a traceback before that."""
    if not has_begun(site.process):
        raise NotNowError
    site.process.send_signal(signal.SIGINT)


@fault("the orchestrator is stopped and continued")
def stop_orchestrator(site, _):
    """Send SIGSTOP, and SIGCONT later."""
    return _stopped([psutil.Process(site.process.pid)])


@fault("a worker is killed")
def kill_worker(site, rng):
    """Kill the process that talks to the server."""
    mains, _ = site.workers()
    one(mains)
    _send([rng.choice(mains)], signal.SIGKILL)


@fault("a worker's child is killed")
def kill_child(site, rng):
    """Kill a process that computes."""
    _, children = site.workers()
    one(children)
    _send([rng.choice(children)], signal.SIGKILL)


@fault("a worker is stopped for longer than the patience and continued", seconds=(3, 6))
def stop_worker(site, rng):
    """Stop a worker with its children."""
    mains, children = site.workers()
    one(mains)
    main = rng.choice(mains)
    with contextlib.suppress(psutil.NoSuchProcess):
        return _stopped([main, *(child for child in children if child.ppid() == main.pid)])
    raise NotNowError


@fault("the server is killed")
def kill_server(site, _):
    """Kill the server; it is started again with what it has on the disk."""
    _send([site.server()], signal.SIGKILL)


@fault("the server is stopped and continued")
def stop_server(site, _):
    """Stop the server."""
    return _stopped([site.server()])


@fault("the server is emptied (FLUSHALL)")
def empty_server(site, _):
    """Remove everything from the server."""
    with site.client() as client:
        client.flushall()


@fault("the server is full (maxmemory, noeviction)")
def fill_server(site, _):
    """Have the server refuse whatever needs memory."""
    with site.client() as client:
        client.config_set("maxmemory", 1)

    def make_room():
        with site.client() as client:
            client.config_set("maxmemory", 0)

    return make_room


@fault("all connections to the server are dropped")
def drop_connections(site, _):
    """Have the server close its connections."""
    with site.client() as client:
        client.client_kill_filter(_type="normal", skipme=True)


@fault("all waiting messages are doubled")
def double_messages(site, _):
    """Put every message on the queue a second time."""
    with site.client() as client:
        waiting = client.lrange(site.queue(), 0, -1)
        one(waiting)
        client.lpush(site.queue(), *waiting)


@fault("a waiting message is lost")
def lose_message(site, _):
    """Take a message off the queue."""
    with site.client() as client:
        if not client.rpop(site.queue()):
            raise NotNowError


@fault("messages that nobody can read")
def send_junk(site, _):
    """Put messages on the queue that are none of ours."""
    strange = task_message(site.queue(), "os.mkdir")
    with site.client() as client:
        client.lpush(site.queue(), b"no message", b"{" * 2000, json.dumps(strange))


@fault("the network is cut and mended", SHARED, BUCKET)
def cut_network(site, rng):
    """Hold back what goes through a proxy."""
    proxy = rng.choice(list(site.proxies.values()))
    proxy.cut()
    return proxy.mend


@fault("connections are reset", SHARED, BUCKET)
def reset_connections(site, rng):
    """End the connections of one side by a reset."""
    if not rng.choice(list(site.proxies.values())).slam():
        raise NotNowError


@fault("the clock of one side is set to another day")
def set_clock(site, rng):
    """Set a clock a day ahead, a day back, or right."""
    one(list(site.clocks))
    site.clocks[rng.choice(list(site.clocks))].set(rng.choice(("+1d", "-1d", "+0")))


@fault("an artefact is damaged", ALONE, SHARED)
def damage_artefact(site, rng):
    """Turn a bit of an artefact."""
    path = _some_artefact(site, rng)
    content = bytearray(path.read_bytes())
    content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    path.write_bytes(content)


@fault("an artefact is removed", ALONE, SHARED)
def remove_artefact(site, rng):
    """Remove an artefact."""
    _some_artefact(site, rng).unlink()


def _some_artefact(site, rng):
    found = sorted(site.store.glob("??/*"))
    one(found)
    return rng.choice(found)


@fault("the run's folder turns read-only")
def lock_run(site, _):
    """Take the right to write from the folders of the run."""
    return _locked([site.run, *site.run.glob("*/")])


@fault("the store turns read-only", ALONE, SHARED)
def lock_store(site, _):
    """Take the right to write from the folders of the store."""
    return _locked([site.store, *site.store.glob("*/")])


def _locked(folders):
    one([folder for folder in folders if folder.is_dir()])

    def allow(mode):
        for folder in folders:
            with contextlib.suppress(OSError):
                folder.chmod(mode)

    allow(0o555)
    return lambda: allow(0o755)


def _troubled(site, answer):
    site.trouble = answer

    def answer_again():
        site.trouble = lambda: None

    return answer_again


@fault("the bucket answers 500 and 503", BUCKET)
def break_bucket(site, rng):
    """Have every request fail."""
    answer = rng.choice((_BROKEN, _UNAVAILABLE))
    return _troubled(site, lambda: answer)


@fault("the bucket answers slowly", BUCKET)
def slow_bucket(site, rng):
    """Have every request wait."""
    seconds = rng.uniform(0.05, 0.5)
    return _troubled(site, lambda: time.sleep(seconds))


@fault("the bucket hangs up", BUCKET)
def lose_bucket(site, _):
    """Have every connection end without an answer."""

    def hang_up():
        raise ConnectionResetError

    return _troubled(site, hang_up)
