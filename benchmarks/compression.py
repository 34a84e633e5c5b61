"""One sentence a cluster, beside a plain implementation of the published algorithm, by turns.

    python benchmarks/compression.py --clusters 20 --rounds 5

Clusters of 10 to 20 sentences of news, or those of the example corpus, tagged before.  The plain version
compares the neighbours of a word with all words of each node, weighs each arc over all sentences, and extends
paths by their weight alone until enough of them qualify.
"""

from __future__ import annotations

import argparse
import heapq
import re
from collections import Counter
from itertools import pairwise
from statistics import median

from corpora import EXAMPLE, NEWS
from measuring import compare, table

import paralattice
from paralattice.compression import compress
from paralattice.compression.options import CompressionOptions
from paralattice.compression.systems import SYSTEMS
from paralattice.compression.words import MARK, STOP, Kinds, are_paired, stop_words, tag_class

_START, _END = ("", "start"), ("", "end")
_LEAST = 8


class PlainGraph:
    """The word graph as lists: node to its (sentence, position) pairs."""

    def __init__(self, rows, kinds):
        self.rows = [[_START, *row, _END] for row in rows]
        self.kinds = kinds
        self.nodes = {}
        self.after = {}
        for number, row in enumerate(self.rows):
            path = [self._node(number, place) for place in range(len(row))]
            for one, other in pairwise(path):
                self.after.setdefault(one, set()).add(other)
        self.weights = {
            (one, other): self._weight(one, other) for one in self.after for other in self.after[one]
        }

    def _node(self, number, place):
        label = self.rows[number][place]
        same = [node for node in self.nodes if node[0] == label]
        node = (label, 0) if label in (_START, _END) else self._mapped(same, number, place)
        node = node or (label, len(same))
        self.nodes.setdefault(node, []).append((number, place))
        return node

    def _mapped(self, same, number, place):
        kind = self.kinds.of(self.rows[number][place])
        free = [node for node in same if all(sentence != number for sentence, _ in self.nodes[node])]
        shared = {node: self._shared(node, number, place, kind) for node in free}
        fit = [node for node in free if shared[node] >= {STOP: 1, MARK: 2}.get(kind, 0)]
        frequent = {node: 0 if shared[node] else len(self.nodes[node]) for node in fit}
        return max(fit, key=lambda node: (shared[node], frequent[node]), default=None)

    def _shared(self, node, number, place, kind):
        count = 0
        for sentence, position in self.nodes[node]:
            for step in (-1, 1):
                one, other = self.rows[sentence][position + step], self.rows[number][place + step]
                count += one == other and not (kind == STOP == self.kinds.of(one))
        return count

    def _weight(self, one, other):
        close = 0.0
        for number in range(len(self.rows)):
            first = [position for sentence, position in self.nodes[one] if sentence == number]
            second = [position for sentence, position in self.nodes[other] if sentence == number]
            gaps = [end - begin for begin in first for end in second if end > begin]
            close += 1 / min(gaps) if gaps else 0
        few, many = len(self.nodes[one]), len(self.nodes[other])
        return (few + many) / close / (few * many)

    def paths(self, wanted):
        """Return the shortest paths that qualify: weight and labels."""
        found, heap, pushed = {}, [(0.0, 0, ((_START, 0),))], 0
        while heap and len(found) < wanted:
            weight, _, path = heapq.heappop(heap)
            if path[-1][0] == _END:
                labels = [label for label, _ in path[1:-1]]
                words = tuple(word for word, _ in labels)
                long_enough = sum(self.kinds.of(label) != MARK for label in labels) >= _LEAST
                if long_enough and any(tag in tag_class("verb") for _, tag in labels) and are_paired(words):
                    found.setdefault(words, weight)
                continue
            for node in self.after[path[-1]]:
                if node not in path:
                    pushed += 1
                    heapq.heappush(heap, (weight + self.weights[path[-1], node], pushed, (*path, node)))
        return found


PUBLISHED = ("filippova", "boudin")


