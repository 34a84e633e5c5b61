"""Converts a cluster's tokens and scores to the arguments of the compiled loops."""

import numpy as np

from paralattice.align.encoding import Encoded, Partners
from paralattice.align.kernels.values import Rules, Tokens
from paralattice.align.options import AlignOptions
from paralattice.align.versions import Version

TOLERANCE = 1e-12
"""Tolerance for rounding, of sums of scores below the threshold and of positions above the limit."""

_NOTHING = np.zeros(0, dtype=np.int32)
_NO_STARTS = np.zeros(0, dtype=np.int64)


def tokens_of(encoded: Encoded, version: Version) -> Tokens:
    """Return the tokens of a cluster as `version` compares them.

    Raises
    ------
    AlignError
        The version is syntactic and a token has no features.
    """
    known = encoded.known_tokens
    if version not in known:
        known[version] = _tokens_of(encoded, version)
    tokens: Tokens = known[version]
    return tokens


def _tokens_of(encoded: Encoded, version: Version) -> Tokens:
    barred = np.zeros(len(encoded.words), dtype=np.bool_)
    if not version.commas:
        barred |= encoded.commas
    if not version.stop_words:
        barred |= encoded.stop_words
    words = np.where(barred, np.int32(-1), encoded.words)
    partners = encoded.partners or Partners(_NO_STARTS, _NOTHING)
    if not version.syntactic:
        nothing = (_NOTHING,) * 5
        return Tokens(encoded.starts, words, encoded.vocabulary, *nothing, *partners)
    features = encoded.features
    return Tokens(
        encoded.starts,
        words,
        encoded.vocabulary,
        features.tags,
        features.iobs,
        features.traces,
        features.trace_starts,
        features.trace_values,
        *partners,
    )


def rules_of(encoded: Encoded, version: Version, options: AlignOptions) -> Rules:
    """Return the scores with which `version` compares the tokens of `encoded`."""
    return Rules(
        options.match,
        options.mismatch,
        options.gap,
        encoded.partners is not None,
        version.syntactic,
        encoded.features.label_shift if version.syntactic else 0,
        float(options.iob_exact),
        float(options.iob_partial),
        float(options.iob_none),
        float(options.trace_weight),
        float(options.trace_length_discount),
        float(options.threshold) - TOLERANCE,
        float(options.position_limit) + TOLERANCE,
    )
