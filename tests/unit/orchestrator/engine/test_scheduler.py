"""A run goes on to its end: whatever fails, is lost, is damaged or comes twice."""

import os
import shutil
import signal
from collections import Counter
from dataclasses import replace

import pytest
from kombu.exceptions import OperationalError

from orchestrator.engine.journal import Changes
from orchestrator.engine.scheduler import MAX_ATTEMPTS, Scheduler
from orchestrator.runs.cluster_workload import ClusterWorkload
from orchestrator.runs.folder import ResultWriter
from orchestrator.runs.ledger import DONE, PENDING, Ledger
from orchestrator.runs.plan import result_keys
from paralattice.results import PartFolder
from support.packs import pack_path
from support.waiting import eventually
from tasks.cluster import jobs
from tasks.task import send
from workers.events import START, Event, EventReader, Progress, emit
from workers.store import MissingArtefactError
from workers.task_names import STAGES

ALIGNING = tuple(stage for stage in STAGES if stage != "exchange")
"""The stages of the versions that are aligned."""

POISON = "belladonna"


class Backend:
    """Workers that do some messages between two steps of the scheduler.

    Parameters
    ----------
    bench
        Queue and store.
    pace
        Messages at a time.
    before
        Function of task and arguments, called before a message is done; where it
        returns true the message is lost.
    """

    def __init__(self, bench, pace=1000, before=None):
        self.bench = bench
        self.pace = pace
        self.before = before or (lambda _stage, _message: False)
        self.turns = 0
        self.progress = 0
        self.taken = []
        self.news = []
        self.missing = lambda _silences: set()

    def ensure_running(self):
        self.turns += 1
        for _ in range(self.pace):
            message = self.bench.take()
            if message is None:
                break
            self.taken.append(message)
            if not self.before(*message):
                self.bench.work(*message)
        return self.news.pop() if self.news else ""

    def lost(self, silences):
        return self.missing(silences)

    def window(self):
        return 0

    def on_idle(self):
        pass

    def on_progress(self):
        self.progress += 1

    def count(self, task):
        return sum(name == task for name, _ in self.taken)


class Watcher:
    """Remembers what it was told."""

    def __init__(self):
        self.units = Counter()
        self.lines = []
        self.figures = [(0, 0)]

    def update(self, units, done, failed):
        self.units.update(units)
        self.figures.append((done, failed))

    def say(self, text):
        self.lines.append(text)


class Stage:
    """A run's folder and ledger, and a scheduler whenever one is wanted."""

    def __init__(self, bench, root):
        self.bench = bench
        self.root = root
        self.watcher = Watcher()
        self.ledger = None
        self._open()

    def _open(self):
        self.root.mkdir()
        self.ledger = Ledger(self.root / "ledger.sqlite")
        self.writer = ResultWriter(self.root)

    def empty(self):
        """Forget what was done."""
        self.ledger.close()
        shutil.rmtree(self.root)
        self._open()

    def scheduler(self, plan, window=8):
        self.ledger.close()
        self.ledger = Ledger()
        for cluster in plan.clusters:
            self.ledger.stage(cluster.name, plan.identity(cluster), cluster.to_body())
        self.ledger.open(self.root / "ledger.sqlite")
        self.ledger.adopt()
        self.writer.mend(self.ledger.names(DONE))
        workload = ClusterWorkload(self.writer, plan, self.bench.store, 1)
        return Scheduler(workload, self.ledger, "run-1", window)

    def run(self, plan, backend=None, window=8, stopped=None):
        """Run a plan to its end, or until so many turns that it has none."""
        backend = backend or Backend(self.bench)
        scheduler = self.scheduler(plan, window)
        pending = self.ledger.names(PENDING)
        todo = scheduler.collect_complete(cluster for cluster in plan.clusters if cluster.name in pending)
        stopped = stopped or (lambda: backend.turns >= 150)
        for _ in scheduler.steps(todo, self.bench.reader, backend, self.watcher, stopped):
            pass
        return backend

    def files(self):
        """Return the lines of all records by part and name."""
        return {
            f"{name}/{cluster}": PartFolder(self.root / name).lines(cluster)
            for name in ("features", "results")
            for cluster in PartFolder(self.root / name).names()
        }

    def done(self):
        return self.ledger.names(DONE)


