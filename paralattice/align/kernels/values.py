"""Arguments of the compiled loops: tokens and rules as numbers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Index = int | np.integer[Any]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Floats = NDArray[np.float64]


class Tokens(NamedTuple):
    """The tokens of a cluster as one version sees them, sentence after sentence.

    T tokens, N sentences, C distinct traces.  The feature arrays are empty in a
    lexical version, and the partners where equal words match.

    Attributes
    ----------
    starts
        (N + 1,) Where each sentence begins among the T tokens.
    words
        (T,) Word numbers; -1 on a token that the version never matches.
    vocabulary
        Number of different words.
    tags, iobs, traces
        (T,) Numbers of the part of speech, the IOB value and the trace.
    trace_starts
        (C + 1,) Where each trace begins in `trace_values`.
    trace_values
        IOB values of the traces without their first and last elements, each
        trace from its end backwards, as Figure 4 compares them.
    partner_starts
        (vocabulary + 1,) Where each word's partners begin in `partners`.
    partners
        The words of later sentences that each word matches, ascending, where
        these are listed.
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
        Whether words match those that are listed as their partners, or equal ones.
    syntactic
        Whether the rest applies.
    label_shift
        Two IOB values share their chunk label where their numbers are equal
        once shifted right by so many bits.
    exact, partial, none
        Scores of two IOB values.
    weight, discount
        Weight of a compared pair of trace elements, and cost of a step of difference in length.
    threshold, position_limit
        With the tolerance applied: a sum must be at least the one, a difference
        of relative positions at most the other.
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
"""Stands for the score of a pair that has too many matching cells for the chains."""
