"""How much less probable words are in a new sentence than where they come from."""

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


def fluency_signals(
    candidates: Sequence[Candidate], texts: Sequence[Words], score: Scorer
) -> list[dict[str, float]]:
    """Return two signals of each candidate, from 0 (bad) to 1.

    A word's loss is its log probability in the candidate minus that in the sentence it was taken from.
    ``least`` is 1 if no word has a loss, 0 if a word has lost 10; ``losses`` is 0 if all words
    together have lost 20.

    Parameters
    ----------
    texts
        The words of the cluster's sentences.
    """
    wanted = list(dict.fromkeys([*texts, *(candidate.words for candidate in candidates)]))
    scores = dict(zip(wanted, score(wanted), strict=True))
    found = []
    for candidate in candidates:
        falls = [
            min(0.0, own - scores[texts[token.sentence]][token.position])
            for own, token in zip(scores[candidate.words], candidate.tokens, strict=False)
            if token.sentence >= 0
        ]
        found.append(
            {
                "least": max(0.0, 1 + min(falls) / _LEAST_SCALE),
                "losses": max(0.0, 1 + sum(falls) / _SUM_SCALE),
            }
        )
    return found
