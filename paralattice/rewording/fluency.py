"""Leaves out rewordings that a causal language model finds much less probable than the sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paralattice.rewording.phrasal_rewording import Rewording

Scorer = Callable[[Sequence[tuple[str, ...]]], Sequence[Sequence[float]]]
"""Returns for each sentence the log probability of each word after those before it, and of its end."""

MOST = 6.0
"""Largest fall of a sentence's natural log probability that a rewording may cause."""


def fluent(words: Sequence[str], rewordings: Sequence[Rewording], score: Scorer) -> list[Rewording]:
    """Return the rewordings whose log probability is at most :data:`MOST` below that of the sentence.

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
    return [rewording for rewording, other in zip(rewordings, others, strict=True) if other >= own - MOST]
