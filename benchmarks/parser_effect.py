"""Effect of a parser on alignments: ``python benchmarks/parser_effect.py OLD [NEW] [--corpus FOLDER]``.

Both parsers, named as for `--parser`, parse every sentence of the clusters (tokenised text, one sentence per
line; by default the news clusters or the example corpus).  The script prints figures of the alignments and
lattices of the syntactic versions, and examples of pairs of sentences that are aligned differently.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from corpora import EXAMPLE, NEWS

from paralattice.adapters.options import ParseOptions
from paralattice.align import DEFAULT_STOP_WORDS, align_pair, encode, merge, score_pairs
from paralattice.align.versions import version_named
from paralattice.errors import BuildError
from paralattice.lattice import count_distinct, count_paths, from_alignment
from paralattice.run_options import Options

VERSIONS = ("V3", "V4", "V5")
OPTIONS = Options()
LONGEST_SHOWN = 24


class Outcome(NamedTuple):
    """Figures of one cluster and version: tokens, those that share a column, paths, novel sentences.

    ``pairs`` has the aligned tokens of each pair of sentences, by the numbers of the sentences.
    """

    tokens: int
    together: int
    paths: int
    novel: int | None
    pairs: dict[tuple[int, int], tuple[tuple[int, int], ...]]


def clusters_of(folder):
    """Return the sentences of each file, as tuples of words."""
    files = sorted(folder.glob("*.txt"))
    clusters = [[tuple(line.split()) for line in path.read_text("utf-8").splitlines()] for path in files]
    return [[sentence for sentence in cluster if sentence] for cluster in clusters]


def featured(parser, clusters):
    """Return each cluster's sentences with the features of their trees."""
    from paralattice.adapters.parser import load_parser
    from paralattice.syntax.chunking import chunk

    wanted = sorted({sentence for cluster in clusters for sentence in cluster})
    parses = dict(zip(wanted, load_parser(ParseOptions(parser=parser)).parse(wanted), strict=True))
    return [[chunk(parses[sentence].tree) for sentence in cluster] for cluster in clusters]


def outcome(sentences, name):
    """Align and build a cluster."""
    version, options = version_named(name), OPTIONS.align
    encoded = encode(sentences, options, DEFAULT_STOP_WORDS)
    merged = merge(encoded, score_pairs(encoded, version, options), version, options)
    words = [sentence.words for sentence in sentences]
    lattice = from_alignment(words, [column.tolist() for column in merged.columns])
    held = Counter(int(place) for columns in merged.columns for place in columns)
    pairs = {
        (first, second): tuple(
            map(tuple, align_pair(encoded, first, second, version, options).pairs.tolist())
        )
        for first, second in combinations(range(len(sentences)), 2)
    }
    try:
        novel = count_distinct(lattice, OPTIONS.build.distinct_limit) - len(set(words))
    except BuildError:
        novel = None
    together = sum(count for count in held.values() if count > 1)
    return Outcome(held.total(), together, count_paths(lattice), novel, pairs)


def figures(outcomes):
    """Return a row: share of tokens aligned, aligned tokens of all pairs, paths and novel sentences."""
    tokens = sum(each.tokens for each in outcomes)
    together = sum(each.together for each in outcomes)
    aligned = sum(len(pair) for each in outcomes for pair in each.pairs.values())
    paths = [math.log10(each.paths) for each in outcomes]
    known = [each.novel for each in outcomes if each.novel is not None]
    more = sum(novel > 0 for novel in known) + len(outcomes) - len(known)
    return (
        f"{together:,} of {tokens:,} ({together / tokens:.1%}) | {aligned:,} | "
        f"{sum(paths) / len(paths):.3f} | {statistics.median(known):,.0f} | {more} of {len(outcomes)}"
    )


def shown(sentences, pair, matches):
    """Return two sentences with their aligned words in brackets."""
    texts = []
    for side, number in enumerate(pair):
        held = {match[side] for match in matches}
        words = sentences[number].words
        texts.append(" ".join(f"[{word}]" if at in held else word for at, word in enumerate(words)))
    return texts


def examples(name, clusters, outcomes, count):
    """Print random pairs of sentences that are aligned differently."""
    old, new = outcomes
    changed = [
        (cluster, pair)
        for cluster, (before, after) in enumerate(zip(old, new, strict=True))
        for pair in before.pairs
        if before.pairs[pair] != after.pairs[pair]
    ]
    total = sum(len(each.pairs) for each in old)
    print(f"\n{name}: {len(changed):,} of {total:,} sentence pairs are aligned differently; random examples:")
    short = [
        entry
        for entry in changed
        if all(len(clusters[entry[0]][number].words) <= LONGEST_SHOWN for number in entry[1])
    ]
    for cluster, pair in random.Random(2006).sample(short, min(count, len(short))):
        for label, side in zip(("old", "new"), (old, new), strict=True):
            for text in shown(clusters[cluster], pair, side[cluster].pairs[pair]):
                print(f"  {label}  {text}")
        print()


def main():
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", help="a parser, as --parser takes it")
    parser.add_argument("new", nargs="?", default="default")
    parser.add_argument("--corpus", type=Path, default=NEWS if NEWS.is_dir() else EXAMPLE)
    parser.add_argument("--show", type=int, default=5, help="number of examples of each version")
    arguments = parser.parse_args()
    texts = clusters_of(arguments.corpus)
    both = [featured(name, texts) for name in (arguments.old, arguments.new)]
    print(
        f"{len(texts)} clusters, {sum(map(len, texts)):,} sentences; old {arguments.old}, new {arguments.new}"
    )
    print(
        "| | tokens that share a column | aligned tokens of all pairs | log10 paths, mean | novel, median |"
        " clusters with novel sentences |\n|---|---|---|---|---|---|"
    )
    for name in VERSIONS:
        outcomes = [[outcome(sentences, name) for sentences in clusters] for clusters in both]
        for label, side in zip(("old", "new"), outcomes, strict=True):
            print(f"| {name}, {label} | {figures(side)} |")
        if name != "V3":
            examples(name, both[0], outcomes, arguments.show)


if __name__ == "__main__":
    main()
