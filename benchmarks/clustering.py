"""Sentence splitting, near duplicates and key-term clusters of a long document.

    python benchmarks/clustering.py --sentences 100000

The text is synthetic, with the word frequencies of English; every tenth sentence is a reprint of an
earlier one with one word changed.
"""

from __future__ import annotations

import argparse
import random
import resource
import time

from paralattice.adapters.text import split_sentences
from paralattice.clustering import gather_clusters
from paralattice.clustering.duplicates import near_duplicates
from paralattice.clustering.options import ClusterOptions
from paralattice.clustering.words import sentence_words
from paralattice.formats.corpora.key_terms import KeyTerm


def make_text(sentences, seed=1):
    """Return a text in which the frequency of word n is proportional to 1 / (n + 2.7)."""
    rng = random.Random(seed)
    words = [f"w{number}" for number in range(20_000)]
    weights = [1 / (rank + 2.7) for rank in range(len(words))]
    made = []
    for number in range(sentences):
        if number % 10 == 9:
            told = list(rng.choice(made))
            told[rng.randrange(len(told))] = rng.choice(words)
        else:
            told = rng.choices(words, weights, k=22)
        made.append(told)
    return "\n".join(f"{' '.join(told).capitalize()}." for told in made)


def timed(name, function):
    """Print processor time and the peak of memory so far; return the function's result."""
    began = time.process_time()
    result = function()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{name}: {time.process_time() - began:.1f} s, peak {peak:.0f} MB")
    return result


def main():
    """Print the time of each step."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sentences", type=int, default=100_000)
    arguments = parser.parse_args()
    text = make_text(arguments.sentences)
    sentences = timed("splitting", lambda: split_sentences(text))
    words = timed("words", lambda: [sentence_words(sentence) for sentence in sentences])
    originals = timed("near duplicates", lambda: near_duplicates(words, 0.9))
    repeated = sum(original != index for index, original in enumerate(originals))
    print(f"{len(sentences)} sentences, {repeated} near duplicates")
    terms = [KeyTerm(f"w{number}", (f"w{number}",)) for number in range(300, 400)]
    options = ClusterOptions(most=len(sentences))
    clusters = timed("clusters", lambda: gather_clusters([sentences], terms, options))
    print(f"{len(clusters)} clusters of {sum(len(cluster.members) for cluster in clusters)} sentences")


if __name__ == "__main__":
    main()
