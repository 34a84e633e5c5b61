"""Stage 5: build a word lattice from a cluster's aligned words, for each version."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial

from paralattice.lattice import (
    Lattice,
    LatticeStatistics,
    draw_svg,
    statistics,
    to_att,
    to_dot,
    write_lattice,
)
from paralattice.versions import EXCHANGE
from tasks.cluster.exchange import exchange_lattice
from tasks.cluster.inputs import Inputs, version_lattice, version_words
from tasks.cluster.jobs import build_key, merge_key
from workers.store import Artefact


def build_cluster(inputs: Inputs) -> None:
    """Build, count, draw and store a cluster's lattices."""
    inputs.store.once(build_key(inputs.job, inputs.options), partial(_lattices, inputs))


def _lattices(inputs: Inputs) -> Artefact:
    options = inputs.options.build
    figures, files = {}, {}
    for name, merged in inputs.store.get(merge_key(inputs.job, inputs.options)).value.items():
        sentences = version_words(name, inputs.source["sentences"])
        if name == EXCHANGE:
            columns, lattice = merged["columns"], exchange_lattice(sentences, merged)[0]
        else:
            columns, lattice = merged, version_lattice(name, sentences, merged)
        counts = statistics(lattice, columns, sentences, options.distinct_limit)
        figures[name] = asdict(counts)
        for file, text in _files(lattice, counts, options.draw_limit).items():
            files[f"{name}/{file}"] = text
    return Artefact(figures, files)


def _files(lattice: Lattice, figures: LatticeStatistics, draw_limit: int) -> dict[str, str]:
    transitions, symbols = to_att(lattice)
    files = {
        "lattice.json": write_lattice(lattice, figures),
        "lattice.fst.txt": transitions,
        "lattice.syms": symbols,
        "lattice.dot": to_dot(lattice),
    }
    picture = draw_svg(lattice, draw_limit)
    return {**files, "lattice.svg": picture} if picture else files
