"""Generates the new sentences of a cluster: propose, refuse, rank, choose."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from paralattice.exchange.combining import candidates_of
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.columns import columns_of
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.parsed import Parsed
from paralattice.exchange.model.reading import Reader, Reading
from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.ranking.choice import Judge, NewSentence, Observer, apart, deletions, scored, worth
from paralattice.exchange.relations import relations_of
from paralattice.scorer import Scorer

_COMBINATIONS = 400
"""Maximum number of combinations of operations of one frame and size that are written out."""


@dataclass(slots=True)
class Exchange:
    """The result of exchange for a cluster.

    Attributes
    ----------
    sentences
        The chosen sentences, best first.
    made
        Number of candidates that were written out.
    parsed
        Number of candidates that were parsed.
    refused
        Number of candidates that each rule was the first to refuse, by its name; ``score`` counts those below
        the option ``accept``, ``choice`` those too near to a better one or beyond ``per_cluster``, and
        ``tried`` those that were not parsed because there were too many.
    """

    sentences: list[NewSentence] = field(default_factory=list)
    made: int = 0
    parsed: int = 0
    refused: Counter[str] = field(default_factory=Counter)


def generate_sentences(
    readings: Sequence[Reading],
    read: Reader,
    options: ExchangeOptions,
    seed: int,
    score: Scorer | None = None,
    observe: Observer | None = None,
) -> Exchange:
    """Return new sentences of a cluster.

    Parameters
    ----------
    readings
        The parser's readings of the cluster's sentences.
    read
        Function that parses further sentences.
    options
        The options of exchange.
    seed
        Seed of the random choice among combinations, where there are too many.
    score
        A language model of the caller, whose signal is added.
    observe
        Function that is called with each candidate that a rule refuses.
    """
    rng = random.Random(seed)  # noqa: S311 - no secret
    used = readings[: options.sentences]
    trees = [reading.tree for reading in used]
    cluster = ParsedCluster.of_trees(trees, columns_of(trees))
    context = Facts(cluster, options, used)
    made = Exchange()
    judge = Judge(context, made.refused, observe)
    passed = list(_passing_words(judge, made, rng))
    tried = _spread(passed, options.tried)
    made.refused["tried"] += len(passed) - len(tried)
    made.parsed = len(tried)
    parsed = list(_passing_trees(judge, tried, read))
    accepted = [entry for entry in scored(parsed, context, score) if entry.score >= options.accept]
    ranked = sorted(accepted, key=lambda entry: (-worth(entry), entry.candidate.words))
    made.sentences = [
        replace(entry, relations=relations_of(entry.candidate, cluster))
        for entry in sorted(apart(ranked, options), key=lambda entry: -entry.score)
    ]
    made.refused["score"] += len(parsed) - len(accepted)
    made.refused["choice"] += len(accepted) - len(made.sentences)
    return made


def _passing_words(judge: Judge, made: Exchange, rng: random.Random) -> Iterator[Candidate]:
    """Yield the distinct candidates that pass the rules of words."""
    cluster, most = judge.facts.cluster, judge.facts.options.operations
    seen: set[tuple[str, ...]] = set()
    for frame in cluster.sentences:
        for candidate in candidates_of(cluster, frame, most, _COMBINATIONS, rng):
            words = tuple(word.lower() for word in candidate.words)
            if words in seen:
                continue
            seen.add(words)
            made.made += 1
            if judge.allows_words(candidate):
                yield candidate


def _spread(candidates: Sequence[Candidate], count: int) -> list[Candidate]:
    """Return candidates of all frames in turn, those with few operations and no deletion first."""
    by_frame: dict[int, list[Candidate]] = {}
    for candidate in sorted(candidates, key=_cost):
        by_frame.setdefault(candidate.frame, []).append(candidate)
    rows = list(by_frame.values())
    turns = (row[turn] for turn in range(max(map(len, rows), default=0)) for row in rows if turn < len(row))
    return [candidate for _, candidate in zip(range(count), turns, strict=False)]


def _cost(candidate: Candidate) -> int:
    return len(candidate.operations) + 2 * deletions(candidate)


def _passing_trees(judge: Judge, candidates: Sequence[Candidate], read: Reader) -> Iterator[Parsed]:
    """Yield the candidates that pass the rules of trees."""
    readings = read([candidate.words for candidate in candidates])
    for candidate, reading in zip(candidates, readings, strict=True):
        parsed = Parsed(candidate, reading)
        if judge.allows_tree(parsed):
            yield parsed
