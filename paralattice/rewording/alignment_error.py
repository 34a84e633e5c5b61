"""How far an alignment is from links by hand: precision, recall and AER (Och & Ney 2003).

    precision = |A and P| / |A|,  recall = |A and S| / |S|,
    AER = 1 - (|A and P| + |A and S|) / (|A| + |S|)

A being the alignment, S the links that are sure and P the possible ones, S among
them. Quirk et al. (2004), section 3.2, leave the "1 -" out in print; their Table 1 has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass

Link = tuple[int, int]


@dataclass(frozen=True, slots=True)
class AlignmentError:
    """Numbers of links, summed over sentence pairs, and the rates that come of them.

    Attributes
    ----------
    links, sure
        |A| and |S|.
    in_possible, in_sure
        |A and P| and |A and S|.
    """

    links: int = 0
    sure: int = 0
    in_possible: int = 0
    in_sure: int = 0

    def __add__(self, other: AlignmentError) -> AlignmentError:
        """Return the sums."""
        return AlignmentError(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))

    @property
    def precision(self) -> float:
        """The share of links that are possible; not a number where there is none."""
        return self.in_possible / self.links if self.links else float("nan")

    @property
    def recall(self) -> float:
        """The share of sure links that were found; not a number where there is none."""
        return self.in_sure / self.sure if self.sure else float("nan")

    @property
    def aer(self) -> float:
        """The alignment error rate; not a number where there is no link at all."""
        total = self.links + self.sure
        return 1 - (self.in_possible + self.in_sure) / total if total else float("nan")


def alignment_error(
    links: Iterable[Link], sure: Iterable[Link], possible: Iterable[Link] = ()
) -> AlignmentError:
    """Return the numbers of one sentence pair.

    Parameters
    ----------
    links
        The alignment; repeated links count once.
    sure, possible
        Links by hand; sure ones are possible whether or not they are given again.
    """
    found, certain = set(links), set(sure)
    return AlignmentError(
        len(found), len(certain), len(found & (certain | set(possible))), len(found & certain)
    )


def split_links(
    links: Iterable[Link], first: Sequence[str], second: Sequence[str]
) -> tuple[list[Link], list[Link]]:
    """Return the links between identical words, case aside, and the others (Table 1)."""
    same: list[Link] = []
    other: list[Link] = []
    for i, j in links:
        (same if first[i].lower() == second[j].lower() else other).append((i, j))
    return same, other
