"""A small cluster goes through its stages in one worker, and step by step where Flower shows them."""

import pytest

from orchestrator.runs.submitter import Submitter
from tasks import flow
from tasks.cluster.jobs import STAGES
from workers.store import StoreError

LATER = list(STAGES[1:])


@pytest.fixture
def unwatched(monkeypatch):
    """Take every message as a worker does that nobody watches."""
    monkeypatch.setattr(flow, "_taken_unwatched", lambda: True)


@pytest.fixture
def cluster(bench, plan_of, parsed_corpus):
    """Plan one cluster and return what sends it off at an attempt."""
    plan = plan_of(parsed_corpus(1))

    def send(attempt=1):
        Submitter(plan, bench.store, 1).submit([plan.clusters[0].at_attempt(attempt)])

    return send


def breaking(monkeypatch, stage, *errors):
    """Let a stage raise errors, one a call, before it does its work."""
    task, left = flow.app.tasks[stage], list(errors)
    run = task.run

    def broken(**message):
        if left:
            raise left.pop(0)
        run(**message)

    monkeypatch.setattr(task, "run", broken)


def stages(events):
    return [event.stage for event in events]


@pytest.mark.usefixtures("unwatched")
def test_one_message_leads_to_the_events_of_all_stages(bench, cluster):
    cluster()
    assert len(bench.drain()) == 1
    assert stages(bench.events()) == LATER
    assert not any(event.error for event in bench.events())


def test_the_artefacts_are_those_of_a_message_a_stage(bench, cluster, monkeypatch):
    def stored():
        cluster()
        drained = bench.drain()
        contents = {path.name: path.read_bytes() for path in bench.stored()}
        bench.empty_store()
        return len(drained), contents

    step_by_step = stored()
    monkeypatch.setattr(flow, "_taken_unwatched", lambda: True)
    through = stored()
    assert (step_by_step[0], through[0]) == (5, 1)
    assert through[1] == step_by_step[1]


@pytest.mark.usefixtures("unwatched")
def test_another_attempt_and_a_large_cluster_go_step_by_step(bench, cluster, monkeypatch):
    cluster(attempt=2)
    assert [stage for stage, _ in bench.drain()] == LATER
    monkeypatch.setattr(flow, "PASSED_THROUGH", 2)
    cluster()
    assert [stage for stage, _ in bench.drain()] == LATER


@pytest.mark.usefixtures("unwatched")
def test_a_stage_that_fails_on_the_way_is_reported_under_its_own_name(bench, cluster, monkeypatch):
    breaking(monkeypatch, "build", ValueError("no lattice"))
    cluster()
    bench.drain()
    *done, failed = bench.events()
    assert stages(done) == ["chunk", "align", "merge"]
    assert (failed.stage, failed.error, failed.retry) == ("build", "build: ValueError: no lattice", False)


@pytest.mark.usefixtures("unwatched")
def test_a_stage_that_finds_no_store_is_left_to_a_message_and_so_are_those_that_follow(
    bench, cluster, monkeypatch
):
    breaking(monkeypatch, "merge", StoreError("the disk is away"))
    cluster()
    drained = bench.drain()
    assert [(stage, message["stepwise"]) for stage, message in drained] == [
        ("chunk", False),
        ("merge", True),
        ("build", True),
        ("sample", True),
    ]
    assert stages(bench.events()) == LATER
