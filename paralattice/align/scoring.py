"""Scores all sentence pairs of a cluster (Shen et al. 2006, sections 3.1 and 3.2)."""

import numpy as np

from paralattice.align.codes import rules_of, tokens_of
from paralattice.align.encoding import Encoded
from paralattice.align.options import AlignOptions
from paralattice.align.versions import Version
from paralattice.arrays import Ints
from paralattice.errors import AlignError


def score_pairs(
    encoded: Encoded, version: Version, options: AlignOptions, rows: tuple[int, int] | None = None
) -> Ints:
    """Return the score of every pair of sentences: ``D[M][N]`` of Figure 3, not normalised.

    The scores are computed from the matching cells and equal those of the full matrix
    (see :mod:`paralattice.align.kernels.chains`).

    Parameters
    ----------
    encoded
        The cluster, of N sentences.
    version
        The rules of matching.
    options
        The scores.
    rows
        Half-open range of 0-based sentences whose pairs with later sentences
        are scored; ``None`` for all.  The stacked arrays of consecutive ranges
        are the array of all.

    Returns
    -------
    ndarray of int32, (rows, N)
        The score of sentences i < j at ``[i - rows[0], j]``, 0 elsewhere.

    Raises
    ------
    AlignError
        The range is outside the cluster, or the version is syntactic and a
        token has no features.
    """
    # Lazy import: numba takes half a second to load.
    from paralattice.align.kernels import dense, tiles

    begin, end = rows if rows is not None else (0, len(encoded))
    if not 0 <= begin <= end <= len(encoded):
        raise AlignError(f"rows {begin} to {end}: outside a cluster of {len(encoded)} sentences")
    tokens, rules = tokens_of(encoded, version), rules_of(encoded, version, options)
    scores = np.zeros((end - begin, len(encoded)), dtype=np.int32)
    if tiles.score_rows(tokens, rules, (begin, end), scores):
        dense.score_rest(tokens, rules, begin, scores)
    return scores
