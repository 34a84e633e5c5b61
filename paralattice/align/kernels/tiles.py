"""Computes the scores of all pairs in tiles; compiled.

Pairs are added to a tile, row by row of the score matrix, until it is full.  Their
matching cells are found through the index of words.  Then the pairs are sorted by
their number of cells, the cells are copied into vector lanes, and the tile is scored.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paralattice.align.kernels.chains import LANES, MOST_CELLS, Lanes, room_for_chains, score_lanes
from paralattice.align.kernels.postings import (
    Choice,
    Postings,
    ScoringData,
    build_postings,
    check_occurrences,
    choose_occurrences,
    first_from,
    room_for_choice,
)
from paralattice.align.kernels.values import TOO_MANY_CELLS, Ints, Longs, Rules, Tokens
from paralattice.compiling import compiled, inlined

# Large enough to need few padded vectors, small enough for the processor's cache.
MOST_PAIRS = 2048


class Tile(NamedTuple):
    """Up to K pairs, with their matching cells.

    Attributes
    ----------
    firsts, seconds
        (K,) The sentences.
    counts
        (K,) Matching cells, up to MOST_CELLS + 1.
    ranks
        (K,) The pair's position among the lanes.
    cells
        The matching cells in the order found: pair, row and column, from high bits to low.
    filled
        (2,) Numbers of pairs and cells in the tile.
    choice
        The occurrences of a sentence's words.
    lanes
        The sorted pairs.
    """

    firsts: Ints
    seconds: Ints
    counts: Ints
    ranks: Ints
    cells: Longs
    filled: Longs
    choice: Choice
    lanes: Lanes


@compiled
def score_rows(tokens: Tokens, rules: Rules, rows: tuple[int, int], scores: Ints) -> int:
    """Score the pairs of each sentence of `rows`, a half-open range, with all later sentences.

    Parameters
    ----------
    tokens, rules
        The cluster and the scores.
    rows
        0-based.
    scores
        (rows, N) Output: the scores, only above the diagonal of the full matrix.

    Returns
    -------
    int
        Number of pairs with :data:`TOO_MANY_CELLS` instead of a score.
    """
    sentences = len(tokens.starts) - 1
    # The sum of (sentences - 1 - row) over the rows: each is paired with those after it.
    pairs = (rows[1] - rows[0]) * (2 * sentences - rows[0] - rows[1] - 1) // 2
    if pairs == 0:
        return 0
    cluster = ScoringData(tokens, rules, build_postings(tokens, rules))
    tile = _room_for_tile(cluster, min(MOST_PAIRS, pairs))
    chains = room_for_chains()
    left = 0
    for first in range(rows[0], rows[1]):
        begin = first + 1
        while begin < sentences:
            end = min(sentences, begin + len(tile.counts) - tile.filled[0])
            _add_pairs(cluster, tile, (first, begin, end))
            pairs -= end - begin
            begin = end
            # A tile is scored when it is full: vector instructions gain by many pairs at once.
            if tile.filled[0] == len(tile.counts) or pairs == 0:
                known = _sort_pairs(tokens, tile)
                _place_cells(tile)
                score_lanes(rules, tile.lanes, known, chains)
                left += _keep_scores(tile, rows[0], scores)
                tile.filled[:] = 0
    return left


@inlined
def _room_for_tile(cluster: ScoringData, pairs: int) -> Tile:
    # Whole vectors of lanes; those without a pair have no cells.
    width = (pairs + int(LANES) - 1) // int(LANES) * int(LANES)
    lanes = Lanes(
        np.empty((MOST_CELLS + 1) * width, np.int32),
        np.zeros(width, np.int32),
        np.zeros(width, np.int32),
        np.zeros(width, np.int32),
        np.zeros(width, np.int32),
    )
    return Tile(
        np.empty(pairs, np.int32),
        np.empty(pairs, np.int32),
        np.empty(pairs, np.int32),
        np.empty(pairs, np.int32),
        # One more, because a cell that is not kept is written too.
        np.empty((MOST_CELLS + 1) * pairs + 1, np.int64),
        np.zeros(2, np.int64),
        room_for_choice(cluster.tokens, cluster.postings),
        lanes,
    )


@inlined
def _add_pairs(cluster: ScoringData, tile: Tile, block: tuple[int, int, int]) -> None:
    """Add the pairs of a sentence with a half-open range of later sentences, and their cells."""
    first, begin, end = block
    pairs = tile.filled[0]
    for second in range(begin, end):
        pair = pairs + second - begin
        tile.firsts[pair] = first
        tile.seconds[pair] = second
        tile.counts[pair] = 0
    if cluster.rules.listed:
        _add_listed_cells(cluster, tile, block)
    else:
        choose_occurrences(cluster, block, tile.choice)
        if cluster.rules.syntactic:
            check_occurrences(cluster, first, tile.choice)
        length = cluster.tokens.starts[first + 1] - cluster.tokens.starts[first]
        _add_cells(cluster.postings, tile, length, pairs - begin)
    tile.filled[0] += end - begin


@inlined
def _add_listed_cells(cluster: ScoringData, tile: Tile, block: tuple[int, int, int]) -> None:
    """Add the cells of a sentence with the listed partners of its words in a range of later sentences."""
    tokens, postings = cluster.tokens, cluster.postings
    first, begin, end = block
    start, shift = tokens.starts[first], tile.filled[0] - begin
    filled = tile.filled[1]
    for row in range(tokens.starts[first + 1] - start):
        word = tokens.words[start + row]
        for k in range(tokens.partner_starts[word], tokens.partner_starts[word + 1] if word >= 0 else 0):
            low, high = postings.word_starts[tokens.partners[k]], postings.word_starts[tokens.partners[k] + 1]
            low = first_from(postings.sentences, low, high, begin)
            while low < high and postings.sentences[low] < end:
                pair = np.int64(postings.sentences[low]) + shift
                # One more than are scored, so that the pair is known to have too many.
                if tile.counts[pair] <= MOST_CELLS:
                    tile.cells[filled] = (pair << 32) | (row << 16) | postings.positions[low]
                    tile.counts[pair] += 1
                    filled += 1
                low += 1
    tile.filled[1] = filled


@inlined
def _add_cells(postings: Postings, tile: Tile, length: int, shift: int) -> None:
    """Add the cells of a sentence with the chosen occurrences; pairs are sentences shifted by `shift`."""
    choice, sentences, positions = tile.choice, postings.sentences, postings.positions
    at, end = np.uint64(0), np.uint64(tile.filled[1])
    for row in range(length):
        for k in range(np.uint64(choice.begins[row]), np.uint64(choice.ends[row])):
            pair = np.int64(sentences[k]) + shift
            count = tile.counts[np.uint64(pair)]
            # Always written, and kept by incrementing: a branch would be mispredicted too often.
            kept = choice.matched[at] & (count <= MOST_CELLS)
            tile.cells[end] = (pair << 32) | (row << 16) | positions[k]
            tile.counts[np.uint64(pair)] = count + kept
            end += np.uint64(kept)
            at += np.uint64(1)
    tile.filled[1] = end


@inlined
def _sort_pairs(tokens: Tokens, tile: Tile) -> int:
    """Sort the pairs into lanes by their number of cells; return the number that can be scored there."""
    begins = np.zeros(MOST_CELLS + 3, np.int64)
    pairs = tile.filled[0]
    for pair in range(pairs):
        begins[np.uint64(tile.counts[pair] + 1)] += 1
    for k in range(1, len(begins)):
        begins[k] += begins[k - 1]
    known: int = begins[MOST_CELLS + 1]
    lanes, starts = tile.lanes, tokens.starts
    for pair in range(pairs):
        count = np.uint64(tile.counts[pair])
        rank = np.uint64(begins[count])
        begins[count] += 1
        tile.ranks[pair] = rank
        lanes.counts[rank] = count
        lanes.rows[rank] = starts[tile.firsts[pair] + 1] - starts[tile.firsts[pair]]
        lanes.columns[rank] = starts[tile.seconds[pair] + 1] - starts[tile.seconds[pair]]
    return known


@inlined
def _place_cells(tile: Tile) -> None:
    """Copy the cells into the lanes; a pair's rank becomes the position of its next cell."""
    for k in range(tile.filled[1]):
        cell = tile.cells[k]
        pair = np.uint64(cell >> 32)
        slot = tile.ranks[pair]
        tile.lanes.cells[np.uint64(slot)] = np.int32(cell & 0xFFFFFFFF)
        tile.ranks[pair] = slot + len(tile.lanes.counts)


@inlined
def _keep_scores(tile: Tile, first_row: int, scores: Ints) -> int:
    """Copy the scores out of the lanes; return the number of pairs without a score."""
    left = 0
    for pair in range(tile.filled[0]):
        count = tile.counts[pair]
        score = TOO_MANY_CELLS
        if count <= MOST_CELLS:
            score = tile.lanes.scores[np.uint64(tile.ranks[pair] - count * len(tile.lanes.counts))]
        left += count > MOST_CELLS
        scores[tile.firsts[pair] - first_row, tile.seconds[pair]] = score
    return left
