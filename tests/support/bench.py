"""The six tasks in the test's own process: a real server and store, messages taken by hand."""

import base64
import json
from dataclasses import dataclass

import kombu.pools
import pytest
import redis

import tasks.cluster.align
import tasks.cluster.build
import tasks.cluster.chunk
import tasks.cluster.merge
import tasks.cluster.parse
import tasks.cluster.sample  # noqa: F401 - importing registers the tasks
from orchestrator.corpora import CorpusEntry, CorpusSettings, open_corpus
from orchestrator.runs.plan import Plan, Planned, Remaining
from paralattice.adapters.parser import Parse
from paralattice.corpus import Cluster, Sentence
from paralattice.run_options import Options
from paralattice.tree import flat_tree
from workers.app import app, use_broker
from workers.broker.embedded import EmbeddedBroker
from workers.events import START, EventReader
from workers.settings import BROKER_VARIABLE, QUEUE, STORE_VARIABLE
from workers.store import current_store, open_store

RUN = "run-1"


class Bench:
    """A queue, a store, and somebody who works on the one with the other."""

    def __init__(self, broker, client, store):
        self.broker = broker
        self.client = client
        self.store = store
        self.reader = EventReader(client, RUN)

    def waiting(self):
        """Return the messages on the queue, the oldest first, as pairs of stage and arguments."""
        return [_decoded(text) for text in reversed(self.client.lrange(QUEUE, 0, -1))]

    def raw(self):
        """Return the messages on the queue as they are."""
        return [json.loads(text) for text in reversed(self.client.lrange(QUEUE, 0, -1))]

    def take(self):
        """Take the oldest message off the queue; nothing where there is none."""
        text = self.client.rpop(QUEUE)
        return _decoded(text) if text else None

    def call(self, stage, message):
        """Call a task as a function: what it raises is raised here."""
        app.tasks[stage](**message)

    def work(self, stage, message):
        """Run a task as a worker does: what it raises is reported as an event."""
        app.tasks[stage].apply(kwargs=message)

    def step(self):
        """Do the oldest message; return its stage and arguments, or nothing."""
        taken = self.take()
        if taken:
            self.work(*taken)
        return taken

    def drain(self):
        """Do all messages, and those that they lead to; return them in order."""
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

    def stored(self):
        """Return the files of all artefacts with the time of their last change."""
        return {path: path.stat().st_mtime_ns for path in self.store.root.glob("??/*")}

    def empty_store(self):
        """Remove all artefacts."""
        for path in self.stored():
            path.unlink()

    def damage(self, key):
        """Cut the end off an artefact."""
        path = self.store.path(key)
        path.write_bytes(path.read_bytes()[:-2])


def _decoded(text):
    message = json.loads(text)
    assert message["content-type"] == "application/json"
    return message["headers"]["task"], json.loads(base64.b64decode(message["body"]))[1]


@dataclass(frozen=True)
class WholePlan(Plan):
    """A plan with all its clusters in memory."""

    clusters: tuple[Planned, ...] = ()

    def remaining(self, store):
        """Return the units that are still to be computed."""
        left = Remaining(self, store)
        for cluster in self.clusters:
            left.add(cluster)
        return left.units()


def make_plan_of(corpus, run=RUN, parser="a-parser", **options):
    """Return the plan of a folder or of entries."""
    if not isinstance(corpus, list):
        corpus = open_corpus(corpus, CorpusSettings(tokenized=True))
    plan = Plan(run, Options.from_dict(options))
    return WholePlan(run, plan.options, tuple(plan.cluster(entry, lambda: parser) for entry in corpus))


def make_text_corpus(**clusters):
    """Return entries without trees: names and lists of texts whose tokens stand between spaces."""
    return [
        CorpusEntry(Cluster(name, tuple(Sentence.from_words(text.split()) for text in texts)))
        for name, texts in clusters.items()
    ]


class FlatParser:
    """Stands in for the parser: flat trees at once, and an error for a sentence with a poisonous word."""

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
    yield Bench(bench_broker, client, open_store(tmp_path / "store"))
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
    """Put flat trees in the place of the parser's."""
    parser = FlatParser()
    monkeypatch.setattr("tasks.cluster.parse.shared_parser", lambda _options: parser)
    return parser


def _close_pools():
    kombu.pools.reset()
    # Forgets the pools of an earlier broker, as a worker's child does after it is forked.
    app._after_fork()
