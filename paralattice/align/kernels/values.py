"""Arguments of the compiled loops: tokens and rules as numbers."""

from typing import Any, NamedTuple

import numpy as np

from paralattice.arrays import Ints, Longs

Index = int | np.integer[Any]


class Tokens(NamedTuple):
    """The tokens of a cluster as one version compares them, sentence by sentence.

    T tokens, N sentences, C distinct traces.  The feature arrays are empty for a
    lexical version, and the partners if equal words match.

    Attributes
    ----------
    starts
        (N + 1,) Begin of each sentence among the T tokens.
    words
        (T,) Word numbers; -1 for a token that the version never matches.
    vocabulary
        Number of distinct words.
    tags, iobs, traces
        (T,) Numbers of the part of speech, the IOB value and the trace.
    trace_starts
        (C + 1,) Begin of each trace in `trace_values`.
    trace_values
        IOB values of the traces without their first and last elements, each
        trace reversed, as Figure 4 compares them.
    partner_starts
        (vocabulary + 1,) Begin of each word's partners in `partners`.
    partners
        The listed words of later sentences that each word matches, ascending.
    """

    starts: Ints
    words: Ints
    vocabulary: int
    tags: Ints
    iobs: Ints
    traces: Ints
    trace_starts: Ints
    trace_values: Ints
    partner_starts: Longs
    partners: Ints


class Rules(NamedTuple):
    """The scores of Figures 3 and 4 (Shen et al. 2006).

    Attributes
    ----------
    match, mismatch, gap
        Figure 3.
    listed
        Whether words match their listed partners instead of equal words.
    syntactic
        Whether the remaining attributes apply.
    label_shift
        Two IOB values share their chunk label if their numbers, shifted right by this
        many bits, are equal.
    exact, partial, none
        Scores of two IOB values.
    weight, discount
        Weight of a compared pair of trace elements, and cost per element of difference in length.
    threshold, position_limit
        The minimum of a sum and the maximum difference of relative positions, both with the
        tolerance applied.
    """

    match: int
    mismatch: int
    gap: int
    listed: bool
    syntactic: bool
    label_shift: int
    exact: float
    partial: float
    none: float
    weight: float
    discount: float
    threshold: float
    position_limit: float


TOO_MANY_CELLS = -(2**31)
"""Replaces the score of a pair that has too many matching cells for the chains."""
