"""Tests whether two tokens match (Shen et al. 2006, Figure 4); compiled."""

import numpy as np

from paralattice.align.kernels.values import Index, Rules, Tokens
from paralattice.compiling import inner


@inner
def iob_score(rules: Rules, difference: int) -> float:
    """Return the score of two IOB values; `difference` is the xor of their numbers."""
    if difference == 0:
        return rules.exact
    return rules.partial if difference >> rules.label_shift == 0 else rules.none


@inner
def reaches(rules: Rules, own: float, relations: tuple[Index, Index, Index], step: Index) -> bool:
    """Return whether the sum of IOB score and trace score reaches the threshold.

    Parameters
    ----------
    rules
        The scores.
    own
        Score of the two tokens' own IOB values.
    relations
        Numbers of compared trace elements that are equal, share only the label,
        or share neither.
    step
        Difference of the traces' lengths.
    """
    exact, partial, none = relations
    compared = exact * rules.exact + partial * rules.partial + none * rules.none
    return own + rules.weight * compared - rules.discount * step >= rules.threshold


@inner
def features_match(tokens: Tokens, rules: Rules, first: int, second: int) -> bool:
    """Return whether two tokens of the same word match, ignoring their relative positions."""
    if tokens.tags[first] != tokens.tags[second]:
        return False
    own = iob_score(rules, tokens.iobs[first] ^ tokens.iobs[second])
    here, there = tokens.traces[first], tokens.traces[second]
    begin, begin_there = tokens.trace_starts[here], tokens.trace_starts[there]
    length = tokens.trace_starts[here + 1] - begin
    length_there = tokens.trace_starts[there + 1] - begin_there
    exact, labels = np.int64(0), np.int64(0)
    common = min(length, length_there)
    for k in range(common):
        difference = tokens.trace_values[begin + k] ^ tokens.trace_values[begin_there + k]
        exact += difference == 0
        labels += difference >> rules.label_shift == 0
    relations = (exact, labels - exact, common - labels)
    return reaches(rules, own, relations, abs(length - length_there))
