"""Speed of the decoder: ``python benchmarks/decoding.py [--pairs N] [--replacements K] [FILE...]``.

Takes N pairs of sentences of the same group from files of groups (docs/formats.md), by default those in
``../shared/data/translations``, builds replacements and a trigram model from them, and paraphrases held-out
sentences of about 20 words.  Times are processor time; kernels are compiled before.
"""

from __future__ import annotations

import argparse
import resource
import time
from itertools import combinations, groupby
from pathlib import Path

from paralattice.formats.corpora.groups import read_groups
from paralattice.ngrams import train_language_model
from paralattice.ngrams.options import LanguageModelOptions
from paralattice.rewording.alignment.shard_training import align_both_directions, train_both_directions
from paralattice.rewording.alignment.symmetrise import symmetrise
from paralattice.rewording.decoding.decoder import ReplacementTable, best_paraphrases, generation_lattice
from paralattice.rewording.options import DecodeOptions
from paralattice.rewording.phrases import count_phrases, score_phrases

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def groups(paths):
    """Yield the sentences of each group, words lower-cased."""
    for path in paths:
        entries = read_groups(path.read_bytes(), str(path))
        for _, group in groupby(entries, key=lambda entry: entry.cluster):
            yield [[word.lower() for word in entry.sentence.split()] for entry in group]


def timed(name, call):
    """Print the time of a call; return its result."""
    begin = time.process_time()
    result = call()
    print(f"{name}: {time.process_time() - begin:.1f} s", flush=True)
    return result


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--pairs", type=int, default=50_000)
    parser.add_argument("--replacements", type=int, nargs="*", default=[20])
    arguments = parser.parse_args()
    files = arguments.files or sorted((DATA / "translations").glob("*.txt"))
    found = list(groups(files))
    asked = [words for group in found[::20] for words in group if 18 <= len(words) <= 22][:200]
    rest = [group for place, group in enumerate(found) if place % 20]
    pairs = [
        pair
        for group in rest
        for pair in combinations(group, 2)
        if all(0 < len(words) <= 50 for words in pair)
    ]
    pairs = pairs[: arguments.pairs]
    model1, *models = timed(f"trained on {len(pairs)} pairs", lambda: train_both_directions(pairs))
    both = timed("pairs aligned", lambda: align_both_directions(pairs, *models))
    alignments = [symmetrise(one, other) for one, other in both]
    counts = timed("phrases", lambda: count_phrases(pairs, alignments))
    entries = timed(f"scores of {len(counts)}", lambda: score_phrases(counts, model1))
    table = timed("trie", lambda: ReplacementTable(entries))
    model = timed(
        "trigrams",
        lambda: train_language_model(
            (words for group in rest for words in group), LanguageModelOptions(order=3)
        ),
    )
    print(f"{len(table)} replacements, trigram model {model.sizes}")
    for replacements in arguments.replacements:
        options = DecodeOptions(replacements=replacements)
        best_paraphrases(asked[0], table, model, options)
        edges = sum(len(generation_lattice(words, table, options).edges) for words in asked) / len(asked)
        begin = time.process_time()
        for words in asked:
            best_paraphrases(words, table, model, options)
        speed = len(asked) / (time.process_time() - begin)
        print(f"{replacements} replacements per phrase, {edges:.0f} edges: {speed:.1f} sentences per second")
    print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.1f} GB")


if __name__ == "__main__":
    main()
