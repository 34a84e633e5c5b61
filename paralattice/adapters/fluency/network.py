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

ROWS, COLUMNS = 512, 4096
"""Numbers of nodes and of following pieces that are scored at once: a product of 8 MiB."""


class NodeCache:
    """What a network has computed of a tree's nodes, so that a tree that grows is not computed again.

    Attributes
    ----------
    known
        Number of nodes that have been computed.
    seen
        Keys and values of the nodes side by side, of shape (layers, nodes, width).
    whole, sizes
        Their vectors, from which the next pieces are scored.
    totals
        Logarithms of the sums over all pieces; no number if not asked for yet.
    """

    def __init__(self, layers: int, most: int, seen: int, width: int) -> None:
        self.known = 0
        self.seen = np.empty((layers, most, seen), np.float32)
        self.whole = np.empty((most, width), np.int8)
        self.sizes = np.empty(most, np.float32)
        self.totals = np.empty(most, np.float32)

    def forget(self) -> None:
        """Begin anew, for another tree."""
        self.known = 0


class LlamaNetwork:
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

    def memory(self, most: int) -> NodeCache:
        """Return an empty memory for trees of at most so many nodes."""
        width = self._arrays["pieces"].shape[1]
        return NodeCache(self._size.layers, most, 2 * self._size.groups * (width // self._size.heads), width)

    def log_probabilities(self, tree: PrefixTree, asked: Numbers, memory: NodeCache) -> Reals:
        """Return log probabilities of pieces.

        Parameters
        ----------
        asked
            Pairs (node, piece that follows it), of shape (pairs, 2).
        memory
            What is known of the tree's first nodes; what is computed is added.
        """
        self._encode(tree, memory)
        nodes, pieces = asked.T
        self._sum_up(np.unique(nodes), memory)
        table, scales = self._arrays["pieces"], self._scales["pieces"]
        products = np.einsum("ij,ij->i", memory.whole[nodes], table[pieces], dtype=np.int32)
        values: Reals = products.astype(np.float32) * (memory.sizes[nodes] * scales[pieces])
        values -= memory.totals[nodes]
        return values

    def _sum_up(self, nodes: Numbers, memory: NodeCache) -> None:
        """Compute the totals of nodes that lack them."""
        nodes = nodes[np.isnan(memory.totals[nodes])]
        table, scales = self._arrays["pieces"], self._scales["pieces"]
        for start in range(0, len(nodes), ROWS):
            some = nodes[start : start + ROWS]
            whole, sizes = memory.whole[some], memory.sizes[some]
            parts = [
                loops.log_totals((whole_product(whole, table[first : first + COLUMNS]), sizes, own))
                for first in range(0, len(table), COLUMNS)
                for own in (scales[first : first + COLUMNS],)
            ]
            memory.totals[some] = np.logaddexp.reduce(parts)

    def _encode(self, tree: PrefixTree, memory: NodeCache) -> None:
        """Compute the vectors of the nodes that a memory lacks, from which the next pieces are scored."""
        first, end = memory.known, len(tree)
        if first == end:
            return
        pieces, depths, *lines = tree.nodes(first)
        vectors = loops.look_up(pieces, self._arrays["pieces"], self._scales["pieces"])
        heads, groups = self._size.heads, self._size.groups
        for layer in range(self._size.layers):
            mixed = self._product(self._norm(vectors, f"{layer}.seen_norm"), f"{layer}.mixed")
            parts = loops.rotated(mixed, depths, self._turns, heads + groups)
            own = memory.seen[layer]
            own[first:end] = parts[:, -own.shape[1] :]
            seen = loops.attend_in_tree(parts, own, (lines[0], lines[1]), heads, groups)
            loops.add(self._product(seen, f"{layer}.output"), vectors)
            risen = self._product(self._norm(vectors, f"{layer}.inner_norm"), f"{layer}.rise")
            loops.add(self._product(loops.gate(risen), f"{layer}.fall"), vectors)
        memory.whole[first:end], memory.sizes[first:end] = self._norm(vectors, "norm")
        memory.totals[first:end] = np.nan
        memory.known = end

    def _norm(self, vectors: Reals, name: str) -> Quantised:
        return loops.norm(vectors, self._arrays[name], self._epsilon)

    def _product(self, rows: Quantised, name: str) -> tuple[NDArray[np.int32], Reals, Reals]:
        whole = whole_product(rows[0], self._arrays[name])
        return whole, rows[1], self._scales[name]
