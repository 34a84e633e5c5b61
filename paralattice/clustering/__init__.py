"""Clustering of sentences of an event by key terms (Shen et al. 2006, section 4.1.1)."""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.clustering.gathering import Member as Member
    from paralattice.clustering.gathering import TermCluster as TermCluster
    from paralattice.clustering.gathering import gather_clusters as gather_clusters
    from paralattice.clustering.suggesting import Suggestion as Suggestion
    from paralattice.clustering.suggesting import suggest_terms as suggest_terms
else:
    load_at_first_use(__name__)
