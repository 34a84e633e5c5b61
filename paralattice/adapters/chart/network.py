"""The encoder (Devlin et al. 2019) and the scorers of tags and spans, with products of whole numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paralattice.adapters.chart.pieces import PieceBatch, span_places
from paralattice.adapters.chart.products import whole_product
from paralattice.adapters.chart.storage import PIECES, ParserWeights
from paralattice.adapters.loops import encoder as loops
from paralattice.adapters.loops.rows import Quantised
from paralattice.arrays import Longs, Reals

HIDDEN = 256
"""Width of a span's vector."""

NORM_EPSILON = 1e-5
"""Added to the variance of a span's vector."""

_SPANS = 4000
"""Number of spans scored at once; more are slower."""


class Best(NamedTuple):
    """For each row the best choice's score and number, and its lead over the second-best."""

    score: Reals
    number: Longs
    lead: Reals


class Network:
    """A parser's weights, ready for sentences."""

    # Larger batches are slower.
    words = 300
    # Sums of whole numbers are the same in any batch.
    tie = 0.0

    def __init__(self, weights: ParserWeights) -> None:
        self.inventory, self._size = weights.inventory, weights.size
        self._pieces = weights.arrays[PIECES], weights.scale(PIECES)
        self._positions = weights.real("encoder.positions.weight")
        self._shapes = weights.real("shapes.weight")
        names = [name.removesuffix(".weight") for name in weights.names() if name.endswith(".weight")]
        self._norms = {
            name: (weights.real(f"{name}.weight"), weights.real(f"{name}.bias"))
            for name in names
            if name.endswith("norm")
        }
        layers = (name for name in names if name.startswith("encoder.layers.") and name not in self._norms)
        self._matrices = {name: _Matrix.of(weights, name) for name in ("labels", *layers)}
        self._matrices["words"] = _word_matrix(weights)

    def score(self, pieces: PieceBatch) -> tuple[Longs, Best]:
        """Return the tag of each word, and the best label of each span.

        The spans of a sentence are numbered by begin, then by end.
        """
        vectors = self._encode(pieces)
        words = self._product(loops.word_ends(vectors, pieces.firsts, pieces.lasts), "words")
        inner = pieces.entries(1, 1)
        tags = loops.best_columns((words[0][inner], words[1][inner], *words[2:]), 4 * HIDDEN)[1]
        places = loops.boundaries(words, pieces.entries(0, 1), HIDDEN)
        begins, ends = span_places(pieces.lengths)
        parts = []
        for start in range(0, len(begins), _SPANS):
            some = begins[start : start + _SPANS], ends[start : start + _SPANS]
            spans = loops.span_vectors(places, some, self._norms["norm"], np.float32(NORM_EPSILON))
            parts.append(loops.best_columns(self._product(spans, "labels"), 0))
        return tags, Best(*(np.concatenate(values) for values in zip(*parts, strict=True)))

    def _encode(self, pieces: PieceBatch) -> Reals:
        """Return the vectors of all pieces."""
        norms = self._norms
        places = pieces.places(), self._positions, pieces.shapes, self._shapes
        vectors, whole = loops.embed((pieces.numbers, *self._pieces), places, norms["encoder.norm"])
        for number in range(self._size.layers):
            layer = f"encoder.layers.{number}."
            seen = loops.attend(self._product(whole, layer + "mixed"), pieces.starts, self._size.heads)
            added = self._product(seen, layer + "output")
            whole = loops.add_and_norm(added, vectors, norms[layer + "output_norm"])
            inner = loops.gelu(self._product(whole, layer + "rise"))
            added = self._product(inner, layer + "fall")
            whole = loops.add_and_norm(added, vectors, norms[layer + "fall_norm"])
        return vectors

    def _product(self, rows: Quantised, name: str) -> loops.Product:
        """Return the product of rows and a matrix, the scales of rows and columns, and the bias."""
        matrix = self._matrices[name]
        return whole_product(rows[0], matrix.weights), rows[1], matrix.scales, matrix.bias


class _Matrix(NamedTuple):
    """Weights by output and input, the scale and the bias of each output."""

    weights: NDArray[np.int8]
    scales: Reals
    bias: Reals

    @classmethod
    def of(cls, weights: ParserWeights, name: str) -> _Matrix:
        matrix = f"{name}.weight"
        return cls(weights.arrays[matrix], weights.scale(matrix), weights.real(f"{name}.bias"))


def _word_matrix(weights: ParserWeights) -> _Matrix:
    """Return the scorers of boundaries and tags as one matrix over the vectors of words.

    A boundary lies between two words; the weights for the word before it and for the one after it become
    outputs of their own, begins first, then ends; the tags follow.
    """
    names = [f"{side}.weight" for side in ("left", "left", "right", "right")]
    sides = [weights.arrays[name] for name in names[::2]]
    parts = [half for side in sides for half in np.split(side, 2, axis=1)]
    scales = [weights.scale(name) for name in names]
    none = np.zeros(HIDDEN, np.float32)
    bias = [weights.real("left.bias"), none, none, none, weights.real("tags.bias")]
    return _Matrix(
        np.concatenate([*parts, weights.arrays["tags.weight"]]),
        np.concatenate([*scales, weights.scale("tags.weight")]),
        np.concatenate(bias),
    )
