"""Scheduler, ledger, messages and events of a run with many workers that only wait, in virtual time.

    python benchmarks/simulation.py [--clusters 20000] [--workers 16,100,1000,10000] [--window 1024,64000]

The orchestrator's side is real: the scheduler, the ledger in SQLite, messages by Celery to a real server, the
stream of events, and the records that it compresses and appends.  The workers are numbers in a heap: each
takes a message, and its events come after the seconds that its clusters take.  The clock is virtual: it
moves on by the processor time of the orchestrator's code, and by its pauses; if nothing is left to do, to the
next event.  What a worker would compute and store is not there.
"""

from __future__ import annotations

import argparse
import base64
import json
import random
import tempfile
import time
from collections import defaultdict
from heapq import heappop, heappush
from pathlib import Path
from types import SimpleNamespace

import msgspec
import psutil

from orchestrator.engine import scheduler as engine
from orchestrator.engine.scheduler import Scheduler
from orchestrator.engine.work_items import Item, WorkItem
from orchestrator.runs.folder import ResultWriter
from orchestrator.runs.ledger import PENDING, Ledger
from tasks.task import Done, Message
from workers.app import use_broker
from workers.broker.embedded import EmbeddedBroker
from workers.events import EventReader, Progress, connect, stream_name
from workers.settings import QUEUE
from workers.store import digest
from workers.task_names import STAGES

RUN = "simulation"
VERSIONS = ("V1", "V2", "V3", "V4", "V5")
TOGETHER = 8
# Workers that the orchestrator expects on a shared broker.
ESTIMATE = 16
# As large as those of a news cluster in five versions.
BODY, FEATURES, RECORD = 2_500, 6_000, 17_000
PARTS = ("send", "events", "ledger", "collect")


class Clock:
    """Virtual seconds; real processor time of the orchestrator counts, that of the simulation does not."""

    def __init__(self):
        self.now = 0.0
        self.busy = 0.0
        self.spent = defaultdict(float)
        self._mark = time.process_time()

    def pause(self):
        """Begin code of the simulation."""
        used = time.process_time() - self._mark
        self.now += used
        self.busy += used

    def resume(self):
        """End code of the simulation."""
        self._mark = time.process_time()

    def on(self, part, function):
        """Return a function whose processor time is noted as part of the orchestrator's."""

        def timed(*arguments, **named):
            started = time.process_time()
            try:
                return function(*arguments, **named)
            finally:
                self.spent[part] += time.process_time() - started

        return timed

    def sleep(self, seconds):
        """Pause the orchestrator."""
        self.now += seconds


class Workers:
    """Workers that take messages from a queue, wait, and report."""

    def __init__(self, client, count, seconds, clock):
        self.client = client
        self.idle = count
        self.count = count
        self.seconds = seconds
        self.clock = clock
        self.worked = 0.0
        self.left = []
        self.rng = random.Random(2006)
        self.waiting = []

    def take(self):
        """Give the messages on the queue to idle workers."""
        while found := self.client.rpop(QUEUE, 1000):
            self.waiting += found
        taken = min(self.idle, len(self.waiting))
        for text in self.waiting[:taken]:
            message = json.loads(base64.b64decode(json.loads(text)["body"]))[1]
            seconds = self.seconds * len(message["names"]) * self.rng.uniform(0.5, 1.5)
            self.worked += seconds
            heappush(self.left, (self.clock.now + seconds, message["key"], tuple(message["names"])))
        self.idle -= taken
        del self.waiting[:taken]

    def due(self):
        """Return whether anything was done while the orchestrator was busy."""
        return bool(self.left) and self.left[0][0] <= self.clock.now

    def report(self):
        """Send the events of what is done by now; if nothing is, wait for the first."""
        if self.left:
            self.clock.now = max(self.clock.now, self.left[0][0])
        with self.client.pipeline(transaction=False) as commands:
            while self.left and self.left[0][0] <= self.clock.now:
                _, key, names = heappop(self.left)
                self.idle += 1
                for event in report(key, names):
                    commands.xadd(stream_name(RUN), {"event": msgspec.json.encode(event)})
            commands.execute()


def report(key, names):
    """Return the events of a message, as its task sends them."""
    stages = tuple(Progress(stage, ",".join(VERSIONS), 5) for stage in STAGES[1:] if stage != "exchange")
    parts = tuple((name, Done(stages)) for name in names)
    return Done(parts=parts).events("cluster", Message(RUN, names, key, 1, {}))


class Reader(EventReader):
    """The stream of events; the workers get on while the orchestrator waits for it."""

    def __init__(self, client, workers, clock):
        super().__init__(client, RUN)
        self.workers = workers
        self.clock = clock

    def read(self, position, block, count=1000):  # noqa: ARG002 - nobody waits in virtual time
        """Let the workers work, then return events."""
        self.clock.pause()
        self.workers.take()
        if self.workers.due() or not self._client.xlen(self._stream):
            self.workers.report()
            self.workers.take()
        self.clock.resume()
        return self.clock.on("events", super().read)(position, 0.001, count)


