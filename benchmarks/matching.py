"""Sentence matching of an event's documents against a plain script with scikit-learn.

    python benchmarks/matching.py --documents 50 --sentences 50

All pairs of documents are matched with Method 2 (Nelken & Shieber 2006).  The plain script vectorises each
pair anew, computes cosines and runs the dynamic programme in Python, on a sample of the pairs.  Both use the
same terms, and their matches are compared.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from itertools import combinations

import numpy as np

from paralattice.sentences import PAPER_MODELS
from paralattice.sentences.alignment import match_pairs
from paralattice.sentences.options import MatchOptions
from paralattice.sentences.terms import terms

MODEL = PAPER_MODELS["britannica"]


def make_event(documents, sentences, seed=1):
    """Return documents whose sentences share words like retellings, with the word frequencies of text."""
    rng = random.Random(seed)
    words = [f"w{number}" for number in range(4000)]
    weights = [1 / (rank + 2.7) for rank in range(len(words))]
    facts = [rng.choices(words, weights, k=22) for _ in range(2 * sentences)]
    event = []
    for _ in range(documents):
        told = sorted(rng.sample(range(len(facts)), sentences))
        event.append([" ".join(_retold(facts[fact], words, weights, rng)) for fact in told])
    return event


def _retold(fact, words, weights, rng):
    return [rng.choices(words, weights)[0] if rng.random() < 0.5 else word for word in fact]


def plain_matches(first, second):
    """Return the pairs that Method 2 chooses, by a straightforward implementation."""
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.preprocessing import normalize

    counts = CountVectorizer(binary=True, analyzer=terms, dtype=np.float64).fit_transform([*first, *second])
    idf = np.log(counts.shape[0] / np.asarray((counts > 0).sum(axis=0)).ravel())
    vectors = normalize(counts.multiply(idf).tocsr())
    values = (vectors[: len(first)] @ vectors[len(first) :].T).toarray()
    probabilities = 1 / (1 + np.exp(-(MODEL.intercept + MODEL.slope * np.minimum(values, 1))))
    return _chosen(probabilities)


def _chosen(probabilities):
    path = _path(probabilities)
    ranked = sorted(path, key=lambda cell: (-probabilities[cell], cell))
    rows, columns, chosen = {}, {}, set()
    for i, j in ranked:
        if rows.get(i, 0) < 2 and columns.get(j, 0) < 2 and probabilities[i, j] >= 0.005:
            chosen.add((i, j))
        rows[i], columns[j] = rows.get(i, 0) + 1, columns.get(j, 0) + 1
    likely = sorted(zip(*np.nonzero(probabilities > 0.65), strict=True), key=lambda c: (-probabilities[c], c))
    return sorted(chosen | {(int(i), int(j)) for i, j in likely[:5]})


def _path(probabilities):
    n, m = probabilities.shape
    sums, back = {}, {}
    for i in range(n):
        for j in range(m):
            before = [cell for cell in ((i - 1, j - 1), (i - 1, j), (i, j - 1)) if cell in sums]
            back[i, j] = max(before, key=sums.__getitem__, default=None)
            sums[i, j] = probabilities[i, j] + (sums[back[i, j]] if before else 0.0)
    path, cell = [], (n - 1, m - 1)
    while cell:
        path.append(cell)
        cell = back[cell]
    return path


def main():
    """Print milliseconds per pair of both, the ratio, and the memory."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--documents", type=int, default=50)
    parser.add_argument("--sentences", type=int, default=50)
    parser.add_argument("--plain-pairs", type=int, default=60, help="number of pairs for the plain script")
    arguments = parser.parse_args()
    event = make_event(arguments.documents, arguments.sentences)
    began = time.process_time()
    list(match_pairs(event[:2], [(0, 1)], MODEL))
    print(f"first pair, including the loading of compiled code: {time.process_time() - began:.2f} s")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    pairs = list(combinations(range(len(event)), 2))
    results = match_pairs(event, pairs, MODEL, MatchOptions())
    ours = {pair: found.pairs for pair, found in zip(pairs, results, strict=True)}
    taken = (time.process_time() - began) / len(ours)
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(
        f"ours: {len(ours)} pairs, {1000 * taken:.3f} ms per pair, memory +{(after - before) / 1024:.0f} MB"
    )
    pairs = list(combinations(range(len(event)), 2))[:: max(1, len(ours) // arguments.plain_pairs)]
    plain_matches(event[0], event[1])
    began = time.process_time()
    theirs = {pair: plain_matches(event[pair[0]], event[pair[1]]) for pair in pairs}
    plain = (time.process_time() - began) / len(pairs)
    same = sum(theirs[pair] == [tuple(row) for row in ours[pair].tolist()] for pair in pairs)
    print(
        f"plain: {len(pairs)} pairs, {1000 * plain:.2f} ms per pair; same matches in {same} of {len(pairs)}"
    )
    print(f"plain / ours: {plain / taken:.0f} x")


if __name__ == "__main__":
    main()
