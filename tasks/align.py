"""Stage 3: the scores of a cluster's sentence pairs, for each version."""

from __future__ import annotations

from typing import Any

from paraphrase.align import encode, score_pairs
from paraphrase.options import version_named
from tasks.arrays import encode_array
from tasks.flow import Work, publish, stage
from tasks.inputs import cluster_features, stop_words
from tasks.jobs import shard_key, shard_rows


@stage("align")
def align(**message: Any) -> None:
    """Score and store one shard of the pairs; the last shard to be stored sends the cluster to ``merge``."""
    work = Work(message)
    _score(work)
    shards = range(len(shard_rows(work.size)))
    keys = [shard_key(work.job, work.options, name, shard) for name in work.job.versions for shard in shards]
    if all(work.store.has(key) for key in keys):
        publish("merge", work.job, shard=0)
    work.done("align")


def _score(work: Work) -> None:
    keys = {name: shard_key(work.job, work.options, name, work.job.shard) for name in work.job.versions}
    missing = [name for name in work.job.versions if not work.store.has(keys[name])]
    if not missing:
        return
    encoded = encode(cluster_features(work), work.options.align, stop_words(work.options))
    rows = shard_rows(work.size)[work.job.shard]
    for name in missing:
        scores = score_pairs(encoded, version_named(name), work.options.align, rows)
        work.store.put(keys[name], encode_array(scores))
