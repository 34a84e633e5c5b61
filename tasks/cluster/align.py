"""Stage 3: score the sentence pairs of a cluster, for each version."""

from __future__ import annotations

from functools import partial

from tasks.arrays import encode_arrays
from tasks.cluster.inputs import Inputs
from tasks.cluster.jobs import merge_key, shard_key, shard_rows
from workers.store import Artefact


def align_cluster(inputs: Inputs) -> None:
    """Score the sentence pairs of the requested shards, or of all, unless they have been merged."""
    if inputs.keep_scores_in_memory and inputs.store.has(merge_key(inputs.job, inputs.options)):
        return
    every = range(len(shard_rows(inputs.size)))
    for shard in every if inputs.shards is None else inputs.shards:
        key = shard_key(inputs.job, inputs.options, shard)
        inputs.store.once(key, partial(_scores, inputs, shard), in_memory=inputs.keep_scores_in_memory)


def _scores(inputs: Inputs, shard: int) -> Artefact:
    rows, method = shard_rows(inputs.size)[shard], inputs.method
    scores = {name: method.score(name, inputs, inputs.options, rows) for name in inputs.job.versions}
    # What is not stored needs no JSON.
    encode = dict if inputs.keep_scores_in_memory else encode_arrays
    return Artefact(encode(scores))
