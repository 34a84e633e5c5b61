"""Stage 3: the scores of a cluster's sentence pairs, for each version."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from paralattice.align import encode, score_pairs
from paralattice.versions import version_named
from tasks.arrays import encode_array
from tasks.cluster.inputs import cluster_features, stop_words
from tasks.cluster.jobs import shard_key, shard_rows
from tasks.flow import Work, stage
from workers.store import Artefact


@stage("align")
def align(**message: Any) -> None:
    """Score and store one shard of the pairs; the last shard to be stored sends the cluster to ``merge``."""
    work = Work(message)
    work.store.once(shard_key(work.job, work.options, work.job.shard), partial(_scores, work))
    others = set(range(len(shard_rows(work.size)))) - {work.job.shard}
    last = not work.store.missing(shard_key(work.job, work.options, shard) for shard in others)
    work.done("align", [("merge", replace(work.job, shard=0))] if last else [])


def _scores(work: Work) -> Artefact:
    encoded = encode(cluster_features(work), work.options.align, stop_words(work.options))
    rows = shard_rows(work.size)[work.job.shard]
    return Artefact(
        {
            name: encode_array(score_pairs(encoded, version_named(name), work.options.align, rows))
            for name in work.job.versions
        }
    )
