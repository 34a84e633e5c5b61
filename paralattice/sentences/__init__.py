"""Matching sentences of comparable documents (Nelken & Shieber 2006)."""

from paralattice.sentences.alignment import (
    Matches,
    match_documents,
    match_pairs,
    match_similarities,
)
from paralattice.sentences.evaluation import Evaluation, evaluate_matching, fit_floor
from paralattice.sentences.matching import PAPER_MODELS, MatchModel, fit_model, reciprocal_best_hits
from paralattice.sentences.measures import (
    CurvePoint,
    MatchScore,
    Truth,
    curve,
    score_matches,
    truth_of_blocks,
    truth_of_pairs,
)
from paralattice.sentences.similarity import TermDocument, index_documents, similarities

__all__ = [
    "PAPER_MODELS",
    "CurvePoint",
    "Evaluation",
    "MatchModel",
    "MatchScore",
    "Matches",
    "TermDocument",
    "Truth",
    "curve",
    "evaluate_matching",
    "fit_floor",
    "fit_model",
    "index_documents",
    "match_documents",
    "match_pairs",
    "match_similarities",
    "reciprocal_best_hits",
    "score_matches",
    "similarities",
    "truth_of_blocks",
    "truth_of_pairs",
]
