"""Options of clustering (Shen et al. 2006, section 4.1.1)."""

from __future__ import annotations

from dataclasses import dataclass

from paralattice.options import require


@dataclass(frozen=True, slots=True)
class ClusterOptions:
    """How sentences of documents are put into clusters (Shen et al. 2006, section 4.1.1).

    Attributes
    ----------
    least, most
        Sentences that a cluster has; terms with fewer make none, one with more is an error.
    similar
        How similar a sentence is to an earlier one at least to be its near duplicate: twice the words
        that both have in the same order, divided by the words of both.
    drop_duplicates
        Whether a cluster has the first alone of sentences that are near duplicates.
    suggested
        Terms that are suggested for an event at most.
    suggest_least, suggest_most
        Sentences that a suggested term is in; the clusters of the paper's Table 1 have 4 to 79.
    suggest_documents
        Documents that it is in at least.
    suggest_overlap
        Where two terms share more than that part of the sentences of the one that is in fewer, the lesser
        one is not suggested.
    """

    least: int = 2
    most: int = 1000
    similar: float = 0.9
    drop_duplicates: bool = False
    suggested: int = 20
    suggest_least: int = 4
    suggest_most: int = 100
    suggest_documents: int = 2
    suggest_overlap: float = 0.6

    def __post_init__(self) -> None:
        """Validate."""
        for name in ("least", "most", "suggested", "suggest_least", "suggest_most", "suggest_documents"):
            value = getattr(self, name)
            require(type(value) is int and value >= 1, name, value, "a whole number of 1 or more")
        require(self.most >= self.least, "most", self.most, f"at least {self.least}, the smallest cluster")
        require(0 < self.similar <= 1, "similar", self.similar, "above 0 and at most 1")
        require(0 <= self.suggest_overlap <= 1, "suggest_overlap", self.suggest_overlap, "from 0 to 1")
