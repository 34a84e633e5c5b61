"""The language model: a Llama (Touvron et al. 2023) with products of whole numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paralattice.adapters.chart.products import whole_product
from paralattice.adapters.fluency.prefix_tree import Numbers, PrefixTree
from paralattice.adapters.fluency.storage import LlamaWeights
from paralattice.adapters.loops import llama as loops
from paralattice.adapters.loops.lanes import LANES
from paralattice.adapters.loops.rows import Quantised, Reals
from paralattice.errors import ModelError

ROWS = 64
"""Number of nodes whose next pieces are scored at once; each takes 4 bytes for each piece there is."""


class Network:
    """A model's weights, ready for trees of pieces.

    What it returns for a node depends on the nodes above it alone, to the last bit.

    Raises
    ------
    ModelError
        The model's widths are no multiples of 16.
    """

    def __init__(self, weights: LlamaWeights, most: int) -> None:
        self._size = weights.size
        self._arrays = weights.arrays
        self._scales = {name: weights.scale(name) for name, own in weights.arrays.items() if own.ndim == 2}
        self._epsilon = np.float32(weights.size.epsilon)
        vocabulary, width = weights.arrays["pieces"].shape
        head = width // weights.size.heads
        inner = weights.arrays["0.fall"].shape[1]
        if any(length % LANES for length in (vocabulary, width, head, inner)):
            raise ModelError(f"the widths of a language model must be multiples of {LANES}")
        angles = np.arange(most + 1)[:, None] * weights.size.base ** (-np.arange(0, head, 2) / head)
        self._turns = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)

    def log_probabilities(self, tree: PrefixTree, asked: Numbers) -> Reals:
        """Return log probabilities of pieces.

        Parameters
        ----------
        asked
            Pairs (node, piece that follows it), of shape (pairs, 2), sorted by node.
        """
        whole, sizes = self._encode(tree)
        found = np.empty(len(asked), np.float32)
        nodes = np.unique(asked[:, 0])
        scales = self._scales["pieces"]
        for start in range(0, len(nodes), ROWS):
            some = nodes[start : start + ROWS]
            product = whole_product(whole[some], self._arrays["pieces"])
            totals = loops.log_totals((product, sizes[some], scales))
            begin, end = np.searchsorted(asked[:, 0], [some[0], some[-1] + 1])
            rows, pieces = np.searchsorted(some, asked[begin:end, 0]), asked[begin:end, 1]
            values = product[rows, pieces].astype(np.float32) * (sizes[some][rows] * scales[pieces])
            found[begin:end] = values - totals[rows]
        return found

    def _encode(self, tree: PrefixTree) -> Quantised:
        """Return the vectors of all nodes, from which the next pieces are scored."""
        vectors = loops.look_up(tree.pieces, self._arrays["pieces"], self._scales["pieces"])
        lines = tree.bounds, tree.above
        heads, groups = self._size.heads, self._size.groups
        for layer in range(self._size.layers):
            mixed = self._product(self._norm(vectors, f"{layer}.seen_norm"), f"{layer}.mixed")
            parts = loops.rotated(mixed, tree.depths, self._turns, heads + groups)
            seen = loops.attend(parts, lines, heads, groups)
            loops.add(self._product(seen, f"{layer}.output"), vectors)
            risen = self._product(self._norm(vectors, f"{layer}.inner_norm"), f"{layer}.rise")
            loops.add(self._product(loops.gate(risen), f"{layer}.fall"), vectors)
        return self._norm(vectors, "norm")

    def _norm(self, vectors: Reals, name: str) -> Quantised:
        return loops.norm(vectors, self._arrays[name], self._epsilon)

    def _product(self, rows: Quantised, name: str) -> tuple[NDArray[np.int32], Reals, Reals]:
        whole = whole_product(rows[0], self._arrays[name])
        return whole, rows[1], self._scales[name]
