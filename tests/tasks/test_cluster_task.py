"""A cluster goes through its stages in one task, of which Flower sees each."""

import pytest
from billiard.exceptions import TimeLimitExceeded, WorkerLostError
from celery._state import _task_stack

from support.bench import units_of
from tasks import task as task_module
from tasks.cluster import run
from tasks.task import StageName, report_failure
from workers.app import app
from workers.store import StoreError
from workers.strategy import TASK_EVENTS
from workers.task_names import STAGES

ALIGNING = tuple(stage for stage in STAGES if stage != "exchange")
"""The stages of the versions that are aligned."""

LATER = list(ALIGNING[1:])


@pytest.fixture
def plan(plan_of, parsed_corpus):
    return plan_of(parsed_corpus(1))


def breaking(bench, stage, *errors):
    """Let a stage raise errors, one a call, before it does its work."""
    left = list(errors)

    def broken(name, _job):
        if name == stage and left:
            raise left.pop(0)

    bench.before_stage = broken


@pytest.fixture
def flower(monkeypatch):
    """Collect the events of tasks that a worker sends while Flower wants them."""
    sent = []

    class Dispatcher:
        def __init__(self, hostname):
            self.hostname = hostname

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def send(self, kind, **fields):
            sent.append((kind, self.hostname, fields))

    monkeypatch.setattr(type(app.events), "default_dispatcher", lambda _self, hostname: Dispatcher(hostname))
    return sent


@pytest.fixture
def take(bench):
    """Do the next message as a worker's child does, whose worker sends events of tasks or not."""

    def take(events):
        task, (_, message) = app.tasks["cluster"], bench.take()
        _task_stack.push(task)
        task.push_request(id="root", hostname="w@host", called_directly=False, **{TASK_EVENTS: events})
        try:
            task.run(**message)
        finally:
            task.pop_request()
            _task_stack.pop()

    return take


def test_one_message_leads_to_one_event_with_the_units_of_all_stages(bench, plan):
    bench.submit(plan)
    assert len(bench.drain()) == 1
    (event,) = bench.events()
    assert (event.task, event.error, units_of(event)) == ("cluster", "", dict.fromkeys(LATER, 5))
    assert [stage for stage, _ in bench.stages] == LATER


def test_a_message_for_several_clusters_reports_each_by_itself_and_ends_once(bench, plan_of, parsed_corpus):
    items = bench.submit(plan_of(parsed_corpus(8)))
    assert len(bench.drain()) == len(items) == 4
    events = bench.events()
    assert [event.key for event in events if event.key] == [item.key for item in items]
    parts = [event for event in events if not event.key]
    assert [event.names for event in parts] == [(f"c{number:03}",) for number in range(8)]
    assert all(units_of(event) == dict.fromkeys(LATER, 5) for event in parts)


def test_a_message_for_several_clusters_fails_as_a_whole_after_the_first_that_fails(
    bench, plan_of, parsed_corpus
):
    breaking(bench, "build", ValueError("no lattice"))
    bench.submit(plan_of(parsed_corpus(8)))
    bench.step()
    (failed,) = bench.events()
    assert (failed.names, failed.error) == (("c000", "c001"), "build: ValueError: no lattice")


def test_each_stage_sends_the_events_of_a_task_while_flower_wants_them(bench, plan, flower, take):
    bench.submit(plan)
    take(events=True)
    assert [(kind, fields["name"]) for kind, _, fields in flower] == [
        (kind, stage) for stage in LATER for kind in ("task-received", "task-started", "task-succeeded")
    ]
    assert {fields["args"] for _, _, fields in flower} == {"run=run-1 cluster=c000 version=V1,V2,V3,V4,V5"}
    assert len({fields["uuid"] for _, _, fields in flower}) == len(LATER)
    assert {(host, fields["root_id"]) for _, host, fields in flower} == {("w@host", "root")}
    assert all(fields["runtime"] > 0 for kind, _, fields in flower if kind == "task-succeeded")


def test_no_events_of_stages_are_sent_while_nobody_wants_them(bench, plan, flower, take):
    bench.submit(plan)
    take(events=False)
    assert flower == []
    assert [event.task for event in bench.events()] == ["cluster"]


def test_a_failure_is_reported_under_the_stage_that_failed(bench, plan):
    breaking(bench, "build", ValueError("no lattice"))
    bench.submit(plan)
    bench.drain()
    (failed,) = bench.events()
    assert (failed.task, failed.error, failed.retry) == ("cluster", "build: ValueError: no lattice", False)
    assert [stage for stage, _ in bench.stages] == ["chunk", "align", "merge", "build"]


def test_flower_sees_the_stage_that_failed(bench, plan, flower, take):
    breaking(bench, "build", ValueError("no lattice"))
    bench.submit(plan)
    with pytest.raises(ValueError, match="no lattice"):
        take(events=True)
    kind, _, fields = flower[-1]
    assert (kind, fields["name"], fields["exception"]) == ("task-failed", "build", "ValueError('no lattice')")


def test_a_failure_does_not_name_the_stage_of_an_earlier_task(bench, plan, flat_parser, text_corpus, plan_of):
    breaking(bench, "build", ValueError("no lattice"))
    bench.submit(plan)
    bench.drain()
    flat_parser.poison.add("belladonna")
    bench.submit(plan_of(text_corpus(one=["belladonna !"])))
    bench.drain()
    assert bench.events()[-1].error == "parse: RuntimeError: cannot parse belladonna !"


def test_a_stage_that_finds_no_store_is_tried_again_with_those_after_it(bench, plan):
    breaking(bench, "merge", StoreError("the disk is away"))
    bench.submit(plan)
    bench.drain()
    assert [stage for stage, _ in bench.stages] == ["chunk", "align", "merge", *LATER]
    (event,) = bench.events()
    assert event.error == ""


@pytest.mark.parametrize("error", [TimeLimitExceeded(900), WorkerLostError("signal 11 (SIGSEGV)")])
def test_after_the_death_of_its_process_the_stages_are_worth_trying_one_by_one(monkeypatch, error):
    told = []
    monkeypatch.setattr(task_module, "emit", lambda _run, event: told.append(event))
    message = {"run": "r", "names": ["c"], "key": "k", "attempt": 1}
    for name, retry in (("cluster", True), ("build", False)):
        monkeypatch.setattr(StageName, "current", "")
        report_failure(app.tasks[name], error, kwargs=message)
        assert told[-1].retry is retry
        assert told[-1].error.startswith(f"{name}: ")


def test_a_lost_process_is_no_reason_for_celery_to_try_all_stages_again():
    assert app.tasks["cluster"].retry_on_worker_lost is False
    assert all(app.tasks[stage].retry_on_worker_lost for stage in STAGES)


def test_every_stage_has_a_task_of_its_own():
    assert set(run._FUNCTIONS) == set(STAGES[1:])
    assert set(STAGES) <= set(app.tasks)
