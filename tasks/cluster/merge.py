"""Stage 4: align a cluster's sentences progressively, or merge their trees, for each version."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from paralattice.align import CompactAlignment, compact_alignment, merge
from paralattice.align.versions import version_named
from paralattice.lattice import from_trees
from paralattice.methods.pang import PANG
from tasks.arrays import decode_array
from tasks.cluster.inputs import Inputs
from tasks.cluster.jobs import merge_key, shard_key, shard_rows
from workers.store import Artefact


def merge_cluster(inputs: Inputs) -> None:
    """Merge a cluster's sentences and store their alignments."""
    make = _merged_trees if inputs.job.versions == (PANG,) else _alignments
    inputs.store.once(merge_key(inputs.job, inputs.options), partial(make, inputs))


def _alignments(inputs: Inputs) -> Artefact:
    encoded = inputs.encoded
    shards = range(len(shard_rows(inputs.size)))
    keys = [shard_key(inputs.job, inputs.options, shard) for shard in shards]
    parts = [scores.value for scores in inputs.store.get_all(keys)]
    files = {}
    for name in inputs.job.versions:
        scores = np.concatenate([_scores(part[name]) for part in parts])
        merged = merge(encoded, scores, version_named(name), inputs.options.align)
        files[name] = msgspec.json.encode(compact_alignment(inputs.source["sentences"], scores, merged))
    return Artefact(None, files)


def _scores(value: Any) -> npt.NDArray[np.int32]:
    """Return scores that ``align`` stored, or left in memory."""
    return value if isinstance(value, np.ndarray) else decode_array(value)


def _merged_trees(inputs: Inputs) -> Artefact:
    """Return the alignment of the words that share a state after squeezing (Pang et al. 2003)."""
    made = from_trees(inputs.trees, inputs.options.pang)
    # State 0, the start, has no column.
    columns = [[state - 1 for state in row] for row in made.columns]
    # Trees have no scores, and are merged in the cluster's order.
    alignment = CompactAlignment(list(map(list, made.sentences)), scores=None, order=None, columns=columns)
    return Artefact(None, {PANG: msgspec.json.encode(alignment)})
