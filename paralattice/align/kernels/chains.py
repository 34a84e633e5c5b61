"""Scores many pairs at once from their matching cells only; compiled.

The matching cells suffice.  ``D[M][N]`` (Shen et al. 2006, Figure 3) is the best sum
over paths of steps from a border to the corner (M, N).  Let a path count any
diagonal step as a mismatch: because ``match > mismatch`` (see
:class:`~paralattice.align.options.AlignOptions`), this never improves a step over
matching tokens, so the optimum does not change.  Such a path is a chain of chosen
matches, each below and to the right of the previous one, with fillers between them
that do not depend on the words.  To skip p and q tokens, a filler has d diagonals and
p + q - 2d gaps, a sum linear in d, so the best is d = 0 or d = min(p, q):

    F(p, q) = min(p, q) * max(mismatch, 2 * gap) + abs(p - q) * gap

Before the first match the path may begin anywhere on a border, so with p and q
tokens before it only ``min(p, q)`` need a step: ``min(p, q) * max(mismatch, gap)``.
A pair without a match skips all its tokens that way.  After the last match the
path must reach the corner: F.

Adding ``-gap`` for every token makes gaps free.  Then a match counts
``match - 2 * gap``, and a filler ``max(mismatch - 2 * gap, 0)`` for each of its
``min(p, q)`` diagonals; the added ``-gap * (M + N)`` is subtracted at the end.
The pairs of a tile, sorted by their number of cells, run in parallel in the
lanes of the processor's vectors.
"""

from typing import NamedTuple

import numpy as np

from paralattice.align.kernels.values import Index, Rules
from paralattice.arrays import Ints
from paralattice.compiling import inner

# Unsigned like all indices below, because the check for negative indices prevents
# the vectorisation of loops.
LANES = np.uint64(32)
MOST_CELLS = 256
_IMPOSSIBLE = np.int32(-1_000_000_000)
_ONE = np.int32(1)
_POSITION_BITS = np.int32(16)
_POSITION_MASK = np.int32(0xFFFF)


class Lanes(NamedTuple):
    """K pairs, a multiple of :data:`LANES`, by ascending number of matching cells.

    Attributes
    ----------
    cells
        ((MOST_CELLS + 1) * K,) The k-th cell of pair p at ``k * K + p``: its
        row, shifted left by 16 bits, and its column; sorted by row, then column.
    counts
        (K,) Number of cells of each pair.
    rows, columns
        (K,) Lengths of the two sentences.
    scores
        (K,) Output: the scores.
    """

    cells: Ints
    counts: Ints
    rows: Ints
    columns: Ints
    scores: Ints


class Chains(NamedTuple):
    """The cells of :data:`LANES` pairs, and the score of the best chain that ends in each cell."""

    rows: Ints
    columns: Ints
    scores: Ints
    best: Ints


class Weights(NamedTuple):
    """Scores with free gaps: of a match, a filler's diagonal, a skipped start; and the gap."""

    match: np.int32
    diagonal: np.int32
    start: np.int32
    gap: np.int32


@inner
def room_for_chains() -> Chains:
    """Return the buffers of :func:`score_lanes`."""
    size = MOST_CELLS * LANES
    return Chains(
        np.empty(size, np.int32),
        np.empty(size, np.int32),
        np.empty(size, np.int32),
        np.empty(LANES, np.int32),
    )


@inner
def score_lanes(rules: Rules, lanes: Lanes, pairs: int, chains: Chains) -> None:
    """Score the first `pairs` pairs, each with at most MOST_CELLS cells."""
    gap, mismatch = rules.gap, rules.mismatch
    weights = Weights(
        np.int32(rules.match - 2 * gap),
        np.int32(max(mismatch - 2 * gap, 0)),
        np.int32(max(mismatch, gap)),
        np.int32(gap),
    )
    last = np.uint64(pairs)
    stride = np.uint64(len(lanes.counts))
    for begin in range(np.uint64(0), last, LANES):
        most = np.uint64(lanes.counts[min(begin + LANES, last) - np.uint64(1)])
        _skip_everything(weights, lanes, begin, chains)
        for k in range(most):
            _begin_chains(weights, lanes.cells, k * stride + begin, (k, chains))
            _extend_chains(weights, k, chains)
            _end_chains(weights, lanes, begin, (k, chains))
        for lane in range(LANES):
            total = lanes.rows[begin + lane] + lanes.columns[begin + lane]
            lanes.scores[begin + lane] = chains.best[lane] + weights.gap * total


@inner
def _skip_everything(weights: Weights, lanes: Lanes, begin: Index, chains: Chains) -> None:
    for lane in range(LANES):
        rows, columns = lanes.rows[begin + lane], lanes.columns[begin + lane]
        chains.best[lane] = weights.start * min(rows, columns) - weights.gap * (rows + columns)


@inner
def _begin_chains(weights: Weights, cells: Ints, begin: Index, target: tuple[Index, Chains]) -> None:
    """Read the k-th cell of every pair and score the chain that begins there."""
    k, chains = target
    here = k * LANES
    for lane in range(LANES):
        cell = cells[begin + lane]
        row, column = np.int32(cell >> _POSITION_BITS), np.int32(cell & _POSITION_MASK)
        chains.rows[here + lane] = row
        chains.columns[here + lane] = column
        skipped = np.int32(weights.start * np.int32(min(row, column)))
        chains.scores[here + lane] = skipped - np.int32(weights.gap * np.int32(row + column))


@inner
def _extend_chains(weights: Weights, k: Index, chains: Chains) -> None:
    """Extend the chains that end in earlier cells to the k-th cell of every pair."""
    here = k * LANES
    for there in range(np.uint64(0), here, LANES):
        for lane in range(LANES):
            rows = np.int32(chains.rows[here + lane] - chains.rows[there + lane])
            columns = np.int32(chains.columns[here + lane] - chains.columns[there + lane])
            skipped = np.int32(min(rows, columns) - _ONE)
            score = np.int32(chains.scores[there + lane] + np.int32(weights.diagonal * skipped))
            score = score if skipped >= 0 else _IMPOSSIBLE
            chains.scores[here + lane] = max(chains.scores[here + lane], score)


@inner
def _end_chains(weights: Weights, lanes: Lanes, begin: Index, target: tuple[Index, Chains]) -> None:
    """Add the match in the k-th cell of every pair, and score the chains that end there."""
    k, chains = target
    here = k * LANES
    for lane in range(LANES):
        # A vector may include pairs with fewer cells.
        exists = k < np.uint64(lanes.counts[begin + lane])
        score = np.int32(chains.scores[here + lane] + weights.match) if exists else _IMPOSSIBLE
        chains.scores[here + lane] = score
        rows = np.int32(lanes.rows[begin + lane] - _ONE - chains.rows[here + lane])
        columns = np.int32(lanes.columns[begin + lane] - _ONE - chains.columns[here + lane])
        ended = np.int32(score + np.int32(weights.diagonal * np.int32(min(rows, columns))))
        chains.best[lane] = max(chains.best[lane], ended)
