"""Alignment of comparable sentences by dynamic programming (Shen et al. 2006, section 3).

:func:`align` aligns a cluster in one call.  Its steps are :func:`encode`, which all
versions share, :func:`score_pairs`, and :func:`merge`; :func:`align_pair` aligns two
sentences.  A version determines which tokens match; alternatively, users specify the
matches with :func:`encode_matches`, and score and merge with :data:`OWN`.
"""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use, make_callable

if TYPE_CHECKING:
    from paralattice.align.cluster import ClusterAlignment as ClusterAlignment
    from paralattice.align.cluster import align as align
    from paralattice.align.cluster import prepare_alignment as prepare_alignment
    from paralattice.align.encoding import LONGEST_SENTENCE as LONGEST_SENTENCE
    from paralattice.align.encoding import Encoded as Encoded
    from paralattice.align.encoding import encode as encode
    from paralattice.align.matches import OWN as OWN
    from paralattice.align.matches import Match as Match
    from paralattice.align.matches import encode_matches as encode_matches
    from paralattice.align.pairwise import GAP as GAP
    from paralattice.align.pairwise import PairAlignment as PairAlignment
    from paralattice.align.pairwise import align_pair as align_pair
    from paralattice.align.progressive import Merged as Merged
    from paralattice.align.progressive import merge as merge
    from paralattice.align.record import CompactAlignment as CompactAlignment
    from paralattice.align.record import ExchangeCounts as ExchangeCounts
    from paralattice.align.record import compact_alignment as compact_alignment
    from paralattice.align.record import expanded_alignment as expanded_alignment
    from paralattice.align.scoring import score_pairs as score_pairs
    from paralattice.english.stop_words import DEFAULT_STOP_WORDS as DEFAULT_STOP_WORDS
else:
    load_at_first_use(__name__)
    # paralattice.align(…) is a call of the facade, and Python gives the package this name.
    make_callable(__name__, "align")
