"""Stage 3: score the sentence pairs of a cluster, for each version."""

from tasks.cluster.inputs import Inputs
from tasks.cluster.jobs import merge_key


def align_cluster(inputs: Inputs) -> None:
    """Score the sentence pairs for ``merge`` in the same task, unless they have been merged."""
    if not inputs.store.has(merge_key(inputs.job, inputs.options)):
        score = inputs.method.score
        inputs.scored = {name: score(name, inputs, inputs.options) for name in inputs.job.versions}
