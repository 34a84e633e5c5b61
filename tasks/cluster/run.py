"""The tasks of a cluster's stages after ``parse``: one stage each, or several in one task."""

import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from tasks.cluster import jobs
from tasks.cluster.align import align_cluster
from tasks.cluster.build import build_cluster
from tasks.cluster.chunk import chunk_cluster
from tasks.cluster.inputs import Inputs, source_of
from tasks.cluster.merge import merge_cluster
from tasks.cluster.sample import sample_cluster
from tasks.task import Done, Message, StageName, task
from workers.app import app
from workers.events import Progress
from workers.store import Draft, current_store
from workers.store.keys import checked_key
from workers.strategy import TASK_EVENTS
from workers.task_names import CLUSTER, STAGES

_FUNCTIONS: dict[str, Callable[[Inputs], tuple[str, ...] | None]] = {
    "chunk": chunk_cluster,
    "align": align_cluster,
    "merge": merge_cluster,
    "exchange": merge_cluster,
    "build": build_cluster,
    "sample": sample_cluster,
}


# If the process dies, the message is not retried: the stages are then run one by one.
@task(CLUSTER, retry_on_worker_lost=False)
def run_cluster(message: Message) -> Done:
    """Run some stages of a cluster, or of several clusters, in order, in this process.

    What they compute is stored together at the end; each stage sends the events of a separate task.

    Parameters
    ----------
    message
        Its content is that of a :class:`~tasks.cluster.jobs.Job`, ``inputs`` (key), ``places`` (names of
        the packs that hold its sentences' parses), and ``stages``; or ``items``, a list of such contents.
    """
    items = message.content.get("items")
    if items is None:
        return _run(message, message.content["stages"], announce=True)
    parts = [(each["cluster"], _run(replace(message, content=each), each["stages"], True)) for each in items]
    return Done(parts=tuple(parts))


def _register(stage: str) -> None:
    # Scores are not stored.
    stages = ("align", stage) if stage == "merge" else (stage,)

    @task(stage)
    def alone(message: Message) -> Done:
        return _run(message, stages, announce=False)


for _stage in STAGES[1:]:
    _register(_stage)


def _run(message: Message, stages: Sequence[str], announce: bool) -> Done:
    inputs = _inputs(message.content)
    progress: list[Progress] = []
    notes: tuple[str, ...] = ()
    # Stages are shown only if the worker of this process sends the events of tasks.
    running = app.current_worker_task
    announced = announce and running and running.request.get(TASK_EVENTS)
    for stage, part in _steps(inputs, stages):
        with _reported(stage, f"run={message.run} {part.job}" if announced else ""):
            notes += _FUNCTIONS[stage](part) or ()
        progress.append(Progress(stage, ",".join(part.job.versions), len(part.job.versions)))
    inputs.store.save()
    return Done(tuple(progress), notes)


def _inputs(content: dict[str, Any]) -> Inputs:
    """Return the inputs of a message's job, with a draft of what its stages may compute."""
    job, key, store = jobs.Job.from_content(content), checked_key(content["inputs"]), current_store()
    store.expect(content["places"])
    size = len(source_of(jobs.load_inputs(store, key), job)["sentences"])
    options = jobs.load_options(store, job.options)
    draft = Draft(store, jobs.stage_keys(job, options, size))
    return Inputs(job, draft, key)


def _steps(inputs: Inputs, stages: Sequence[str]) -> Iterator[tuple[str, Inputs]]:
    """Yield stages with their inputs: ``chunk`` for all versions, the others by group of versions."""
    if "chunk" in stages:
        yield "chunk", inputs
    for group in jobs.version_groups(inputs.job, inputs.size):
        left_out = {"chunk", *jobs.merging_stages()} - {jobs.merging_stage(group)}
        if not jobs.is_scored(group):
            left_out.add("align")
        part = inputs.for_job(group)
        for stage in stages:
            if stage not in left_out:
                yield stage, part


@contextmanager
def _reported(stage: str, label: str) -> Iterator[None]:
    """Name the stage in failure reports; with a label, send the events of a task within the current one."""
    StageName.begin(stage)
    task = {"uuid": str(uuid.uuid4()), "name": stage, "args": label, "kwargs": "{}"}

    def send(kind: str, **fields: Any) -> None:
        if label:
            request = app.current_worker_task.request
            with app.events.default_dispatcher(hostname=request.hostname) as dispatcher:
                dispatcher.send(kind, root_id=request.id, **task, **fields)

    send("task-received", retries=0, eta=None, expires=None)
    send("task-started")
    start = time.monotonic()
    try:
        yield
    except Exception as error:
        send("task-failed", exception=repr(error), traceback="")
        # The name stays for the failure report.
        raise
    send("task-succeeded", result="None", runtime=time.monotonic() - start)
    StageName.begin("")
