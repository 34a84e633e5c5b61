"""Ranks rewordings by a causal language model, and leaves out those that it finds much less probable."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from paralattice.rewording.phrasal_rewording import Rewording

Scorer = Callable[[Sequence[tuple[str, ...]]], Sequence[Sequence[float]]]
"""Returns for each sentence the log probability of each word after those before it, and of its end."""

MOST = 6.0
"""Largest fall of a sentence's natural log probability that a rewording may cause."""
_WEIGHT = 0.2
"""The fall of the log-odds of a rewording with each unit by which its log probability falls."""


def fluent(words: Sequence[str], rewordings: Sequence[Rewording], score: Scorer) -> list[Rewording]:
    """Return the rewordings whose log probability is at most :data:`MOST` below that of the sentence.

    The best comes first: that with the largest odds, less a part of the fall.

    Parameters
    ----------
    words
        The cased sentence.
    score
        The language model.
    """
    if not rewordings:
        return []
    own, *others = map(sum, score([tuple(words), *(rewording.words for rewording in rewordings)]))
    falls = [max(0.0, own - other) for other in others]
    kept = [(one, fall) for one, fall in zip(rewordings, falls, strict=True) if fall <= MOST]
    kept.sort(key=lambda item: _WEIGHT * item[1] - item[0].score * math.log(10))
    return [rewording for rewording, _ in kept]
