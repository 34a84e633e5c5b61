"""Documents of an event to clusters of sentences by key terms (Shen et al. 2006, section 4.1.1)."""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.clustering.duplicates import near_duplicates
    from paralattice.clustering.gathering import Member, TermCluster, gather_clusters
    from paralattice.clustering.suggesting import NAME, NOUN, Suggestion, suggest_terms
else:
    load_at_first_use(__name__)

__all__ = [
    "NAME",
    "NOUN",
    "Member",
    "Suggestion",
    "TermCluster",
    "gather_clusters",
    "near_duplicates",
    "suggest_terms",
]
