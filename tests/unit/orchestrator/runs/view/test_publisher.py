"""The status that a run publishes is true under way, at its end, and after a submit without work."""

import io

import pytest
from rich.console import Console

from orchestrator.runs.folder import RunFolder
from orchestrator.runs.view import publisher
from orchestrator.runs.view.follow import status_view
from orchestrator.runs.view.progress import Display
from orchestrator.runs.view.publisher import Reporter
from orchestrator.runs.view.status import DONE, FAILED, RUNNING, Status, read_status
from workers.broker.inspection import Inspection, Task
from workers.task_names import STAGES

TOTALS = dict.fromkeys(STAGES, 4)
PARSE = Task("parse", "ferry", 3.0, "key-of-ferry", "", "worker-1@host")
CLUSTER = Task("cluster", "bridge", 1.0, "key-of-bridge", "exchange", "worker-2@host")
BUSY = Inspection(2, (), frozenset(), (PARSE, CLUSTER))


class Work:
    """Stands in for the scheduler: what is in flight and what has failed."""

    def __init__(self, failures=()):
        self._failures = dict(failures)

    def in_flight(self):
        return 1

    def silence(self):
        return ("ferry", 12.0, {"key-of-ferry"})

    def failures(self):
        return self._failures


@pytest.fixture
def folder(tmp_path):
    folder = RunFolder(tmp_path / "run")
    folder.create()
    return folder


def reporter_of(folder, totals=TOTALS, failures=(), inspection=BUSY, identity="run-1"):
    display = Display(Console(file=io.StringIO(), width=200), dict(totals), 2)
    first = Status("run", identity, versions=("V4",), clusters={"total": 4, "done": 2})
    reporter = Reporter(display, folder, first, None)
    reporter.ask(Work(failures), lambda: inspection)
    return reporter


def text_of(status):
    console = Console(file=io.StringIO(), width=200)
    console.print(status_view(status))
    return console.file.getvalue()


def published(folder):
    # The state of a run that this process does not hold would be `lost`.
    with folder.locked():
        return read_status(folder)


def test_a_run_under_way_counts_the_tasks_of_each_stage_and_whole_clusters_in_a_row_of_their_own(folder):
    reporter_of(folder).publish(RUNNING)
    status = published(folder)
    assert (status.workers, status.stages["parse"].running, status.stages["chunk"].running) == (2, 1, 0)
    assert list(status.stages) == [*STAGES, "cluster"]
    row = status.stages["cluster"]
    assert (row.running, row.done, row.total) == (1, 2, 4)
    assert "cluster" in text_of(status)


def test_a_run_that_has_ended_has_no_workers_and_no_running_tasks(folder):
    reporter = reporter_of(folder)
    reporter.publish(RUNNING)
    reporter.publish(DONE)
    status = published(folder)
    assert status.workers is status.oldest is status.silent is None
    assert {stage.running for stage in status.stages.values()} == {0}
    assert "worker processes" not in text_of(status)


@pytest.mark.parametrize(
    ("inspection", "doing"),
    [
        (BUSY, ": parse of ferry on worker-1@host for 3 s"),
        (Inspection(2, (), frozenset({"key-of-ferry"}), (CLUSTER,)), ": its message waits for a worker"),
        (Inspection(2, (), frozenset(), (CLUSTER,)), ": its message is sought"),
        (None, ""),
    ],
)
def test_a_silent_cluster_is_named_with_what_is_done_about_it(folder, inspection, doing):
    reporter_of(folder, inspection=inspection).publish(RUNNING)
    assert f"no event of ferry for 12 s{doing}\n" in text_of(published(folder))


def test_the_oldest_task_is_named_with_its_worker_and_the_stage_of_its_process(folder):
    inspection = Inspection(2, (), frozenset(), (CLUSTER,))
    reporter_of(folder, inspection=inspection).publish(RUNNING)
    assert "oldest task: exchange of bridge on worker-2@host for 1 s" in text_of(published(folder))


def test_progress_without_anything_new_says_what_is_computed(folder, monkeypatch):
    monkeypatch.setattr(publisher, "QUIET_SECONDS", -1.0)
    output = io.StringIO()
    display = Display(Console(file=output, width=300), dict(TOTALS), 2)
    reporter = Reporter(display, folder, Status("run", "run-1", clusters={"total": 2}), None)
    reporter.ask(Work(), lambda: BUSY)
    reporter.publish(RUNNING)
    display.update({}, 2, 0)
    assert "nothing new for 0 s: parse of ferry on worker-1@host for 3 s\n" in output.getvalue()


def test_failed_clusters_are_named_with_their_reasons(folder):
    reporter = reporter_of(folder, failures={"ferry": "parse: killed by signal 9"})
    reporter.update({}, 0, 1)
    reporter.publish(FAILED)
    assert published(folder).failures == {"ferry": "parse: killed by signal 9"}
    assert "failed: ferry: parse: killed by signal 9" in text_of(published(folder))


def test_of_many_failed_clusters_the_first_are_named_and_the_rest_counted(folder):
    reporter = reporter_of(folder, failures={f"c{number}": "merge: odd" for number in range(25)})
    reporter.update({}, 0, 25)
    reporter.publish(FAILED)
    assert len(published(folder).failures) == 20
    assert "and 5 more failed" in text_of(published(folder))


def test_a_submit_without_work_keeps_the_figures_of_the_last_one(folder):
    first = reporter_of(folder)
    first.update(dict.fromkeys(STAGES, 4), 2, 0)
    first.publish(DONE)
    before = published(folder)
    reporter_of(folder, totals=dict.fromkeys(STAGES, 0)).publish_complete(DONE)
    after = published(folder)
    assert after.stages == before.stages
    assert (after.started, after.updated) == (before.started, before.updated)
    assert after.stages["parse"].total == 4


def test_a_submit_of_other_input_does_not_take_over_figures(folder):
    reporter_of(folder).publish(DONE)
    reporter_of(folder, totals=dict.fromkeys(STAGES, 0), identity="run-2").publish_complete(DONE)
    assert published(folder).stages["parse"].total == 0


@pytest.mark.parametrize(
    ("inspection", "phase"),
    [(None, "starting"), (Inspection(0, (), frozenset()), "starting"), (BUSY, "loading the parser")],
)
def test_before_the_first_results_the_phase_follows_from_what_workers_answer(folder, inspection, phase):
    display = Display(Console(file=io.StringIO(), width=200), dict(TOTALS), 2)
    display.phase("starting")
    reporter = Reporter(display, folder, Status("run", "run-1", clusters={"total": 2}), None)
    reporter.ask(Work(), lambda: inspection)
    reporter.publish(RUNNING)
    assert display.current_phase == phase
    display.update({"parse": 1}, 0, 0)
    reporter.publish(RUNNING)
    assert display.current_phase == ""
