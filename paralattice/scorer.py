"""The door for a caller's own language model, which scores sentences."""

from collections.abc import Callable, Iterable, Sequence

from paralattice.errors import OptionError

Words = tuple[str, ...]

Scorer = Callable[[Sequence[Words]], Iterable[Iterable[float]]]
"""Returns for each sentence the natural log probability of each token, given the tokens before it.

Sentences come as words; the model may split these into smaller tokens.
"""


def log_probabilities(score: Scorer, sentences: Iterable[Words]) -> dict[Words, list[float]]:
    """Return the log probabilities of the tokens of each sentence; equal sentences are scored once.

    Raises
    ------
    OptionError
        The scorer does not return at least one number for each sentence.
    """
    distinct = list(dict.fromkeys(sentences))
    rows = [list(map(float, row)) for row in score(distinct)]
    if len(rows) != len(distinct) or not all(rows):
        raise OptionError(f"score must return at least one number for each of the {len(distinct)} sentences")
    return dict(zip(distinct, rows, strict=True))
