"""Feature templates: combinations of attributes of neighbouring words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paralattice.adapters.perceptron.attributes import (
    CASE,
    CLASSES,
    CLUSTER,
    CLUSTERS,
    END2,
    END3,
    LOWER,
    SHAPE,
    WORD,
)

Template = tuple[tuple[int, int], ...]
"""Pairs of a neighbour (0 is the word, -1 the one before) and an attribute."""

_BOTH = (-2, -1, 1, 2)
_ALL = (-2, -1, 0, 1, 2)


def templates(corpora: int, layers: int) -> list[Template]:
    """Return the templates of a layer.

    Parameters
    ----------
    corpora
        Number of other corpora, whose classes are attributes.
    layers
        Number of lower layers, whose tags are attributes.
    """
    made = [*_of_words(), *_of_clusters()]
    for attribute in range(CLASSES, CLASSES + corpora):
        made += _of_classes(attribute)
    if corpora > 1:
        made.append(((0, CLASSES), (0, CLASSES + 1)))
    tags = list(range(CLASSES + corpora, CLASSES + corpora + layers))
    for attribute in tags:
        made += _of_tags(attribute)
    if layers > 1:
        first, second = tags[:2]
        made += [((0, first), (0, second)), ((1, first), (1, second)), ((0, first), (0, second), (0, LOWER))]
    return made


def _of_words() -> list[Template]:
    made: list[Template] = [(), *(((0, attribute),) for attribute in range(CLUSTER + CLUSTERS))]
    made += [((place, LOWER),) for place in _BOTH]
    made += [((place, attribute),) for place in (-1, 1) for attribute in (WORD, END2, END3, SHAPE)]
    made += [((-1, LOWER), (0, LOWER)), ((0, LOWER), (1, LOWER)), ((-1, LOWER), (1, LOWER))]
    made += [((-2, LOWER), (-1, LOWER)), ((1, LOWER), (2, LOWER)), ((0, SHAPE), (0, END2))]
    made += [((0, CASE), (-1, CASE)), ((-1, CASE), (0, CASE), (1, CASE))]
    return [*made, ((0, END3), (1, LOWER)), ((0, END3), (-1, LOWER))]


def _of_clusters() -> list[Template]:
    middle = CLUSTER + 1
    made: list[Template] = [((place, CLUSTER + level),) for place in _BOTH for level in range(CLUSTERS)]
    made += [((-1, middle), (0, middle)), ((0, middle), (1, middle)), ((-1, middle), (1, middle))]
    return [*made, ((0, END2), (1, middle)), ((0, END2), (-1, middle))]


def _of_classes(own: int) -> list[Template]:
    made: list[Template] = [((place, own),) for place in _ALL]
    made += [((0, own), (1, own)), ((-1, own), (0, own)), ((0, own), (0, END2)), ((0, own), (0, CASE))]
    return made


def _of_tags(own: int) -> list[Template]:
    made: list[Template] = [((place, own),) for place in _ALL]
    made += [((0, own), (0, LOWER)), ((0, own), (1, own)), ((-1, own), (0, own)), ((0, own), (0, END2))]
    return [*made, ((-1, own), (0, own), (1, own))]


def flat(made: list[Template]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return arrays for compiled loops: the begins of templates and the end, neighbours, attributes."""
    lengths = [len(template) for template in made]
    pairs = [pair for template in made for pair in template]
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    places, attributes = (np.array([pair[part] for pair in pairs], np.int64) for part in (0, 1))
    return starts, places, attributes
