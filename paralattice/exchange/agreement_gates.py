"""Gates of agreement: what the cluster tells otherwise, or the sentence tells already in other words."""

from __future__ import annotations

from collections import Counter

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.gates import Context, Gate
from paralattice.exchange.kin import families


def tells_as_most(candidate: Candidate, context: Context) -> bool:
    """Return whether no day, date, number or age is told otherwise by most sentences."""
    return not any((token.sentence, token.position) in context.minority for token in candidate.tokens)


def has_no_kin(candidate: Candidate, context: Context) -> bool:
    """Return whether no two words of a family come from two sentences, unless a source has as many."""
    counts = Counter(families(candidate.words))
    most: Counter[str] = Counter()
    for source in candidate.sources:
        most |= context.families[source]
    return all(count < 2 or count <= most[name] for name, count in counts.items())


AGREEMENT_GATES = (
    Gate("minority", "most sentences tell a day, a number or an age of it otherwise", tells_as_most),
    Gate("kin", "it says something twice in two words of a family", has_no_kin),
)
"""The gates of agreement, in the order in which they are asked."""
