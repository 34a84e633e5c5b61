"""Gates that compare a candidate with the facts of the other sentences and with itself."""

from __future__ import annotations

from collections import Counter

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.gates import Gate, GateContext
from paralattice.exchange.word_families import families


def has_no_minority_value(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no day, date, number or age conflicts with that of more sentences."""
    return not any((token.sentence, token.position) in context.minority for token in candidate.tokens)


def has_no_repeated_family(candidate: Candidate, context: GateContext) -> bool:
    """Return whether no two words are of one family (*fire*, *blaze*), unless a source has as many."""
    counts = Counter(families(candidate.words))
    most: Counter[str] = Counter()
    for source in candidate.sources:
        most |= context.families[source]
    return all(count < 2 or count <= most[name] for name, count in counts.items())


CONSISTENCY_GATES = (
    Gate("minority", "most sentences tell a day, a number or an age of it otherwise", has_no_minority_value),
    Gate("kin", "it says something twice in two words of a family", has_no_repeated_family),
)
"""The gates of consistency, in the order in which they run."""
