"""Computes the scores of all pairs in tiles; compiled.

Pairs are added to a tile, row by row of the score matrix, until it is full.  Their
matching cells are found through the index of words.  Then the pairs are sorted by
their number of cells, the cells are copied into vector lanes, and the tile is scored.
"""

from typing import NamedTuple

import numpy as np

from paralattice.align.kernels.chains import LANES, MOST_CELLS, Lanes, room_for_chains, score_lanes
from paralattice.align.kernels.postings import (
    Choice,
    Postings,
    check_occurrences,
    choose_occurrences,
    first_from,
    index_features,
    index_words,
    room_for_choice,
)
from paralattice.align.kernels.values import TOO_MANY_CELLS, Index, Rules, Tokens
from paralattice.arrays import Ints, Longs
from paralattice.compiling import compiled, inner

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
    """

    firsts: Ints
    seconds: Ints
    counts: Ints
    ranks: Ints
    cells: Longs


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
    starts, words = tokens.starts, tokens.words
    sentences = len(starts) - 1
    # The sum of (sentences - 1 - row) over the rows: each is paired with those after it.
    pairs = (rows[1] - rows[0]) * (2 * sentences - rows[0] - rows[1] - 1) // 2
    if pairs == 0:
        return 0
    postings = index_words(starts, words, tokens.vocabulary)
    features = index_features(tokens, postings, rules.syntactic)
    choice = room_for_choice(starts, words, postings)
    size = min(MOST_PAIRS, pairs)
    tile, lanes, chains = _room_for_tile(size), _room_for_lanes(size), room_for_chains()
    left = 0
    # Numbers of pairs and cells in the tile.  Literal numbers would compile the functions below once more.
    filled: Index = np.int64(0)
    found: Index = np.int64(0)
    for first in range(rows[0], rows[1]):
        begin = first + 1
        while begin < sentences:
            end = min(sentences, begin + size - filled)
            block = (first, begin, end)
            _add_pairs(tile, block, filled)
            if rules.listed:
                found = _add_listed_cells(tokens, postings, tile, block, (filled, found))
            else:
                choose_occurrences(starts, words, postings, block, choice)
                if rules.syntactic:
                    check_occurrences(tokens, rules, features, first, choice)
                length = starts[first + 1] - starts[first]
                found = _add_cells(postings, choice, tile, (length, filled - begin), found)
            filled += end - begin
            pairs -= end - begin
            begin = end
            # A tile is scored when it is full: vector instructions gain by many pairs at once.
            if filled == size or pairs == 0:
                known = _sort_pairs(starts, tile, filled, lanes)
                _place_cells(tile, found, lanes)
                score_lanes(rules, lanes, known, chains)
                left += _keep_scores(tile, filled, lanes, rows[0], scores)
                filled, found = 0, 0
    return left


@inner
def _room_for_tile(pairs: int) -> Tile:
    return Tile(
        np.empty(pairs, np.int32),
        np.empty(pairs, np.int32),
        np.empty(pairs, np.int32),
        np.empty(pairs, np.int32),
        # One more, because a cell that is not kept is written too.
        np.empty((MOST_CELLS + 1) * pairs + 1, np.int64),
    )


@inner
def _room_for_lanes(pairs: int) -> Lanes:
    # Whole vectors of lanes; those without a pair have no cells.
    width = (pairs + int(LANES) - 1) // int(LANES) * int(LANES)
    return Lanes(
        np.empty((MOST_CELLS + 1) * width, np.int32),
        _zeros(width),
        _zeros(width),
        _zeros(width),
        _zeros(width),
    )


@inner
def _zeros(size: int) -> Ints:
    found = np.empty(size, np.int32)
    found[:] = 0
    return found


@inner
def _add_pairs(tile: Tile, block: tuple[Index, Index, Index], filled: Index) -> None:
    """Add the pairs of a sentence with a half-open range of later sentences."""
    first, begin, end = block
    firsts, seconds, counts = tile.firsts, tile.seconds, tile.counts
    for second in range(begin, end):
        pair = filled + second - begin
        firsts[pair] = first
        seconds[pair] = second
        counts[pair] = 0


@inner
def _add_listed_cells(
    tokens: Tokens,
    postings: Postings,
    tile: Tile,
    block: tuple[Index, Index, Index],
    filled: tuple[Index, Index],
) -> Index:
    """Add the cells of a sentence with the listed partners of its words in a range of later sentences.

    Return the number of cells in the tile; ``filled`` counts pairs and cells before.
    """
    words, partner_starts, partners = tokens.words, tokens.partner_starts, tokens.partners
    word_starts, sentences, positions = postings.word_starts, postings.sentences, postings.positions
    counts, cells = tile.counts, tile.cells
    first, begin, end = block
    start, shift, found = tokens.starts[first], filled[0] - begin, filled[1]
    for row in range(tokens.starts[first + 1] - start):
        word = words[start + row]
        for k in range(partner_starts[word], partner_starts[word + 1] if word >= 0 else 0):
            low, high = word_starts[partners[k]], word_starts[partners[k] + 1]
            low = first_from(sentences, low, high, begin)
            while low < high and sentences[low] < end:
                pair = np.int64(sentences[low]) + shift
                # One more than are scored, so that the pair is known to have too many.
                if counts[pair] <= MOST_CELLS:
                    cells[found] = (pair << 32) | (row << 16) | positions[low]
                    counts[pair] += 1
                    found += 1
                low += 1
    return found


@inner
def _add_cells(
    postings: Postings, choice: Choice, tile: Tile, sentence: tuple[Index, Index], found: Index
) -> Index:
    """Add the cells of a sentence, of a length, with the chosen occurrences; return the number of cells.

    Pairs are later sentences, shifted by the second number of ``sentence``.
    """
    length, shift = sentence
    begins, ends, matched = choice.begins, choice.ends, choice.matched
    sentences, positions = postings.sentences, postings.positions
    counts, cells = tile.counts, tile.cells
    at, end = np.uint64(0), np.uint64(found)
    for row in range(length):
        for k in range(np.uint64(begins[row]), np.uint64(ends[row])):
            pair = np.int64(sentences[k]) + shift
            count = counts[np.uint64(pair)]
            # Always written, and kept by incrementing: a branch would be mispredicted too often.
            kept = matched[at] & (count <= MOST_CELLS)
            cells[end] = (pair << 32) | (row << 16) | positions[k]
            counts[np.uint64(pair)] = count + kept
            end += np.uint64(kept)
            at += np.uint64(1)
    return np.int64(end)


@inner
def _sort_pairs(starts: Ints, tile: Tile, pairs: Index, lanes: Lanes) -> int:
    """Sort the pairs into lanes by their number of cells; return the number that can be scored there."""
    firsts, seconds, numbers, ranks = tile.firsts, tile.seconds, tile.counts, tile.ranks
    counts, rows, columns = lanes.counts, lanes.rows, lanes.columns
    begins = np.empty(MOST_CELLS + 3, np.int64)
    begins[:] = 0
    for pair in range(pairs):
        begins[np.uint64(numbers[pair] + 1)] += 1
    for k in range(1, len(begins)):
        begins[k] += begins[k - 1]
    known: int = begins[MOST_CELLS + 1]
    for pair in range(pairs):
        count = np.uint64(numbers[pair])
        rank = np.uint64(begins[count])
        begins[count] += 1
        ranks[pair] = rank
        counts[rank] = count
        rows[rank] = starts[firsts[pair] + 1] - starts[firsts[pair]]
        columns[rank] = starts[seconds[pair] + 1] - starts[seconds[pair]]
    return known


@inner
def _place_cells(tile: Tile, found: Index, lanes: Lanes) -> None:
    """Copy the cells into the lanes; a pair's rank becomes the position of its next cell."""
    cells, ranks, placed, width = tile.cells, tile.ranks, lanes.cells, len(lanes.counts)
    for k in range(found):
        cell = cells[k]
        pair = np.uint64(cell >> 32)
        slot = ranks[pair]
        placed[np.uint64(slot)] = np.int32(cell & 0xFFFFFFFF)
        ranks[pair] = slot + width


@inner
def _keep_scores(tile: Tile, pairs: Index, lanes: Lanes, first_row: Index, scores: Ints) -> int:
    """Copy the scores out of the lanes; return the number of pairs without a score."""
    firsts, seconds, counts, ranks = tile.firsts, tile.seconds, tile.counts, tile.ranks
    best, width = lanes.scores, len(lanes.counts)
    left = 0
    for pair in range(pairs):
        count = counts[pair]
        score = TOO_MANY_CELLS
        if count <= MOST_CELLS:
            score = best[np.uint64(ranks[pair] - count * width)]
        left += count > MOST_CELLS
        scores[firsts[pair] - first_row, seconds[pair]] = score
    return left
