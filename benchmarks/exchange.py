"""What V6 makes of clusters, and what each of its rules contributes.

``python benchmarks/exchange.py --only yield [--clusters N] [FOLDER]`` takes every K-th cluster of a folder of
tokenised clusters (one sentence a line), N in all, and prints in how many there are five sentences or more,
and three or more without a deletion, with the seeds of a run; ``--of 6`` takes six random sentences of each
cluster.
``--only difference`` prints the same for values of the option ``exchange.difference``.  ``--text`` reads
running text, such as the example corpus, in place of tokens.
``--only rules`` writes ``benchmarks/results/rules.md``: for each rule how many candidates it is the first to
refuse, how many it refuses, how many of these no other rule of its kind refuses and in how many clusters, how
many sentences change without it, and its processor time for a candidate.  What a rule is the first to need of
a cluster, which others then use too, counts as its time.  A rule is left out only in clusters where it alone
refuses something, as nothing changes in the others, and in no further ones after ``--minutes``.  Sentences
are parsed once.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice, zip_longest
from pathlib import Path
from statistics import mean

import torch

from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import shared_parser
from paralattice.adapters.text import tokenize
from paralattice.exchange import generate_sentences
from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.operation import DELETION
from paralattice.exchange.model.parsed import Parsed
from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.pipeline import in_turn
from paralattice.exchange.rule_names import RULE_NAMES
from paralattice.exchange.rules import RULES
from paralattice.exchange.rules.registry import TREES, WORDS
from paralattice.lattice import derive_seed
from paralattice.lattice.records.sentence_table import distances as nearest_distances
from paralattice.methods.exchange import EXCHANGE

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "ecbplus" / "clusters"
RULES_PAGE = Path(__file__).resolve().parent / "results" / "rules.md"


class Made:
    """Makes the sentences of clusters again and again; remembers how sentences are read."""

    def __init__(self, names: list[str], clusters: list[list[tuple[str, ...]]]) -> None:
        self.clusters = clusters
        self.seeds = [derive_seed(2006, name, EXCHANGE) for name in names]
        self.known = {}

    def read(self, sentences):
        """Return the trees of sentences, those of new ones from the parser."""
        new = [words for words in dict.fromkeys(map(tuple, sentences)) if words not in self.known]
        if new:
            self.known |= dict(zip(new, shared_parser(ParseOptions()).trees(new), strict=True))
        return [self.known[tuple(words)] for words in sentences]

    def exchange(self, place: int, *left_out: str):
        """Return what exchange makes of a cluster without some rules, with the seed of a run."""
        options = ExchangeOptions(without=left_out)
        return generate_sentences(self.read(self.clusters[place]), self.read, options, self.seeds[place])

    def sentences(self, *left_out: str):
        """Return all new sentences without some rules, and how many candidates each rule refused."""
        found, refused = set(), Counter()
        for place in range(len(self.clusters)):
            made = self.exchange(place, *left_out)
            found |= {(place, entry.candidate.words) for entry in made.sentences}
            refused += made.refused
        return found, refused


class Asked:
    """Asks all rules about each candidate, and measures their time; generation stops at the first fault."""

    def __init__(self, made: Made) -> None:
        self.made = made
        self.counts = dict.fromkeys((WORDS, TREES), 0)
        self.refused = Counter()
        self.alone = {name: Counter() for name in RULE_NAMES}
        """For each rule the number of candidates that no other refuses, by cluster."""
        self.seconds = Counter()
        for place, cluster in enumerate(made.clusters):
            self._cluster(place, cluster)

    def _cluster(self, place, cluster):
        """Ask the rules about the candidates of a cluster."""
        trees = self.made.read(cluster)[: ExchangeOptions().sentences]
        facts = Facts(ParsedCluster.of_trees(trees), ExchangeOptions())
        rng = random.Random(self.made.seeds[place])
        passing = in_turn(facts, rng, lambda one: not self._ask(place, WORDS, one, facts))
        tried = list(islice(passing, facts.options.tried))
        for one, tree in zip(tried, self.made.read([one.words for one in tried]), strict=True):
            self._ask(place, TREES, Parsed.of_tree(one, tree), facts)

    def _ask(self, place, kind, made, facts) -> bool:
        """Return whether a rule of a kind refuses a candidate, after asking all of them."""
        found = []
        for rule in RULES.asked(kind):
            begun = time.thread_time()
            if rule.found(made, facts):
                found.append(rule.name)
            self.seconds[rule.name] += time.thread_time() - begun
        self.counts[kind] += 1
        self.refused.update(found)
        if len(found) == 1:
            self.alone[found[0]][place] += 1
        return bool(found)


class LeftOut:
    """The sentences of clusters without a rule, beside those with all rules."""

    def __init__(self) -> None:
        self.clusters = self.more = self.other = 0

    def add(self, found, everything) -> None:
        """Add the sentences of a cluster."""
        self.clusters += 1
        self.more += len(found) - len(everything)
        self.other += len(found - everything)


def left_out(made: Made, everything, asked: Asked, minutes: float) -> dict[str, LeftOut]:
    """Leave rules out, each in a cluster in turn, until the processor time is spent."""
    own: list[set] = [set() for _ in made.clusters]
    for place, words in everything:
        own[place].add(words)
    found = {name: LeftOut() for name in RULE_NAMES}
    end = time.process_time() + 60 * minutes
    queues = [[(name, place) for place, _ in asked.alone[name].most_common()] for name in RULE_NAMES]
    for name, place in (one for turn in zip_longest(*queues) for one in turn if one is not None):
        if time.process_time() > end:
            break
        sentences = {entry.candidate.words for entry in made.exchange(place, name).sentences}
        found[name].add(sentences, own[place])
    return found


def rules_page(made: Made, everything, refused, minutes: float) -> Iterator[str]:
    """Yield the lines of the page with the table of the rules."""
    asked = Asked(made)
    outcomes = left_out(made, everything, asked, minutes)
    words, trees = asked.counts.values()
    yield "# The rules of exchange, each left out\n"
    yield (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores of {platform.machine()}, {platform.system()},"
        f" Python {platform.python_version()}, torch {torch.__version__}:"
        f" `python benchmarks/{' '.join([Path(sys.argv[0]).name, *sys.argv[1:]])}` made this file.\n"
    )
    yield (
        f"{len(made.clusters)} clusters, {words:,} candidates before and {trees:,} after parsing,"
        f" {len(everything):,} sentences. *Alone*: candidates that no other rule of words, or of trees,"
        " refuses. *Left out in*: of the clusters where the rule alone refuses something, as many as the"
        " processor time allowed; those with most such candidates come first, and all other clusters stay the"
        " same. *More* and *new*: how many more sentences these clusters have without the rule, and how many"
        " that they do not have with it. Time of the processor for a candidate.\n"
    )
    yield "| rule | of | first to refuse | refuses | alone | in clusters | left out in | more | new | µs |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for rule in RULES:
        alone, outcome = asked.alone[rule.name], outcomes[rule.name]
        spent = asked.seconds[rule.name] / max(1, asked.counts[rule.reads]) * 1e6
        yield (
            f"| {rule.name} | {rule.reads.name} | {refused[rule.name]} | {asked.refused[rule.name]}"
            f" | {alone.total()} | {len(alone)} | {outcome.clusters} | {outcome.more} | {outcome.other}"
            f" | {spent:.1f} |"
        )


def yields(files, clusters, options) -> str:
    """Return in words how many clusters have enough sentences, and the processor time of each."""
    read = shared_parser(ParseOptions()).trees
    begun = time.process_time()
    five = three = 0
    distances, differences = [], []
    for file, cluster in zip(files, clusters, strict=True):
        seed = derive_seed(2006, file.stem, EXCHANGE)
        made = generate_sentences(read(cluster), read, options, seed)
        kinds = [{operation.kind for operation in entry.candidate.operations} for entry in made.sentences]
        five += len(kinds) >= 5
        three += sum(DELETION not in own for own in kinds) >= 3
        distances += [entry.distance for entry in made.sentences]
        words = [entry.candidate.words for entry in made.sentences]
        differences += [difference for _, difference in nearest_distances(words, cluster)]
    spent = (time.process_time() - begun) / len(files)
    return (
        f"{len(files)} clusters: five or more in {five} ({five / len(files):.1%}), three or more without a"
        f" deletion in {three} ({three / len(files):.1%}); {len(distances)} sentences, mean distance"
        f" {mean(distances):.1f}, mean difference (PINC) {mean(differences):.3f};"
        f" {spent:.2f} s of processor time a cluster"
    )


def main() -> None:
    """Print or write what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=DATA)
    parser.add_argument("--clusters", type=int, default=20)
    parser.add_argument("--only", choices=["difference", "rules", "yield"], default="yield")
    parser.add_argument("--text", action="store_true", help="the files have running text")
    parser.add_argument("--of", type=int, default=1000, help="maximum number of sentences of a cluster")
    parser.add_argument("--minutes", type=float, default=15, help="processor time for leaving out rules")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    files = sorted(arguments.folder.glob("*.txt"))
    files = files[:: max(1, len(files) // arguments.clusters)][: arguments.clusters]
    texts = (file.read_text("utf-8").splitlines() for file in files)
    split = tokenize if arguments.text else str.split
    clusters = [[tuple(split(line)) for line in lines if line.strip()] for lines in texts]
    rng = random.Random(2006)
    clusters = [
        [cluster[place] for place in sorted(rng.sample(range(len(cluster)), min(arguments.of, len(cluster))))]
        for cluster in clusters
    ]
    if arguments.only == "yield":
        print(yields(files, clusters, ExchangeOptions()))
        return
    if arguments.only == "difference":
        for value in (0, 0.25, 0.5, 0.75, 1):
            print(f"{value}: {yields(files, clusters, ExchangeOptions(difference=value))}", flush=True)
        return
    made = Made([file.stem for file in files], clusters)
    everything, refused = made.sentences()
    page = "\n".join(rules_page(made, everything, refused, arguments.minutes)) + "\n"
    RULES_PAGE.write_text(page, encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main()
