"""Checks of a shared broker: its answer, memory and persistence, its queue and workers."""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import redis

import paralattice
from orchestrator.doctor.findings import Finding, Level, ok, performed, problem, warning
from orchestrator.doctor.machine import server_version
from orchestrator.doctor.rights import rights_findings
from orchestrator.runs.view.queries import Runs
from orchestrator.runs.view.status import RUNNING
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser_files import parser_digest
from workers.broker.embedded import BrokerError
from workers.broker.inspection import NeededParser, WorkerReport, reason_apart, run_queue, worker_reports
from workers.broker.refusals import dead_letters, refused
from workers.broker.remote import check_broker, settled_url, shown_url
from workers.events import connect
from workers.source_digest import code_digest

_PINGS = 20
_SLOW_MILLISECONDS = 50.0
_REACH_SECONDS = 6.0
_COMMAND_SECONDS = 3.0
_SHOWN_CHARACTERS = 40
_FULL = 0.8
_LOOPBACK = ("127.0.0.1", "::1", "localhost")


def broker_findings(url: str, queue: str) -> Iterator[Finding]:
    """Yield the findings of all checks of a broker, or a single one if it does not answer.

    Parameters
    ----------
    url
        The broker's URL, not yet checked.
    queue
        The queue of the workers of this version on our store; empty if no store is known.
    """
    try:
        settled = settled_url(url)
    except BrokerError as error:
        yield problem("broker", str(error), "correct the URL")
        return
    answers = performed("broker", partial(_answering, settled))
    yield from answers
    if any(answer.level is Level.PROBLEM for answer in answers):
        if any("no permissions" in answer.text for answer in answers):
            yield from performed("broker rights", partial(rights_findings, settled))
        return
    for name, check in _checks(queue):
        yield from performed(name, partial(check, settled))


def _checks(queue: str) -> Iterator[tuple[str, Callable[[str], Iterator[Finding]]]]:
    yield "broker rights", rights_findings
    yield "broker memory", _memory
    yield "broker persistence", _persistence
    yield "messages", _messages
    if queue:
        yield "queue", partial(_queue, queue)
        yield "workers", partial(_workers, queue)
    else:
        yield "workers", _all_workers
    yield "runs", _runs


def _answering(url: str) -> Iterator[Finding]:
    try:
        # Its warnings about memory are ignored: another check has the figures.
        check_broker(url, _REACH_SECONDS)
    except BrokerError as error:
        advice = "start it, or correct URL, user, password or network"
        yield problem("broker", str(error), advice, url=shown_url(url))
        return
    with closing(connect(url, timeout=_COMMAND_SECONDS)) as client:
        version = server_version(client.info("server"))
        latency = statistics.median(_pings(client))
    parts = urlsplit(url)
    encrypted = parts.scheme == "rediss"
    text = f"{version} at {shown_url(url)}, {latency:.2f} ms a ping, {'' if encrypted else 'not '}encrypted"
    facts = {"server": version, "url": shown_url(url), "latency_ms": latency, "encrypted": encrypted}
    if not parts.password and parts.hostname not in _LOOPBACK:
        yield warning(
            "broker", f"{text}, no password", "give it one: see docs/howto/many-machines.md", **facts
        )
    elif latency > _SLOW_MILLISECONDS:
        advice = "the work on a small cluster takes milliseconds: put broker and workers close together"
        yield warning("broker", text, advice, **facts)
    else:
        yield ok("broker", text, **facts)


def _pings(client: redis.Redis) -> Iterator[float]:
    client.ping()
    for _ in range(_PINGS):
        started = time.perf_counter()
        client.ping()
        yield 1000 * (time.perf_counter() - started)


def _memory(url: str) -> Iterator[Finding]:
    with closing(connect(url, timeout=_COMMAND_SECONDS)) as client:
        info: dict[str, Any] = client.info("memory")
    policy = info.get("maxmemory_policy", "?")
    used, most = int(info.get("used_memory", 0)), int(info.get("maxmemory", 0))
    limit = f"of {most / 1e6:.0f} MB" if most else "and no limit"
    text = f"{used / 1e6:.1f} MB used {limit}, policy {policy}"
    facts = {"policy": policy, "used": used, "limit": most}
    if policy != "noeviction":
        advice = "set maxmemory-policy noeviction, or a full server drops messages"
        yield warning("broker memory", text, advice, **facts)
    elif most and used > _FULL * most:
        yield warning("broker memory", text, "raise maxmemory: a full server refuses messages", **facts)
    else:
        yield ok("broker memory", text, **facts)


