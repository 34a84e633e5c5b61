"""Scores candidates with a language model, relative to the sources of their words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.operations import MOVE, RECAST, SourcedToken

Words = tuple[str, ...]

Scorer = Callable[[Sequence[Words]], Sequence[Sequence[float]]]
"""Returns for each sentence the natural log probability of each word after those before it.

The result for a sentence must not depend on the others.
"""

FLUENCY = ("least", "losses", "plain")
"""The names of the signals of a language model."""

_LEAST_SCALE = 10.0
_SUM_SCALE = 20.0
_PLAIN, _PLAIN_SCALE = -3.0, 4.0


def fluency_signals(
    candidates: Sequence[Candidate], texts: Sequence[Words], score: Scorer
) -> list[dict[str, float]]:
    """Return three signals of each candidate, from 0 (bad) to 1.

    A word's loss is its log probability in the candidate minus that in the sentence it was taken from.
    ``least`` is 1 if no word has a loss, 0 if a word has lost 10; ``losses`` is 0 if all words
    together have lost 20.  Words of the frame that were moved do not count for ``least``, and
    gains of other words offset their losses.  ``plain`` is absolute, since losses
    ignore faults of the sources: it is 1 if the mean log probability of a word is -3, 0 if it is -7.

    Parameters
    ----------
    texts
        The words of the cluster's sentences.
    """
    wanted = list(dict.fromkeys([*texts, *(candidate.words for candidate in candidates)]))
    scores = dict(zip(wanted, score(wanted), strict=True))
    return [
        _signals(candidate, [scores[text] for text in texts], scores[candidate.words])
        for candidate in candidates
    ]


def _moved(candidate: Candidate) -> set[SourcedToken]:
    """Return the words of the frame that were moved."""
    return {
        token
        for operation in candidate.operations
        if operation.kind in (MOVE, RECAST)
        for edit in operation.edits
        for token in edit.tokens
    }


def _signals(
    candidate: Candidate, sources: Sequence[Sequence[float]], own: Sequence[float]
) -> dict[str, float]:
    """Return the signals of a candidate, given the scores of the cluster's sentences and its own."""
    moved = _moved(candidate)
    changes = [
        (here - sources[token.sentence][token.position], token in moved)
        for here, token in zip(own, candidate.tokens, strict=True)
        if token.sentence >= 0
    ]
    falls = [min(0.0, change) for change, elsewhere in changes if not elsewhere]
    # A phrase that moves to the front is less probable there, and makes later words more probable.
    shifted = sum(change for change, elsewhere in changes if elsewhere or change > 0)
    signals = {
        "least": 1 + min(falls, default=0.0) / _LEAST_SCALE,
        "losses": 1 + (sum(falls) + min(0.0, shifted)) / _SUM_SCALE,
        "plain": 1 + (sum(own) / len(own) - _PLAIN) / _PLAIN_SCALE,
    }
    return {name: min(1.0, max(0.0, value)) for name, value in signals.items()}
