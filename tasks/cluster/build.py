"""Stage 5: build a word lattice from a cluster's merged sentences, for each version."""

from dataclasses import fields
from functools import partial
from typing import Any

import msgspec

from paralattice.lattice import WordLattice, statistics
from paralattice.lattice.records.compact import compact_lattice
from tasks.cluster.inputs import Inputs
from tasks.cluster.jobs import build_key
from workers.store import Artefact


def build_cluster(inputs: Inputs) -> None:
    """Build, count and store a cluster's lattices."""
    inputs.store.once(build_key(inputs.job, inputs.options), partial(_lattices, inputs))


def _lattices(inputs: Inputs) -> Artefact:
    figures, files = {}, {}
    known: dict[int, tuple[WordLattice, dict[str, Any], bytes]] = {}
    for name, made in inputs.laid_out():
        lattice = made.lattice
        if id(lattice) not in known:
            counts = statistics(lattice, made.columns, made.sentences, inputs.options.build.distinct_limit)
            values = {field.name: getattr(counts, field.name) for field in fields(counts)}
            known[id(lattice)] = lattice, values, msgspec.json.encode(compact_lattice(lattice, counts))
        _, figures[name], files[name] = known[id(lattice)]
    return Artefact(figures, files)
