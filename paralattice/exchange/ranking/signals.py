"""Computes the quality signals of a candidate, relative to its sources: each from 0 (bad) to 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from paralattice.english.inflection import key
from paralattice.english.words import is_content_word
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.parsed import Parsed
from paralattice.scorer import Scorer, log_probabilities
from paralattice.syntax.faults import tree_faults

Signal = Callable[[Parsed, Facts], float]

_SCORE_SCALE = 6.0
_LEAD_SCALE = 6.0
_LANGUAGE_SCALE = 2.0


def _clipped(value: float) -> float:
    return min(1.0, max(0.0, value))


def _fall(value: float, sources: float, scale: float) -> float:
    """Return 1 if a value is not below its source's, falling to 0 if it is lower by the scale."""
    return _clipped(1 + (value - sources) / scale)


def spans(parsed: Parsed, facts: Facts) -> float:
    """Compare the lowest scores of spans with those of the frame; 1 if they are not lower."""
    own = facts.readings[parsed.candidate.frame].lowest_score
    return _fall(parsed.reading.lowest_score, own, _SCORE_SCALE)


def labels(parsed: Parsed, facts: Facts) -> float:
    """Compare the lowest leads of labels with those of the frame; 1 if they are not lower."""
    own = facts.readings[parsed.candidate.frame].lowest_lead
    return _fall(parsed.reading.lowest_lead, own, _LEAD_SCALE)


def margin(parsed: Parsed, _: Facts) -> float:
    """Return the margin of the best tree, scaled: 1 from a margin of 2."""
    return _clipped(parsed.reading.margin / 2)


def sources(parsed: Parsed, facts: Facts) -> float:
    """Return the parser's confidence in the worst source; relative signals ignore bad sources."""
    worst = min(facts.readings[source].lowest_score for source in parsed.candidate.sources)
    return _clipped(worst / _SCORE_SCALE)


def repeats(parsed: Parsed, facts: Facts) -> float:
    """Return 1 if it repeats no more content words than the frame, a third less for each more."""
    return _clipped(
        1 - (_repeated(parsed.candidate.words) - _repeated(facts.texts[parsed.candidate.frame])) / 3
    )


def _repeated(words: tuple[str, ...]) -> int:
    bases = [key(word) for word in words if is_content_word(word)]
    return len(bases) - len(set(bases))


def trees(parsed: Parsed, _: Facts) -> float:
    """Return 1 for a tree without faults."""
    return 1 / (1 + tree_faults(parsed.sentence))


def joints(parsed: Parsed, facts: Facts) -> float:
    """Return the share of joints whose pair of tags occurs in the cluster."""
    pairs = [(facts.tag(one), facts.tag(other)) for one, other in parsed.candidate.joints]
    return sum(pair in facts.tag_bigrams for pair in pairs) / len(pairs) if pairs else 1.0


def keeping(parsed: Parsed, facts: Facts) -> float:
    """Return the number of content words relative to the frame's, at most 1."""
    return _clipped(
        _contents(parsed.candidate.words) / max(1, _contents(facts.texts[parsed.candidate.frame]))
    )


def _contents(words: tuple[str, ...]) -> int:
    return sum(map(is_content_word, words))


SIGNALS: dict[str, Signal] = {
    "spans": spans,
    "labels": labels,
    "margin": margin,
    "sources": sources,
    "repeats": repeats,
    "trees": trees,
    "joints": joints,
    "keeping": keeping,
}
"""The signals by name; a sentence's score is their mean."""

PLANNED = (sources, repeats, joints, keeping)
"""The signals that do not depend on the parse."""


def signals_of(parsed: Parsed, facts: Facts) -> dict[str, float]:
    """Return all signals of a candidate."""
    return {name: signal(parsed, facts) for name, signal in SIGNALS.items()}


def language_signals(passed: Sequence[Parsed], facts: Facts, score: Scorer) -> list[dict[str, float]]:
    """Compare the mean log probability of each candidate's tokens with that of its frame; 1 if not lower."""
    logs = log_probabilities(score, [*facts.texts, *(parsed.candidate.words for parsed in passed)])
    means = {words: fmean(row) for words, row in logs.items()}
    pairs = [(parsed.candidate.words, facts.texts[parsed.candidate.frame]) for parsed in passed]
    return [{"language": _fall(means[words], means[frame], _LANGUAGE_SCALE)} for words, frame in pairs]
