"""Generates the new sentences of a cluster: candidates, rules, signals, selection."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from rapidfuzz.distance import Levenshtein

from paralattice.exchange.candidates import Candidate, candidates_of
from paralattice.exchange.columns import columns_of
from paralattice.exchange.facts import Facts
from paralattice.exchange.operations import DELETION, ParsedCluster
from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.parsed import Parsed
from paralattice.exchange.readings import Reader, Reading
from paralattice.exchange.rules import RULES
from paralattice.exchange.rules.registry import TREES, WORDS, Made, Rule
from paralattice.exchange.signals import language_signals, signals_of
from paralattice.scorer import Scorer

_COMBINATIONS = 400
"""Maximum number of combinations of operations of one frame and size that are written out."""
_LEFT_OUT = 0.05
"""Penalty per deletion when the sentences of a cluster are selected."""


@dataclass(frozen=True, slots=True, eq=False)
class NewSentence:
    """An accepted sentence.

    Attributes
    ----------
    candidate
        The sentence with its operations and origins.
    score
        Mean of its signals, from 0 to 1.
    signals
        The signals by name.
    distance
        Edits to the nearest sentence of the cluster.
    """

    candidate: Candidate
    score: float
    signals: dict[str, float]
    distance: int


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


Observer = Callable[[Rule[Any], Candidate], None]
"""Function that is called with the rule that refuses a candidate, and the candidate."""


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
    judge = _Judge(context, made.refused, observe)
    passed = list(_passing_words(judge, made, rng))
    tried = _spread(passed, options.tried)
    made.refused["tried"] += len(passed) - len(tried)
    made.parsed = len(tried)
    parsed = list(_passing_trees(judge, tried, read))
    accepted = [entry for entry in _scored(parsed, context, score) if entry.score >= options.accept]
    ranked = sorted(accepted, key=lambda entry: (-_worth(entry), entry.candidate.words))
    made.sentences = sorted(_apart(ranked, options), key=lambda entry: -entry.score)
    made.refused["score"] += len(parsed) - len(accepted)
    made.refused["choice"] += len(accepted) - len(made.sentences)
    return made


class _Judge:
    """Asks the rules that the options do not leave out, and counts refusals."""

    def __init__(self, facts: Facts, refused: Counter[str], observe: Observer | None) -> None:
        self.facts = facts
        self._words = RULES.asked(WORDS, facts.options.without)
        self._trees = RULES.asked(TREES, facts.options.without)
        self._refused, self._observe = refused, observe

    def allows_words(self, candidate: Candidate) -> bool:
        """Return whether no rule of words finds its fault."""
        return self._allows(self._words, candidate, candidate)

    def allows_tree(self, parsed: Parsed) -> bool:
        """Return whether no rule of trees finds its fault."""
        return self._allows(self._trees, parsed, parsed.candidate)

    def _allows(self, rules: Sequence[Rule[Made]], made: Made, candidate: Candidate) -> bool:
        for rule in rules:
            if rule.found(made, self.facts):
                self._refused[rule.name] += 1
                if self._observe is not None:
                    self._observe(rule, candidate)
                return False
        return True


def _passing_words(judge: _Judge, made: Exchange, rng: random.Random) -> Iterator[Candidate]:
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
    return len(candidate.operations) + 2 * _deletions(candidate)


def _passing_trees(judge: _Judge, candidates: Sequence[Candidate], read: Reader) -> Iterator[Parsed]:
    """Yield the candidates that pass the rules of trees."""
    readings = read([candidate.words for candidate in candidates])
    for candidate, reading in zip(candidates, readings, strict=True):
        parsed = Parsed(candidate, reading)
        if judge.allows_tree(parsed):
            yield parsed


def _scored(passed: Sequence[Parsed], context: Facts, score: Scorer | None) -> list[NewSentence]:
    """Return the candidates with their signals and the mean of these."""
    added = language_signals(passed, context, score) if score else [{} for _ in passed]
    entries = []
    for parsed, more in zip(passed, added, strict=True):
        signals = signals_of(parsed, context) | more
        mean = sum(signals.values()) / len(signals)
        words = parsed.candidate.words
        entries.append(NewSentence(parsed.candidate, mean, signals, context.distance(words)))
    return entries


def _worth(entry: NewSentence) -> float:
    """Return the score of a sentence minus a penalty per deletion."""
    return entry.score - _LEFT_OUT * _deletions(entry.candidate)


def _deletions(candidate: Candidate) -> int:
    return sum(operation.kind == DELETION for operation in candidate.operations)


def _apart(entries: Sequence[NewSentence], options: ExchangeOptions) -> list[NewSentence]:
    """Return the best sentences with the minimum distance between any two."""
    texts = {entry: [word.lower() for word in entry.candidate.words] for entry in entries}

    def near(one: NewSentence, other: NewSentence) -> bool:
        return Levenshtein.distance(texts[one], texts[other]) < options.apart

    kept: list[NewSentence] = []
    for entry in entries:
        if len(kept) < options.per_cluster and not any(near(entry, other) for other in kept):
            kept.append(entry)
    while len(kept) < options.per_cluster:
        more = _with_two_for_one(entries, kept, near)
        if more is None:
            break
        kept = more
    return sorted(kept, key=entries.index)


def _with_two_for_one(
    entries: Sequence[NewSentence],
    kept: Sequence[NewSentence],
    near: Callable[[NewSentence, NewSentence], bool],
) -> list[NewSentence] | None:
    """Replace one kept sentence by two that are both near it, if that keeps all distances; else ``None``."""
    waiting: dict[NewSentence, list[NewSentence]] = {}
    for entry in entries:
        between = [other for other in kept if near(entry, other)]
        if entry not in kept and len(between) == 1:
            waiting.setdefault(between[0], []).append(entry)
    for left, others in waiting.items():
        for pair in combinations(others, 2):
            if not near(*pair):
                return [*(entry for entry in kept if entry is not left), *pair]
    return None