@pytest.fixture
def stage(bench, tmp_path, monkeypatch):
    monkeypatch.setattr("orchestrator.engine.scheduler._WAIT_SECONDS", 0.01)
    stage = Stage(bench, tmp_path / "run")
    yield stage
    stage.ledger.close()


@pytest.fixture
def texts(text_corpus):
    """Make a corpus of clusters that share no sentence."""

    def make(*names, extra=None):
        clusters = {name: [f"{name} one .", f"{name} two ."] for name in names}
        for name, sentences in (extra or {}).items():
            clusters[name] = [*clusters.get(name, []), *sentences]
        return text_corpus(**clusters)

    return make


def names_of(plan):
    return sorted(cluster.name for cluster in plan.clusters)


def test_all_clusters_are_computed_collected_and_recorded(stage, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(4), versions=["V1", "V4"])
    backend = stage.run(plan)
    assert stage.done() == names_of(plan)
    assert stage.ledger.failures() == {}
    assert all(list(stage.ledger.results(name)) == ["V1", "V4"] for name in names_of(plan))
    assert stage.watcher.figures[-1] == (4, 0)
    expected = dict.fromkeys(("chunk", "align", "merge", "build", "sample"), 8)
    assert stage.ledger.units() == stage.watcher.units == expected
    assert backend.progress > 0
    kinds = ("features", "results")
    assert set(stage.files()) == {f"{kind}/{name}" for name in names_of(plan) for kind in kinds}


def test_sentences_without_trees_are_parsed_first(stage, texts, plan_of, flat_parser):
    plan = plan_of(texts("a", "b"))
    stage.run(plan)
    assert stage.done() == ["a", "b"]
    assert len(flat_parser.parsed) == 4
    assert stage.ledger.units()["parse"] == 4


@pytest.mark.parametrize("window", [1, 2, 5])
def test_the_window_is_filled_and_never_exceeded(stage, parsed_corpus, plan_of, window):
    plan = plan_of(parsed_corpus(9, sentences=2), versions=["V1"])
    backend = Backend(stage.bench, pace=1)
    in_flight, most = set(), []

    def look(_stage, _message):
        messages = [message for _, message in [*backend.taken, *stage.bench.waiting()]]
        in_flight.update(name for message in messages for name in message["names"])
        in_flight.difference_update(stage.done())
        most.append(len(in_flight))
        return False

    backend.before = look
    stage.run(plan, backend, window=window)
    assert stage.done() == names_of(plan)
    assert max(most) == window


def test_the_window_grows_when_more_workers_listen(stage, parsed_corpus, plan_of):
    backend = Backend(stage.bench, pace=1)
    most = []
    backend.window = lambda: 4 if backend.turns > 2 else 0
    backend.before = lambda *_: most.append(len(stage.bench.waiting()))
    stage.run(plan_of(parsed_corpus(9, sentences=2), versions=["V1"]), backend, window=1)
    assert most[0] == 0 < max(most)


def test_events_that_are_recorded_are_dropped_from_the_stream(stage, parsed_corpus, plan_of):
    stage.run(plan_of(parsed_corpus(2), versions=["V1"]))
    assert stage.bench.events() == []
    assert stage.ledger.position() != START


def test_a_failed_batch_of_several_clusters_is_tried_again_cluster_by_cluster(
    stage, texts, plan_of, flat_parser
):
    flat_parser.poison.add(POISON)
    plan = plan_of(texts("a", "b", "c", extra={"b": [f"{POISON} !"]}))
    backend = stage.run(plan)
    assert [message["names"] for name, message in backend.taken if name == "parse"] == [
        ["a", "b", "c"],
        ["a"],
        ["b"],
        ["c"],
    ]
    assert stage.done() == ["a", "c"]
    assert list(stage.ledger.failures()) == ["b"]
    assert "RuntimeError: cannot parse belladonna !" in stage.ledger.failures()["b"]


