"""The log-linear model of an edit: the odds that a person would word a passage so, and not otherwise.

An edit replaces a phrase of a sentence. Its log-odds are a weighted sum of the scores of the replacement and
of the change of the sentence's probability under the language model. The weights are fitted to held-out
sentence pairs: wherever the other sentence of a pair lacks the old words, an edit is right if it has the new
ones. This conditional likelihood is the criterion, and not BLEU minus copying, because it asks of each edit
whether people made it; a score of whole sentences is dominated by the words that stay, and rewards changes of
function words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from attrs import asdict, astuple, evolve, frozen

from paralattice.errors import RewordError
from paralattice.formats.phrase_table import PhraseEntry
from paralattice.rewording.words.word_relations import Relation

# Scores in a phrase table, and changes under the language model, are kept within these bounds (log10).
_LEAST_SCORE = -6.0
_LANGUAGE_BOUNDS = (-4.0, 3.0)
_LEAST_LANGUAGE = 0.1
# Subtracted from the log-odds of words that only the sentence pairs relate. The weights are not fitted to it:
# people also write another word of another meaning, and held-out pairs do not tell the two apart.
_UNRELATED = math.log(6)
# The same once more if a single event shows them.
_ONE_EVENT = math.log(3)
# Weights that keep their prior value, and the precision, inverse to the variance, that keeps it.
_NOT_FITTED, _FIXED = ("synonym", "close"), 1e6
# Newton's method converges in fewer steps.
_STEPS = 25


@frozen
class EditWeights:
    """Weights of the log-odds (natural logarithm) of an edit.

    Attributes
    ----------
    direct, lexical, inverse, inverse_lexical
        Of log10 of P(T|S), of the lexical weight of T given S, of P(S|T), and of that of S given T.
    events
        Of the natural logarithm of the number of events.
    synonym, close
        Of a replacement by synonyms, and by words of close meaning.
    language
        Of the change of log10 of the sentence's probability.
    constant
        The log-odds of an edit whose features are all 0.
    likely
        Minimum probability of an edit that is made. It is not fitted, because many of the edits that people
        did not make are not wrong: they only chose a third wording.
    """

    direct: float = 0.5
    lexical: float = 0.9
    inverse: float = 0.0
    inverse_lexical: float = 0.1
    events: float = 0.9
    synonym: float = 1.1
    close: float = 0.3
    language: float = 0.15
    constant: float = -0.5
    likely: float = 0.01

    @classmethod
    def from_dict(cls, values: object) -> EditWeights:
        """Return the weights from the values of :meth:`to_dict`.

        Raises
        ------
        RewordError
            A weight is missing, unknown or no finite number.
        """
        names = asdict(cls()).keys()
        if not isinstance(values, dict) or values.keys() != names:
            raise RewordError(f"expected an object with the weights {', '.join(names)}")
        if not all(isinstance(value, float | int) and math.isfinite(value) for value in values.values()):
            raise RewordError("a weight is no finite number")
        return cls(**{name: float(value) for name, value in values.items()})

    def to_dict(self) -> dict[str, float]:
        """Return the weights as JSON values."""
        return asdict(self)

    def static(self, entry: PhraseEntry) -> float:
        """Return the part of the log-odds that does not depend on the sentence."""
        _, events, related = entry.counts
        unrelated = _UNRELATED + _ONE_EVENT * (events < 2) if related < Relation.CLOSE else 0.0
        return float(np.dot(features(entry, 0.0), astuple(self)[:-1])) - unrelated

    def in_context(self, change: float) -> float:
        """Return the part of the log-odds that a change of the sentence's log10-probability adds."""
        return self.language * _bounded(change)


def features(entry: PhraseEntry, change: float) -> list[float]:
    """Return the features of an edit, in the order of the weights.

    Parameters
    ----------
    entry
        The replacement, of :func:`~paralattice.rewording.phrase_scores.score_by_frequency`.
    change
        Change of log10 of the sentence's probability under the language model.
    """
    inverse, inverse_lexical, direct, lexical = (
        max(_LEAST_SCORE, math.log10(score)) if score > 0 else _LEAST_SCORE for score in entry.scores
    )
    _, events, related = entry.counts
    return [
        direct,
        lexical,
        inverse,
        inverse_lexical,
        math.log(events),
        float(related == Relation.SYNONYM),
        float(related == Relation.CLOSE),
        _bounded(change),
        1.0,
    ]


def _bounded(change: float) -> float:
    low, high = _LANGUAGE_BOUNDS
    return max(low, min(high, change))


def fit_weights(
    rows: Sequence[Sequence[float]],
    right: Sequence[float],
    prior: EditWeights,
    samples: Sequence[float] | None = None,
) -> EditWeights:
    """Return the weights with the largest posterior probability: logistic regression around given weights.

    Few samples leave the given weights nearly as they are. The weight of the language model has a minimum,
    because held-out pairs are grammatical themselves and do not show what it is for. Those of synonyms and of
    close words stay: people also write words that mean something else.

    Parameters
    ----------
    rows
        (n, 9) Features of the edits.
    right
        (n,) The share of people who made the edit: 0 to 1.
    prior
        The weights before any sample; the prior variance of each is 1.
    samples
        (n,) As how many independent samples each counts; by default 1.
    """
    mean = np.array(astuple(prior)[:-1])
    if not rows:
        return prior
    values, truth = np.array(rows, float), np.array(right, float)
    counts = np.ones(len(truth)) if samples is None else np.array(samples, float)
    precision = np.array([_FIXED if name in _NOT_FITTED else 1.0 for name in prior.to_dict()][:-1])
    weights = mean.copy()
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-np.clip(values @ weights, -30, 30)))
        slope = values.T @ (counts * (truth - chances)) - precision * (weights - mean)
        curve = (values.T * (counts * chances * (1 - chances))) @ values + np.diag(precision)
        weights = weights + np.linalg.solve(curve, slope)
    fitted = [*weights.tolist(), prior.likely]
    found = EditWeights.from_dict(dict(zip(prior.to_dict(), fitted, strict=True)))
    return evolve(found, language=max(found.language, _LEAST_LANGUAGE))
