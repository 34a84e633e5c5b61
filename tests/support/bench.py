"""Run the stages in the test's own process, with a real server and store; messages are taken by hand."""

import base64
import json
from collections import Counter
from dataclasses import dataclass

import kombu.pools
import pytest
import redis

import tasks.cluster.parse  # noqa: F401 - importing registers the task
from orchestrator.corpora import CorpusEntry, CorpusSettings, open_corpus
from orchestrator.runs.cluster_workload import ClusterWorkload
from orchestrator.runs.plan import Plan, PlannedCluster, Remaining
from paralattice.adapters.parser import Parse
from paralattice.corpus import Cluster, Sentence
from paralattice.run_options import Options
from paralattice.syntax.tree import flat_tree
from support.packs import pack_path
from tasks.cluster import run
from tasks.cluster.jobs import chunk_key
from tasks.task import Message, send
from workers.app import app, use_broker
from workers.broker.embedded import EmbeddedBroker
from workers.events import START, EventReader
from workers.settings import BROKER_VARIABLE, QUEUE, STORE_VARIABLE
from workers.store import Artefact, current_store, open_store

RUN = "run-1"
BROKEN_FEATURES = Artefact({"notes": []}, {"features": b'{"trees": ["("], "words": [["a"]]}'})


def units_of(event):
    """Return the units that an event reports, by stage."""
    counted = Counter()
    for part in event.progress:
        counted[part.stage] += part.units
    return dict(counted)


class Bench:
    """A queue, a store, and a worker in this process.

    Attributes
    ----------
    stages
        The stages after ``parse`` that were begun, each with its job.
    before_stage
        Called with each of these before it is done.
    before_task
        Called with the name of each task and its message before it is done.
    """

    def __init__(self, broker, client, store):
        self.broker = broker
        self.client = client
        self.store = store
        self.reader = EventReader(client, RUN)
        self.reader.open()
        self.stages = []
        self.before_stage = lambda _stage, _job: None
        self.before_task = lambda _name, _message: None

    def watch_stages(self, monkeypatch):
        """Note the stages that are begun, in a task of their own or in that of a cluster."""

        def watched(stage, function):
            def run_stage(inputs):
                self.stages.append((stage, inputs.job))
                self.before_stage(stage, inputs.job)
                return function(inputs)

            return run_stage

        functions = {stage: watched(stage, function) for stage, function in run._FUNCTIONS.items()}
        monkeypatch.setattr(run, "_FUNCTIONS", functions)

    def submit(self, plan, attempt=1):
        """Send the next work items of all clusters of a plan; return them."""
        workload = ClusterWorkload(self.store.root.parent / "run", plan, self.store, 1)
        left = [cluster for cluster, complete in workload.complete_among(plan.clusters) if not complete]
        items, names = {}, {}
        for name, item in workload.next_items([(cluster, attempt) for cluster in left]):
            items[item.key] = item
            names.setdefault(item.key, []).append(name)
        for key, item in items.items():
            send(item.task, item.label, Message(RUN, tuple(names[key]), key, attempt, item.content))
        return list(items.values())

    def complete(self, plan, attempt=1):
        """Send and do the work items of a plan until nothing is missing; return the messages."""
        done = []
        for _ in range(20):
            if not self.submit(plan, attempt):
                return done
            done += self.drain()
        raise AssertionError("no end after 20 rounds of work items")

    def waiting(self):
        """Return the messages on the queue, the oldest first, as pairs of stage and arguments."""
        return [_decoded(text) for text in reversed(self.client.lrange(QUEUE, 0, -1))]

    def raw(self):
        """Return the messages on the queue, not decoded."""
        return [json.loads(text) for text in reversed(self.client.lrange(QUEUE, 0, -1))]

    def take(self):
        """Take the oldest message off the queue; nothing where there is none."""
        text = self.client.rpop(QUEUE)
        return _decoded(text) if text else None

    def call(self, stage, message):
        """Call a task as a function; its errors are raised here."""
        app.tasks[stage](**message)

    def work(self, stage, message):
        """Run a task as a worker does; its errors are reported as events."""
        self.before_task(stage, message)
        app.tasks[stage].apply(kwargs=message)

    def step(self):
        """Do the oldest message; return its stage and arguments, or nothing."""
        taken = self.take()
        if taken:
            self.work(*taken)
        return taken

    def drain(self):
        """Do all messages; return them in order."""
        done = []
        while taken := self.step():
            done.append(taken)
        return done

    def events(self):
        """Return the events of the run so far."""
        return [event for _, event in self.reader.read(START, 0.001)]

    def forget_messages(self):
        """Drop the messages on the queue."""
        self.client.delete(QUEUE)

    def forget_events(self):
        """Drop the events of the run so far."""
        self.reader.delete()
        self.reader.open()

    def stored(self):
        """Return the files of all artefacts with the time of their last change."""
        return {path: path.stat().st_mtime_ns for path in self.store.root.glob("??/*")}

    def empty_store(self):
        """Remove all artefacts."""
        for path in self.stored():
            path.unlink()
        # A process notes what it has seen of the common shelf.
        current_store.cache_clear()
        self.store = open_store(self.store.root)

    def break_cluster(self, cluster):
        """Store features that no later stage can read."""
        self.store.put(chunk_key(cluster.job), BROKEN_FEATURES)

    def damage(self, key):
        """Cut the end off an artefact."""
        path = pack_path(self.store, key)
        path.write_bytes(path.read_bytes()[:-2])


