"""Makes the new sentences of a cluster: candidates, gates, signals, choice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import repeat

from rapidfuzz.distance import Levenshtein

from paralattice.exchange.candidates import Candidate, candidates_of
from paralattice.exchange.columns import columns_of
from paralattice.exchange.corrections import Corrector
from paralattice.exchange.fact_gates import FACT_GATES, FACT_TREE_GATES
from paralattice.exchange.fault_gates import FAULT_GATES, FAULT_TREE_GATES
from paralattice.exchange.fluency import Scorer, fluency_signals
from paralattice.exchange.gates import Context
from paralattice.exchange.operations import DELETION, Telling
from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.pronoun_gates import PRONOUN_GATES
from paralattice.exchange.readings import Reader, Reading
from paralattice.exchange.signals import signals_of
from paralattice.exchange.style_gates import STYLE_GATES, STYLE_TREE_GATES
from paralattice.exchange.tree_gates import TREE_GATES, Parsed
from paralattice.exchange.word_gates import WORD_GATES

BEFORE_PARSING = (*WORD_GATES, *FACT_GATES, *FAULT_GATES, *STYLE_GATES, *PRONOUN_GATES)
AFTER_PARSING = (*TREE_GATES, *FACT_TREE_GATES, *FAULT_TREE_GATES, *STYLE_TREE_GATES)
_COMBINATIONS = 400
"""Maximum number of combinations of operations of one frame and size that are written out."""


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
    """What exchange made of a cluster.

    Attributes
    ----------
    sentences
        The chosen sentences, best first.
    made
        Number of candidates that were written out.
    parsed
        Number of candidates that were parsed.
    refused
        Number of candidates that each gate refused, by the gate's name; ``score`` counts those below the
        option ``accept``, ``correction`` those that a language model would correct, ``choice`` those too
        near to a better one or beyond ``per_cluster``, and ``tried`` those that were not parsed because there
        were too many.
    """

    sentences: list[NewSentence] = field(default_factory=list)
    made: int = 0
    parsed: int = 0
    refused: Counter[str] = field(default_factory=Counter)


def exchange(
    readings: Sequence[Reading],
    read: Reader,
    options: ExchangeOptions,
    seed: int,
    score: Scorer | None = None,
) -> Exchange:
    """Return new sentences of a cluster.

    Parameters
    ----------
    readings
        How the parser reads each of the cluster's sentences.
    read
        Reads further sentences.
    options
        The options of exchange.
    seed
        Seed of the random choice among combinations, where there are too many.
    score
        A language model, whose signals are added; ``None`` for none.
    """
    rng = random.Random(seed)  # noqa: S311 - no secret
    used = readings[: options.sentences]
    trees = [reading.tree for reading in used]
    telling = Telling.of_trees(trees, columns_of(trees))
    context = Context(telling, options, used)
    made = Exchange()
    passed = list(_passing_words(context, made, rng))
    tried = _spread(passed, options.tried)
    made.refused["tried"] += len(passed) - len(tried)
    made.parsed = len(tried)
    parsed = list(_passing_trees(context, made, tried, read))
    scored = list(_scored(context, made, parsed, score))
    made.sentences, faulty = _chosen(scored, options, _faults(parsed, score))
    made.refused["correction"] += faulty
    made.refused["choice"] += len(scored) - len(made.sentences) - faulty
    return made


def _passing_words(context: Context, made: Exchange, rng: random.Random) -> Iterator[Candidate]:
    """Yield the distinct candidates that pass the gates of words."""
    seen: set[tuple[str, ...]] = set()
    for frame in context.telling.sentences:
        for candidate in candidates_of(
            context.telling, frame, context.options.operations, _COMBINATIONS, rng
        ):
            words = tuple(word.lower() for word in candidate.words)
            if words in seen:
                continue
            seen.add(words)
            made.made += 1
            gate = next((gate for gate in BEFORE_PARSING if not gate.allows(candidate, context)), None)
            if gate is None:
                yield candidate
            else:
                made.refused[gate.name] += 1


def _spread(candidates: Sequence[Candidate], count: int) -> list[Candidate]:
    """Return some candidates, in turn from the frames, those of few operations and no deletion first."""
    by_frame: dict[int, list[Candidate]] = {}
    for candidate in sorted(candidates, key=_cost):
        by_frame.setdefault(candidate.frame, []).append(candidate)
    rows = list(by_frame.values())
    turns = (row[turn] for turn in range(max(map(len, rows), default=0)) for row in rows if turn < len(row))
    return [candidate for _, candidate in zip(range(count), turns, strict=False)]


def _cost(candidate: Candidate) -> int:
    deletions = sum(operation.kind == DELETION for operation in candidate.operations)
    return len(candidate.operations) + 2 * deletions


def _passing_trees(
    context: Context, made: Exchange, candidates: Sequence[Candidate], read: Reader
) -> Iterator[Parsed]:
    """Yield the candidates that pass the gates of trees."""
    readings = read([candidate.words for candidate in candidates])
    for candidate, reading in zip(candidates, readings, strict=True):
        parsed = Parsed(candidate, reading)
        gate = next((gate for gate in AFTER_PARSING if not gate.allows(parsed, context)), None)
        if gate is None:
            yield parsed
        else:
            made.refused[gate.name] += 1


def _scored(
    context: Context, made: Exchange, passed: Sequence[Parsed], score: Scorer | None
) -> Iterator[NewSentence]:
    """Yield the candidates that score enough."""
    candidates = [parsed.candidate for parsed in passed]
    fluency = repeat({}) if score is None else fluency_signals(candidates, context.texts, score)
    for parsed, added in zip(passed, fluency, strict=False):
        signals = signals_of(parsed, context) | added
        mean = sum(signals.values()) / len(signals)
        if mean < context.options.accept:
            made.refused["score"] += 1
        else:
            distance = context.distance(parsed.candidate.words)
            yield NewSentence(parsed.candidate, mean, signals, distance)


Faults = Callable[[Sequence[NewSentence]], Sequence[bool]]
"""Returns for each sentence whether a language model would correct it."""


def _faults(passed: Sequence[Parsed], score: Scorer | None) -> Faults:
    """Return what asks a language model for faults; without one there are none."""
    if score is None:
        return lambda entries: [False] * len(entries)
    corrector = Corrector(score)
    sentences = {parsed.candidate: parsed.sentence for parsed in passed}
    return lambda entries: list(
        map(bool, corrector.needed([sentences[entry.candidate] for entry in entries]))
    )


def _chosen(
    scored: Iterable[NewSentence], options: ExchangeOptions, faults: Faults
) -> tuple[list[NewSentence], int]:
    """Return the best sentences without faults, none too near to a better one, and the number of faulty ones.

    What would be chosen is asked for faults together, and what takes the places of faulty sentences then.
    """
    ranked = sorted(scored, key=lambda entry: (-entry.score, entry.candidate.words))
    asked: dict[NewSentence, bool] = {}
    while True:
        best = _apart((entry for entry in ranked if not asked.get(entry, False)), options)
        new = [entry for entry in best if entry not in asked]
        if not new:
            return best, sum(asked.values())
        asked |= dict(zip(new, faults(new), strict=True))


def _apart(ranked: Iterable[NewSentence], options: ExchangeOptions) -> list[NewSentence]:
    """Return the first sentences, none too near to one before."""
    kept: list[NewSentence] = []
    texts: list[list[str]] = []
    for entry in ranked:
        words = [word.lower() for word in entry.candidate.words]
        if all(Levenshtein.distance(words, other) >= options.apart for other in texts):
            kept.append(entry)
            texts.append(words)
            if len(kept) == options.per_cluster:
                break
    return kept
