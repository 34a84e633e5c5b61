"""Coreference in clusters against gold: ``python benchmarks/coreference.py CLUSTERS GOLD [--json]``.

CLUSTERS has a file ``NAME.txt`` for each cluster, a tokenised sentence a line.  GOLD has ``NAME.jsonl`` with
a line for each sentence: ``{"document": id, "mentions": [{"tokens": [positions, 0-based], "type": "HUM",
"kind": "entity", "chain": id}]}``; kinds are ``entity`` and ``event``; a sentence whose document is null has
no gold.  A folder of the form of ECB+ (Cybulska & Vossen 2014) is the default.

Counts pairs of mentions in different sentences of a cluster, both with gold.  Entities are all but times
(``TIM``).  A gold mention stands for the last of its tokens that is the head of a mention of ours, an event
for the last that is a verb of ours.  Precision and recall are of pairs whose two mentions have such heads;
``recall of all`` also counts pairs of which one has none, such as pronouns.  B-cubed (Bagga & Baldwin 1998)
is the mean over mentions with heads.

``--topics 04,05`` and ``--but 04,05`` choose clusters by the number in their names (``ecb04a.NAME``).
``--train`` fits the scores of entities and events to the gold and writes them into the package.
``--folds 5`` measures scores fitted to the other topics instead of the package's; ``--without NAME,...``
leaves features out of these.
``--ablate`` prints precision and recall of ``--folds`` (3) without each kind of evidence, and without the
contradictions that keep mentions of different sentences apart; events have the entities of all features.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import torch
from corpora import NEWS

from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import shared_parser
from paralattice.exchange.evidence import learnt, referents
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.entity_features import EntityEvidence
from paralattice.exchange.evidence.event_features import EventEvidence

GOLD = NEWS.parent / "coreference"
DATA = Path(learnt.__file__).parent / "data"
SMALL = (2, 3, 4, 6)
"""Sizes of the random parts of clusters that are trained on beside the whole ones."""


class Gold(NamedTuple):
    """A cluster with its gold.

    Attributes
    ----------
    name
        Its name.
    trees
        The parser's trees of its sentences.
    mentions
        For each sentence its gold mentions; ``None`` if it has no gold.
    """

    name: str
    trees: list
    mentions: list

    @property
    def topic(self) -> str:
        """The digits after the letters that begin its name."""
        return self.name.lstrip("abcdefghijklmnopqrstuvwxyz")[:2]

    def part(self, rng: Random, size: int):
        """Return some sentences as a cluster of their own."""
        places = sorted(rng.sample(range(len(self.trees)), min(size, len(self.trees))))
        return Gold(self.name, *([row[place] for place in places] for row in self[1:]))


def read_gold(clusters: Path, gold: Path) -> Iterator[Gold]:
    """Yield the clusters of a folder that have gold."""
    parser = shared_parser(ParseOptions())
    for file in sorted(clusters.glob("*.txt")):
        lines = file.read_text("utf-8").splitlines()
        rows = [json.loads(line) for line in (gold / f"{file.stem}.jsonl").read_text("utf-8").splitlines()]
        trees = parser.trees([tuple(line.split()) for line in lines])
        yield Gold(file.stem, trees, [None if row["document"] is None else row["mentions"] for row in rows])


def gold_heads(gold: Gold, kind: str, heads) -> Iterator[tuple[int, int | None, str, str]]:
    """Yield sentence, head (or ``None``), chain and type of each gold mention.

    Parameters
    ----------
    kind
        ``entity`` or ``event``.
    heads
        The places of our mentions or verbs.
    """
    for number, mentions in enumerate(gold.mentions):
        for mention in mentions or ():
            if mention["kind"] == kind and mention["type"] != "TIM":
                found = [token for token in mention["tokens"] if (number, token) in heads]
                yield number, found[-1] if found else None, mention["chain"], mention["type"][:3]


class Score:
    """Counts pairs, and the links and the gold among them."""

    def __init__(self) -> None:
        self.pairs: Counter = Counter()
        self.mentions = []
        """B-cubed precision and recall of each mention."""

    def add(self, gold, group, named) -> None:
        """Add a cluster.

        Parameters
        ----------
        gold
            What :func:`gold_heads` yields.
        group
            Function that returns the group of a place.
        named
            The places of names.
        """
        gold = list(gold)
        for (one, head, chain, kind), (other, second, chain2, kind2) in combinations(gold, 2):
            if one == other:
                continue
            same = chain == chain2
            self.pairs["all"] += same
            if head is None or second is None:
                continue
            linked = group((one, head)) == group((other, second))
            names = ((one, head) in named) + ((other, second) in named)
            for part in {"", ("nouns", "mixed", "names")[names], kind, kind2}:
                self.pairs["gold", part] += same
                self.pairs["linked", part] += linked
                self.pairs["both", part] += same and linked
        placed = [(group((number, head)), chain) for number, head, chain, _ in gold if head is not None]
        groups, chains, both = Counter(g for g, _ in placed), Counter(c for _, c in placed), Counter(placed)
        self.mentions += [(both[one] / groups[one[0]], both[one] / chains[one[1]]) for one in placed]

    def row(self, *parts: str) -> dict:
        """Return the measures by name, those of parts as dicts."""
        found = self._measures("")
        found["recall of all"] = self.pairs["both", ""] / max(1, self.pairs["all"])
        precision, recall = np.mean(self.mentions or [(0, 0)], axis=0)
        found |= {"b_cubed_precision": float(precision), "b_cubed_recall": float(recall)}
        return found | {part: self._measures(part) for part in parts}

    def _measures(self, part: str) -> dict:
        both = self.pairs["both", part]
        return {
            "pairs": self.pairs["gold", part],
            "precision": both / max(1, self.pairs["linked", part]),
            "recall": both / max(1, self.pairs["gold", part]),
        }


def measured(clusters) -> dict:
    """Return the measures of entities and events."""
    entities, events = Score(), Score()
    for gold in clusters:
        cluster = parsed(gold)
        found = cluster.referents
        names = {place for place, mention in found.mentions.items() if mention.named}
        entities.add(gold_heads(gold, "entity", found.mentions), found.first, names)
        verbs = {(event.sentence, event.verb): event for row in cluster.events for event in row}
        first = {
            place: next(p for p, o in verbs.items() if o is e or found.same_event(o, e))
            for place, e in verbs.items()
        }
        events.add(gold_heads(gold, "event", verbs), first.__getitem__, set())
    return {"entities": entities.row("HUM", "NON", "LOC", "names", "mixed", "nouns"), "events": events.row()}


def parsed(gold: Gold) -> ParsedCluster:
    """Return a cluster with what is found in it."""
    return ParsedCluster.of_trees(gold.trees)


class Examples:
    """Pairs with their features, and whether they corefer."""

    def __init__(self, clusters: list[Gold], kind: str, parts: int = 2) -> None:
        rng = Random(2006)
        rows, labels, weights = [], [], []
        for gold in clusters:
            for one in [gold, *(gold.part(rng, size) for size in SMALL for _ in range(parts))]:
                evidence, places = evidence_of(one, kind)
                chains = self._chains(one, kind, places)
                both = [
                    (chains[first], chains[second])
                    for first, second in zip(evidence.pairs.one, evidence.pairs.other, strict=True)
                ]
                known = np.array([bool(a and b) for a, b in both], dtype=bool)
                if not known.any():
                    continue
                columns = evidence.features()
                self.names = list(columns)
                rows.append(np.column_stack([columns[name] for name in self.names])[known])
                labels.append(np.array([bool(a & b) for a, b in both])[known])
                # Large clusters have far more pairs; each of the parts counts less.
                weights.append(np.full(known.sum(), known.sum() ** -0.5 / (1 if one is gold else 3 * parts)))
        self.rows, self.labels, self.weights = map(np.concatenate, (rows, labels, weights))

    @staticmethod
    def _chains(gold, kind, places):
        """Return the gold chains of each place."""
        found = defaultdict(set)
        for number, head, chain, _ in gold_heads(gold, kind, set(places)):
            if head is not None:
                found[number, head].add(chain)
        return [found[place] for place in places]


def evidence_of(gold: Gold, kind: str):
    """Return the evidence of a cluster, and the places of its mentions or verbs."""
    cluster = parsed(gold)
    if kind == "event":
        verbs = EventEvidence(cluster.sentences, cluster.events, cluster.referents.first)
        return verbs, [(event.sentence, event.verb) for event in verbs.events]
    mentions = cluster.referents.mentions
    return EntityEvidence(cluster.sentences, mentions, cluster.events), list(mentions)


def fitted(examples: Examples, without: set[str]) -> dict:
    """Return a score fitted to gold, as the package keeps it."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    chosen = [place for place, name in enumerate(examples.names) if name.split(",")[0] not in without]
    model = HistGradientBoostingClassifier(
        max_iter=150,
        learning_rate=0.07,
        max_leaf_nodes=12,
        min_samples_leaf=60,
        l2_regularization=5,
        max_features=0.4,
        early_stopping=False,
        random_state=4,
    )
    weights = examples.weights / examples.weights.mean()
    model.fit(examples.rows[:, chosen].astype(float), examples.labels, sample_weight=weights)
    return {
        "features": [examples.names[place] for place in chosen],
        "start": round(float(model._baseline_prediction.ravel()[0]) * learnt.UNIT),
        "trees": [[_node(node) for node in row[0].nodes] for row in model._predictors],
    }


