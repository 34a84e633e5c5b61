"""The compiled loops of a worker."""

import numpy as np

from paralattice.adapters.chart.search import best_tree
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import load_parser
from paralattice.align.cluster import prepare_alignment, prepare_merging, prepare_scoring
from paralattice.align.kernels.merging import number_columns
from paralattice.align.kernels.tiles import score_rows
from paralattice.compiling import Preparation, compile_at_once
from paralattice.lattice.kernels.comparing import first_alike
from paralattice.lattice.kernels.walking import walks
from paralattice.lattice.preparing import prepare_lattices


def load_loops(processes: int) -> None:
    """Load the loops of alignment and lattices; compile them first if they are not cached.

    Those of the parser, which each child process loads with the parser, are compiled at the same time if
    there are several processes.
    """
    compile_at_once(
        (
            Preparation(score_rows, prepare_scoring),
            Preparation(best_tree, _parse),
            Preparation(walks, _build),
            Preparation(number_columns, prepare_merging),
            # Lattices need it too; as a part of its own it makes the shares of two processes equal.
            Preparation(first_alike, _compare),
        ),
        processes,
    )
    prepare_alignment()
    _build()


def _parse() -> None:
    load_parser(ParseOptions()).parse([("Go", ".")])


def _compare() -> None:
    nothing = np.zeros(0, np.int64)
    first_alike(nothing, nothing, 0)


def _build() -> None:
    prepare_lattices(drawing=False)
