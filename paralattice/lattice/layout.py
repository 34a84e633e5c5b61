"""Layout of a lattice's picture, from left to right.

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

import numpy as np
import numpy.typing as npt

from paralattice.lattice.building import Integers

# Pixels between two neighbours in the library's drawing.  It spreads nodes generously, so that few are
# enough; those that then stand too close are moved apart.
_ROW = 8

# Height of a link that passes a layer, in pixels.
_LINK_HEIGHT = 4

_MARGIN = 16

# Between two layers there is a pixel for every six that some link climbs, within these bounds: steeper
# curves are hard to follow with the eye.
_CLIMB = 6
_NARROWEST_GAP, _WIDEST_GAP = 28, 72

Sizes = Sequence[tuple[int, int]]
"""Width and height of each box in whole pixels."""

Links = Sequence[tuple[int, int]]
"""Pairs of 0-based boxes, the first lower than the second, sorted."""

Places = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout in whole pixels; x grows to the right from 0, y downwards from 0.

    Attributes
    ----------
    layer
        Each box's layer, 0-based.
    left, right
        The edges of each layer; boxes stand in the middle.
    x, y
        Each box's middle.
    routes
        For each link its y in each of the layers that it passes over.
    size
        Width and height of the whole.
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
        The first box starts every path and the last ends it; there is a path
        through each of the others.
    """
    # Imported here: numba takes half a second to load.
    from paralattice.lattice.kernels import layers as layering
    from paralattice.lattice.kernels import settling

    ends, measures = np.array(links, np.int64), np.array(sizes, np.int64)
    box_layers = layering.layers_of(measures, ends)
    layers, steps, routes = layering.steps_of(box_layers, ends)
    heights = np.full(len(layers), _LINK_HEIGHT)
    heights[: len(sizes)] = measures[:, 1]
    settled = settling.settled(layers, heights, steps, _library_places(steps, len(layers)))
    y = np.rint(settled - ((settled - heights / 2).min() - _MARGIN)).astype(np.int64)
    left, right = _columns(measures, box_layers, settling.climbs_of(layers, steps, y))
    places = y.tolist()
    return Layout(
        layer=box_layers.tolist(),
        left=left.tolist(),
        right=right.tolist(),
        x=((left + right) // 2)[box_layers].tolist(),
        y=places[: len(sizes)],
        routes=[places[begin:end] for begin, end in pairwise(routes.tolist())],
        size=(int(right[-1]) + _MARGIN, int((y + heights // 2).max()) + _MARGIN),
    )


@cache
def _library() -> Callable[..., list[Any]]:
    """Return the library's function, with its logging off."""
    # It logs sixty lines a drawing to Python's logging; the level must be set before its first use.
    for name in ("rust-sugiyama", "connected_components"):
        logging.getLogger(name).setLevel(logging.WARNING)
    # Imported here: most processes never draw a lattice.
    from fast_sugiyama import from_edges

    return from_edges


def _library_places(steps: Integers, nodes: int) -> Places:
    """Return the place of each node within its layer, in pixels, all nodes taken to be points."""
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
    # One component: the first box leads to all others.
    for node, (place, _) in drawn[0][0]:
        places[node] = place
    return places


def _columns(sizes: Integers, layers: Integers, climbs: Integers) -> tuple[Integers, Integers]:
    """Return the left and right edges of the layers."""
    widths = np.zeros(len(climbs) + 1, np.int64)
    np.maximum.at(widths, layers, sizes[:, 0])
    gaps = np.clip(climbs // _CLIMB, _NARROWEST_GAP, _WIDEST_GAP)
    right = _MARGIN + np.cumsum(widths)
    right[1:] += np.cumsum(gaps)
    return right - widths, right
