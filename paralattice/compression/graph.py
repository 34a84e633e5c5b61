"""The word graph of a cluster (Filippova 2010), with punctuation (Boudin and Morin 2013)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from paralattice.compression.words import CONTENT, END, MARK, START, STOP, Kinds, Label

FIRST, LAST = 0, 1
"""Nodes before and after all sentences."""

# Neighbours that a node must share with a word that is mapped to it.
_LEAST_SHARED = {CONTENT: 0, STOP: 1, MARK: 2}


class WordGraph:
    """A directed graph whose nodes are words of one or several sentences.

    A content word is mapped to the node of its label whose words share most neighbours with it, or to the
    one with most words.  A stop word is mapped only where it shares a neighbour that is no stop word, a
    punctuation mark only where it shares two, counted over the words of the node.  Other words get new nodes,
    and two words of a sentence never share one.  Neighbours are compared by their labels, so the order in
    which the words of a sentence are mapped makes no difference.

    Parameters
    ----------
    sentences
        The labels of their words.
    kinds
        Tells the kinds of words.

    Attributes
    ----------
    labels
        The label of each node.
    places
        For each node, the 0-based sentences of its words with their positions, 1 for the first word.
    paths
        For each sentence its nodes, from :data:`FIRST` to :data:`LAST`.

    Examples
    --------
    >>> rows = [["the", "ferry", "sank"], ["the", "red", "ferry", "sank"]]
    >>> graph = WordGraph([[(word, "") for word in row] for row in rows], Kinds({"the"}))
    >>> graph.paths
    [[0, 2, 3, 4, 1], [0, 2, 5, 3, 4, 1]]
    """

    def __init__(self, sentences: Iterable[Sequence[Label]], kinds: Kinds) -> None:
        self.labels: list[Label] = [START, END]
        self.places: list[dict[int, int]] = [{}, {}]
        self.paths: list[list[int]] = []
        self._kinds = kinds
        self._nodes: defaultdict[Label, list[int]] = defaultdict(list)
        # How often the words of each node have a neighbour, by label and the neighbour's side and label.
        self._beside: dict[tuple[Label, int, Label], dict[int, int]] = {}
        for labels in sentences:
            self._add([START, *labels, END])

    def _add(self, labels: Sequence[Label]) -> None:
        sentence, path = len(self.paths), [FIRST]
        for position in range(1, len(labels) - 1):
            before, label, after = labels[position - 1 : position + 2]
            node = self._node_for(label, (before, after), sentence)
            if node is None:
                node = len(self.labels)
                self.labels.append(label)
                self.places.append({})
                self._nodes[label].append(node)
            self.places[node][sentence] = position
            for side, neighbour in enumerate((before, after)):
                counts = self._beside.setdefault((label, side, neighbour), {})
                counts[node] = counts.get(node, 0) + 1
            path.append(node)
        self.places[FIRST][sentence], self.places[LAST][sentence] = 0, len(labels) - 1
        self.paths.append([*path, LAST])

    def _node_for(self, label: Label, neighbours: tuple[Label, Label], sentence: int) -> int | None:
        """Return the node of a word; ``None`` for a new one."""
        kind = self._kinds.of(label)
        shared: defaultdict[int, int] = defaultdict(int)
        for side, neighbour in enumerate(neighbours):
            if kind != STOP or self._kinds.of(neighbour) != STOP:
                for node, count in self._beside.get((label, side, neighbour), {}).items():
                    shared[node] += count
        least = _LEAST_SHARED[kind]
        candidates = shared if least else self._nodes[label]
        free = [node for node in candidates if shared[node] >= least and sentence not in self.places[node]]
        rank = lambda node: (shared[node], len(self.places[node]) if not shared[node] else 0, -node)  # noqa: E731
        return max(free, key=rank, default=None)

    def arcs(self) -> Iterator[tuple[int, int, float]]:
        """Yield the arcs, sorted: source, target and weight.

        The weight of an arc between words i and j is w'(i, j) / (freq(i) freq(j)), and w'(i, j) is
        (freq(i) + freq(j)) / (the sum of 1 / distance over the sentences in which i stands before j).
        """
        for source, target in sorted({pair for path in self.paths for pair in pairwise(path)}):
            one, other = self.places[source], self.places[target]
            few = one if len(one) <= len(other) else other
            gaps = (other[each] - one[each] for each in few if each in one and each in other)
            closeness = sum(1 / gap for gap in gaps if gap > 0)
            yield source, target, (len(one) + len(other)) / closeness / (len(one) * len(other))
