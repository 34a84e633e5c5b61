"""Stage 3: score the sentence pairs of a cluster, for each version."""

from __future__ import annotations

from functools import partial

from paralattice.align import encode, score_pairs
from paralattice.versions import version_named
from tasks.arrays import encode_array
from tasks.cluster.inputs import Inputs
from tasks.cluster.jobs import shard_key, shard_rows
from workers.store import Artefact


def align_cluster(inputs: Inputs) -> None:
    """Score and store the sentence pairs of the requested shards, or of all."""
    every = range(len(shard_rows(inputs.size)))
    for shard in every if inputs.shards is None else inputs.shards:
        inputs.store.once(shard_key(inputs.job, inputs.options, shard), partial(_scores, inputs, shard))


def _scores(inputs: Inputs, shard: int) -> Artefact:
    options = inputs.options.align
    encoded = encode(inputs.features, options, inputs.stop_words)
    rows = shard_rows(inputs.size)[shard]
    return Artefact(
        {
            name: encode_array(score_pairs(encoded, version_named(name), options, rows))
            for name in inputs.job.versions
        }
    )
