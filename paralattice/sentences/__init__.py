"""Matching sentences of comparable documents (Nelken & Shieber 2006)."""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.sentences.alignment import (
        Matches,
        match_documents,
        match_event,
        match_pairs,
        match_similarities,
    )
    from paralattice.sentences.evaluation import Evaluation, evaluate_matching, fit_floor
    from paralattice.sentences.matching import PAPER_MODELS, MatchModel, fit_model, reciprocal_best_hits
    from paralattice.sentences.measures import (
        CurvePoint,
        MatchScore,
        Truth,
        alignment_diversity,
        curve,
        precision_at_recall,
        score_matches,
        truth_of_blocks,
        truth_of_pairs,
    )
    from paralattice.sentences.similarity import TermDocument, index_documents, similarities
else:
    load_at_first_use(__name__)

__all__ = [
    "PAPER_MODELS",
    "CurvePoint",
    "Evaluation",
    "MatchModel",
    "MatchScore",
    "Matches",
    "TermDocument",
    "Truth",
    "alignment_diversity",
    "curve",
    "evaluate_matching",
    "fit_floor",
    "fit_model",
    "index_documents",
    "match_documents",
    "match_event",
    "match_pairs",
    "match_similarities",
    "precision_at_recall",
    "reciprocal_best_hits",
    "score_matches",
    "similarities",
    "truth_of_blocks",
    "truth_of_pairs",
]
