"""Matching sentences of comparable documents (Nelken & Shieber 2006)."""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.sentences.alignment import Matches as Matches
    from paralattice.sentences.alignment import match_documents as match_documents
    from paralattice.sentences.alignment import match_similarities as match_similarities
    from paralattice.sentences.evaluation import Evaluation as Evaluation
    from paralattice.sentences.evaluation import evaluate_matching as evaluate_matching
    from paralattice.sentences.evaluation import fit_floor as fit_floor
    from paralattice.sentences.matching import PAPER_MODELS as PAPER_MODELS
    from paralattice.sentences.matching import MatchModel as MatchModel
    from paralattice.sentences.matching import fit_model as fit_model
    from paralattice.sentences.matching import reciprocal_best_hits as reciprocal_best_hits
    from paralattice.sentences.measures import truth_of_blocks as truth_of_blocks
    from paralattice.sentences.measures import truth_of_pairs as truth_of_pairs
    from paralattice.sentences.similarity import index_documents as index_documents
    from paralattice.sentences.similarity import similarities as similarities
else:
    load_at_first_use(__name__)
