"""Alignment of comparable sentences by dynamic programming (Shen et al. 2006, section 3).

:func:`align` does all at once.  Its steps are :func:`encode`, which all
versions share, :func:`score_pairs`, and :func:`merge`; :func:`align_pair`
aligns two sentences.  A version says which tokens match, or the user does with a
function, matrices or keys: :func:`encode_matches`, scored and merged with :data:`OWN`.
"""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.align.cluster import ClusterAlignment, align, prepare_alignment
    from paralattice.align.encoding import LONGEST_SENTENCE, Encoded, encode
    from paralattice.align.matches import OWN, Match, encode_matches
    from paralattice.align.pairwise import GAP, PairAlignment, align_pair
    from paralattice.align.progressive import Merged, merge
    from paralattice.align.record import alignment_record
    from paralattice.align.scoring import score_pairs
    from paralattice.align.stop_words import DEFAULT_STOP_WORDS
else:
    load_at_first_use(__name__)

__all__ = [
    "DEFAULT_STOP_WORDS",
    "GAP",
    "LONGEST_SENTENCE",
    "OWN",
    "ClusterAlignment",
    "Encoded",
    "Match",
    "Merged",
    "PairAlignment",
    "align",
    "align_pair",
    "alignment_record",
    "encode",
    "encode_matches",
    "merge",
    "prepare_alignment",
    "score_pairs",
]