def _node(node) -> list:
    if node["is_leaf"]:
        return [round(float(node["value"]) * learnt.UNIT)]
    threshold = float(np.round(node["num_threshold"], 6))
    return [int(node["feature_idx"]), threshold, int(node["left"]), int(node["right"])]


def train(clusters: list[Gold], folder: Path | None, without: set[str]) -> None:
    """Fit the scores of entities, then of events, whose features need the entities.

    Events are fitted twice, since which clusters are about one event depends on them.
    """
    SCORES["events"] = Unknown()
    for kind, name in (("entity", "entities"), ("event", "events"), ("event", "events")):
        score = fitted(Examples(clusters, kind), without)
        if folder is not None:
            (folder / f"{name}.json").write_text(json.dumps(score, separators=(",", ":")) + "\n", "utf-8")
        SCORES[name] = learnt.LearntScore(**score)


class Unknown:
    """A score before it is learnt: nothing corefers."""

    def probabilities(self, columns):
        """Return zeros."""
        return np.zeros(len(next(iter(columns.values()))), np.int64)


SCORES: dict[str, learnt.LearntScore | Unknown] = {}
"""Scores in place of the package's."""


def _score(name: str):
    if name not in SCORES and not (DATA / f"{name}.json").exists():
        return Unknown()
    return SCORES.get(name) or learnt.learnt_score(name)


