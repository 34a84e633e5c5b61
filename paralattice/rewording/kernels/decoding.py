"""The search space of a lattice under an n-gram model; compiled.

A node is a vertex of the lattice with a state of the language model; an arc is an edge of the lattice between
two nodes. A hash table with open addressing finds existing nodes.
"""

import numpy as np

from paralattice.arrays import Floats, Ints, Longs
from paralattice.compiling import compiled
from paralattice.ngrams.kernels.querying import advance

_EMPTY = -1


@compiled
def find_slot(slots: Longs, vertices: Longs, states: Longs, vertex: int, state: Longs) -> int:
    """Return the slot of a node, or the empty slot for it."""
    mask = np.uint64(len(slots) - 1)
    value = np.uint64(vertex + 1)
    for part in state:
        value = (value ^ np.uint64(part + 2)) * np.uint64(0x9E3779B97F4A7C15)
        value ^= value >> np.uint64(29)
    slot = value & mask
    while slots[slot] != _EMPTY:
        node = slots[slot]
        if vertices[node] == vertex and np.all(states[node] == state):
            break
        slot = (slot + np.uint64(1)) & mask
    return int(slot)


@compiled
def grow_slots(slots: Longs, vertices: Longs, states: Longs, count: int) -> Longs:
    """Return a table of twice the size with the same nodes."""
    wider = np.full(2 * len(slots), _EMPTY)
    for node in range(count):
        wider[find_slot(wider, vertices, states, vertices[node], states[node])] = node
    return wider


@compiled
def longer(values: Longs) -> Longs:
    """Return an array of twice the length that begins with the values."""
    result = np.full(2 * len(values), _EMPTY)
    result[: len(values)] = values
    return result


@compiled
def longer_rows(values: Longs) -> Longs:
    """Return an array of twice as many rows that begins with the values."""
    result = np.full((2 * len(values), values.shape[1]), _EMPTY)
    result[: len(values)] = values
    return result


@compiled
def follow_edge(state: Longs, words: Ints, trie: tuple[Ints, Longs, Floats, Floats]) -> float:
    """Return log10 of the probability of words after a state, and advance the state in place."""
    cost = 0.0
    for word in words:
        cost += advance(trie, state, word)
    return cost


@compiled
def append_node(following: Longs, chains: Longs, vertex: int, node: int) -> None:
    """Append a node to the list of its vertex; ``chains`` has the first and the last node of each vertex."""
    if chains[0, vertex] == _EMPTY:
        chains[0, vertex] = node
    else:
        following[chains[1, vertex]] = node
    chains[1, vertex] = node


@compiled
def expand(
    graph: tuple[Longs, Longs, Floats, Longs, Ints], trie: tuple[Ints, Longs, Floats, Floats], start: Longs
) -> tuple[Longs, Longs, Longs, Longs, Floats, Longs]:
    """Return all reachable nodes and the arcs between them.

    Parameters
    ----------
    graph
        Edges by their source vertex: (vertices + 1,) offsets of each vertex's edges; (edges,) targets, later
        than the sources; (edges,) log10 of the probabilities; (edges + 1,) offsets of the words; all words,
        as numbers of the language model.
    trie, start
        The language model, and its start state.

    Returns
    -------
    vertices, states
        Vertex and state of each node; the first node is the start.
    begins
        The first arc of each node. A node has an arc for each edge of its vertex, in the order of the edges.
    targets, costs, edges
        Target node, log10 of the probability under both models, and edge of each arc.
    """
    firsts, ends, chances, word_begins, words = graph
    vertices, following, begins = np.full(256, _EMPTY), np.full(256, _EMPTY), np.full(256, _EMPTY)
    states, slots = np.zeros((256, len(start)), np.int64), np.full(1024, _EMPTY)
    targets, edges, costs = np.full(1024, _EMPTY), np.full(1024, _EMPTY), np.zeros(1024)
    chains = np.full((2, len(firsts) - 1), _EMPTY)
    vertices[0], states[0], chains[:, 0] = 0, start, 0
    slots[find_slot(slots, vertices, states, 0, start)] = 0
    nodes, arcs = 1, 0
    state = start.copy()
    for vertex in range(len(firsts) - 1):
        node = chains[0, vertex]
        while node != _EMPTY:
            begins[node] = arcs
            for edge in range(firsts[vertex], firsts[vertex + 1]):
                state[:] = states[node]
                cost = chances[edge]
                cost += follow_edge(state, words[word_begins[edge] : word_begins[edge + 1]], trie)
                if nodes == len(vertices):
                    vertices, following, begins = longer(vertices), longer(following), longer(begins)
                    states, slots = longer_rows(states), grow_slots(slots, vertices, states, nodes)
                slot = find_slot(slots, vertices, states, ends[edge], state)
                if slots[slot] == _EMPTY:
                    vertices[nodes], states[nodes], slots[slot] = ends[edge], state, nodes
                    append_node(following, chains, ends[edge], nodes)
                    nodes += 1
                if arcs == len(targets):
                    targets, edges = longer(targets), longer(edges)
                    costs = np.concatenate((costs, np.zeros(len(costs))))
                targets[arcs], edges[arcs], costs[arcs] = slots[slot], edge, cost
                arcs += 1
            node = following[node]
    return vertices[:nodes], states[:nodes], begins[:nodes], targets[:arcs], costs[:arcs], edges[:arcs]


@compiled
def best_futures(
    space: tuple[Longs, Longs, Longs, Longs, Floats, Longs],
    degrees: Longs,
    trie: tuple[Ints, Longs, Floats, Floats],
    end: int,
) -> Floats:
    """Return log10 of the probability of the best path from each node to the end of the sentence.

    Parameters
    ----------
    space
        The result of :func:`expand`.
    degrees
        (vertices,) Number of outgoing edges of each vertex; 0 for the last one.
    trie, end
        The language model, and the number of its end mark.
    """
    vertices, states, begins, targets, costs, _ = space
    futures = np.full(len(vertices), -np.inf)
    # Vertices from last to first, because arcs only lead to later vertices.
    for node in np.argsort(vertices)[::-1]:
        if vertices[node] == len(degrees) - 1:
            futures[node] = advance(trie, states[node].copy(), end)
        for arc in range(begins[node], begins[node] + degrees[vertices[node]]):
            futures[node] = max(futures[node], costs[arc] + futures[targets[arc]])
    return futures
