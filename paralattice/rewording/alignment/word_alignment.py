"""Word alignment: IBM Model 1 and the HMM (Quirk et al. 2004, section 3.2; Och & Ney 2003).

A model gives the probability that the words of one sentence produce those of the other. One given word, or
the empty word, produces each word:

* Model 1 (Brown et al. 1993): ``P(S|T) = prod over s of sum over t of P(s|t) / (I + 1)``, where the I + 1
  words t include the empty word.
* HMM (Vogel et al. 1996; Och & Ney 2003): the word i that produces s depends on the word k that produced the
  previous word, by the distance between them:
  ``p(i | k, I) = (1 - e) ((1 - r) w(i - k) / sum over i' of w(i' - k) + r / I)``,
  where e is the probability of the empty word, which keeps k, and r the share of uniform steps. The first
  step starts from position -1.

A training iteration computes expected counts (:func:`expected_counts`), which can be computed per shard and
added, and then the next model (:func:`maximise`). The likelihood of the training data never falls. The best
weights w have no closed form, because they are normalised over the positions of each sentence; each iteration
takes some minorisation steps (Hunter 2004), none of which lowers the likelihood.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from paralattice.arrays import Floats, Longs
from paralattice.errors import RewordError
from paralattice.rewording.alignment.bitext import Bitext, Vocabulary, WordPair
from paralattice.rewording.options import WordAlignmentOptions

_WEIGHT_STEPS = 10


@dataclass(frozen=True, eq=False)
class AlignmentModel:
    """Probabilities of words given words, and of steps between given words.

    Attributes
    ----------
    vocabulary
        The words of both sides.
    entries
        (E,) Sorted keys of the pairs of words; see :class:`~paralattice.rewording.alignment.bitext.Bitext`.
    table
        (E,) P(produced | given).
    weights
        (2 L + 1,) Weight of each distance from -L to L, where L is the length of the longest given side;
        empty for Model 1.
    rules
        Probability of the empty word, and share of uniform steps; only used by the HMM.
    """

    vocabulary: Vocabulary
    entries: Longs
    table: Floats
    weights: Floats
    rules: tuple[float, float]

    @property
    def is_hmm(self) -> bool:
        """Whether the model is an HMM."""
        return len(self.weights) > 0

    def probability(self, given: str | None, produced: str) -> float:
        """Return P(produced | given), ``None`` for the empty word; 0 for words that never occur together."""
        base = len(self.vocabulary) + 1
        numbers = self.vocabulary.numbers
        one = 0 if given is None else numbers.get(given, len(self.vocabulary))
        key = one * base + numbers.get(produced, len(self.vocabulary))
        place = int(np.searchsorted(self.entries, key))
        found = place < len(self.entries) and self.entries[place] == key
        return float(self.table[place]) if found else 0.0


@dataclass(frozen=True, eq=False)
class ExpectedCounts:
    """Expected counts of one iteration over a shard; counts of shards can be added.

    Attributes
    ----------
    table
        (E,) Expected number of links of each pair of words.
    distances
        (2 L + 1,) Expected number of non-uniform steps of each distance; empty for Model 1.
    contexts
        (L + 1, L + 1) The same by the length of the given side and by the state before the step.
    log_likelihood
        Natural logarithm of the probability of all produced sides under the model.
    """

    table: Floats
    distances: Floats
    contexts: Floats
    log_likelihood: float


def start_model(
    vocabulary: Vocabulary, entries: Longs, options: WordAlignmentOptions = WordAlignmentOptions()
) -> AlignmentModel:
    """Return the initial Model 1, in which all words that occur with a given word are equally probable."""
    givens = entries // (len(vocabulary) + 1)
    table = 1 / np.bincount(givens, minlength=1)[givens]
    return AlignmentModel(
        vocabulary, entries, table, np.empty(0), (options.empty_probability, options.uniform_share)
    )


def start_hmm(model: AlignmentModel, longest: int) -> AlignmentModel:
    """Return the initial HMM, with the table of Model 1 and equal weights for all distances.

    Parameters
    ----------
    model
        A trained Model 1.
    longest
        Length of the longest given side in the training data.
    """
    return replace(model, weights=np.ones(2 * longest + 1))


def expected_counts(model: AlignmentModel, bitext: Bitext) -> ExpectedCounts:
    """Return the expected counts of a shard.

    Raises
    ------
    RewordError
        The model's table lacks a pair of words of the shard, or a sentence is longer than the weights allow.
    """
    from paralattice.rewording.kernels.aligning import count_hmm, count_model1

    cells = bitext.cells(model.entries)
    if len(cells) and cells.min() < 0:
        raise RewordError("the model's table lacks pairs of words of these sentence pairs")
    counts = np.zeros(len(model.table))
    if not model.is_hmm:
        likelihood = count_model1(cells, bitext.givens, bitext.produced, model.table, counts)
        return ExpectedCounts(counts, np.empty(0), np.empty((0, 0)), likelihood)
    longest = len(model.weights) // 2
    if len(bitext.givens) and bitext.givens.max() > longest:
        raise RewordError(f"a sentence is longer than the {longest} words that the model allows")
    distances, contexts = np.zeros(len(model.weights)), np.zeros((longest + 1, longest + 1))
    corpus = (cells, bitext.givens, bitext.produced)
    likelihood = count_hmm(corpus, model.table, model.weights, model.rules, (counts, distances, contexts))
    return ExpectedCounts(counts, distances, contexts, likelihood)


def maximise(model: AlignmentModel, counts: ExpectedCounts, prior: Floats | None = None) -> AlignmentModel:
    """Return the model of the next iteration.

    Parameters
    ----------
    model
        The model of this iteration.
    counts
        The expected counts of all shards.
    prior
        (E,) Pseudo-counts that are added to those of the table, or ``None``.
    """
    givens = model.entries // (len(model.vocabulary) + 1)
    links = counts.table if prior is None else counts.table + prior
    totals = np.bincount(givens, links, minlength=1)[givens]
    # A given word without expected counts keeps its probabilities.
    table = np.divide(links, totals, out=model.table.copy(), where=totals > 0)
    weights = _fit_weights(model.weights, counts) if model.is_hmm else model.weights
    return replace(model, table=table, weights=weights)


def _fit_weights(weights: Floats, counts: ExpectedCounts) -> Floats:
    """Return better weights of the distances; no step lowers the expected log-likelihood."""
    longest = len(weights) // 2
    sizes, rows = np.nonzero(counts.contexts)
    if not len(sizes):
        return weights
    expected = counts.contexts[sizes, rows]
    # From row k (word k - 1, 0-based) the distances 1 - k to size - k stay within the sentence.
    lows, highs = longest + 1 - rows, longest + 1 - rows + sizes
    for _ in range(_WEIGHT_STEPS):
        sums = np.concatenate([[0.0], np.cumsum(weights)])
        shares = expected / (sums[highs] - sums[lows])
        changes = np.bincount(lows, shares, len(weights) + 1) - np.bincount(highs, shares, len(weights) + 1)
        per_weight = np.cumsum(changes)[:-1]
        weights = np.divide(
            counts.distances, per_weight, out=np.zeros(len(weights)), where=counts.distances > 0
        )
        weights = weights / weights.sum()
    return weights


def align_words(model: AlignmentModel, pairs: Sequence[WordPair]) -> list[list[tuple[int, int]]]:
    """Return the links of the best alignment of each pair, exactly (Viterbi).

    Returns
    -------
    0-based positions in the given and in the produced sentence, sorted by the latter; each produced word has
    at most one link.
    """
    from paralattice.rewording.kernels.linking import best_hmm, best_model1

    bitext = Bitext.of_pairs(pairs, model.vocabulary)
    corpus: tuple[Any, Any, Any] = (bitext.cells(model.entries), bitext.givens, bitext.produced)
    if model.is_hmm:
        # Distances longer than in training have weight 0.
        beyond = max(int(bitext.givens.max(initial=0)) - len(model.weights) // 2, 0)
        best = best_hmm(corpus, model.table, np.pad(model.weights, beyond), model.rules)
    else:
        best = best_model1(*corpus, model.table)
    ends = np.cumsum(bitext.produced).tolist()
    lists = [best[end - len(pair[1]) : end].tolist() for end, pair in zip(ends, pairs, strict=True)]
    return [[(given, place) for place, given in enumerate(row) if given >= 0] for row in lists]
