"""Stage 4: a cluster's words brought together: progressive alignment, or trees merged, for each version."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import numpy as np

from paralattice.align import alignment_record, encode
from paralattice.align import merge as merge_sentences
from paralattice.lattice import from_trees
from paralattice.versions import PANG, version_named
from tasks.arrays import decode_array
from tasks.cluster.inputs import cluster_features, cluster_trees, stop_words
from tasks.cluster.jobs import merge_key, shard_key, shard_rows
from tasks.flow import Work, stage
from workers.store import Artefact


@stage("merge")
def merge(**message: Any) -> None:
    """Bring a cluster's words together and store their columns, then send it to ``build``."""
    work = Work(message)
    make = _merged_trees if work.job.versions == (PANG,) else _alignments
    work.store.once(merge_key(work.job, work.options), partial(make, work))
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
        files[f"{name}/alignment.json"] = _text(record)
    return Artefact(columns, files)


def _merged_trees(work: Work) -> Artefact:
    """Return the words whose states are one after merging and squeezing as aligned (Pang et al. 2003)."""
    made = from_trees(cluster_trees(work), work.options.pang)
    # The start is no column.
    columns = [[state - 1 for state in row] for row in made.columns]
    record = {
        "version": PANG,
        "sentences": [list(words) for words in made.sentences],
        # Trees are not scored, and merged as they come.
        "scores": None,
        "order": None,
        "columns": columns,
    }
    return Artefact({PANG: columns}, {f"{PANG}/alignment.json": _text(record)})


def _text(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"
