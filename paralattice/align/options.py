"""Options of the alignment (Shen et al. 2006, Figures 3 and 4)."""

from attrs import frozen

from paralattice.options import CheckedOptions, flag, number, whole


@frozen
class AlignOptions(CheckedOptions):
    """Scores of the pairwise alignment (Shen et al. 2006, Figures 3 and 4).

    Attributes
    ----------
    match, mismatch, gap
        Integer scores of Figure 3; ``match > 0``, the others at most 0.
    iob_exact, iob_partial, iob_none
        Score of two IOB values that are equal, share only the chunk label, or differ in both.
    trace_weight
        Weight of a compared pair of trace elements.
    trace_length_discount
        Cost per element of difference in trace length.
    threshold
        Minimum sum of IOB score and trace score of matching words.
    position_limit
        Maximum difference of relative positions (1-based position divided by
        length), from 0 to 1.
    casefold
        Whether the comparison of words ignores case.
    """

    match: int = whole(2, least=1, most=1000)
    mismatch: int = whole(-1, least=-1000, most=0)
    gap: int = whole(-1, least=-1000, most=0)
    iob_exact: float = number(1.0, above=-(10**6), below=10**6)
    iob_partial: float = number(0.0, above=-(10**6), below=10**6)
    iob_none: float = number(-1.0, above=-(10**6), below=10**6)
    trace_weight: float = number(0.5, least=0, below=10**6)
    trace_length_discount: float = number(0.5, least=0, below=10**6)
    threshold: float = number(0.0, above=-(10**6), below=10**6)
    position_limit: float = number(0.4, least=0, most=1)
    casefold: bool = flag(False)