def plain_phrases(rows):
    """Return the key phrases and their scores."""
    names = tag_class("noun") | tag_class("adjective")
    weights = Counter()
    for row in rows:
        inside = [label for label in row if label[1] in names]
        for place, one in enumerate(inside):
            for other in inside[place + 1 :]:
                if one != other:
                    weights[one, other] += 1
                    weights[other, one] += 1
    scores = dict.fromkeys((label for row in rows for label in row if label[1] in names), 1.0)
    beside = {one: [other for other in scores if (one, other) in weights] for one in scores}
    change = 1.0
    while change >= 1e-4:
        new = {}
        for one in scores:
            sums = (
                weights[other, one] * scores[other] / sum(weights[other, each] for each in beside[other])
                for other in beside[one]
            )
            new[one] = 0.15 + 0.85 * sum(sums)
        change = max((abs(new[one] - scores[one]) for one in scores), default=0.0)
        scores = new
    found = {}
    for row in rows:
        signs = "".join("N" if tag in tag_class("noun") else "A" if tag in names else "x" for _, tag in row)
        for run in re.finditer("[AN]+", signs):
            if re.fullmatch("A*N+A*", run.group()):
                labels = row[run.start() : run.end()]
                found[tuple(word for word, _ in labels)] = sum(map(scores.get, labels)) / (len(labels) + 1)
    return _without_duplicates(found)


def _without_duplicates(found):
    groups = []
    for phrase in sorted(found, key=len, reverse=True):
        longer = [group for group in groups if set(phrase) <= set(group[0])]
        for group in longer:
            group.append(phrase)
        if not longer:
            groups.append([phrase])
    kept = {}
    for phrase in sorted({max(group, key=found.get) for group in groups}, key=lambda one: (-found[one], one)):
        if not any(f" {' '.join(phrase)} " in f" {' '.join(other)} " for other in kept):
            kept[phrase] = found[phrase]
    return kept


def plain_sentence(words, tags, version):
    """Return the lower-cased words of the best path; empty if none qualifies."""
    rows = [
        [(word.lower(), tag) for word, tag in zip(*row, strict=True)] for row in zip(words, tags, strict=True)
    ]
    system = SYSTEMS[version]
    found = PlainGraph(rows, Kinds(stop_words("english"))).paths(system.paths)
    phrases = plain_phrases(rows) if system.phrases else {}

    def score(path):
        text = f" {' '.join(path)} "
        return found[path] / (
            len(path) * (1 + sum(phrases[one] for one in phrases if f" {' '.join(one)} " in text))
        )

    return min(found, key=score, default=())


def tagged_clusters(count):
    """Return clusters of 10 to 20 sentences: the words and the parser's tags of each sentence."""
    found = []
    for path in sorted((NEWS if NEWS.is_dir() else EXAMPLE).glob("*.txt")):
        words = [line.split() for line in path.read_text("utf-8").splitlines()]
        if 10 <= len(words) <= 20 and len(found) < count:
            found.append((words, [tree.tags() for tree in paralattice.parse(words)]))
    return found


def main():
    """Print a row a cluster and version, and the medians."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--clusters", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    rows = []
    for words, tags in tagged_clusters(arguments.clusters):
        for version in PUBLISHED:
            rows.append(
                compare(
                    (version, f"{len(words)} sentences", "plain Python"),
                    lambda: compress(words, tags, version, CompressionOptions()).words,  # noqa: B023
                    lambda: plain_sentence(words, tags, version),  # noqa: B023
                    arguments.rounds,
                    lambda ours, theirs: tuple(word.lower() for word in ours) == theirs,
                )
            )
    print(table(rows))
    for version in PUBLISHED:
        mine = [row for row in rows if row.topic == version]
        ours, theirs = (1000 * median(getattr(row, name) for row in mine) for name in ("ours", "theirs"))
        same = sum(row.note == "same results" for row in mine)
        print(f"{version}: {ours:.2f} ms, plain {theirs:.1f} ms, {same} of {len(mine)} the same")


if __name__ == "__main__":
    main()
