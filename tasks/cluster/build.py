"""Stage 5: a cluster's aligned words to a word lattice, for each version."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Any

from paralattice.lattice import (
    Lattice,
    LatticeStatistics,
    draw_svg,
    statistics,
    to_att,
    to_dot,
    write_lattice,
)
from tasks.cluster.inputs import version_lattice, version_words
from tasks.cluster.jobs import build_key, merge_key
from tasks.flow import Work, stage
from workers.store import Artefact


@stage("build")
def build(**message: Any) -> None:
    """Build, count, draw and store the lattices, then send the cluster to ``sample``."""
    work = Work(message)
    work.store.once(build_key(work.job, work.options), partial(_lattices, work))
    work.done("build", [("sample", work.job)])


def _lattices(work: Work) -> Artefact:
    options = work.options.build
    figures, files = {}, {}
    for name, columns in work.store.get(merge_key(work.job, work.options)).value.items():
        sentences = version_words(name, work.source["sentences"])
        lattice = version_lattice(name, sentences, columns)
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
