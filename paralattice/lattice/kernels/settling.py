"""Places the nodes of a picture within their layers; compiled."""

import numpy as np

from paralattice.arrays import Floats, Longs
from paralattice.compiling import compiled, inlined, inner
from paralattice.lattice.kernels.layers import Groups, grouped

# Minimum distance of neighbours in a layer, in pixels.
_CLEARANCE = 8

# More sweeps hardly change the picture.
_SWEEPS = 2


@compiled
def settled(layers: Longs, heights: Longs, steps: Longs, places: Floats, downwards: Longs) -> Floats:
    """Return the centres of all nodes, in the order of the places, near their neighbours and not too close.

    Parameters
    ----------
    layers, heights
        (K,) Layer and height in pixels of each node.
    steps
        (S, 2) Pairs of nodes, sorted by the first.
    places
        (K,) Centre of each node in pixels if all nodes were points.
    downwards
        (K,) The nodes in the order of their places.
    """
    nodes, depth = len(layers), _last_of(layers) + 1
    sources, targets = steps[:, 0].copy(), steps[:, 1].copy()
    after, before = grouped(sources, targets, nodes), grouped(targets, sources, nodes)
    own, wanted = np.empty(nodes, np.int64), np.empty(nodes)
    for k in range(nodes):
        own[k] = layers[downwards[k]]
    begins, order = rows = grouped(own, downwards, depth)
    offsets, y = _offsets(rows, heights), places.copy()
    for k in range(nodes):
        wanted[k] = places[order[k]]
    for layer in range(depth):
        _spread(rows, layer, (offsets, wanted), y)
    # Making room for tall boxes bends the links; moving every node towards its neighbours straightens them.
    for sweep in range(_SWEEPS):
        neighbours = after if sweep % 2 else before
        for count in range(1, depth):
            layer = depth - 1 - count if sweep % 2 else count
            for k in range(begins[layer], begins[layer + 1]):
                wanted[k] = _mean(neighbours, order[k], y)
            _spread(rows, layer, (offsets, wanted), y)
    return y


@inner
def _last_of(layers: Longs) -> int:
    last = 0
    for layer in layers:
        last = max(last, layer)
    return last


@inlined
def _offsets(rows: Groups, heights: Longs) -> Floats:
    """Return the minimum distance of each node of a layer from the first, between their centres."""
    begins, order = rows
    offsets = np.zeros(len(order))
    for layer in range(len(begins) - 1):
        for k in range(begins[layer] + 1, begins[layer + 1]):
            offsets[k] = offsets[k - 1] + (heights[order[k - 1]] + heights[order[k]]) / 2 + _CLEARANCE
    return offsets


@inlined
def _mean(neighbours: Groups, node: int, y: Floats) -> float:
    begins, others = neighbours
    total = 0.0
    for k in range(begins[node], begins[node + 1]):
        total += y[others[k]]
    mean: float = total / (begins[node + 1] - begins[node])
    return mean


@inner
def _spread(rows: Groups, layer: int, wishes: tuple[Floats, Floats], y: Floats) -> None:
    """Write the places of a layer's nodes into y: the least-squares fit to the wanted places with room.

    Minus the offsets, the places must not descend, so this is isotonic regression:
    neighbours that would descend share their mean (pool adjacent violators).

    Parameters
    ----------
    rows
        Begin of each layer, and its nodes from top to bottom.
    wishes
        Offsets and wanted places in the order of these nodes.
    """
    begins, order = rows
    offsets, wanted = wishes
    begin, end = begins[layer], begins[layer + 1]
    sums, counts = np.empty(end - begin), np.empty(end - begin, np.int64)
    pools = 0
    for k in range(begin, end):
        total, count = wanted[k] - offsets[k], 1
        while pools and sums[pools - 1] * count >= total * counts[pools - 1]:
            pools -= 1
            total += sums[pools]
            count += counts[pools]
        sums[pools], counts[pools] = total, count
        pools += 1
    at = begin
    for pool in range(pools):
        for k in range(at, at + counts[pool]):
            y[order[k]] = sums[pool] / counts[pool] + offsets[k]
        at += counts[pool]


@compiled
def climbs_of(layers: Longs, steps: Longs, y: Longs) -> Longs:
    """Return, for each layer except the last, the maximum height that a step from it climbs or falls."""
    climbs = np.zeros(_last_of(layers), np.int64)
    for k in range(len(steps)):
        source, target = steps[k, 0], steps[k, 1]
        climbs[layers[source]] = max(climbs[layers[source]], abs(y[target] - y[source]))
    return climbs
