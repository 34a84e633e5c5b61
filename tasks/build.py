"""Stage 5: a cluster's alignment to a word lattice, for each version."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial
from typing import Any

from paraphrase.lattice import (
    Lattice,
    LatticeStatistics,
    draw_svg,
    from_alignment,
    lattice_record,
    statistics,
    to_att,
    to_dot,
)
from tasks.flow import Work, stage
from tasks.jobs import build_key, merge_key


@stage("build")
def build(**message: Any) -> None:
    """Build, count, draw and store the lattices, then send the cluster to ``sample``."""
    work = Work(message)
    for name in work.job.versions:
        work.store.once(build_key(work.job, work.options, name), partial(_lattice, work, name))
    work.done("build", "sample")


def _lattice(work: Work, name: str) -> dict[str, Any]:
    columns = work.store.get(merge_key(work.job, work.options, name))["columns"]
    sentences = work.source["sentences"]
    lattice = from_alignment(sentences, columns)
    figures = statistics(lattice, columns, sentences, work.options.build.distinct_limit)
    return {"statistics": asdict(figures), "files": _files(lattice, figures, work.options.build.draw_limit)}


def _files(lattice: Lattice, figures: LatticeStatistics, draw_limit: int) -> dict[str, str]:
    transitions, symbols = to_att(lattice)
    return {
        "lattice.json": json.dumps(lattice_record(lattice, figures), ensure_ascii=False) + "\n",
        "lattice.fst.txt": transitions,
        "lattice.syms": symbols,
        "lattice.dot": to_dot(lattice),
        "lattice.svg": draw_svg(lattice, draw_limit),
    }
