"""Batches of a limited size."""

import math
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

_Item = TypeVar("_Item")


def batches(
    items: Iterable[_Item], size: Callable[[_Item], int], most: float, count: float = math.inf
) -> Iterator[list[_Item]]:
    """Yield the items in their order, as many at a time as fit.

    Parameters
    ----------
    size
        Returns the size of an item, such as its number of words.
    most
        Maximum sum of the sizes in a batch; an item that is larger is a batch of its own.
    count
        Maximum number of items in a batch.
    """
    batch: list[_Item] = []
    held = 0
    for item in items:
        own = size(item)
        if batch and (held + own > most or len(batch) == count):
            yield batch
            batch, held = [], 0
        batch.append(item)
        held += own
    if batch:
        yield batch
