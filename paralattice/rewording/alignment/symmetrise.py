"""Merges the alignments of both directions of a sentence pair (Och & Ney 2003; Koehn et al. 2003)."""

from collections.abc import Iterable

from paralattice.formats.pharaoh import Link
from paralattice.options import require_known
from paralattice.rewording.options import SYMMETRISATIONS

_SIDES = ((-1, 0), (0, -1), (1, 0), (0, 1))
_NEIGHBOURS = (*_SIDES, (-1, -1), (-1, 1), (1, -1), (1, 1))


def symmetrise(
    forward: Iterable[Link], backward: Iterable[Link], method: str = "grow-diag-final-and"
) -> tuple[Link, ...]:
    """Return the links of the merged alignment, sorted.

    Parameters
    ----------
    forward, backward
        The links of each direction, as pairs of positions in the same two sentences.
    method
        ``intersection``; ``union``; ``grow-diag``, which repeatedly adds to the intersection the links of
        the union that neighbour an accepted link, also diagonally, and have a word without a link;
        ``grow-diag-final-and``, which finally adds the links, forward ones first, between words that both
        have no link; or ``agreement``, which is the intersection where links have no probabilities (see
        :mod:`paralattice.rewording.alignment.agreement` for those that have).

    Raises
    ------
    OptionError
        There is no such method.
    """
    one, other = set(forward), set(backward)
    require_known("symmetrisation", method, SYMMETRISATIONS)
    if method == "union":
        return tuple(sorted(one | other))
    links = one & other
    if method.startswith("grow"):
        _grow(links, one | other)
    if method == "grow-diag-final-and":
        for candidates in (one, other):
            _finish(links, candidates)
    return tuple(sorted(links))


def _grow(links: set[Link], union: set[Link]) -> None:
    first, second = {i for i, _ in links}, {j for _, j in links}
    waiting = sorted(links)
    while waiting:
        added = []
        for i, j in waiting:
            for down, right in _NEIGHBOURS:
                link = (i + down, j + right)
                if link in union and link not in links and (link[0] not in first or link[1] not in second):
                    links.add(link)
                    added.append(link)
                    first.add(link[0])
                    second.add(link[1])
        # Only new links can have new neighbours.
        waiting = sorted(added)


def _finish(links: set[Link], candidates: set[Link]) -> None:
    first, second = {i for i, _ in links}, {j for _, j in links}
    for i, j in sorted(candidates - links):
        if i not in first and j not in second:
            links.add((i, j))
            first.add(i)
            second.add(j)
