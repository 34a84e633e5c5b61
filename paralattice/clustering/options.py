"""Options of clustering (Shen et al. 2006, section 4.1.1)."""

from attrs import frozen

from paralattice.languages.registry import DEFAULT, LANGUAGES
from paralattice.options import CheckedOptions, choice, flag, number, require, whole


@frozen
class ClusterOptions(CheckedOptions):
    """How sentences of documents are clustered (Shen et al. 2006, section 4.1.1).

    Attributes
    ----------
    least, most
        Minimum and maximum size of a cluster, in sentences; terms with fewer form no cluster, and more are an
        error.
    similar
        Minimum similarity of near duplicates: twice the length of the longest common subsequence, divided by
        the number of words of both sentences.
    drop_duplicates
        Whether to keep only the first of near duplicates in a cluster.
    suggested
        Maximum number of suggested terms per event.
    suggest_least, suggest_most
        Minimum and maximum number of sentences with a suggested term; 4 to 79 in the paper's Table 1.
    suggest_documents
        Minimum number of documents with a suggested term.
    suggest_overlap
        If two terms share more than this part of the sentences of the rarer one, only the better one is
        suggested.
    language
        Language of the documents, a code of ISO 639-1.
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
    language: str = choice(DEFAULT, LANGUAGES)

    def __attrs_post_init__(self) -> None:
        """Check that the largest cluster is no smaller than the smallest."""
        require(self.most >= self.least, "most", self.most, f"at least {self.least}, the smallest cluster")
