"""The shortest paths are those that trying all of them finds."""

import random

import numpy as np
import pytest

from paralattice.compression.graph import FIRST, LAST, WordGraph
from paralattice.compression.kernels.paths import next_paths, remaining
from paralattice.compression.paths import shortest_paths
from paralattice.compression.words import MARK, Kinds, are_paired

WORDS = [
    ("ferry", "NN"),
    ("sank", "VBD"),
    ("old", "JJ"),
    ("the", "DT"),
    (",", ","),
    ('"', "``"),
    ("port", "NN"),
]


def plain_paths(graph, kinds, least, verb):
    """Return all paths without cycles that qualify, by their words: the least weight of each."""
    arcs = {}
    for source, target, weight in graph.arcs():
        arcs.setdefault(source, []).append((target, weight))
    found, stack = {}, [((FIRST,), 0.0)]
    while stack:
        nodes, weight = stack.pop()
        if nodes[-1] == LAST:
            labels = [graph.labels[node] for node in nodes[1:-1]]
            words = tuple(word for word, _ in labels)
            long_enough = sum(kinds.of(label) != MARK for label in labels) >= least
            has_verb = not verb or any(tag == "VBD" for _, tag in labels)
            if long_enough and has_verb and are_paired(words):
                found[words] = min(weight, found.get(words, np.inf))
            continue
        stack += [
            ((*nodes, target), weight + more)
            for target, more in arcs.get(nodes[-1], ())
            if target not in nodes
        ]
    return found


@pytest.mark.parametrize("seed", range(40))
def test_they_are_those_of_an_exhaustive_search(seed):
    rng = random.Random(seed)
    kinds = Kinds({"the"})
    rows = [rng.choices(WORDS, k=rng.randint(2, 6)) for _ in range(rng.randint(2, 4))]
    least, verb, wanted = rng.randint(1, 5), rng.random() < 0.5, rng.choice([1, 3, 10, 1000])
    graph = WordGraph(rows, kinds)
    expected = plain_paths(graph, kinds, least, verb)
    found = shortest_paths(graph, kinds, wanted, least, verb)
    weights = [path.weight for path in found]
    assert weights == pytest.approx(sorted(expected.values())[:wanted])
    words = [tuple(graph.labels[node][0] for node in path.nodes) for path in found]
    assert len(set(words)) == len(words)
    assert weights == pytest.approx([expected[each] for each in words])


def test_a_graph_without_a_verb_is_not_searched():
    kinds = Kinds(())
    graph = WordGraph([[("ferry", "NN"), ("port", "NN")]], kinds)
    assert shortest_paths(graph, kinds, 5, 1, verb=True) == []
    assert len(shortest_paths(graph, kinds, 5, 1, verb=False)) == 1


def test_the_search_ends_with_what_it_has_when_it_may_keep_no_more_beginnings():
    # A complete graph of six words, then the end: 1,957 paths.
    targets = [list(range(2, 8)), [], *([*(set(range(2, 8)) - {node}), 1] for node in range(2, 8))]
    firsts = np.cumsum([0, *map(len, targets)])
    flat = firsts, np.concatenate(targets).astype(np.int64), np.ones(firsts[-1])
    verbs, words = np.zeros(8, np.int64), np.array([0, 0, 1, 1, 1, 1, 1, 1])
    rest = remaining(*flat, verbs, words, 0)
    nodes, _, _, ends = next_paths(*flat, verbs, words, rest, 0, 5000, 10**6)
    assert len(ends) == 1956
    assert list(nodes[ends]) == [1] * 1956
    nodes, _, _, ends = next_paths(*flat, verbs, words, rest, 0, 5000, 100)
    assert len(nodes) == 100
    assert 0 < len(ends) < 100


@pytest.mark.parametrize(
    ("words", "paired"),
    [
        ("« Oui », dit - il", True),
        ("« Oui", False),
        ('" Yes', False),
        ('" Yes "', True),
        ("( Paris", False),
        ("`` Yes ''", True),
        ("nothing", True),
    ],
)
def test_brackets_and_quotation_marks_come_in_pairs(words, paired):
    assert are_paired(words.replace(",", " ,").split()) is paired
