"""What each rule and signal of V6 contributes: ``python benchmarks/exchange.py [--clusters N] [FOLDER]``.

``--only alignment`` leaves out the evidence of the alignment alone, and prints the sentences that it gives.
``--only yield`` leaves out nothing, and prints in how many clusters there are five sentences or more, and
three or more without a deletion, with the seeds of a run; ``--of 6`` takes six random sentences of each
cluster.
``--only rules`` prints for each rule how many candidates it is the first to refuse, how many it refuses, how
many of these no other rule of its kind refuses, the sentences without it, and its processor time for a
candidate.  What a rule is the first to need of a cluster, which others then use too, counts as its time.

Takes every K-th cluster of a folder of tokenised clusters (one sentence a line), N in all, and makes their
new sentences: with everything, and leaving out one rule or signal after the other.  For each it prints how
many candidates the rule is the first to refuse, how many sentences there are without it, and how many of
these are not among those made with everything.  Sentences are parsed once.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from functools import partial
from pathlib import Path
from statistics import mean

import torch

from paralattice.adapters.exchange import readings_by
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import shared_parser
from paralattice.exchange import generate_sentences, generation, signals
from paralattice.exchange.combining import candidates_of
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.columns import columns_of
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.operation import DELETION
from paralattice.exchange.model.parsed import Parsed
from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.pipeline import _COMBINATIONS, _spread
from paralattice.exchange.rule_names import RULE_NAMES
from paralattice.exchange.rules import RULES
from paralattice.exchange.rules.registry import TREES, WORDS
from paralattice.lattice import derive_seed
from paralattice.methods.exchange import EXCHANGE

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "ecbplus" / "clusters"


class Made:
    """Makes the sentences of clusters again and again; remembers how sentences are read."""

    def __init__(self, clusters: list[list[tuple[str, ...]]]) -> None:
        self.clusters = clusters
        self.known = {}

    def read(self, sentences):
        """Return the readings of sentences, those of new ones from the parser."""
        new = [words for words in dict.fromkeys(map(tuple, sentences)) if words not in self.known]
        if new:
            self.known |= dict(zip(new, readings_by(shared_parser(ParseOptions()), new), strict=True))
        return [self.known[tuple(words)] for words in sentences]

    def sentences(self, *left_out: str):
        """Return all new sentences without some rules, and how many candidates each rule refused."""
        found, refused = set(), {}
        options = ExchangeOptions(without=left_out)
        for place, cluster in enumerate(self.clusters):
            made = generate_sentences(self.read(cluster), self.read, options, place)
            found |= {(place, entry.candidate.words) for entry in made.sentences}
            for name, count in made.refused.items():
                refused[name] = refused.get(name, 0) + count
        return found, refused


def without(made: Made):
    """Yield the kind and name of each rule and signal, and the sentences made without it."""
    for name in RULE_NAMES:
        yield "rule", name, made.sentences(name)[0]
    yield "evidence", "alignment", without_alignment(made)
    for name, signal in list(signals.SIGNALS.items()):
        del signals.SIGNALS[name]
        yield "signal", name, made.sentences()[0]
        signals.SIGNALS[name] = signal


class Asked:
    """Asks all rules about each candidate, and measures their time; generation stops at the first fault."""

    def __init__(self, made: Made) -> None:
        self.made = made
        self.counts = dict.fromkeys((WORDS, TREES), 0)
        self.refused, self.alone = Counter(), Counter()
        self.seconds = Counter()
        for place, cluster in enumerate(made.clusters):
            self._cluster(place, cluster)

    def _cluster(self, place, cluster):
        """Ask the rules about the candidates of a cluster."""
        readings = self.made.read(cluster)[: ExchangeOptions().sentences]
        trees = [reading.tree for reading in readings]
        facts = Facts(ParsedCluster.of_trees(trees, columns_of(trees)), ExchangeOptions(), readings)
        rng, seen = random.Random(place), {}
        for frame in facts.cluster.sentences:
            for one in candidates_of(facts.cluster, frame, facts.options.operations, _COMBINATIONS, rng):
                seen.setdefault(tuple(word.lower() for word in one.words), one)
        passed = [one for one in seen.values() if not self._ask(WORDS, one, facts)]
        tried = _spread(passed, facts.options.tried)
        for one, reading in zip(tried, self.made.read([one.words for one in tried]), strict=True):
            self._ask(TREES, Parsed(one, reading), facts)

    def _ask(self, kind, made, facts) -> bool:
        """Return whether a rule of a kind refuses a candidate, after asking all of them."""
        found = []
        for rule in RULES.asked(kind):
            begun = time.thread_time()
            if rule.found(made, facts):
                found.append(rule.name)
            self.seconds[rule.name] += time.thread_time() - begun
        self.counts[kind] += 1
        self.refused.update(found)
        self.alone.update(found if len(found) == 1 else ())
        return bool(found)


def print_rules(made: Made, everything, refused) -> None:
    """Print the table of the rules."""
    asked = Asked(made)
    words, trees = asked.counts.values()
    print(f"{words} candidates before and {trees} after parsing, {len(everything)} sentences")
    print("| rule | of | first to refuse | refuses | alone | sentences without it | other than before | µs |")
    print("|---|---|---|---|---|---|---|---|")
    for rule in RULES:
        found, name = made.sentences(rule.name)[0], rule.name
        spent = asked.seconds[name] / max(1, asked.counts[rule.reads]) * 1e6
        counts = f"{refused.get(name, 0)} | {asked.refused[name]} | {asked.alone[name]}"
        others = f"{len(found)} | {len(found - everything)}"
        print(f"| {name} | {rule.reads.name} | {counts} | {others} | {spent:.1f} |", flush=True)


def without_alignment(made: Made):
    """Return all new sentences if the alignment is no evidence of what tells the same."""
    columns = generation.columns_of
    generation.columns_of = lambda _: None
    found = made.sentences()[0]
    generation.columns_of = columns
    return found


def yields(files, clusters) -> str:
    """Return in words how many clusters have enough sentences, and the processor time of each."""
    read = partial(readings_by, shared_parser(ParseOptions()))
    begun = time.process_time()
    five = three = 0
    distances = []
    for file, cluster in zip(files, clusters, strict=True):
        seed = derive_seed(2006, file.stem, EXCHANGE)
        made = generate_sentences(read(cluster), read, ExchangeOptions(), seed)
        kinds = [{operation.kind for operation in entry.candidate.operations} for entry in made.sentences]
        five += len(kinds) >= 5
        three += sum(DELETION not in own for own in kinds) >= 3
        distances += [entry.distance for entry in made.sentences]
    spent = (time.process_time() - begun) / len(files)
    return (
        f"{len(files)} clusters: five or more in {five} ({five / len(files):.1%}), three or more without a"
        f" deletion in {three} ({three / len(files):.1%}); {len(distances)} sentences, mean distance"
        f" {mean(distances):.1f}; {spent:.2f} s of processor time a cluster"
    )


def summary(found) -> str:
    """Return in words how many sentences there are, and in how many clusters five or more."""
    counts = Counter(place for place, _ in found)
    return f"{len(found)} sentences, five or more in {sum(count >= 5 for count in counts.values())} clusters"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=DATA)
    parser.add_argument("--clusters", type=int, default=20)
    parser.add_argument("--only", choices=["alignment", "rules", "yield"], help="leave out nothing else")
    parser.add_argument("--of", type=int, default=1000, help="maximum number of sentences of a cluster")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    files = sorted(arguments.folder.glob("*.txt"))
    files = files[:: max(1, len(files) // arguments.clusters)][: arguments.clusters]
    texts = (file.read_text("utf-8").splitlines() for file in files)
    clusters = [[tuple(line.split()) for line in lines if line.strip()] for lines in texts]
    rng = random.Random(2006)
    clusters = [
        [cluster[place] for place in sorted(rng.sample(range(len(cluster)), min(arguments.of, len(cluster))))]
        for cluster in clusters
    ]
    if arguments.only == "yield":
        print(yields(files, clusters))
        return
    made = Made(clusters)
    everything, refused = made.sentences()
    if arguments.only == "rules":
        print_rules(made, everything, refused)
        return
    print(f"{len(files)} clusters, {len(everything)} sentences with all rules and signals")
    if arguments.only:
        found = without_alignment(made)
        print(f"with the alignment {summary(everything)}, without it {summary(found)}")
        for place, words in sorted(everything - found):
            print(files[place].stem, *words)
        return
    print("| left out | refused by it | sentences | other than before |\n|---|---|---|---|")
    for kind, name, found in without(made):
        count = refused.get(name, 0) if kind == "rule" else ""
        print(f"| {kind} {name} | {count} | {len(found)} | {len(found - everything)} |", flush=True)


if __name__ == "__main__":
    main()
