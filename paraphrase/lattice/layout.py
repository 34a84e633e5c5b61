"""Where the boxes of a drawn lattice go, from left to right.

A layered drawing after Sugiyama, Tagawa and Toda (1981): every box has a
layer, and a link has a place in each layer that it passes over.  The order
within the layers, on which all depends, comes from the library
``fast-sugiyama``.  It takes all boxes to be alike, so that from its places the
final ones are found by least squares, with the room that each box needs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

# Pixels between two neighbours in the library's drawing.  It spreads nodes generously, so that few are
# enough; those that then stand too close are moved apart.
_ROW = 8

# Pixels that neighbours in a layer keep apart, and what a passing link takes up among them.
_CLEARANCE = 8
_LINK_HEIGHT = 4

# A layer with boxes of so many pixels in height is as good as one that must grow by one pixel in width.
_CROWDING = 2

# More sweeps hardly change the picture.
_SWEEPS = 2

_MARGIN = 16

# Between two layers there is a pixel for every six that some link climbs, within these bounds: steeper
# curves are hard to follow with the eye.
_CLIMB = 6
_NARROWEST_GAP, _WIDEST_GAP = 28, 72

Sizes = Sequence[tuple[int, int]]
"""Width and height of each box in whole pixels."""

Links = Sequence[tuple[int, int]]
"""Pairs of 0-based boxes, the first lower than the second."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Places in whole pixels; x grows to the right from 0, y downwards from 0.

    Attributes
    ----------
    layer
        Each box's layer, 0-based.
    left, right
        The edges of each layer; boxes stand in the middle.
    y
        Each box's middle.
    routes
        For each link its y in each of the layers that it passes over.
    size
        Width and height of the whole.
    """

    layer: list[int]
    left: list[int]
    right: list[int]
    y: list[int]
    routes: list[list[int]]
    size: tuple[int, int]


def lay_out(sizes: Sizes, links: Links) -> Layout:
    """Return a layout of boxes and the links between them.

    Parameters
    ----------
    sizes, links
        The first box starts every path and the last ends it; there is a path
        through each of the others.
    """
    layers = _layers(sizes, links)
    net = _net(sizes, links, layers)
    settled = _settled(net, _library_places(net))
    top = min(y - height / 2 for y, height in zip(settled, net.heights, strict=True)) - _MARGIN
    y = [round(place - top) for place in settled]
    left, right = _columns(sizes, layers, _climbs(net, y))
    return Layout(
        layer=layers,
        left=left,
        right=right,
        y=y[: len(sizes)],
        routes=[[y[node] for node in route] for route in net.routes],
        size=(
            right[-1] + _MARGIN,
            max(place + height // 2 for place, height in zip(y, net.heights, strict=True)) + _MARGIN,
        ),
    )


def _layers(sizes: Sizes, links: Links) -> list[int]:
    """Return each box's layer: after all before it, and where that leaves a choice, among wide boxes."""
    before: list[list[int]] = [[] for _ in sizes]
    after: list[list[int]] = [[] for _ in sizes]
    layers = [0] * len(sizes)
    for source, target in links:
        before[target].append(source)
        after[source].append(target)
        layers[target] = max(layers[target], layers[source] + 1)
    free = [
        box
        for box in range(1, len(sizes) - 1)
        if min([layers[other] for other in after[box]]) > layers[box] + 1
    ]
    widths, heights = [0] * (layers[-1] + 1), [0] * (layers[-1] + 1)
    # The free ones come backwards, so that what a box leads to has its place already.
    for box in (*sorted({*range(len(sizes))}.difference(free)), *reversed(free)):
        width, height = sizes[box]
        if after[box] and before[box]:
            first = max([layers[other] for other in before[box]]) + 1
            allowed = range(first, min([layers[other] for other in after[box]]))
            layers[box] = _roomiest(allowed, widths, heights, width)
        widths[layers[box]] = max(widths[layers[box]], width)
        heights[layers[box]] += height
    return layers


def _roomiest(allowed: range, widths: Sequence[int], heights: Sequence[int], width: int) -> int:
    """Return the layer that a box of that width suits best, the middle one of several.

    That is a layer wide enough already, unless so many boxes stand in it that a
    wider picture is better than a higher one.
    """
    if len(allowed) == 1:
        return allowed[0]
    middle = (allowed[0] + allowed[-1]) / 2
    return min(
        allowed,
        key=lambda layer: (
            max(width - widths[layer], 0) + heights[layer] // _CROWDING,
            abs(layer - middle),
        ),
    )


@dataclass(frozen=True, slots=True)
class _Net:
    """Boxes, and a node for each layer that a link passes over, so that every step leads to the next layer.

    Attributes
    ----------
    heights, layer
        Of each node, the boxes first.
    before, after
        The nodes that lead to each node, and those it leads to.
    routes
        The nodes of each link.
    """

    heights: list[int]
    layer: list[int]
    before: list[list[int]]
    after: list[list[int]]
    routes: list[range]


