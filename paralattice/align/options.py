"""Options of the alignment (Shen et al. 2006, Figures 3 and 4)."""

from __future__ import annotations

from dataclasses import dataclass

from paralattice.options import require


@dataclass(frozen=True, slots=True)
class AlignOptions:
    """Scores of the pairwise alignment (Shen et al. 2006, Figures 3 and 4).

    Attributes
    ----------
    match, mismatch, gap
        Integer scores of Figure 3; ``match > 0``, the others at most 0.
    iob_exact, iob_partial, iob_none
        Score of two IOB values that are equal, that share the chunk label
        alone, or neither.
    trace_weight
        What one compared pair of trace elements counts.
    trace_length_discount
        What one step of difference in trace length costs.
    threshold
        The sum of IOB score and trace score below which words do not match.
    position_limit
        The largest allowed difference of relative positions (1-based position
        divided by length).
    casefold
        Whether words are compared without regard to case.
    """

    match: int = 2
    mismatch: int = -1
    gap: int = -1
    iob_exact: float = 1.0
    iob_partial: float = 0.0
    iob_none: float = -1.0
    trace_weight: float = 0.5
    trace_length_discount: float = 0.5
    threshold: float = 0.0
    position_limit: float = 0.4
    casefold: bool = False

    def __post_init__(self) -> None:
        """Validate."""
        for name in ("match", "mismatch", "gap"):
            require(type(getattr(self, name)) is int, name, getattr(self, name), "a whole number")
        require(0 < self.match <= 1000, "match", self.match, "from 1 to 1000")
        require(-1000 <= self.mismatch <= 0, "mismatch", self.mismatch, "from -1000 to 0")
        require(-1000 <= self.gap <= 0, "gap", self.gap, "from -1000 to 0")
        for name in ("iob_exact", "iob_partial", "iob_none", "threshold"):
            require(abs(getattr(self, name)) < 1e6, name, getattr(self, name), "finite")
        for name in ("trace_weight", "trace_length_discount", "position_limit"):
            value = getattr(self, name)
            require(0 <= value < 1e6, name, value, "0 or more")
