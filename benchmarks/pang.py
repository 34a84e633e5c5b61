"""Lattices made of trees on groups of translations: ``python benchmarks/pang.py [--trees FILE]``.

The tables of Pang, Knight and Marcu (2003) that need no judge and no language
model, on ``../shared/data/translations/groups11.txt`` or a file of that format,
beside the paper's figures.  The default parser parses the sentences; ``--trees
FILE`` keeps the trees, or reads them if the file exists.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from collections import Counter
from itertools import groupby
from pathlib import Path

from paralattice.adapters.options import ParseOptions
from paralattice.align import align
from paralattice.formats.corpora.groups import read_groups
from paralattice.formats.trees import read_trees, write_tree
from paralattice.lattice import (
    Arc,
    Reference,
    WordLattice,
    count_paths,
    extract_pairs,
    from_alignment,
    from_trees,
    leave_one_out,
    path_bins,
    reference_curve,
    repetitions,
    squeeze,
)
from paralattice.lattice.counts.gain import curve_table, edgain, edgain_ranges
from paralattice.lattice.counts.repetition import summarise_repetitions
from paralattice.lattice.forests.merging import tree_words
from paralattice.lattice.options import PairOptions, PangOptions
from paralattice.lattice.preparing import prepare_lattices
from paralattice.syntax.tree import Tree

GROUPS = Path(__file__).resolve().parents[2] / "shared" / "data" / "translations" / "groups11.txt"
PAPER_BINS = {10: (22749, 775, 10.0, 5.2), 20: (172386, 4468, 12.1, 6.2)}
PAPER_BINS |= {30: (3479544, 29202, 15.1, 5.8), 45: (684589, 4135, 13.4, 4.5)}
PAPER_CURVE = "5.65 3.66 2.71 2.10 1.56 1.18 0.79 0.49 0.21 0".split()  # noqa: SIM905
PAPER_GAIN = "0 0.19 0.33 0.46 0.56 0.65 0.75 0.81 0.89 0.93".split()  # noqa: SIM905


def read(path, trees):
    """Return (name, trees) of each group."""
    entries = read_groups(path.read_bytes(), str(path))
    if trees is not None and trees.exists():
        parsed = read_trees(trees.read_text("utf-8").splitlines(), str(trees))
    else:
        parsed = parse([entry.sentence for entry in entries])
        if trees is not None:
            trees.write_text("".join(f"{write_tree(tree)}\n" for tree in parsed), "utf-8")
    pairs = zip(entries, parsed, strict=True)
    return [
        (name, [tree for _, tree in members])
        for name, members in groupby(pairs, lambda pair: pair[0].cluster)
    ]


def parse(sentences):
    """Return the trees of raw sentences."""
    from paralattice.adapters.parser import load_parser
    from paralattice.adapters.text import tokenize

    started = time.perf_counter()
    parses = load_parser(ParseOptions()).parse([tokenize(sentence) for sentence in sentences])
    print(f"{len(parses)} sentences parsed in {time.perf_counter() - started:.0f} s\n")
    return [each.tree for each in parses]


def built(groups, options):
    """Return the lattices of all groups, and the processor milliseconds of each."""
    made, times = [], []
    for _, trees in groups:
        started = time.process_time()
        made.append(from_trees(trees, options))
        times.append(1000 * (time.process_time() - started))
    return made, times


def print_paths(groups):
    """Print Table 3, and the time per group."""
    for title, options in (
        ("squeezed", PangOptions()),
        ("not squeezed", PangOptions(squeeze=False)),
        ("squeezed, without the keyword check", PangOptions(keyword_check=False)),
    ):
        made, times = built(groups, options)
        figures = [(statistics.fmean(map(len, each.sentences)), count_paths(each.lattice)) for each in made]
        arcs = sum(len(each.lattice.arcs) for each in made)
        print(f"{title}: {statistics.median(times):.1f} ms per group, at most {max(times):.1f}, {arcs} arcs")
        print("  length  groups   max N  (paper)    mean N (paper)  max ln N (paper)  mean ln N (paper)")
        for row in path_bins(figures):
            if row.lattices:
                paper = PAPER_BINS.get(row.up_to, ("", "", "", ""))
                print(
                    f"  {row.above:>2}-{row.up_to or '':<4} {row.lattices:>5} {row.most:>9} {paper[0]:>8}"
                    f" {row.mean:>8} {paper[1]:>7} {row.most_log:>9.1f} {paper[2]:>6}"
                    f" {row.mean_log:>9.1f} {paper[3]:>6}"
                )
    print()


def print_repetitions(groups):
    """Print the repetition ratios of section 4.2.2."""
    rows = {
        "trees": lambda made: made.lattice,
        "V1": lambda made: from_alignment(made.sentences, align(made.sentences, "V1").merged.columns),
    }
    print("repetition ratio   words   mean    share above 0   mean of these   (paper)")
    papers = {"trees": "0.0035  2.16%  0.162", "V1": "0.0305  14.76%  0.207 (their MSA)"}
    made, _ = built(groups, PangOptions())
    for name, lattice_of in rows.items():
        ratios = [each.ratio for one in made for each in repetitions(lattice_of(one), one.sentences)]
        got = summarise_repetitions(ratios)
        print(
            f"  {name:<14} {got.words:>7}  {got.mean:.4f}  {got.nonzero:>10.2%} {got.mean_nonzero:>14.3f}"
            f"       {papers[name]}"
        )
    print()


def print_gains(groups):
    """Print Tables 5 and 6."""
    gains, curves = [], []
    started = time.perf_counter()
    for number, (_, trees) in enumerate(groups):
        sentences = [tree_words(tree) for tree in trees]

        def build(chosen, trees=trees):
            return from_trees([trees[place] for place in chosen], PangOptions()).lattice

        gains.append(edgain(leave_one_out(sentences, build)))
        curves.append(reference_curve(sentences, build, number))
    print(
        f"edgain: mean {statistics.fmean(gains):.2f} (paper 0.91), standard deviation"
        f" {statistics.stdev(gains):.2f} (0.78); by ranges of 1: {edgain_ranges(gains)}"
    )
    print("  n   ed(FSA n) - ed(FSA N)   (paper)   ed(input n) - ed(FSA n)   (paper)")
    most = max(map(len, curves))
    for row in curve_table([curve for curve in curves if len(curve) == most]):
        place = row.references - 1
        more, gain = (PAPER_CURVE[place], PAPER_GAIN[place]) if most == len(PAPER_CURVE) else ("", "")
        print(
            f"  {row.references:>2} {row.more:>10.2f} +- {row.more_deviation:<8.2f} {more:>8}"
            f" {row.gain:>14.2f} +- {row.gain_deviation:<8.2f} {gain:>8}"
        )
    print(f"  {time.perf_counter() - started:.0f} s\n")


def print_pairs(groups):
    """Print the numbers of pairs of section 4.1."""
    made, _ = built(groups, PangOptions())
    for options in (PairOptions(), PairOptions(composed=False)):
        started = time.process_time()
        found = [
            (name, extract_pairs(one.lattice, options)) for (name, _), one in zip(groups, made, strict=True)
        ]
        seconds = time.process_time() - started
        groups_of = Counter(pair for _, each in found for pair in each.pairs)
        several = sum(count > 1 for count in groups_of.values())
        lexical = sum(len(pair.first) == len(pair.second) == 1 for pair in groups_of)
        print(
            f"pairs, composed ones {'with' if options.composed else 'left out'}: {len(groups_of)},"
            f" of single words {lexical}, in more than one group {several};"
            f" {seconds:.1f} s; left out {sum(each.unread for _, each in found)} paths"
        )
    print("  (paper: 8666 of 899 groups, of single words 3217, in more than one group 1051)\n")


# The grammar of random trees: rules by label, the most probable first, and numbers of words by tag.
RULES = {
    "S": [("NP", "VP", "."), ("PP", ",", "NP", "VP", "."), ("NP", "VP", "PP", ".")],
    "NP": [("DT", "NN"), ("DT", "JJ", "NN"), ("NP", "PP"), ("NNP",)],
    "VP": [("VBD", "NP"), ("VBD", "NP", "PP"), ("VBD", "SBAR"), ("VP", "CC", "VP")],
    "PP": [("IN", "NP")],
    "SBAR": [("IN", "S")],
}
WORDS = {
    "DT": 4, "NN": 30, "JJ": 12, "NNP": 8, "VBD": 16, "IN": 8, "CC": 2, ",": 1, ".": 1,
}  # fmt: skip


def grown(rng, label, depth=4):
    """Return a random tree."""
    if label in WORDS:
        return Tree(label, word=f"{label.lower()}{rng.randrange(WORDS[label])}")
    rules = RULES[label]
    rule = rules[min(int(rng.expovariate(1.2)), len(rules) - 1)] if depth > 0 else rules[0]
    return Tree(label, tuple(grown(rng, child, depth - 1) for child in rule))


def print_growth(groups):
    """Print time, arcs and paths of growing groups: random trees, and joined real groups."""
    rng = random.Random(1)
    pool = [tree for _, trees in groups for tree in trees] if groups else []
    kinds = {"random trees": [grown(rng, "S") for _ in range(300)], "groups joined": pool[:300]}
    for title, trees in kinds.items():
        print(
            f"{title}: sentences, arcs before and after squeezing, log10 of paths, ms to merge, ms to squeeze"
        )
        print("  and microseconds to squeeze, divided by arcs x log2 of arcs")
        for size in (10, 30, 100, 300):
            if len(trees) < size:
                continue
            merging, squeezing = [], []
            for _ in range(5):
                started = time.process_time()
                made = from_trees(trees[:size], PangOptions(squeeze=False)).lattice
                merged = time.process_time()
                small = squeeze(made)[0]
                merging.append(merged - started)
                squeezing.append(time.process_time() - merged)
            arcs, spent = len(made.arcs), statistics.median(squeezing)
            print(
                f"  {size:>4} {arcs:>7} {len(small.arcs):>7} {math.log10(count_paths(small)):>8.1f}"
                f" {1000 * statistics.median(merging):>8.1f} {1000 * spent:>8.1f}"
                f" {1e6 * spent / (arcs * math.log2(arcs)):>8.2f}"
            )
    print()


def print_distance():
    """Print the time of the edit distance on a lattice of 10,000 arcs."""
    rng = random.Random(1)
    states = 2501
    words = [f"w{number}" for number in range(400)]
    arcs = {(state, state + 1, rng.choice(words)) for state in range(states - 1)}
    while len(arcs) < 10_000:
        source = rng.randrange(states - 1)
        arcs.add((source, min(states - 1, source + rng.randint(1, 6)), rng.choice(words)))
    lattice = WordLattice(0, states - 1, states, tuple(Arc(*arc) for arc in sorted(arcs)))
    sentence = [rng.choice(words) for _ in range(40)]
    prepare_lattices()
    times = []
    for _ in range(21):
        started = time.perf_counter()
        reference = Reference(lattice)
        prepared = time.perf_counter()
        reference.distance(sentence)
        measured = time.perf_counter()
        reference.nearest(sentence)
        times.append((prepared - started, measured - prepared, time.perf_counter() - measured))
    first, second, third = (1000 * statistics.median(column) for column in zip(*times, strict=True))
    print(
        f"edit distance, {len(arcs)} arcs x {len(sentence)} words: preparing {first:.2f} ms,"
        f" distance {second:.2f} ms, nearest path {third:.2f} ms"
    )


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--groups", type=Path, default=GROUPS)
    parser.add_argument("--trees", type=Path, help="file of the trees, one per line")
    arguments = parser.parse_args()
    if arguments.groups.exists():
        everything = read(arguments.groups, arguments.trees)
        lengths = [statistics.fmean(len(tree_words(tree)) for tree in trees) for _, trees in everything]
        print(f"{len(everything)} groups, {statistics.fmean(lengths):.1f} words per sentence\n")
        print_paths(everything)
        print_repetitions(everything)
        print_gains(everything)
        print_pairs(everything)
        print_growth(everything)
    else:
        print(f"{arguments.groups} is absent: only growth and the edit distance are measured\n")
        print_growth([])
    print_distance()


if __name__ == "__main__":
    main()
