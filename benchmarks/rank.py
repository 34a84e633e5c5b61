"""How well the score of new sentences ranks them: ``python benchmarks/rank.py [JUDGED] [--train]``.

Each line of JUDGED, ``judged.jsonl`` beside this script by default, is a sentence that judges marked without
knowing who made it: ``{"round", "by", "clusters", "cluster", "signals", "score", "marks"}``.  ``by`` is *V6*,
*V6, by PINC* (the state before it, which chose sentences by PINC alone), *V6, 2026-11-23* and *V6, prototype*
(older states, which other judges had marked, too) or *people*; of the ``clusters`` *written* were written by
language models for rounds 25 to 31, and *retold* for rounds 31 to 37, whose sentences mostly tell the main
event again as many outlets do; ``signals`` are absent in the first seven rounds, whose sentences were not
kept, and ``length`` is computed from running text in the next five; ``score`` is that of the package that
made it; ``difference``, from the twentieth round on, has the PINC against the nearest original and the number
of words that it lacks, both of running text; and each of ``marks`` has a judge's four: grammar
and fidelity (1 to 4), whether to print it (0 or 1), and its difference from the nearest original (1 to 4).
A sentence is *perfect* if all its marks for grammar and fidelity are 4.
Prints what the judges said; what the choice by PINC alone changes; the rank correlation of the marks for
difference with its measures; then areas under the curve and Brier scores, in cross-validation: each of ten
folds has topics of its own.
``--train`` fits the weights to the sentences of the rounds up to :data:`TRAINED` and writes them into the
package; the rows of later rounds show how they rank sentences that they have not seen.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from scipy.stats import spearmanr
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold

from paralattice.exchange.ranking.probability import Weights, perfect_probability
from paralattice.exchange.ranking.signals import SIGNALS

ROOT = Path(__file__).resolve().parents[1]
JUDGED = ROOT / "benchmarks" / "judged.jsonl"
WEIGHTS = ROOT / "paralattice" / "exchange" / "ranking" / "data" / "perfect.json"
SPLITS, FOLDS, SAMPLES = 8, 10, 2000
TRAINED = 10
"""The last round whose sentences give the weights of the package."""


class Judged:
    """The judged sentences whose signals are known: no originals."""

    def __init__(self, rows: Sequence[dict]) -> None:
        rows = [row for row in rows if "signals" in row]
        self.rounds = np.array([row["round"] for row in rows])
        self.signals = [row["signals"] for row in rows]
        self.mean = np.array([row["score"] for row in rows])
        self.clusters = [row["cluster"] for row in rows]
        self.topics = np.array([topic_of(cluster) for cluster in self.clusters])
        self.perfect = np.array([all(g == f == 4 for g, f, _, _ in row["marks"]) for row in rows])
        self.true = np.array([all(f == 4 for _, f, _, _ in row["marks"]) for row in rows])


def said(rows: Sequence[dict]) -> Iterator[str]:
    """Yield a table of the marks, of each round and kind of clusters."""
    marks: dict[tuple[int, str, str], list] = defaultdict(list)
    for row in rows:
        marks[row["round"], row["clusters"], row["by"]] += row["marks"]
    yield "| round | clusters | by | marks | perfect | true | print | difference | 3 or more |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for kind, given in sorted(marks.items()):
        table = np.array(given)
        perfect, true = (table[:, :2] == 4).all(axis=1).mean(), (table[:, 1] == 4).mean()
        yield (
            f"| {' | '.join(map(str, kind))} | {len(table)} | {perfect:.1%} | {true:.1%}"
            f" | {table[:, 2].mean():.1%} | {table[:, 3].mean():.2f} | {(table[:, 3] >= 3).mean():.1%} |"
        )


def compared(rows: Sequence[dict]) -> Iterator[str]:
    """Yield how V6 differs from its choice by PINC, with 95 % intervals by a bootstrap of the clusters."""
    both = {row["round"] for row in rows if row["by"] == "V6, by PINC"}
    marks = {
        (row["clusters"], row["cluster"], row["by"]): np.array(row["marks"])
        for row in rows
        if row["round"] in both
    }
    for kind in ("ECB+", "key terms"):
        pairs = [
            (marks[kind, cluster, "V6"], old)
            for (own, cluster, by), old in marks.items()
            if own == kind and by == "V6, by PINC"
        ]
        found = np.array([_qualities(new) - _qualities(old) for new, old in pairs])
        drawn = np.random.default_rng(2006).integers(len(found), size=(SAMPLES, len(found)))
        low, high = np.percentile(found[drawn].mean(axis=1), [2.5, 97.5], axis=0)
        told = (
            f"{name} {mean:+.3f} ({least:+.3f} to {most:+.3f})"
            for name, mean, least, most in zip(_QUALITIES, found.mean(axis=0), low, high, strict=True)
        )
        yield f"V6 less its choice by PINC, {len(found)} clusters, {kind}: {', '.join(told)}."


_QUALITIES = ("perfect", "true", "difference", "3 or more")


def _qualities(marks: np.ndarray) -> np.ndarray:
    """Return the means of what the names above say, of the marks of one sentence."""
    perfect, true = (marks[:, :2] == 4).all(axis=1).mean(), (marks[:, 1] == 4).mean()
    return np.array([perfect, true, marks[:, 3].mean(), (marks[:, 3] >= 3).mean()])


def correlations(rows: Sequence[dict]) -> str:
    """Return how the mean marks for difference correlate with its measures, by Spearman's coefficient.

    The last measure is that of :func:`paralattice.exchange.evidence.facts.difference_of`.
    """
    rows = [row for row in rows if "difference" in row]
    marks = [np.mean([mark[3] for mark in row["marks"]]) for row in rows]
    pincs = np.array([row["difference"]["pinc"] for row in rows])
    words = np.minimum(1, np.array([row["difference"]["new_words"] for row in rows]) / 8)
    measures = {"PINC": pincs, "new words": words, "the mean of both": (pincs + words) / 2}
    found = [f"{name} {spearmanr(values, marks).statistic:.3f}" for name, values in measures.items()]
    return f"Marks for difference of {len(rows)} sentences, rank correlation: {', '.join(found)}."


def topic_of(cluster: str) -> str:
    """Return the number of a topic of ECB+, as in *ecb04a.t4b-heart-attack.67695*, or an article's name."""
    return cluster[3:5] if cluster.startswith("ecb") else cluster.partition(".")[0]


