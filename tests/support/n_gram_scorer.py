"""A small n-gram model as the language model of a caller."""

from __future__ import annotations

import math

from paralattice.ngrams import train_language_model
from paralattice.scorer import Scorer


def scorer_of(*texts: str) -> Scorer:
    """Return a model of some sentences as a function that scores sentences."""
    model = train_language_model(text.split() for text in texts)
    return lambda sentences: [model.score(words) * math.log(10) for words in sentences]
