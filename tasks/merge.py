"""Stage 4: progressive alignment of a cluster, for each version."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from paraphrase.align import Encoded, alignment_record, encode
from paraphrase.align import merge as merge_sentences
from paraphrase.options import version_named
from tasks.arrays import decode_array
from tasks.flow import Work, stage
from tasks.inputs import cluster_features, stop_words
from tasks.jobs import merge_key, shard_key, shard_rows


@stage("merge")
def merge(**message: Any) -> None:
    """Align and store a cluster, then send it to ``build``."""
    work = Work(message)
    keys = {name: merge_key(work.job, work.options, name) for name in work.job.versions}
    missing = [name for name in work.job.versions if not work.store.has(keys[name])]
    if missing:
        encoded = encode(cluster_features(work), work.options.align, stop_words(work.options))
        for name in missing:
            work.store.put(keys[name], _alignment(work, encoded, name))
    work.done("merge", "build")


def _alignment(work: Work, encoded: Encoded, name: str) -> dict[str, Any]:
    shards = range(len(shard_rows(work.size)))
    parts = [decode_array(work.store.get(shard_key(work.job, work.options, name, shard))) for shard in shards]
    scores = np.concatenate(parts)
    merged = merge_sentences(encoded, scores, version_named(name), work.options.align)
    record = alignment_record(name, work.source["sentences"], scores, merged)
    columns = [column.tolist() for column in merged.columns]
    return {"columns": columns, "files": {"alignment.json": json.dumps(record, ensure_ascii=False) + "\n"}}
