"""Cohesion: whether the sentences of a cluster describe one event."""

from collections.abc import Iterable, Mapping

from paralattice.exchange.model.operation import Place

ONE_EVENT = 0.8
"""Least share of linked sentences in a cluster about one event."""


def linked_share(groups: Iterable[Mapping[Place, Place]], count: int) -> float:
    """Return the share of sentences that are linked with the most linked sentence of a cluster.

    Parameters
    ----------
    groups
        For entities and for events, the place that represents the group of each place.  Two sentences are
        linked if a group has places in both.
    count
        Number of sentences of the cluster.

    Examples
    --------
    Three of four sentences name the rock of the first one:

    >>> rock = (0, 4)
    >>> linked_share([{rock: rock, (1, 2): rock, (2, 5): rock, (3, 0): (3, 0)}], 4)
    0.75
    """
    linked = [{number} for number in range(count)]
    for first_of in groups:
        members: dict[Place, set[int]] = {}
        for (number, _), first in first_of.items():
            members.setdefault(first, set()).add(number)
        for numbers in members.values():
            for number in numbers:
                linked[number] |= numbers
    return max(map(len, linked), default=0) / max(1, count)


def is_one_event(linked: float, count: int) -> bool:
    """Return whether the share of linked sentences is enough for one event; one stray sentence always is.

    Examples
    --------
    >>> is_one_event(3 / 4, 4), is_one_event(6 / 8, 8)
    (True, False)
    """
    return linked >= min(ONE_EVENT, (count - 1) / max(1, count))


def names_alone(first_of: Mapping[Place, Place], named: Mapping[Place, bool]) -> dict[Place, Place]:
    """Return the groups without the places that are not named: each of these is a group of its own."""
    firsts: dict[Place, Place] = {}
    return {
        place: firsts.setdefault(first, place) if named[place] else place for place, first in first_of.items()
    }