PARTS = {
    "entity": ("entities", referents.ENTITIES, ("_kinds", "_words", "_names", "_places", "_frequencies")),
    "event": ("events", referents.EVENTS, ("_verbs", "_arguments", "_surroundings")),
}
"""For each kind its score, the least probability of a group, and the methods that give its features."""


def ablations(clusters: list[Gold], count: int) -> Iterator[str]:
    """Yield the lines of a table of the measures without each kind of evidence."""
    topics, scores = sorted({gold.topic for gold in clusters}), defaultdict(Score)
    for own in (set(topics[fold::count]) for fold in range(count)):
        SCORES.clear()
        for kind, (name, least, parts) in PARTS.items():
            examples = Examples([gold for gold in clusters if gold.topic not in own], kind)
            held = [(gold, *evidence_of(gold, kind)) for gold in clusters if gold.topic in own]
            left_out = {part[1:]: set(getattr(held[0][1], part)()) for part in parts}
            # All features come last: events need the entities that they give.
            if kind == "entity":
                left_out["contradictions"] = set()
            for without, names in {**left_out, "": set()}.items():
                features = {each.split(",")[0] for each in names}
                SCORES[name] = learnt.LearntScore(**fitted(examples, features))
                for gold, evidence, places in held:
                    kept, numbers = evidence.forbidden, np.array([number for number, _ in places])
                    if without == "contradictions":
                        evidence.forbidden = kept & (numbers[:, None] == numbers)
                    table = referents._scores(name, evidence, len(places))
                    groups = referents._grouped(table, evidence, places, least)
                    evidence.forbidden = kept
                    scores[kind, without].add(gold_heads(gold, kind, groups), groups.get, set())
    yield "| of | without | precision | recall |\n|---|---|---|---|"
    for (kind, without), score in scores.items():
        row = score.row()
        yield f"| {kind} | {without or '(nothing)'} | {row['precision']:.3f} | {row['recall']:.3f} |"


def folds(clusters: list[Gold], count: int, without: set[str]) -> Iterator[Gold]:
    """Yield the clusters, each while scores fitted to other topics alone are in use."""
    topics = sorted({gold.topic for gold in clusters})
    for fold in range(count):
        own = set(topics[fold::count])
        SCORES.clear()
        train([gold for gold in clusters if gold.topic not in own], None, without)
        yield from (gold for gold in clusters if gold.topic in own)


def main() -> None:
    """Print the measures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clusters", nargs="?", type=Path, default=NEWS)
    parser.add_argument("gold", nargs="?", type=Path, default=GOLD)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--topics", type=lambda text: set(text.split(",")))
    parser.add_argument("--but", type=lambda text: set(text.split(",")), default=set())
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--folds", type=int)
    parser.add_argument("--ablate", action="store_true")
    parser.add_argument("--without", type=lambda text: set(text.split(",")), default=set())
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    referents.learnt_score = _score
    clusters = [
        gold
        for gold in read_gold(arguments.clusters, arguments.gold)
        if gold.topic not in arguments.but and (not arguments.topics or gold.topic in arguments.topics)
    ]
    if arguments.ablate:
        for line in ablations(clusters, arguments.folds or 3):
            print(line, flush=True)
        return
    if arguments.train:
        train(clusters, DATA, arguments.without)
    of = folds(clusters, arguments.folds, arguments.without) if arguments.folds else clusters
    found = measured(of)
    if arguments.json:
        print(json.dumps(found))
        return
    print("| | pairs | precision | recall |\n|---|---|---|---|")
    for kind, row in found.items():
        print(f"| {kind} | {row['pairs']} | {row['precision']:.3f} | {row['recall']:.3f} |")
        for part, own in row.items():
            if isinstance(own, dict):
                print(f"| {part} | {own['pairs']} | {own['precision']:.3f} | {own['recall']:.3f} |")
        print(
            f"| recall of all; B-cubed | | {row['b_cubed_precision']:.3f} |"
            f" {row['recall of all']:.3f}; {row['b_cubed_recall']:.3f} |"
        )


if __name__ == "__main__":
    main()
