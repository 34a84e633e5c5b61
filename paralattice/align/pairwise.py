"""Aligns two sentences (Shen et al. 2006, sections 3.1 and 3.2)."""

from dataclasses import dataclass

from paralattice.align.codes import rules_of, tokens_of
from paralattice.align.encoding import Encoded
from paralattice.align.options import AlignOptions
from paralattice.align.versions import Version
from paralattice.arrays import Flags, Ints
from paralattice.errors import AlignError

GAP = -1
"""Marks, in a trace, the sentence of which a step consumes no token."""


@dataclass(frozen=True, eq=False)
class PairAlignment:
    """The alignment of two sentences.

    Attributes
    ----------
    trace
        (K, 2) int32. One row per step: the 0-based tokens of the two sentences, or
        :data:`GAP` beside a token that is not aligned.  Every token is in exactly one row.
    score
        ``D[M][N]``.
    """

    trace: Ints
    score: int

    @property
    def pairs(self) -> Ints:
        """The rows of the trace that align two tokens."""
        aligned: Flags = (self.trace != GAP).all(axis=1)
        return self.trace[aligned]


def align_pair(
    encoded: Encoded, first: int, second: int, version: Version, options: AlignOptions
) -> PairAlignment:
    """Align two sentences of a cluster.

    The trace goes from ``D[M][N]`` back to a border; if several steps explain a value,
    the diagonal is preferred to ``D[i][j-1]``, and that to ``D[i-1][j]``.  Tokens of a
    diagonal step that do not match, and the remaining tokens at the border, are
    aligned to gaps.

    Parameters
    ----------
    encoded
        The cluster.
    first, second
        0-based sentences, ``first < second``.
    version, options
        The rules of matching, and the scores.

    Raises
    ------
    AlignError
        The sentences do not exist, or the version is syntactic and a token has
        no features.
    """
    if not 0 <= first < second < len(encoded):
        raise AlignError(f"sentences {first} and {second}: not a rising pair out of {len(encoded)}")
    # Lazy import: numba takes half a second to load.
    from paralattice.align.kernels import dense

    tokens, rules = tokens_of(encoded, version), rules_of(encoded, version, options)
    trace, score = dense.align_two(tokens, rules, first, second)
    return PairAlignment(trace, int(score))
