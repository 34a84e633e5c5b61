"""Evaluates a matching method at its own and at all other thresholds (Nelken & Shieber 2006, section 5)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from attrs import evolve

from paralattice.arrays import Floats
from paralattice.sentences.alignment import match_similarities
from paralattice.sentences.matching import MatchModel
from paralattice.sentences.measures import CurvePoint, MatchScore, Truth, curve, score_matches
from paralattice.sentences.options import MatchOptions


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The evaluation of a method.

    Attributes
    ----------
    score
        Score of Method 1 at its threshold, of Method 2 with its floor.
    points
        Scores at every threshold, the highest first.
    """

    score: MatchScore
    points: list[CurvePoint]

    def precision_at(self, recall: float) -> float | None:
        """Return the precision at the highest threshold with at least some recall (Table 1, Figure 5).

        Returns
        -------
        float or None
            From 0 to 1; ``None`` if no threshold has that recall.
        """
        reached = (point.score.precision for point in self.points if point.score.recall >= recall)
        return next(reached, None)


def fit_floor(
    values: Sequence[Floats], truths: Sequence[Truth], model: MatchModel, options: MatchOptions
) -> MatchModel:
    """Return the model with the floor that maximises the F1 of Method 2 (section 4.4: "learned").

    The floor lies halfway between two probabilities that occur, and is at most ``added_above``.

    Parameters
    ----------
    values
        (n, m) Similarities of each pair of training documents; at least one pair.
    truths
        The truth of each pair.
    """
    options = evolve(options, method=2)
    points = evaluate_matching(values, truths, model, options).points
    following = [*(point.threshold for point in points[1:]), 0.0]
    # A higher floor does not affect the pairs that are added.
    eligible = [
        place for place, threshold in enumerate(following[: len(points)]) if threshold < options.added_above
    ]
    if not eligible:
        return model
    best = max(eligible, key=lambda place: points[place].score.f1)
    halfway = (points[best].threshold + following[best]) / 2
    return replace(model, floor=min(halfway, options.added_above))


def evaluate_matching(
    values: Sequence[Floats], truths: Sequence[Truth], model: MatchModel, options: MatchOptions
) -> Evaluation:
    """Evaluate a method on pairs of documents whose similarities are known.

    The curve ranks the pairs that the method chooses at a threshold of 0 (Method 1) or without a floor
    (Method 2) by probability. A higher threshold only removes pairs, so one ranking covers all thresholds.

    Parameters
    ----------
    values
        (n, m) Similarities of each pair of documents; at least one pair.
    truths
        The truth of each pair.
    """
    found = [match_similarities(matrix, model, options) for matrix in values]
    lowest = replace(model, threshold=0.0), evolve(options, floor=0.0)
    everything = [match_similarities(matrix, *lowest) for matrix in values]
    return Evaluation(score_matches(found, truths), curve(everything, truths))
