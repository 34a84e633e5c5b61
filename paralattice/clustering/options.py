"""Options of clustering (Shen et al. 2006, section 4.1.1)."""

from __future__ import annotations

from attrs import frozen

from paralattice.options import CheckedOptions, flag, number, require, whole


@frozen
class ClusterOptions(CheckedOptions):
    """How sentences of documents are clustered (Shen et al. 2006, section 4.1.1).

    Attributes
    ----------
    least, most
        Sentences of a cluster; terms with fewer make no cluster, and a term with more is an error.
    similar
        Least similarity of near duplicates: twice the words that two sentences have in the same order,
        divided by the words of both.
    drop_duplicates
        Whether a cluster has only the first of sentences that are near duplicates.
    suggested
        Most terms that are suggested for an event.
    suggest_least, suggest_most
        Sentences with a suggested term; the clusters of the paper's Table 1 have 4 to 79.
    suggest_documents
        Least documents with a suggested term.
    suggest_overlap
        Of two terms that share more than this part of the sentences of the rarer one, only the better one
        is suggested.
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