def fitted(judged: Judged, names: Sequence[str], rows: np.ndarray) -> Weights:
    """Return the weights of some signals, fitted to some rows."""
    table = np.array([[signals[name] for name in names] for signals in judged.signals])[rows]
    scale = table.std(axis=0)
    model = LogisticRegression().fit(table / scale, judged.perfect[rows])
    weights = [round(float(weight), 4) for weight in model.coef_[0] / scale]
    return {
        "intercept": round(float(model.intercept_[0]), 4),
        "weights": dict(zip(names, weights, strict=True)),
    }


def held_out(judged: Judged, names: Sequence[str], seed: int) -> np.ndarray:
    """Return the probability of each sentence by weights that were fitted to other topics."""
    found = np.zeros(len(judged.perfect))
    split = GroupKFold(FOLDS, shuffle=True, random_state=seed)
    for rest, own in split.split(found, judged.perfect, judged.topics):
        learnt = fitted(judged, names, rest)
        found[own] = [perfect_probability(judged.signals[place], learnt) for place in own]
    return found


def interval(judged: Judged, scores: np.ndarray) -> tuple[float, float]:
    """Return the 95 % interval of the area under the curve, by a bootstrap of topics."""
    rng = np.random.default_rng(2006)
    topics = np.unique(judged.topics)
    areas = []
    for _ in range(SAMPLES):
        drawn = np.concatenate(
            [np.flatnonzero(judged.topics == topic) for topic in rng.choice(topics, len(topics))]
        )
        if 0 < judged.perfect[drawn].sum() < len(drawn):
            areas.append(roc_auc_score(judged.perfect[drawn], scores[drawn]))
    low, high = np.percentile(areas, [2.5, 97.5])
    return float(low), float(high)


def first_ranked(judged: Judged, scores: np.ndarray) -> np.ndarray:
    """Return the places of the best sentence of each cluster with two or more, of equals the first."""
    counts = Counter(judged.clusters)
    best: dict[str, int] = {}
    for place in np.argsort(-scores, kind="stable"):
        if counts[judged.clusters[place]] > 1:
            best.setdefault(judged.clusters[place], int(place))
    return np.array(list(best.values()))


def line(judged: Judged, name: str, runs: Sequence[np.ndarray]) -> str:
    """Return a row of the table: means over some splits into folds."""
    mean = np.mean(runs, axis=0)
    low, high = interval(judged, mean)
    perfect, true = (
        np.mean([roc_auc_score(marks, scores) for scores in runs]) for marks in (judged.perfect, judged.true)
    )
    brier = np.mean([(scores - judged.perfect) ** 2 for scores in runs])
    first = first_ranked(judged, mean)
    return (
        f"| {name} | {perfect:.3f} ({low:.3f}-{high:.3f}) | {true:.3f} | {brier:.4f}"
        f" | {judged.perfect[first].mean():.1%}, {judged.true[first].mean():.1%} of {len(first)} |"
    )


def main() -> None:
    """Print the table, or write the weights."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("judged", nargs="?", type=Path, default=JUDGED)
    parser.add_argument("--train", action="store_true")
    arguments = parser.parse_args()
    rows = [json.loads(line) for line in arguments.judged.read_text("utf-8").splitlines()]
    judged = Judged(rows)
    if arguments.train:
        weights = fitted(judged, list(SIGNALS), np.flatnonzero(judged.rounds <= TRAINED))
        WEIGHTS.write_text(json.dumps(weights, indent=1) + "\n", "utf-8")
        return
    print(*said(rows), "", *compared(rows), "", correlations(rows), "", sep="\n")
    print(
        f"{len(judged.perfect)} sentences, {judged.perfect.mean():.1%} perfect, {judged.true.mean():.1%} true"
    )
    print(
        "| score | area: perfect | true | Brier | first of a cluster: perfect, true |\n|---|---|---|---|---|"
    )
    print(line(judged, "share of perfect ones", [np.full(len(judged.perfect), judged.perfect.mean())]))
    print(line(judged, "score when they were made", [judged.mean]))
    others = [name for name in judged.signals[0] if name not in SIGNALS]
    for names in (list(SIGNALS), *([name] for name in SIGNALS), *([*SIGNALS, name] for name in others)):
        print(line(judged, ", ".join(names), [held_out(judged, names, seed) for seed in range(SPLITS)]))
    later = Judged([row for row in rows if row["round"] > TRAINED])
    if later.signals:
        scores = np.array([perfect_probability(signals) for signals in later.signals])
        areas = [f"{roc_auc_score(marks, scores):.3f}" for marks in (later.perfect, later.true)]
        perfect, true = (f"{marks.mean():.1%}" for marks in (later.perfect, later.true))
        print(f"\nThe package's weights on {len(scores)} later sentences: {' and '.join(areas)},", end=" ")
        print(f"mean score {scores.mean():.1%}, perfect {perfect}, true {true}.")


if __name__ == "__main__":
    main()