def _persistence(url: str) -> Iterator[Finding]:
    with closing(connect(url, timeout=_COMMAND_SECONDS)) as client:
        info: dict[str, Any] = client.info("persistence")
        saves = _saves(client)
    appends = bool(info.get("aof_enabled"))
    failed = [name for name, field in _WRITES.items() if info.get(field, "ok") != "ok"]
    kept = ", ".join([f"appendonly {'yes' if appends else 'no'}", f"save {saves}"])
    facts = {"appendonly": appends, "save": saves, "failed": failed}
    if failed:
        text = f"{kept}; its last {' and '.join(failed)} failed"
        yield problem("broker persistence", text, "look at the server's log and disk", **facts)
    elif not appends and saves in ("off", _HIDDEN):
        advice = "set appendonly yes, or everything in flight is sent again after a restart of the server"
        yield warning("broker persistence", kept, advice, **facts)
    else:
        yield ok("broker persistence", kept, **facts)


_HIDDEN = "unknown (this user may not ask)"
_WRITES = {"snapshot": "rdb_last_bgsave_status", "write to the append-only file": "aof_last_write_status"}


def _saves(client: redis.Redis) -> str:
    try:
        settings: Mapping[Any, Any] = client.config_get("save")
    except redis.ResponseError:
        return _HIDDEN
    return str(settings.get("save") or "off")


def _messages(url: str) -> Iterator[Finding]:
    with closing(connect(url, timeout=_COMMAND_SECONDS)) as client:
        try:
            counts, letters = refused(client), dead_letters(client)
        except redis.exceptions.NoPermissionError:
            yield ok("messages", _HIDDEN)
            return
    dead = [asdict(letter) for letter in letters]
    facts = {"refused": counts, "dead_letters": dead}
    if not counts and not dead:
        yield ok("messages", "none was refused", **facts)
        return
    reasons = ", ".join(f"{reason} ({count})" for reason, count in counts.items())
    text = f"{sum(counts.values())} were refused: {reasons}" if counts else "none was refused"
    if dead:
        last = letters[-1]
        sender = f"{last.origin or 'an unknown sender'}: {last.content[:_SHOWN_CHARACTERS]}…"
        text += f"; {len(dead)} ended two workers and are kept, the last from {sender}"
    advice = "find out who sends them and change the password; `--json` has the bytes of the kept messages"
    yield warning("messages", text, advice, **facts)


def _queue(queue: str, url: str) -> Iterator[Finding]:
    default = ParseOptions()
    parser = NeededParser(default.parser, default.device, parser_digest(default))
    with closing(connect(url, timeout=_COMMAND_SECONDS)) as client:
        for name, kind in ((queue, "without parser"), (run_queue(queue, parser), "with the default parser")):
            length = client.llen(name)
            yield ok(
                "queue", f"{name}: {length} messages wait for workers {kind}", queue=name, waiting=length
            )


def _workers(queue: str, url: str) -> Iterator[Finding]:
    present = _present(url)
    ours = [worker for worker in present if worker.queue == queue]
    if not ours:
        text = f"none of version {paralattice.__version__} listens to {queue}"
        yield warning(
            "workers", text, "start `orchestrator worker` with this store on any machine", processes=0
        )
    yield from map(_present_worker, ours)
    yield from (_other_worker(worker) for worker in present if worker.queue != queue)


def _all_workers(url: str) -> Iterator[Finding]:
    present = _present(url)
    yield from map(_present_worker, present)
    text = f"{len(present)} on this broker, for any store"
    yield warning("workers", text, "give the store with --store to see which of them are yours")


def _runs(url: str) -> Iterator[Finding]:
    # A worker's user may not list runs.
    with suppress(redis.exceptions.NoPermissionError):
        for run in Runs(Path(), url).on_broker():
            if run.state == RUNNING and run.workers == 0:
                text = f"{run.name}, on {run.host}, waits for workers"
                advice = "; ".join(run.others) or "start `orchestrator worker` with its store on any machine"
                yield warning("runs", text, advice, run=run.name, others=run.others)


def _present(url: str) -> list[WorkerReport]:
    from workers.app import use_broker

    use_broker(url)
    return worker_reports()


def _present_worker(worker: WorkerReport) -> Finding:
    return ok("workers", _described(worker), **_facts(worker))


def _other_worker(worker: WorkerReport) -> Finding:
    if worker.version != paralattice.__version__:
        advice = f"install version {paralattice.__version__} there"
    elif worker.code != code_digest():
        advice = f"install the files of this machine there, with the code {code_digest()}, and start it again"
    else:
        advice = "start it with the same --store"
    text = f"{worker.name} {reason_apart(worker)}: it listens to {worker.queue} and takes no part"
    return warning("workers", text, f"{advice} if it should", **_facts(worker))


def _described(worker: WorkerReport) -> str:
    code = f", code {worker.code}" if worker.code else ""
    return (
        f"{worker.name}: version {worker.version}{code}, {worker.processes} processes, store {worker.store}"
    )


def _facts(worker: WorkerReport) -> dict[str, Any]:
    names = ("version", "code", "processes", "queue", "store")
    return {"worker": worker.name, **{name: getattr(worker, name) for name in names}}
