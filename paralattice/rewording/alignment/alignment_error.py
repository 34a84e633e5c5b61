"""Precision, recall and alignment error rate (AER) against manual links (Och & Ney 2003).

    precision = |A and P| / |A|,  recall = |A and S| / |S|,
    AER = 1 - (|A and P| + |A and S|) / (|A| + |S|)

A is the alignment, S the sure links and P the possible ones, which include S. The equation in Quirk et al.
(2004), section 3.2, lacks the "1 -"; their Table 1 has rates with it, over all, identical and non-identical
words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass

from paralattice.formats.corpora.gold_links import GoldPair
from paralattice.formats.pharaoh import Link
from paralattice.formats.tables.paper_tables import Cell, Column, Table

#: Kinds of rows in Table 1.
KINDS = ("all", "identical", "non-identical")

_MEASURES = ("precision", "recall", "aer")
#: Figures of the paper's Table 1, in per cent.
PAPER = {
    ("all", "precision"): 87.46,
    ("all", "recall"): 89.52,
    ("all", "aer"): 11.58,
    ("identical", "precision"): 89.36,
    ("identical", "recall"): 89.50,
    ("identical", "aer"): 10.57,
    ("non-identical", "precision"): 76.99,
    ("non-identical", "recall"): 90.22,
    ("non-identical", "aer"): 20.88,
}


@dataclass(frozen=True, slots=True)
class AlignmentError:
    """Counts of links, summed over sentence pairs, and their rates.

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
        """Share of links that are possible; NaN without links."""
        return self.in_possible / self.links if self.links else float("nan")

    @property
    def recall(self) -> float:
        """Share of sure links that are found; NaN without sure links."""
        return self.in_sure / self.sure if self.sure else float("nan")

    @property
    def aer(self) -> float:
        """Alignment error rate; NaN without links and sure links."""
        total = self.links + self.sure
        return 1 - (self.in_possible + self.in_sure) / total if total else float("nan")


def alignment_error(
    links: Iterable[Link], sure: Iterable[Link], possible: Iterable[Link] = ()
) -> AlignmentError:
    """Return the counts of one sentence pair.

    Parameters
    ----------
    links
        The alignment; repeated links count once.
    sure, possible
        Manual links; sure links are always possible.
    """
    found, certain = set(links), set(sure)
    return AlignmentError(
        len(found), len(certain), len(found & (certain | set(possible))), len(found & certain)
    )


def split_links(
    links: Iterable[Link], first: Sequence[str], second: Sequence[str]
) -> tuple[list[Link], list[Link]]:
    """Return the links between identical words, ignoring case, and the others (Table 1)."""
    same: list[Link] = []
    other: list[Link] = []
    for i, j in links:
        (same if first[i].lower() == second[j].lower() else other).append((i, j))
    return same, other


def measure_links(
    gold: Sequence[GoldPair], alignments: Sequence[Sequence[Link]]
) -> dict[str, AlignmentError]:
    """Return the counts of alignments against manual links, for each of :data:`KINDS`."""
    totals = dict.fromkeys(KINDS, AlignmentError())
    for pair, links in zip(gold, alignments, strict=True):
        parts = (links, pair.sure, pair.possible)
        split = [split_links(part, pair.first, pair.second) for part in parts]
        totals["all"] += alignment_error(*parts)
        totals["identical"] += alignment_error(*(same for same, _ in split))
        totals["non-identical"] += alignment_error(*(other for _, other in split))
    return totals


def alignment_table(
    results: Mapping[str, Mapping[str, AlignmentError]], pairs: int, trained_on: int
) -> Table:
    """Return Table 1 with a column for each alignment, and the paper's.

    Parameters
    ----------
    results
        Name of an alignment to the result of :func:`measure_links`.
    pairs, trained_on
        Number of sentence pairs with manual links, and in the training data; the latter 0 without training.
    """
    columns = (
        Column("words", "Words"),
        Column("measure", "Measure"),
        *(Column(name, f"{name} (%)") for name in results),
        Column("paper", "Paper, L12 (%)"),
    )
    rows: list[tuple[Cell, ...]] = []
    for kind in KINDS:
        for measure in _MEASURES:
            values = (getattr(errors[kind], measure) for errors in results.values())
            cells = (100 * value if value == value else None for value in values)
            title = "AER" if measure == "aer" else measure.capitalize()
            rows.append((kind, title, *cells, PAPER[kind, measure]))
    what = f"trained on {trained_on} sentence pairs" if trained_on else "given"
    caption = f"Word alignments, {what}, against links by hand of {pairs} pairs."
    return Table("table1", caption, columns, tuple(rows))
