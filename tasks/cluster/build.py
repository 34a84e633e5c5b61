"""Stage 5: build a word lattice from a cluster's aligned words, for each version."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial

from paralattice.lattice import compact_lattice, statistics
from paralattice.versions import EXCHANGE
from tasks.cluster.exchange import exchange_lattice
from tasks.cluster.inputs import Inputs, columns_of, version_lattice, version_words
from tasks.cluster.jobs import build_key, merge_key
from workers.store import Artefact


def build_cluster(inputs: Inputs) -> None:
    """Build, count and store a cluster's lattices."""
    inputs.store.once(build_key(inputs.job, inputs.options), partial(_lattices, inputs))


def _lattices(inputs: Inputs) -> Artefact:
    figures, files = {}, {}
    merged = inputs.store.get(merge_key(inputs.job, inputs.options))
    for name in inputs.job.versions:
        columns = columns_of(merged.files, name)
        sentences = version_words(name, inputs.source["sentences"])
        if name == EXCHANGE:
            lattice, _ = exchange_lattice(sentences, merged.value)
        else:
            lattice = version_lattice(name, sentences, columns)
        counts = statistics(lattice, columns, sentences, inputs.options.build.distinct_limit)
        figures[name] = asdict(counts)
        files[name] = json.dumps(compact_lattice(lattice, counts), ensure_ascii=False)
    return Artefact(figures, files)