class Waiting:
    """The clusters of the ledger as targets whose items have no content but their names."""

    def __init__(self, writer, workers):
        self.writer = writer
        self.workers = workers
        # Compresses to a fifth, as features and lattices do.
        rng = random.Random(0)
        self.features, record = (_text(rng, size) for size in (FEATURES, RECORD))
        self.records = b"\n".join([record[: RECORD // len(VERSIONS)]] * len(VERSIONS))

    def next_items(self, targets):
        """Yield names with items; as many clusters share an item as in a run."""
        most = min(TOGETHER, max(1, len(targets) // (4 * self.workers)))
        for start in range(0, len(targets), most):
            names = [target.name for target, _ in targets[start : start + most]]
            job = {"source": digest(names), "options": digest("options"), "versions": VERSIONS}
            content = {"items": [{**job, "cluster": name, "stages": STAGES[1:]} for name in names]}
            item = WorkItem("cluster", digest(names), content, f"cluster={','.join(names)}")
            yield from ((name, item) for name in names)

    def ended(self, key):
        """Do nothing."""

    def collect(self, target):
        """Write records; return rows."""
        self.writer.write(target.name, self.features, self.records)
        row = {"cluster": target.name, "sentences": 6, "tokens": 140, "states": 90, "arcs": 110}
        return {version: {**row, "version": version, "status": "done"} for version in VERSIONS}

    def complete_among(self, targets):
        """Yield targets as not complete."""
        return ((target, False) for target in targets)

    def drop_damaged(self, target):
        """Do nothing."""


def _text(rng, size):
    return json.dumps([rng.randrange(1000) for _ in range(size // 5)])[:size].encode()


class Backend:
    """Workers that never die, and messages that are never lost."""

    def ensure_running(self):
        """Return that nothing has died."""
        return ""

    def lost(self, _silences):
        """Return that nothing is lost."""
        return set()

    def window(self):
        """Return that the window stays as it is."""
        return 0

    def on_progress(self):
        """Do nothing."""

    def on_idle(self):
        """Do nothing."""


class Watcher:
    """Shows nothing."""

    def update(self, units, done, failed):
        """Do nothing."""

    def say(self, text):
        """Do nothing."""


def staged(path, clusters, clock):
    """Return a ledger of clusters that wait, and the processor time of making it."""
    started = time.process_time()
    ledger = Ledger()
    body = json.dumps({"sentences": "x" * BODY})
    for number in range(clusters):
        ledger.stage(f"cluster-{number:07}", digest(number), body)
    ledger.open(path)
    ledger.adopt()
    seconds = time.process_time() - started
    ledger.record = clock.on("ledger", ledger.record)
    return ledger, seconds


def simulate(broker, clusters, workers, window, seconds):
    """Run clusters; return the row of the table."""
    client, clock = connect(broker.url), Clock()
    client.delete(QUEUE, stream_name(RUN))
    server = psutil.Process(client.info("server")["process_id"])
    before = sum(server.cpu_times()[:2])
    fleet = Workers(client, workers, seconds, clock)
    engine.time = SimpleNamespace(monotonic=lambda: clock.now, sleep=clock.sleep)
    engine.send, real = clock.on("send", engine.send), engine.send
    with tempfile.TemporaryDirectory() as folder, ResultWriter(Path(folder)) as writer:
        ledger, staging = staged(Path(folder) / "ledger.sqlite", clusters, clock)
        workload = Waiting(writer, ESTIMATE)
        workload.collect = clock.on("collect", workload.collect)
        clock.resume()
        targets = (Item(name, "", {}) for name, _, _ in ledger.clusters(PENDING))
        reader = Reader(client, fleet, clock)
        Scheduler(workload, ledger, RUN, window).run(targets, reader, Backend(), Watcher(), lambda: False)
        clock.pause()
        counts = ledger.counts()
        ledger.close()
    engine.send, engine.time = real, time
    if counts != {"done": clusters}:
        raise SystemExit(f"not all clusters are done: {counts}")
    working, busy = fleet.worked / clock.now / workers, clock.busy / clock.now
    memory = psutil.Process().memory_info().rss / 2**20
    used = sum(server.cpu_times()[:2]) - before
    parts = [1000 * clock.spent[part] / clusters for part in PARTS]
    rest = 1000 * clock.busy / clusters - sum(parts)
    return [
        f"{workers:,}", f"{window:,}", f"{1000 * seconds:g}", f"{clusters / clock.now:,.0f}",
        f"{workers / seconds:,.0f}", f"{busy:.0%}", f"{working:.0%}",
        *(f"{part:.2f}" for part in [*parts, rest]), f"{1000 * used / clusters:.2f}",
        f"{1000 * staging / clusters:.2f}", f"{memory:.0f}",
    ]  # fmt: skip


HEADS = (
    "workers", "window", "ms a cluster", "clusters/s", "workers could", "orchestrator busy", "workers busy",
    *PARTS, "rest", "server", "staging", "MiB",
)  # fmt: skip


def main():
    """Simulate and print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clusters", type=int, default=20_000)
    parser.add_argument("--workers", default="16,100,1000,10000")
    parser.add_argument(
        "--window", default="1024,0", help="most clusters in flight; 0 for 64 for each worker  [%(default)s]"
    )
    parser.add_argument("--milliseconds", type=float, default=100, help="of a worker for a cluster")
    arguments = parser.parse_args()
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    broker = EmbeddedBroker()
    broker.start()
    use_broker(broker.url)
    try:
        for workers in map(int, arguments.workers.split(",")):
            for window in map(int, arguments.window.split(",")):
                size = window or 64 * workers
                row = simulate(broker, arguments.clusters, workers, size, arguments.milliseconds / 1000)
                print(f"| {' | '.join(row)} |", flush=True)
    finally:
        broker.stop()


if __name__ == "__main__":
    main()
