"""Options of clustering (Shen et al. 2006, section 4.1.1)."""

from __future__ import annotations

from attrs import frozen

from paralattice.options import CheckedOptions, flag, number, require, whole


@frozen
class ClusterOptions(CheckedOptions):
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

    least: int = whole(2, least=1)
    most: int = whole(1000, least=1)
    similar: float = number(0.9, above=0, most=1)
    drop_duplicates: bool = flag(False)
    suggested: int = whole(20, least=1)
    suggest_least: int = whole(4, least=1)
    suggest_most: int = whole(100, least=1)
    suggest_documents: int = whole(2, least=1)
    suggest_overlap: float = number(0.6, least=0, most=1)

    def __attrs_post_init__(self) -> None:
        """Check that the largest cluster is no smaller than the smallest."""
        require(self.most >= self.least, "most", self.most, f"at least {self.least}, the smallest cluster")
