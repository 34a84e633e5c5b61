"""Agreement between judges: weighted kappa by pairs, Krippendorff's alpha over all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Literal

from paralattice.judging.judgements import HIGHEST, LOWEST, AnyJudgement

_SCALE = list(range(LOWEST, HIGHEST + 1))


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Weighted kappa of two judges (Cohen 1968).

    Attributes
    ----------
    first, second
        The judges.
    items
        How many items both scored.
    linear, quadratic
        Kappa with weights that grow with the distance of two scores, or with
        its square; ``None`` where both gave one and the same score throughout.
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
        How many gave scores.
    items, scores
        Items that at least two judges scored, and the scores of these items.
    ordinal, interval
        Krippendorff's alpha with these distances; ``None`` where no item has
        two scores or all scores are the same.
    linear, quadratic
        The mean of the pairs' weighted kappas (Light 1971); ``None`` without one.
    pairs
        Pairs of judges who share items, in the judges' order.
    """

    judges: int
    items: int
    scores: int
    ordinal: float | None
    interval: float | None
    linear: float | None
    quadratic: float | None
    pairs: tuple[PairAgreement, ...]


def agreement(judgements: Iterable[AnyJudgement], criterion: str) -> Agreement:
    """Return how far the judges agree under a criterion; their order and that of the items do not matter."""
    by_item: dict[str, dict[str, int]] = {}
    for judgement in sorted(judgements, key=lambda judgement: (judgement.item, judgement.judge)):
        score = judgement.score(criterion)
        if score is not None:
            by_item.setdefault(judgement.item, {})[judgement.judge] = score
    judges = sorted({judge for scores in by_item.values() for judge in scores})
    shared = [scores for scores in by_item.values() if len(scores) > 1]
    pairs = tuple(_pairs(judges, shared))
    return Agreement(
        judges=len(judges),
        items=len(shared),
        scores=sum(map(len, shared)),
        ordinal=_alpha(shared, "ordinal"),
        interval=_alpha(shared, "interval"),
        linear=_mean(pair.linear for pair in pairs),
        quadratic=_mean(pair.quadratic for pair in pairs),
        pairs=pairs,
    )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _pairs(judges: Iterable[str], shared: Sequence[Mapping[str, int]]) -> Iterable[PairAgreement]:
    for first, second in combinations(judges, 2):
        both = [scores for scores in shared if first in scores and second in scores]
        if both:
            ones, others = ([scores[judge] for scores in both] for judge in (first, second))
            linear, quadratic = (weighted_kappa(ones, others, weights) for weights in ("linear", "quadratic"))
            yield PairAgreement(first, second, len(both), linear, quadratic)


def weighted_kappa(ones: Sequence[int], others: Sequence[int], weights: str) -> float | None:
    """Return Cohen's weighted kappa of two judges' scores, of one length, on the scale from 1 to 4.

    Parameters
    ----------
    ones, others
        The scores of the same items.
    weights
        ``linear`` or ``quadratic``.

    Returns
    -------
    float or None
        ``None`` where kappa is 0/0: both gave one and the same score throughout.
    """
    from sklearn.metrics import cohen_kappa_score

    if len({*ones, *others}) < 2:
        return None
    return float(cohen_kappa_score(ones, others, labels=_SCALE, weights=weights))


def _alpha(shared: Sequence[Mapping[str, int]], level: Literal["ordinal", "interval"]) -> float | None:
    """Return Krippendorff's alpha, from the coincidences of values within items (Krippendorff 2004, 11.3)."""
    if len({score for scores in shared for score in scores.values()}) < 2:
        return None
    import numpy as np

    counts = np.array([[list(scores.values()).count(value) for value in _SCALE] for scores in shared])
    together = counts[:, :, None] * counts[:, None, :] - counts[:, :, None] * np.eye(len(_SCALE), dtype=int)
    observed = (together / (counts.sum(1) - 1)[:, None, None]).sum(0)
    totals = counts.sum(0)
    expected = (np.outer(totals, totals) - np.diag(totals)) / (totals.sum() - 1)
    # Ordinal: the values between two, those of the ends by half; interval: their difference.
    places = np.cumsum(totals) - totals / 2 if level == "ordinal" else np.array(_SCALE)
    distances = (places[:, None] - places[None, :]) ** 2
    return float(1 - (observed * distances).sum() / (expected * distances).sum())