def _net(sizes: Sizes, links: Links, layers: list[int]) -> _Net:
    net = _Net([height for _, height in sizes], list(layers), [[] for _ in sizes], [[] for _ in sizes], [])
    for source, target in links:
        first, passed = len(net.layer), range(layers[source] + 1, layers[target])
        route = range(first, first + len(passed))
        net.routes.append(route)
        net.layer.extend(passed)
        net.heights.extend([_LINK_HEIGHT] * len(passed))
        stops = [source, *route, target]
        net.before.extend([stop] for stop in stops[:-2])
        net.after.extend([stop] for stop in stops[2:])
        net.after[source].append(stops[1])
        net.before[target].append(stops[-2])
    return net


@cache
def _library() -> Callable[..., list[Any]]:
    """Return the library's entry, made to keep quiet."""
    # It passes its log on to Python's, sixty lines a drawing; the level must be set before its first use.
    for name in ("rust-sugiyama", "connected_components"):
        logging.getLogger(name).setLevel(logging.WARNING)
    # Not at the top, as most processes that count lattices never draw one.
    from fast_sugiyama import from_edges

    return from_edges


def _library_places(net: _Net) -> list[float]:
    """Return the place of each node within its layer, in pixels, all nodes taken to be points."""
    steps = [(source, target) for source, targets in enumerate(net.after) for target in targets]
    # Every step leads to the next layer, which leaves the library no choice of layers but ours.
    drawn = _library()(
        steps,
        vertex_spacing=_ROW,
        ranking_type="down",
        crossing_minimization="median",
        transpose=False,
        check_layout=False,
    )
    # One component, as the first box leads to all others.
    places = dict(drawn[0][0])
    return [places[node][0] for node in range(len(net.layer))]


def _settled(net: _Net, places: list[float]) -> list[float]:
    """Return the middles of all nodes: in the order of the places, near their neighbours, none too close."""
    rows = _rows(net, places)
    offsets = [_offsets(row, net.heights) for row in rows]
    y = list(places)
    for row, room in zip(rows, offsets, strict=True):
        _spread(row, room, [y[node] for node in row], y)
    # Making room for tall boxes bends the links; drawing every node to its neighbours straightens them.
    for sweep in range(_SWEEPS):
        neighbours = net.after if sweep % 2 else net.before
        for layer in range(len(rows) - 2, -1, -1) if sweep % 2 else range(1, len(rows)):
            wanted = [_mean([y[other] for other in neighbours[node]]) for node in rows[layer]]
            _spread(rows[layer], offsets[layer], wanted, y)
    return y


def _rows(net: _Net, places: list[float]) -> list[list[int]]:
    """Return the nodes of each layer from above to below."""
    rows: list[list[int]] = [[] for _ in range(max(net.layer) + 1)]
    for node in sorted(range(len(places)), key=places.__getitem__):
        rows[net.layer[node]].append(node)
    return rows


def _mean(values: list[float]) -> float:
    return sum(values) / len(values)


def _offsets(row: list[int], heights: list[int]) -> list[float]:
    """Return how far each node of a layer is at least from the first, from middle to middle."""
    offsets = [0.0]
    for above, below in pairwise(row):
        offsets.append(offsets[-1] + (heights[above] + heights[below]) / 2 + _CLEARANCE)
    return offsets


def _spread(row: list[int], offsets: list[float], wanted: list[float], y: list[float]) -> None:
    """Write the nodes' places into y: nearest to those wanted, by least squares, with the room they need.

    Less the offsets the places must not descend, so that this is isotonic
    regression: neighbours that would, share their mean (pool adjacent violators).
    """
    sums: list[float] = []
    counts: list[int] = []
    for place, offset in zip(wanted, offsets, strict=True):
        total, count = place - offset, 1
        while sums and sums[-1] * count >= total * counts[-1]:
            total += sums.pop()
            count += counts.pop()
        sums.append(total)
        counts.append(count)
    place = 0
    for total, count in zip(sums, counts, strict=True):
        for member in range(place, place + count):
            y[row[member]] = total / count + offsets[member]
        place += count


def _climbs(net: _Net, y: list[int]) -> list[int]:
    """Return, for each layer but the last, the most that a step from it climbs or falls."""
    climbs = [0] * max(net.layer)
    for layer, here, targets in zip(net.layer, y, net.after, strict=True):
        for target in targets:
            climb = abs(y[target] - here)
            if climb > climbs[layer]:
                climbs[layer] = climb
    return climbs


def _columns(sizes: Sizes, layers: list[int], climbs: list[int]) -> tuple[list[int], list[int]]:
    """Return the left and right edges of the layers."""
    widths = [0] * (len(climbs) + 1)
    for (width, _), layer in zip(sizes, layers, strict=True):
        widths[layer] = max(widths[layer], width)
    left, right = [_MARGIN], [_MARGIN + widths[0]]
    for climb, width in zip(climbs, widths[1:], strict=True):
        left.append(right[-1] + min(max(climb // _CLIMB, _NARROWEST_GAP), _WIDEST_GAP))
        right.append(left[-1] + width)
    return left, right
