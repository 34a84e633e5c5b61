"""Stage 4: merge a cluster's sentences, or make new ones, by the method of the versions."""

from tasks.cluster.inputs import Inputs
from tasks.cluster.jobs import merge_key
from workers.store import Artefact


def merge_cluster(inputs: Inputs) -> None:
    """Merge a cluster's sentences, or make new ones, and store their alignments."""
    job, options = inputs.job, inputs.options
    merge = inputs.method.merge
    inputs.store.once(
        merge_key(job, options), lambda: Artefact(None, dict(merge(job.versions, inputs, options)))
    )
