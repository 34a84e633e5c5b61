"""Build a lattice from the trees of sentences that mean the same (Pang, Knight and Marcu 2003, section 3).

:func:`from_trees` does all at once.  Its steps are :func:`merge_trees`, which
merges the trees from their roots down, :func:`from_forest`, and :func:`squeeze`,
which merges states that equal words lead to or away from.
"""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.lattice.forests.automaton import TreeAlignment, from_forest, from_states, from_trees
    from paralattice.lattice.forests.merging import Expansion, Forest, ForestNode, merge_trees, tree_words
    from paralattice.lattice.forests.squeezing import squeeze
else:
    load_at_first_use(__name__)

__all__ = [
    "Expansion",
    "Forest",
    "ForestNode",
    "TreeAlignment",
    "from_forest",
    "from_states",
    "from_trees",
    "merge_trees",
    "squeeze",
    "tree_words",
]