def test_a_failure_is_recorded_with_its_reason_and_the_others_finish(stage, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(4), versions=["V1"])
    broken = replace(plan.clusters[2], trees=("(ROOT (S (NN open)",) * 2)
    plan = replace(plan, clusters=(*plan.clusters[:2], broken, plan.clusters[3]))
    backend = stage.run(plan)
    assert stage.done() == ["c000", "c001", "c003"]
    (name, reason), *others = stage.ledger.failures().items()
    assert (name, others) == ("c002", [])
    assert reason.startswith("chunk: FormatError: ")
    assert stage.watcher.figures[-1] == (3, 1)
    # What would fail again is not computed again.
    assert backend.count("cluster") == 4


def test_an_artefact_that_is_lost_each_time_fails_its_cluster_after_some_attempts(
    stage, parsed_corpus, plan_of
):
    plan = plan_of(parsed_corpus(2), versions=["V1"])
    doomed = plan.clusters[1]

    tried = []

    def lose(name, message):
        if message["names"] == [doomed.name]:
            tried.append(name)
            jobs.load_inputs.cache_clear()
            pack_path(stage.bench.store, message["inputs"]).unlink()

    stage.bench.before_task = lose
    stage.run(plan)
    assert stage.done() == ["c000"]
    reason = stage.ledger.failures()["c001"]
    assert reason.startswith("chunk: MissingArtefactError: ")
    assert reason.endswith(f"(after {MAX_ATTEMPTS} attempts)")
    assert tried == ["cluster", "chunk", "chunk"]


def forget_what_was_read():
    """Make this process read artefacts again, as another worker would."""
    jobs.load_options.cache_clear()
    jobs.load_inputs.cache_clear()


INPUTS = {
    "inputs": ("chunk", lambda _cluster, _plan, message: message["inputs"]),
    "options": ("merge", lambda _cluster, plan, _: plan.options_key),
    "features": ("merge", lambda cluster, _plan, _: jobs.chunk_key(cluster.job)),
    "alignment": ("build", lambda cluster, plan, _: jobs.merge_key(cluster.groups[-1], plan.options)),
    "same alignment": ("sample", lambda cluster, plan, _: jobs.merge_key(cluster.groups[-1], plan.options)),
    "lattices": ("sample", lambda cluster, plan, _: jobs.build_key(cluster.groups[-1], plan.options)),
}
"""What a stage reads that another task has stored: the stage, and the artefact's key."""

LARGE = {
    "inputs": INPUTS["inputs"],
    # A task for each version does the rest of a large cluster.
    **{what: ("cluster", INPUTS[what][1]) for what in ("options", "features")},
}

PARSE = ("cluster", lambda cluster, _plan, _: cluster.parses[0])


@pytest.fixture
def damaging():
    """Damage an artefact of a cluster once, just before the task that reads it."""

    def make(stage, plan, reader, key):
        victim = plan.clusters[0]
        damaged = []

        def damage(name, message):
            if name == reader and message["names"] == [victim.name] and not damaged:
                damaged.append(key(victim, plan, message))
                stage.bench.damage(damaged[0])
                forget_what_was_read()

        stage.bench.before_task = damage
        return damaged

    return make


@pytest.mark.parametrize("what", INPUTS)
def test_a_damaged_artefact_is_computed_again(stage, parsed_corpus, plan_of, damaging, what):
    plan = plan_of(parsed_corpus(2), versions=["V1", "V5"])
    stage.run(plan)
    expected = stage.files()
    stage.empty()
    stage.bench.empty_store()
    tried = []

    def fail_once(name, job):
        # From then on each stage is a task, which reads what the one before it stored.
        if not tried and job.cluster == plan.clusters[0].name:
            tried.append(name)
            raise MissingArtefactError("as if it were gone")

    stage.bench.before_stage = fail_once
    damaged = damaging(stage, plan, *INPUTS[what])
    stage.run(plan)
    assert damaged
    assert stage.ledger.failures() == {}
    assert stage.files() == expected


def test_a_damaged_parse_is_made_again(stage, text_corpus, plan_of, flat_parser, damaging):
    plan = plan_of(text_corpus(one=["a b .", "a c ."], two=["x y ."]), versions=["V1"])
    stage.run(plan)
    expected = stage.files()
    stage.empty()
    stage.bench.empty_store()
    parsed = len(flat_parser.parsed)
    damaged = damaging(stage, plan, *PARSE)
    stage.run(plan)
    assert damaged
    assert stage.files() == expected
    # The pack of all three is gone, and the cluster that was not hit had its parse already.
    assert parsed < len(flat_parser.parsed) <= 3 * parsed


