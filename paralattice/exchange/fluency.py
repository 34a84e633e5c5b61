"""How probable the words of a new sentence are, and how much less than where they come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from paralattice.exchange.candidates import Candidate

Words = tuple[str, ...]

Scorer = Callable[[Sequence[Words]], Sequence[Sequence[float]]]
"""Returns for each sentence the natural log probability of each word after those before it, and of the end.

What it returns for a sentence must not depend on the others.
"""

_LEAST_SCALE = 10.0
_SUM_SCALE = 20.0
_PLAIN, _PLAIN_SCALE = -3.0, 4.0


def fluency_signals(
    candidates: Sequence[Candidate], texts: Sequence[Words], score: Scorer
) -> list[dict[str, float]]:
    """Return three signals of each candidate, from 0 (bad) to 1.

    A word's loss is its log probability in the candidate minus that in the sentence it was taken from.
    ``least`` is 1 if no word has a loss, 0 if a word has lost 10; ``losses`` is 0 if all words
    together have lost 20.  ``plain`` does not compare: it is 1 if a word's log probability is -3 on average,
    0 if it is -7, since losses forgive bad sources.

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


def _signals(
    candidate: Candidate, sources: Sequence[Sequence[float]], own: Sequence[float]
) -> dict[str, float]:
    """Return the signals of a candidate, given the scores of the cluster's sentences and its own."""
    falls = [
        min(0.0, here - sources[token.sentence][token.position])
        for here, token in zip(own, candidate.tokens, strict=False)
        if token.sentence >= 0
    ]
    words = own[: len(candidate.words)]
    signals = {
        "least": 1 + min(falls) / _LEAST_SCALE,
        "losses": 1 + sum(falls) / _SUM_SCALE,
        "plain": 1 + (sum(words) / len(words) - _PLAIN) / _PLAIN_SCALE,
    }
    return {name: min(1.0, max(0.0, value)) for name, value in signals.items()}
