"""Table 1 of Quirk et al. (2004): precision, recall and AER of all words, of identical ones, of others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paralattice.formats.gold_links import GoldPair
from paralattice.formats.tables import Cell, Column, Table
from paralattice.rewording.alignment_error import AlignmentError, Link, alignment_error, split_links

#: What rows are about.
KINDS = ("all", "identical", "non-identical")

_MEASURES = ("precision", "recall", "aer")
#: Training data and figures of the paper's table, in per cent.
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


def measure_links(
    gold: Sequence[GoldPair], alignments: Sequence[Sequence[Link]]
) -> dict[str, AlignmentError]:
    """Return the numbers of alignments against links by hand, for each of :data:`KINDS`.

    Words are identical if they are, case aside.
    """
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
    """Return Table 1 with a column for each alignment, beside the paper's.

    Parameters
    ----------
    results
        Name of an alignment to what :func:`measure_links` returned.
    pairs, trained_on
        Sentence pairs with links by hand, and those that were trained on; 0 where nothing was.
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
