"""Stage 4: merge a cluster's sentences, or make new ones, by the method of the versions."""

from __future__ import annotations

from functools import partial

from tasks.cluster.inputs import Inputs
from tasks.cluster.jobs import merge_key
from workers.store import Artefact


def merge_cluster(inputs: Inputs) -> None:
    """Merge a cluster's sentences, or make new ones, and store their alignments."""
    inputs.store.once(merge_key(inputs.job, inputs.options), partial(_merged, inputs))


def _merged(inputs: Inputs) -> Artefact:
    return Artefact(None, dict(inputs.method.merge(inputs.job.versions, inputs, inputs.options)))
