"""From similarity to the probability of a match (Nelken & Shieber 2006, section 4.2)."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from paralattice.arrays import Flags, Floats, Longs
from paralattice.errors import MatchError


@dataclass(frozen=True, slots=True)
class MatchModel:
    """``p = 1 / (1 + exp(-(intercept + slope * similarity)))``.

    The paper's ``a`` is the intercept, and its ``b`` the slope.

    Attributes
    ----------
    intercept, slope
        Finite; the slope is positive, so that more similar sentences match with a higher probability.
    threshold
        Method 1 matches pairs with a probability above it.
    floor
        Method 2 drops pairs of its path with a probability below it.
    surroundings
        Weights of four features of a pair relative to that of its similarity: the similarities of the
        previous and of the next pair, and by how much the similarity falls short of the largest of its row
        and of its column; all 0 in the paper.
    """

    intercept: float
    slope: float
    threshold: float
    floor: float = 0.005
    surroundings: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        """Validate.

        Raises
        ------
        MatchError
            A value is not allowed.
        """
        if not (math.isfinite(self.intercept) and 0 < self.slope < math.inf):
            raise MatchError(
                f"intercept {self.intercept!r}, slope {self.slope!r}: must be finite, the slope > 0"
            )
        for name in ("threshold", "floor"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise MatchError(f"{name} {value!r}: must be from 0 to 1")

    def adjusted(self, similarities: Floats) -> Floats:
        """Return the similarities of two documents, (n, m), plus their weighted surroundings."""
        if not any(self.surroundings) or not similarities.size:
            return similarities
        result = similarities.copy()
        for weight, values in zip(self.surroundings, _surroundings(similarities), strict=True):
            result += weight * values
        return result

    def probability(self, similarities: Floats) -> Floats:
        """Return the probability of a match at each similarity."""
        # Computed in one buffer, because the matrix may be large.
        values = similarities * -self.slope
        values -= self.intercept
        np.exp(np.minimum(values, 700.0, out=values), out=values)
        values += 1.0
        result: Floats = np.reciprocal(values, out=values)
        return result

    def similarity(self, probability: float) -> float:
        """Return the similarity with this probability; infinite at 0 and 1."""
        if not 0 < probability < 1:
            return math.inf if probability >= 1 else -math.inf
        return (math.log(probability / (1 - probability)) - self.intercept) / self.slope


PAPER_MODELS = {"britannica": MatchModel(-7.89, 27.56, 0.276), "gospels": MatchModel(-9.60, 25.00, 0.250)}
"""The parameters that the paper reports for its two corpora (section 4.2)."""


def _surroundings(values: Floats) -> list[Floats]:
    """Return the four features of each pair: see :class:`MatchModel`."""
    before, after = np.zeros_like(values), np.zeros_like(values)
    before[1:, 1:], after[:-1, :-1] = values[:-1, :-1], values[1:, 1:]
    return [before, after, values - values.max(1, keepdims=True), values - values.max(0, keepdims=True)]


def fit_model(
    similarities: Sequence[Floats], matched: Sequence[Flags], surroundings: bool = False
) -> MatchModel:
    """Fit the logistic regression without regularisation, and the threshold with the best F1.

    The floor of Method 2 is the paper's.

    Parameters
    ----------
    similarities
        (n, m) Similarities of each pair of training documents.
    matched
        (n, m) Whether sentences match, for each pair of documents.
    surroundings
        Whether the features of a pair's surroundings are used.

    Raises
    ------
    MatchError
        No pair of sentences matches, all match, or matching ones are not more similar.
    """
    values = np.concatenate([matrix.ravel() for matrix in similarities])
    truth = np.concatenate([matrix.ravel() for matrix in matched])
    if truth.all() or not truth.any():
        raise MatchError("training needs pairs of sentences that match and pairs that do not")
    columns = [values]
    if surroundings:
        found = zip(*map(_surroundings, similarities), strict=True)
        columns += [np.concatenate([matrix.ravel() for matrix in feature]) for feature in found]
    intercept, (slope, *others) = _regression(np.stack(columns, 1), truth)
    if slope <= 0:
        raise MatchError("matching sentences are not more similar than others: nothing can be learnt")
    before, after, row, column = (other / slope for other in others) if surroundings else (0.0,) * 4
    model = MatchModel(intercept, slope, 0.5, surroundings=(before, after, row, column))
    adjusted = np.concatenate([model.adjusted(matrix).ravel() for matrix in similarities])
    threshold = float(model.probability(np.array([_best_threshold(adjusted, truth)]))[0])
    return replace(model, threshold=threshold)


def _regression(values: Floats, truth: Flags) -> tuple[float, list[float]]:
    from sklearn.linear_model import LogisticRegression

    # Most pairs have similarity 0; equal rows become one sample with a weight.
    distinct = [np.unique(values[truth == kind], axis=0, return_counts=True) for kind in (False, True)]
    rows, counts = (np.concatenate(parts) for parts in zip(*distinct, strict=True))
    kinds = np.repeat([0, 1], [len(found) for found, _ in distinct])
    # Several features may depend on each other in small data; hardly any regularisation then decides.
    strength = np.inf if values.shape[1] == 1 else 1e4
    regression = LogisticRegression(C=strength, solver="newton-cholesky", tol=1e-8, max_iter=1000)
    regression.fit(rows, kinds, sample_weight=counts)
    return float(regression.intercept_[0]), regression.coef_[0].tolist()


def _best_threshold(values: Floats, truth: Flags) -> float:
    """Return the similarity threshold with the best F1, halfway between two values that occur."""
    order = np.argsort(-values, kind="stable")
    ordered, hits = values[order], np.cumsum(truth[order])
    scores = 2 * hits / (np.arange(1, len(hits) + 1) + hits[-1])
    # A threshold cannot separate equal similarities.
    last = np.append(ordered[1:] < ordered[:-1], True)
    best = int(np.argmax(np.where(last, scores, -1.0)))
    following = ordered[best + 1] if best + 1 < len(ordered) else 0.0
    return float(ordered[best] + following) / 2


def reciprocal_best_hits(similarities: Floats, blocks: Iterable[tuple[Longs, Longs]]) -> Flags:
    """Return the pairs within blocks of sentences that are each other's best match (section 4.2, Figure 2).

    Parameters
    ----------
    similarities
        (n, m)
    blocks
        Indices of the sentences of corresponding blocks, such as pericopes, in the first and in the second
        document; 0-based.

    Returns
    -------
    Flags
        (n, m) Ties prefer the first sentence; a similarity of 0 is no hit.
    """
    hits = np.zeros(similarities.shape, dtype=np.bool_)
    for rows, columns in blocks:
        if len(rows) and len(columns):
            part = similarities[np.ix_(rows, columns)]
            best, other_best = part.argmax(axis=1), part.argmax(axis=0)
            places = np.arange(len(rows))
            mutual = (other_best[best] == places) & (part[places, best] > 0)
            hits[rows[mutual], columns[best[mutual]]] = True
    return hits
