"""Stage 4: progressive alignment of a cluster, for each version."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import numpy as np

from paraphrase.align import alignment_record, encode
from paraphrase.align import merge as merge_sentences
from paraphrase.options import version_named
from tasks.arrays import decode_array
from tasks.flow import Work, stage
from tasks.inputs import cluster_features, stop_words
from tasks.jobs import merge_key, shard_key, shard_rows
from workers.store import Artefact


@stage("merge")
def merge(**message: Any) -> None:
    """Align and store a cluster, then send it to ``build``."""
    work = Work(message)
    work.store.once(merge_key(work.job, work.options), partial(_alignments, work))
    work.done("merge", [("build", work.job)])


def _alignments(work: Work) -> Artefact:
    encoded = encode(cluster_features(work), work.options.align, stop_words(work.options))
    shards = range(len(shard_rows(work.size)))
    keys = [shard_key(work.job, work.options, shard) for shard in shards]
    parts = [scores.value for scores in work.store.get_all(keys)]
    columns, files = {}, {}
    for name in work.job.versions:
        scores = np.concatenate([decode_array(part[name]) for part in parts])
        merged = merge_sentences(encoded, scores, version_named(name), work.options.align)
        record = alignment_record(name, work.source["sentences"], scores, merged)
        columns[name] = record["columns"]
        files[f"{name}/alignment.json"] = json.dumps(record, ensure_ascii=False) + "\n"
    return Artefact(columns, files)