@pytest.mark.parametrize("what", LARGE)
def test_a_damaged_artefact_of_a_large_cluster_is_computed_again(
    stage, parsed_corpus, plan_of, damaging, monkeypatch, what
):
    monkeypatch.setattr(jobs, "GROUPED_SENTENCES", 4)
    plan = plan_of(parsed_corpus(1))
    stage.run(plan)
    expected = stage.files()
    stage.empty()
    stage.bench.empty_store()
    damaged = damaging(stage, plan, *LARGE[what])
    stage.run(plan)
    assert damaged
    assert stage.ledger.failures() == {}
    assert stage.files() == expected


def test_a_cluster_that_is_damaged_when_it_is_collected_is_sent_again_once(stage, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(3), versions=["V1"])
    damaged = []

    class Damaging(Backend):
        def ensure_running(self):
            said = super().ensure_running()
            if not damaged and stage.bench.store.has(key := jobs.chunk_key(plan.clusters[1].job)):
                damaged.append(key)
                stage.bench.damage(key)
            return said

    backend = stage.run(plan, Damaging(stage.bench))
    assert damaged
    assert stage.done() == names_of(plan)
    assert stage.ledger.attempts() == {"c000": 1, "c001": 2, "c002": 1}
    # The pack had all that the cluster's task computed.
    again = ["chunk", "merge", "build", "sample"]
    assert [name for name, _ in backend.taken] == ["cluster"] * 3 + again
    assert stage.ledger.units() == dict.fromkeys(ALIGNING[1:], 3)


def test_clusters_whose_artefacts_are_all_there_are_collected_without_a_message(
    stage, parsed_corpus, plan_of
):
    plan = plan_of(parsed_corpus(3), versions=["V1"])
    stage.run(plan)
    expected = stage.files()
    stage.empty()
    assert list(stage.scheduler(plan).collect_complete(plan.clusters)) == []
    assert stage.done() == names_of(plan)
    assert stage.files() == expected
    assert stage.bench.waiting() == []


def test_a_cluster_that_is_complete_but_damaged_is_computed_again(stage, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(3), versions=["V1"])
    stage.run(plan)
    expected = stage.files()
    for key in result_keys(plan.clusters[1], plan):
        stage.empty()
        stage.bench.damage(key)
        backend = stage.run(plan)
        assert [message["names"] for _, message in backend.taken if message["attempt"] == 1] == [["c001"]]
        assert stage.files() == expected


def test_looking_for_complete_clusters_does_not_forget_how_far_the_stream_was_read(
    stage, parsed_corpus, plan_of
):
    plan = plan_of(parsed_corpus(1))
    stage.ledger.record(Changes("7-0"))
    list(stage.scheduler(plan).collect_complete(plan.clusters))
    assert stage.ledger.position() == "7-0"


def test_a_request_to_stop_returns_at_once_and_the_next_run_goes_on(stage, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(6, sentences=3), versions=["V1"])
    backend = Backend(stage.bench, pace=1)
    turns = []

    def stopped():
        turns.extend([backend.turns] if len(stage.done()) == 2 else [])
        return bool(turns)

    stage.run(plan, backend, window=2, stopped=stopped)
    assert turns == [backend.turns]
    done = stage.done()
    assert (len(done), len(stage.ledger.names(PENDING))) == (2, 4)
    stage.bench.forget_messages()
    again = stage.run(plan)
    assert stage.done() == names_of(plan)
    assert not {name for _, message in again.taken for name in message["names"]} & set(done)


def test_a_request_to_stop_before_the_start_submits_nothing(stage, parsed_corpus, plan_of):
    stage.run(plan_of(parsed_corpus(2)), stopped=lambda: True)
    assert stage.bench.waiting() == []


def test_events_of_unknown_items_and_of_other_runs_do_no_harm(stage, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(2), versions=["V1"])
    emit("run-1", Event("sample", ("stranger",), "a key"))
    emit("run-1", Event("align", ("stranger",), "a key", error="align: boom"))
    emit("run-1", Event("parse", ("stranger", "c000"), "batch", progress=(Progress("parse", "batch", 2),)))
    emit("run-1", Event("cluster", ("c000",), "another key", error="build: boom"))
    other = EventReader(stage.bench.client, "run-2")
    other.open()
    emit("run-2", Event("align", ("c001",), "a key", error="align: boom"))
    stage.run(plan)
    assert stage.done() == names_of(plan)
    assert stage.ledger.failures() == {}
    assert [event.names for _, event in other.read(START, 0.01)] == [("c001",)]


