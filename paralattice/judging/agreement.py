"""Agreement between judges: kappa of pairs of judges, Krippendorff's alpha over all judges."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from paralattice.judging.judgements import HIGHEST, LOWEST, Judgement
from paralattice.judging.means import mean_of_known

ItemScores = Mapping[str, Mapping[str, int]]
"""Item to the score of each judge, under one criterion."""

_SCALE = list(range(LOWEST, HIGHEST + 1))


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Weighted kappa of two judges (Cohen 1968).

    Attributes
    ----------
    first, second
        The judges.
    items
        The number of items that both scored.
    linear, quadratic
        Kappa with weights that grow with the distance of two scores, or with its square;
        ``None`` if all scores of both are equal. On a scale of two scores both are Cohen's (1960) kappa.
    """

    first: str
    second: str
    items: int
    linear: float | None
    quadratic: float | None


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of all judges under one criterion.

    Attributes
    ----------
    judges
        The number of judges with scores.
    items, scores
        Number of items that at least two judges scored, and of their scores.
    unanimous
        Number of these items with the same score from all judges.
    ordinal, interval
        Krippendorff's alpha with these distances; ``None`` if no item has two scores or
        all scores are the same.
    linear, quadratic
        The mean of the pairs' weighted kappas (Light 1971); ``None`` without one.
    pairs
        Pairs of judges with common items, in the judges' order.
    """

    judges: int
    items: int
    scores: int
    unanimous: int
    ordinal: float | None
    interval: float | None
    linear: float | None
    quadratic: float | None
    pairs: tuple[PairAgreement, ...]


def scores_by_item(judgements: Iterable[Judgement], criterion: str) -> dict[str, dict[str, int]]:
    """Return item to the valid score of each judge under a criterion."""
    found: dict[str, dict[str, int]] = {}
    for one in judgements:
        score = one.scores[criterion]
        if score is not None:
            found.setdefault(one.item, {})[one.judge] = score
    return found


def disagreements(judgements: Iterable[Judgement], least: int = 1) -> set[str]:
    """Return the items with two scores under one criterion that differ by at least that much."""
    given: dict[tuple[str, str], list[int]] = {}
    for one in judgements:
        for criterion, score in one.scores.items():
            if score is not None:
                given.setdefault((one.item, criterion), []).append(score)
    return {item for (item, _), scores in given.items() if max(scores) - min(scores) >= least}


def agreement(scores: ItemScores) -> Agreement:
    """Return the agreement of the judges; the order of items and judges does not matter."""
    # Sorted, because sums of floating-point numbers depend on the order.
    shared = [given for _, given in sorted(scores.items(), key=lambda entry: entry[0]) if len(given) > 1]
    judges = sorted({judge for given in scores.values() for judge in given})
    pairs = tuple(_pairs(judges, shared))
    return Agreement(
        judges=len(judges),
        items=len(shared),
        scores=sum(map(len, shared)),
        unanimous=sum(len(set(given.values())) == 1 for given in shared),
        ordinal=_alpha(shared, "ordinal"),
        interval=_alpha(shared, "interval"),
        linear=mean_of_known(pair.linear for pair in pairs),
        quadratic=mean_of_known(pair.quadratic for pair in pairs),
        pairs=pairs,
    )


def _pairs(judges: Iterable[str], shared: Sequence[Mapping[str, int]]) -> Iterable[PairAgreement]:
    for first, second in combinations(judges, 2):
        both = [given for given in shared if first in given and second in given]
        if both:
            ones, others = ([given[judge] for given in both] for judge in (first, second))
            linear, quadratic = (weighted_kappa(ones, others, weights) for weights in ("linear", "quadratic"))
            yield PairAgreement(first, second, len(both), linear, quadratic)


def weighted_kappa(ones: Sequence[int], others: Sequence[int], weights: str) -> float | None:
    """Return Cohen's weighted kappa of two judges' scores on the scale from 1 to 4.

    Parameters
    ----------
    ones, others
        The scores of the same items, in the same order.
    weights
        ``linear`` or ``quadratic``.

    Returns
    -------
    float or None
        ``None`` if all scores of both judges are equal, so that kappa is 0/0.
    """
    from sklearn.metrics import cohen_kappa_score

    if len({*ones, *others}) < 2:
        return None
    return float(cohen_kappa_score(ones, others, labels=_SCALE, weights=weights))


def _alpha(shared: Sequence[Mapping[str, int]], level: Literal["ordinal", "interval"]) -> float | None:
    """Return Krippendorff's alpha, from the coincidences of values within items (Krippendorff 2004, 11.3)."""
    if len({score for given in shared for score in given.values()}) < 2:
        return None
    import numpy as np

    counts = np.array([[list(given.values()).count(value) for value in _SCALE] for given in shared])
    together = counts[:, :, None] * counts[:, None, :] - counts[:, :, None] * np.eye(len(_SCALE), dtype=int)
    observed = (together / (counts.sum(1) - 1)[:, None, None]).sum(0)
    totals = counts.sum(0)
    expected = (np.outer(totals, totals) - np.diag(totals)) / (totals.sum() - 1)
    # Ordinal: number of scores between two values, half of those at both ends; interval: their difference.
    places = np.cumsum(totals) - totals / 2 if level == "ordinal" else np.array(_SCALE)
    distances = (places[:, None] - places[None, :]) ** 2
    return float(1 - (observed * distances).sum() / (expected * distances).sum())
