"""Assigns the boxes of a picture to layers, and links to nodes in the layers between; compiled."""

import numpy as np

from paralattice.arrays import Longs
from paralattice.compiling import compiled, inlined, inner

Groups = tuple[Longs, Longs]

# Height of a layer, in pixels, that counts as much as one more pixel of width.
_CROWDING = 2


@compiled
def layers_of(sizes: Longs, links: Longs) -> Longs:
    """Return each box's layer, after all its predecessors; of several layers, one with wide boxes.

    Parameters
    ----------
    sizes
        (B, 2) Width and height of each box in pixels.
    links
        (L, 2) Pairs of 0-based boxes; the links to a box precede the links from it.
    """
    boxes = len(sizes)
    layers = np.zeros(boxes, np.int64)
    for k in range(len(links)):
        layers[links[k, 1]] = max(layers[links[k, 1]], layers[links[k, 0]] + 1)
    sources, targets = links[:, 0].copy(), links[:, 1].copy()
    after, before = grouped(sources, targets, boxes), grouped(targets, sources, boxes)
    free = np.zeros(boxes, np.bool_)
    room = np.zeros((layers[-1] + 1, 2), np.int64)
    for box in range(boxes):
        free[box] = 0 < box < boxes - 1 and _next_layer(layers, after, box) > layers[box] + 1
        if not free[box]:
            _take_room(room[layers[box]], sizes[box])
    # Backwards, so that a box's successors already have their layers.
    for box in range(boxes - 1, -1, -1):
        if free[box]:
            allowed = _first_layer(layers, before, box), _next_layer(layers, after, box)
            layers[box] = _roomiest(allowed, room, sizes[box, 0])
            _take_room(room[layers[box]], sizes[box])
    return layers


@compiled
def grouped(keys: Longs, values: Longs, count: int) -> Groups:
    """Return the begin of each key's values, ``count + 1`` numbers, and the values by key, in order."""
    begins = np.zeros(count + 1, np.int64)
    for key in keys:
        begins[key + 1] += 1
    for key in range(count):
        begins[key + 1] += begins[key]
    filled = begins.copy()
    members = np.empty(len(values), np.int64)
    for key, value in zip(keys, values):  # noqa: B905 - numba knows no strict zip
        members[filled[key]] = value
        filled[key] += 1
    return begins, members


@inlined
def _first_layer(layers: Longs, before: Groups, box: int) -> int:
    """Return the first layer after all boxes that lead to a box."""
    begins, others = before
    first = 0
    for k in range(begins[box], begins[box + 1]):
        first = max(first, layers[others[k]] + 1)
    return first


@inner
def _next_layer(layers: Longs, after: Groups, box: int) -> int:
    """Return the first layer of the boxes to which a box leads."""
    begins, others = after
    following = len(layers)
    for k in range(begins[box], begins[box + 1]):
        following = min(following, layers[others[k]])
    return following


@inlined
def _roomiest(allowed: tuple[int, int], room: Longs, width: int) -> int:
    """Return the best layer of a half-open range for a box of that width; of several, the middle one.

    The best layer is one that is already wide enough, unless it has so many boxes that a
    wider picture is better than a higher one.
    """
    first, end = allowed
    best, least, way = first, -1, 0
    for layer in range(first, end):
        cost = max(width - room[layer, 0], 0) + room[layer, 1] // _CROWDING
        # Twice the distance from the middle, which may lie between two layers.
        off = abs(2 * layer - first - end + 1)
        if least < 0 or (cost, off) < (least, way):
            best, least, way = layer, cost, off
    return best


@inner
def _take_room(room: Longs, size: Longs) -> None:
    """Add a box to the width and the height that a layer's boxes take."""
    room[0] = max(room[0], size[0])
    room[1] += size[1]


@compiled
def steps_of(layers: Longs, links: Longs) -> tuple[Longs, Longs, Longs]:
    """Return the links as steps that each lead to the next layer.

    A link gets a node in each layer that it crosses; these nodes are numbered after the
    boxes, link by link.

    Returns
    -------
    tuple
        The layer of every node; (S, 2) the steps, pairs of nodes sorted by the
        first; (L + 1,) begin of the nodes of each link.
    """
    boxes = len(layers)
    begins = np.empty(len(links) + 1, np.int64)
    begins[0] = boxes
    for k in range(len(links)):
        begins[k + 1] = begins[k] + layers[links[k, 1]] - layers[links[k, 0]] - 1
    nodes = np.empty(begins[-1], np.int64)
    for box in range(boxes):
        nodes[box] = layers[box]
    sources = np.empty(begins[-1] - boxes + len(links), np.int64)
    targets = np.empty(len(sources), np.int64)
    at = 0
    for k in range(len(links)):
        here = links[k, 0]
        for node in range(begins[k], begins[k + 1]):
            nodes[node] = nodes[here] + 1
            sources[at], targets[at] = here, node
            here = node
            at += 1
        sources[at], targets[at] = here, links[k, 1]
        at += 1
    order, following = grouped(sources, targets, len(nodes))
    steps = np.empty((len(sources), 2), np.int64)
    for node in range(len(nodes)):
        for step in range(order[node], order[node + 1]):
            steps[step, 0], steps[step, 1] = node, following[step]
    return nodes, steps, begins
