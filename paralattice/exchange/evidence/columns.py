"""Aligns the sentences of a cluster, as evidence of coreference."""

from collections.abc import Iterable

from paralattice.exchange.evidence.mentions import Columns
from paralattice.syntax.tree import Tree

_VERSION = "V4"


def columns_of(trees: Iterable[Tree]) -> Columns:
    """Return the column of each word of each tree in the alignment of version V4 (Shen et al. 2006).

    Words of one column are equal, and their constituents and neighbours match too.
    """
    # Lazy imports: the kernels of alignment take a while to load, and most tests need none.
    from paralattice.align import align
    from paralattice.syntax.chunking import chunk

    aligned = align([chunk(tree) for tree in trees], _VERSION)
    return [row.tolist() for row in aligned.columns]
