"""Progressive alignment of a cluster (Shen et al. 2006, end of section 3.1)."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from paralattice.align.codes import rules_of, tokens_of
from paralattice.align.encoding import Encoded
from paralattice.align.options import AlignOptions
from paralattice.align.versions import Version
from paralattice.arrays import Ints
from paralattice.errors import MergeError


@dataclass(frozen=True, eq=False)
class Merged:
    """The progressive alignment of the N sentences of a cluster.

    A sentence is joined through its alignment with one partner, with which it shares
    columns in ascending order.  So the columns never form a cycle: the sentence's own
    columns fit into any order of the existing ones that suits the previous sentences.

    Attributes
    ----------
    order
        N - 1 joins (sentence, partner), 0-based; the first is the most similar
        pair, the smaller index first.
    columns
        int32, one array per sentence in the cluster's order: the column of each
        token.  Aligned tokens share a column.
    width
        The number of columns, which are numbered from 0 in the order of their creation.
    """

    order: tuple[tuple[int, int], ...]
    columns: tuple[Ints, ...]
    width: int


def merge(encoded: Encoded, scores: Ints, version: Version, options: AlignOptions) -> Merged:
    """Join the sentences of a cluster, first the most similar pair, then the others in order.

    Each sentence is aligned to the most similar sentence joined so far; of equally
    similar ones, to the first in the cluster.

    Parameters
    ----------
    encoded
        The cluster, of N sentences.
    scores
        (N, N), from :func:`~paralattice.align.scoring.score_pairs`; only the part
        above the diagonal is read.
    version, options
        The version and options of the scores.

    Raises
    ------
    MergeError
        The scores are not N by N, or there are no sentences.
    """
    count = len(encoded)
    if count == 0:
        raise MergeError("a cluster without sentences cannot be merged")
    if scores.shape != (count, count):
        raise MergeError(f"scores of shape {scores.shape} for {count} sentences")
    if count == 1:
        width = len(encoded.words)
        return Merged((), (np.arange(width, dtype=np.int32),), width)
    # Lazy import: numba takes half a second to load.
    from paralattice.align.kernels import merging

    order = merging.choose_partners(np.require(scores, np.int32, ["C", "W"]))
    tokens, rules = tokens_of(encoded, version), rules_of(encoded, version, options)
    columns, width = merging.number_columns(tokens, rules, order)
    pairs = tuple((sentence, partner) for sentence, partner in order.tolist())
    # np.split takes longer than the loops of a small cluster.
    own = tuple(columns[begin:end] for begin, end in pairwise(encoded.starts.tolist()))
    return Merged(pairs, own, width)
