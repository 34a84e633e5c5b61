"""Compares counts of a candidate with its sources."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.candidate import Candidate


def exceeds_sources(made: Candidate, facts: Facts, count: Callable[[Sequence[str]], int]) -> bool:
    """Return whether a count of words is higher than for every source."""
    own = count(made.words)
    return own > 0 and all(own > count(facts.texts[source]) for source in made.sources)


def repeats_more(own: Iterable[str], sources: Sequence[Counter[str]]) -> bool:
    """Return whether something occurs twice, and more often than in every source."""
    twice = [(one, count) for one, count in Counter(own).items() if count > 1]
    return bool(twice) and any(all(count > own[one] for own in sources) for one, count in twice)
