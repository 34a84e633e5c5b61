"""Ranks rewordings by a causal language model, and leaves out those that it finds much less probable."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from paralattice.rewording.phrasal_rewording import Rewording

Scorer = Callable[[Sequence[tuple[str, ...]]], Sequence[Sequence[float]]]
"""Returns for each sentence the log probability of each word after those before it, and of its end."""

FREE = 4.0
"""Largest fall of a sentence's natural log probability that any rewording may cause."""
WEIGHT = 0.3
"""Log-odds that a rewording loses with each unit of the fall."""


def fluent(
    words: Sequence[str], rewordings: Sequence[Rewording], score: Scorer, likely: float
) -> list[Rewording]:
    """Return the rewordings whose odds make up for the fall of the sentence's log probability, best first.

    A rewording whose edits are just likely enough may cause a fall of :data:`FREE`; each unit more must be
    made up for by :data:`WEIGHT` of log-odds. Rewordings are ranked by their log-odds less that of the fall.

    Parameters
    ----------
    words
        The cased sentence.
    score
        The language model.
    likely
        The minimum probability of an edit.
    """
    if not rewordings:
        return []
    own, *others = map(sum, score([tuple(words), *(rewording.words for rewording in rewordings)]))
    least = math.log(likely / (1 - likely))
    ranked = [
        (
            rewording.score * math.log(10) - least * len(rewording.edits) - WEIGHT * max(0.0, own - other),
            rewording,
        )
        for rewording, other in zip(rewordings, others, strict=True)
    ]
    ranked.sort(key=lambda item: -item[0])
    return [rewording for worth, rewording in ranked if worth >= -WEIGHT * FREE]
