"""Lays out a lattice's picture from left to right.

This is a layered drawing after Sugiyama, Tagawa and Toda (1981): every box has a
layer, and a link has a place in each layer that it crosses.  The library
``fast-sugiyama`` computes the order within the layers.  It ignores the sizes of
boxes, so the final places are fitted to its places by least squares, with the room
that each box needs.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from paralattice.arrays import Floats, Longs

# Pixels between two neighbours in the library's drawing.  Few suffice, because it spreads nodes generously
# and nodes that are too close are moved apart later.
_ROW = 8

# Height of a link that crosses a layer, in pixels.
_LINK_HEIGHT = 4

_MARGIN = 16

# The gap between two layers is a sixth of the height that a link climbs, within these bounds, because
# steeper curves are hard to follow.
_CLIMB = 6
_NARROWEST_GAP, _WIDEST_GAP = 28, 72

Sizes = Sequence[tuple[int, int]]
"""Width and height of each box in whole pixels."""

Links = Sequence[tuple[int, int]]
"""Pairs of 0-based boxes, the first lower than the second, sorted."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout in whole pixels; x grows to the right from 0, y downwards from 0.

    Attributes
    ----------
    layer
        Each box's layer, 0-based.
    left, right
        The edges of each layer; boxes are centred between them.
    x, y
        Each box's centre.
    routes
        For each link, its y in each layer that it crosses.
    size
        Width and height of the picture.
    """

    layer: list[int]
    left: list[int]
    right: list[int]
    x: list[int]
    y: list[int]
    routes: list[list[int]]
    size: tuple[int, int]


def lay_out(sizes: Sizes, links: Links) -> Layout:
    """Return a layout of boxes and the links between them.

    Parameters
    ----------
    sizes, links
        Every path begins at the first box and ends at the last one; there is a
        path through each of the others.
    """
    # Lazy import: numba takes half a second to load.
    from paralattice.lattice.kernels import layers as layering
    from paralattice.lattice.kernels import settling

    ends, measures = np.array(links, np.int64), np.array(sizes, np.int64)
    box_layers = layering.layers_of(measures, ends)
    layers, steps, routes = layering.steps_of(box_layers, ends)
    heights = np.full(len(layers), _LINK_HEIGHT)
    heights[: len(sizes)] = measures[:, 1]
    places = _library_places(steps, len(layers))
    # Sorting is compiled in numpy; in our loops it would take long to compile.
    settled = settling.settled(layers, heights, steps, places, np.argsort(places, kind="stable"))
    y = np.rint(settled - ((settled - heights / 2).min() - _MARGIN)).astype(np.int64)
    left, right = _columns(measures, box_layers, settling.climbs_of(layers, steps, y))
    centres = y.tolist()
    return Layout(
        layer=box_layers.tolist(),
        left=left.tolist(),
        right=right.tolist(),
        x=((left + right) // 2)[box_layers].tolist(),
        y=centres[: len(sizes)],
        routes=[centres[begin:end] for begin, end in pairwise(routes.tolist())],
        size=(int(right[-1]) + _MARGIN, int((y + heights // 2).max()) + _MARGIN),
    )


@cache
def _library() -> Callable[..., list[Any]]:
    """Return the library's function, with its logging off."""
    # It logs sixty lines per drawing with Python's logging; the level must be set before its first use.
    for name in ("rust-sugiyama", "connected_components"):
        logging.getLogger(name).setLevel(logging.WARNING)
    # Lazy import: most processes never draw a lattice.
    from fast_sugiyama import from_edges

    return from_edges


def _library_places(steps: Longs, nodes: int) -> Floats:
    """Return the place of each node within its layer in pixels, as if all nodes were points."""
    # Every step leads to the next layer, so the library must use our layers.
    drawn = _library()(
        steps.tolist(),
        vertex_spacing=_ROW,
        ranking_type="down",
        crossing_minimization="median",
        transpose=False,
        check_layout=False,
    )
    places = np.empty(nodes)
    # There is one component, because the first box leads to all others.
    for node, (place, _) in drawn[0][0]:
        places[node] = place
    return places


def _columns(sizes: Longs, layers: Longs, climbs: Longs) -> tuple[Longs, Longs]:
    """Return the left and right edges of the layers."""
    widths = np.zeros(len(climbs) + 1, np.int64)
    np.maximum.at(widths, layers, sizes[:, 0])
    gaps = np.clip(climbs // _CLIMB, _NARROWEST_GAP, _WIDEST_GAP)
    right = _MARGIN + np.cumsum(widths)
    right[1:] += np.cumsum(gaps)
    return right - widths, right
