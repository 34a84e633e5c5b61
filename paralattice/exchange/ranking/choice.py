"""Ranks the candidates that no rule refuses, and chooses the best of a cluster."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from rapidfuzz.distance import Levenshtein

from paralattice.english.spacing import detokenise
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate
from paralattice.exchange.model.operation import DELETION, Operation
from paralattice.exchange.model.parsed import Parsed
from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.ranking.probability import perfect_probability
from paralattice.exchange.ranking.signals import language_signals, signals_of
from paralattice.exchange.rules import RULES
from paralattice.exchange.rules.registry import TREES, WORDS, Made, Rule
from paralattice.scorer import Scorer

_LEFT_OUT = 0.1
"""Penalty per deletion when the sentences of a cluster are selected."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NewSentence:
    """An accepted sentence.

    Attributes
    ----------
    candidate
        The sentence with its operations and origins.
    score
        Probability that it is perfect, from 0 to 1; with a language model, times its signal ``language``.
    signals
        The signals by name.
    distance
        Edits to the nearest sentence of the cluster.
    difference
        How much it differs, for readers, from the sentence of the cluster most like it, from 0 to 1.
    worth
        What it is chosen by: its score and its difference, weighed by the option ``difference``, less what
        is left out.
    relations
        Its relation to each of its sources, by their 0-based numbers; see
        :mod:`paralattice.exchange.relations`.
    """

    candidate: Candidate
    score: float
    signals: dict[str, float]
    distance: int
    difference: float = 0.0
    worth: float = 0.0
    relations: dict[int, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Return its text, score and distance in one line."""
        return f"<{self.text!r}, score {self.score:.2f}, distance {self.distance}>"

    @property
    def text(self) -> str:
        """The sentence as running text."""
        return detokenise(self.candidate.words)

    @property
    def sources(self) -> tuple[int, ...]:
        """The 0-based numbers of the given sentences that it was made of, ascending."""
        return tuple(self.candidate.sources)

    @property
    def operations(self) -> tuple[Operation, ...]:
        """Operations on the sentence ``candidate.frame``; each has ``kind``, ``what`` and ``source``."""
        return self.candidate.operations


Observer = Callable[[Rule[Any], Candidate], None]
"""Function that is called with the rule that refuses a candidate, and the candidate."""


class Judge:
    """Asks the rules that the options do not leave out, and counts refusals."""

    def __init__(
        self, facts: Facts, refused: Counter[str], observe: Observer | None, without: tuple[str, ...] = ()
    ) -> None:
        self.facts = facts
        left_out = (*facts.options.without, *without)
        self._words, self._trees = RULES.asked(WORDS, left_out), RULES.asked(TREES, left_out)
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


def scored(passed: Sequence[Candidate], context: Facts, score: Scorer | None) -> list[NewSentence]:
    """Return the candidates with their signals and scores."""
    language = language_signals(passed, context, score) if score else None
    entries = []
    for place, candidate in enumerate(passed):
        signals = signals_of(candidate.frame, candidate.operations, context)
        probability = perfect_probability(signals)
        if language is not None:
            signals["language"] = language[place]
            probability *= language[place]
        distance, difference = context.distance(candidate.lowered), context.difference(candidate.lowered)
        worth = worth_of(probability, difference, candidate.operations, context)
        entries.append(NewSentence(candidate, probability, signals, distance, difference, worth))
    return entries


def worth_of(probability: float, difference: float, operations: Sequence[Operation], facts: Facts) -> float:
    """Return the worth of a sentence from the probability that it is perfect, and its difference."""
    weight = facts.options.difference
    return (1 - weight) * probability + weight * difference - _LEFT_OUT * _deletions(operations)


def _deletions(operations: Sequence[Operation]) -> int:
    return sum(operation.kind == DELETION for operation in operations)


def most_promising(
    frame: int, proposed: Iterable[tuple[Operation, ...]], gains: Mapping[Operation, float], facts: Facts
) -> list[tuple[Operation, ...]]:
    """Return combinations of operations on a frame, those first that promise most worth.

    Parameters
    ----------
    gains
        How much each operation alone makes the frame differ.
    """

    def promise(operations: tuple[Operation, ...]) -> float:
        probability = perfect_probability(signals_of(frame, operations, facts))
        return worth_of(probability, min(1.0, sum(map(gains.__getitem__, operations))), operations, facts)

    return sorted(proposed, key=promise, reverse=True)


def bold(entries: Sequence[NewSentence], options: ExchangeOptions) -> list[NewSentence]:
    """Return half as many of the best sentences as are asked for, and those others that differ enough.

    Of the best, those without a deletion come first.
    """
    half, least = (options.per_cluster + 1) // 2, options.difference * 2 / 3
    ordered = sorted(entries, key=lambda entry: _deletions(entry.operations) > 0)
    return [entry for place, entry in enumerate(ordered) if place < half or entry.difference >= least]


def apart(entries: Sequence[NewSentence], options: ExchangeOptions) -> list[NewSentence]:
    """Return the best sentences with the minimum distance between any two."""

    def near(one: NewSentence, other: NewSentence) -> bool:
        return Levenshtein.distance(one.candidate.lowered, other.candidate.lowered) < options.apart

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