def test_an_event_that_claims_what_was_not_done_makes_the_cluster_be_computed_again(
    stage, parsed_corpus, plan_of
):
    plan = plan_of(parsed_corpus(2), versions=["V1"])
    claimed = []

    def claim(name, message):
        if not claimed:
            claimed.append(message["key"])
            emit("run-1", Event(name, tuple(message["names"]), message["key"]))
        return len(claimed) == 1 and message["key"] == claimed[0] and message["attempt"] == 1

    backend = stage.run(plan, Backend(stage.bench, pace=1, before=claim))
    assert claimed
    assert stage.done() == names_of(plan)
    assert backend.count("cluster") == 2


def test_a_failure_of_an_earlier_attempt_does_not_count_for_a_later_one(stage, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(1), versions=["V1"])
    keys = []

    def fail(name, message):
        keys.append(message["key"])
        if name != "cluster":
            return False
        for _ in range(2 * MAX_ATTEMPTS):
            emit("run-1", Event(name, ("c000",), message["key"], 1, error="cluster: died", retry=True))
        return True

    stage.run(plan, Backend(stage.bench, pace=1, before=fail))
    assert stage.done() == ["c000"]
    assert stage.ledger.attempts() == {"c000": 2}
    assert len(keys) == 1 + len(["chunk", "merge", "build", "sample"])


def test_messages_and_events_that_come_twice_change_nothing(stage, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(3), versions=["V1", "V4"])
    stage.run(plan)
    expected, units = stage.files(), stage.ledger.units()
    stage.empty()
    stage.bench.empty_store()

    def twice(name, message):
        stage.bench.work(name, message)
        return False

    stage.run(plan, Backend(stage.bench, pace=4, before=twice))
    assert stage.files() == expected
    assert stage.ledger.units() == units
    assert stage.watcher.figures[-1] == (3, 0)


def test_a_cluster_waits_for_a_sentence_that_is_parsed_for_another_and_both_finish(
    stage, texts, plan_of, flat_parser
):
    corpus = texts("a", "b", "c", extra={"a": ["shared ."], "b": ["other ."], "c": ["shared .", "other ."]})
    backend = stage.run(plan_of(corpus, parse={"batch": 3}), Backend(stage.bench, pace=1))
    assert stage.done() == ["a", "b", "c"]
    batches = [message["names"] for name, message in backend.taken if name == "parse"]
    assert batches == [["a", "c"], ["b", "c"], ["c"]]
    assert len(flat_parser.parsed) == len(set(flat_parser.parsed)) == 8


def test_clusters_that_share_a_sentence_and_cannot_be_parsed_fail_after_some_attempts(
    stage, text_corpus, plan_of, flat_parser
):
    # The first is more than one batch, so that it has to wait for itself as well as for the second.
    flat_parser.poison.add(".")
    plan = plan_of(text_corpus(a=["one .", "two .", "three ."], b=["one ."]), parse={"batch": 2})
    backend = stage.run(plan, Backend(stage.bench, pace=1))
    assert sorted(stage.ledger.failures()) == ["a", "b"], f"no end after {backend.count('parse')} batches"


def test_a_broker_that_refuses_messages_gets_them_later(stage, parsed_corpus, plan_of, monkeypatch):
    plan = plan_of(parsed_corpus(4), versions=["V1"])
    refused = []

    def refuse_once(name, label, message, producer=None):
        if not refused and message.names == ("c002",):
            refused.append(message)
            raise OperationalError("connection refused")
        send(name, label, message, producer)

    monkeypatch.setattr("orchestrator.engine.scheduler.send", refuse_once)
    stage.run(plan)
    assert refused
    assert stage.done() == names_of(plan)
    assert stage.ledger.attempts() == dict.fromkeys(names_of(plan), 1)


