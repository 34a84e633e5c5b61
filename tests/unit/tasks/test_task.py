"""What people read of a task that failed, and what Celery is told of it."""

import signal

import pytest
from billiard.exceptions import TimeLimitExceeded, WorkerLostError

from tasks import task as task_module
from tasks.task import OutOfMemoryError, StageName, report_failure, task
from workers.app import app
from workers.store import MissingArtefactError


class Task:
    """A task as Celery passes it to the handler of a failure."""

    name = "build"

    class request:  # noqa: N801 - Celery's name
        retries = 3


@pytest.fixture
def error_of(monkeypatch):
    """Return what the orchestrator is told of an exception."""
    told = []
    # Tests before this one may have ended within a stage.
    monkeypatch.setattr(StageName, "current", "")
    monkeypatch.setattr(task_module, "emit", lambda _run, event: told.append(event))

    def error_of(exception):
        report_failure(Task, exception, kwargs={"run": "r", "names": ["c"], "key": "k"})
        return told[-1].error

    return error_of


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("signal 11 (SIGSEGV) Job: 3", "killed by signal 11 (segmentation fault)"),
        ("signal 9 (SIGKILL) Job: 3", "killed by signal 9, perhaps for lack of memory"),
        (f"signal {signal.SIGABRT.value}", "killed by signal 6 (aborted)"),
        ("exitcode 3 Job: 12", "its process ended with exit code 3"),
        ("KeyboardInterrupt", "its process died"),
    ],
)
def test_how_a_process_died_is_told_in_words(error_of, said, words):
    lost = WorkerLostError(f"Worker exited prematurely: {said}.")
    assert error_of(lost) == f"build: {words}, at the last of 4 attempts"


def test_a_time_limit_is_told_with_its_length(error_of):
    assert error_of(TimeLimitExceeded(900)) == "build: past its time limit of 900 s"


def test_other_failures_are_told_by_kind_and_message_in_one_line(error_of):
    assert error_of(ValueError("a\n  b")) == "build: ValueError: a b"
    assert error_of(MissingArtefactError()) == "build: MissingArtefactError: no message"


def test_celery_never_sees_a_lack_of_memory_which_it_would_end_the_worker_for():
    def greedy(_message):
        raise MemoryError

    greedy_task = task("test-greedy")(greedy)
    try:
        with pytest.raises(OutOfMemoryError, match="more memory is needed"):
            greedy_task(run="r", names=["n"], key="k")
    finally:
        app.tasks.unregister("test-greedy")