def _decoded(text):
    message = json.loads(text)
    assert message["content-type"] == "application/json"
    return message["headers"]["task"], json.loads(base64.b64decode(message["body"]))[1]


@dataclass(frozen=True)
class WholePlan(Plan):
    """A plan with all its clusters in memory."""

    clusters: tuple[PlannedCluster, ...] = ()

    def remaining(self, store):
        """Return the units that are still to be computed."""
        left = Remaining(self, store)
        for cluster in self.clusters:
            left.add(cluster)
        return left.units()


def make_plan_of(corpus, parser="a-parser", **options):
    """Return the plan of a folder or of entries."""
    if not isinstance(corpus, list):
        corpus = open_corpus(corpus, CorpusSettings(tokenized=True))
    plan = Plan(Options.from_dict(options))
    return WholePlan(plan.options, tuple(plan.cluster(entry, lambda: parser) for entry in corpus))


def make_text_corpus(**clusters):
    """Return entries without trees: names and lists of texts whose tokens stand between spaces."""
    return [
        CorpusEntry(Cluster(name, tuple(Sentence.from_words(text.split()) for text in texts)))
        for name, texts in clusters.items()
    ]


class FlatParser:
    """A stand-in for the parser: it makes flat trees, and fails on sentences with given words."""

    def __init__(self, *poison):
        self.poison = set(poison)
        self.parsed = []

    def parse(self, sentences):
        for words in sentences:
            if self.poison & set(words):
                raise RuntimeError(f"cannot parse {' '.join(words)}")
        self.parsed += sentences
        return [Parse(flat_tree(words)) for words in sentences]


@pytest.fixture(scope="module")
def bench_broker():
    """Run a real server, and point this process's application at it."""
    broker = EmbeddedBroker()
    broker.start()
    _close_pools()
    use_broker(broker.url)
    yield broker
    _close_pools()
    broker.stop()


@pytest.fixture
def bench(bench_broker, tmp_path, monkeypatch):
    """Work in this process on a store of the test's own."""
    monkeypatch.setenv(BROKER_VARIABLE, bench_broker.url)
    monkeypatch.setenv(STORE_VARIABLE, str(tmp_path / "store"))
    current_store.cache_clear()
    client = redis.Redis.from_url(bench_broker.url)
    bench = Bench(bench_broker, client, open_store(tmp_path / "store"))
    bench.watch_stages(monkeypatch)
    yield bench
    # The bindings of the queue stay: the pooled connections declare them once.
    client.delete(QUEUE, *client.keys("paralattice:*"))
    client.close()
    current_store.cache_clear()


@pytest.fixture
def plan_of():
    """Plan a folder or a corpus."""
    return make_plan_of


@pytest.fixture
def text_corpus():
    """Make a corpus without trees of texts by cluster."""
    return make_text_corpus


@pytest.fixture
def flat_parser(monkeypatch):
    """Replace the parser by one that makes flat trees."""
    parser = FlatParser()
    monkeypatch.setattr("tasks.cluster.parse.shared_parser", lambda _options: parser)
    return parser


def _close_pools():
    kombu.pools.reset()
    # Forgets the pools of an earlier broker, as a worker's child does after it is forked.
    app._after_fork()