def test_a_server_that_dies_midway_costs_nothing(stage, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(5), versions=["V1"])
    backend = Backend(stage.bench, pace=1)

    def restart_once(_name, _message):
        if len(backend.taken) == 2:
            os.kill(stage.bench.client.info("server")["process_id"], signal.SIGKILL)
            assert eventually(stage.bench.broker.ensure_running)
            backend.news.append("the server had died")
        return False

    backend.before = restart_once
    stage.run(plan, backend)
    assert stage.done() == names_of(plan)
    assert stage.ledger.failures() == {}
    assert stage.watcher.lines == ["the server had died; work in flight is sent again"]


def test_what_was_in_flight_when_a_process_died_is_sent_again(stage, parsed_corpus, plan_of):
    plan = plan_of(parsed_corpus(3), versions=["V1"])
    backend = Backend(stage.bench, pace=1)
    lost = []

    def lose(_name, message):
        lost.append(message)
        if len(lost) == 3:
            backend.news.append("a worker had died")
        return len(lost) <= 3

    backend.before = lose
    stage.run(plan, backend)
    assert stage.done() == names_of(plan)
    assert backend.count("cluster") == 6
    assert stage.watcher.lines == ["a worker had died; work in flight is sent again"]


class Searching(Backend):
    """Says that work items are lost once nothing is on the queue."""

    def lost(self, silences):
        return set() if self.bench.waiting() or self.bench.events() else set(silences)


@pytest.mark.usefixtures("flat_parser")
def test_a_cluster_of_which_nothing_is_heard_is_sent_again(stage, texts, plan_of):
    plan = plan_of(texts("a", "b"))
    lost = []

    def lose_the_first(name, _message):
        lost.append(name)
        return len(lost) == 1

    backend = stage.run(plan, Searching(stage.bench, pace=1, before=lose_the_first))
    assert stage.done() == ["a", "b"]
    assert backend.count("parse") > 1


def test_a_cluster_of_which_nothing_is_ever_heard_fails(stage, parsed_corpus, plan_of):
    def lose(_name, message):
        return message["names"] == ["c001"]

    plan = plan_of(parsed_corpus(3), versions=["V1"])
    backend = stage.run(plan, Searching(stage.bench, before=lose))
    assert stage.done() == ["c000", "c002"]
    assert "no event for" in stage.ledger.failures()["c001"]
    assert [message["names"] for _, message in backend.taken].count(["c001"]) == MAX_ATTEMPTS


def test_a_cluster_of_which_only_the_news_was_lost_is_collected_and_not_sent_again(
    stage, parsed_corpus, plan_of
):
    plan = plan_of(parsed_corpus(2), versions=["V1"])

    def lose_the_news(name, message):
        if message["names"] != ["c001"]:
            return False
        stage.bench.work(name, message)
        stage.bench.forget_events()
        return True

    backend = stage.run(plan, Searching(stage.bench, pace=1, before=lose_the_news))
    assert stage.done() == names_of(plan)
    assert backend.count("cluster") == 2


def test_a_run_that_was_stopped_often_still_tries_a_failed_batch_cluster_by_cluster(
    stage, texts, plan_of, flat_parser
):
    flat_parser.poison.add(POISON)
    plan = plan_of(texts("a", "b", extra={"b": [f"{POISON} !"]}))
    for _ in range(MAX_ATTEMPTS):
        idle = Backend(stage.bench, pace=0)
        stage.run(plan, idle, stopped=lambda: idle.turns > 1)  # noqa: B023 - called at once
        stage.bench.forget_messages()
    stage.run(plan)
    assert stage.done() == ["a"]
    assert list(stage.ledger.failures()) == ["b"]


def test_notes_of_a_task_reach_the_ledger(stage, texts, plan_of, monkeypatch):
    from paralattice.adapters.parser import Parse
    from paralattice.syntax.tree import flat_tree

    class Noting:
        def parse(self, sentences):
            return [Parse(flat_tree(words), "not parsed: why not") for words in sentences]

    monkeypatch.setattr("tasks.cluster.parse.shared_parser", lambda _options: Noting())
    stage.run(plan_of(texts("a"), versions=["V1"]))
    assert stage.ledger.notes() == [
        ("a", "sentence 1: not parsed: why not"),
        ("a", "sentence 2: not parsed: why not"),
    ]
