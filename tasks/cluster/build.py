"""Stage 5: build a word lattice from a cluster's aligned words, for each version."""

from __future__ import annotations

from dataclasses import fields
from functools import partial
from typing import Any

import msgspec

from paralattice.align import CompactAlignment
from paralattice.formats.typed_json import from_json
from paralattice.lattice import WordLattice, compact_lattice, statistics
from paralattice.methods.exchange import EXCHANGE
from tasks.cluster.inputs import Inputs, merged_lattice
from tasks.cluster.jobs import build_key, merge_key
from workers.store import Artefact


def build_cluster(inputs: Inputs) -> None:
    """Build, count and store a cluster's lattices."""
    inputs.store.once(build_key(inputs.job, inputs.options), partial(_lattices, inputs))


def _lattices(inputs: Inputs) -> Artefact:
    figures, files = {}, {}
    known: dict[int, tuple[WordLattice, dict[str, Any], bytes]] = {}
    key = merge_key(inputs.job, inputs.options)
    for name in inputs.job.versions:
        sentences, columns, lattice = (
            _exchanged(inputs, key) if name == EXCHANGE else merged_lattice(inputs.store, key, name)
        )
        if id(lattice) not in known:
            counts = statistics(lattice, columns, sentences, inputs.options.build.distinct_limit)
            values = {field.name: getattr(counts, field.name) for field in fields(counts)}
            known[id(lattice)] = lattice, values, msgspec.json.encode(compact_lattice(lattice, counts))
        _, figures[name], files[name] = known[id(lattice)]
    return Artefact(figures, files)


def _exchanged(inputs: Inputs, key: str) -> tuple[list[list[str]], list[list[int]], WordLattice]:
    """Return the sentences, columns and lattice of the version whose sentences are made."""
    # Lazy import: as in `tasks.cluster.run`.
    from tasks.cluster.exchange import exchange_lattice, made_sentences

    merged, sentences = inputs.store.get(key), inputs.source["sentences"]
    lattice, _ = exchange_lattice(sentences, made_sentences(merged))
    return sentences, from_json(merged.files[EXCHANGE], CompactAlignment).columns, lattice
