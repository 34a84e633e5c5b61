"""Draws the growth of alignment time with the number of sentences, on logarithmic axes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from measuring import Row

OURS = {
    "from words to columns, V1": "Paralattice, V1 (words)",
    "from features to columns, V5": "Paralattice, V5 (syntax)",
}
COLOURS = ("#b2182b", "#ef8a62", "#2166ac", "#4d9221", "#762a83", "#8c6d31")


def draw_growth(rows: Sequence[Row], path: Path) -> None:
    """Draw the times of our aligner and the others, as an SVG without a date."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "growth"
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 4.5), layout="constrained")
    axes = figure.add_subplot()
    for (name, points), colour in zip(_series(rows).items(), COLOURS, strict=False):
        sizes, seconds = zip(*sorted(points.items()), strict=True)
        own = name.startswith("Paralattice")
        axes.loglog(sizes, seconds, color=colour, marker="o", label=name, linewidth=2.5 if own else 1.2)
        place = {"xytext": (7, 0), "textcoords": "offset points", "va": "center"}
        axes.annotate(name, (sizes[-1], seconds[-1]), color=colour, fontsize=9, **place)
    axes.set_xlabel("sentences")
    axes.set_ylabel("seconds of processor time")
    axes.set_title("From tokens to the alignment of all sentences", fontsize=10)
    axes.grid(True, which="major", alpha=0.3)
    sizes = sorted({size for points in _series(rows).values() for size in points})
    axes.set_xlim(sizes[0] / 1.5, sizes[-1] * 8)
    axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
    axes.minorticks_off()
    figure.savefig(path, metadata={"Date": None})


def _series(rows: Sequence[Row]) -> dict[str, dict[int, float]]:
    """Return the seconds by number of sentences, by name; ours first."""
    found: dict[str, dict[int, float]] = {name: {} for name in OURS.values()}
    peers: dict[str, dict[int, float]] = defaultdict(dict)
    for row in rows:
        if row.topic in OURS:
            size = int(row.size.split()[0].replace(",", ""))
            found[OURS[row.topic]][size] = row.ours
            if row.ratios:
                peers[row.peer][size] = row.theirs
    return {name: points for name, points in {**found, **peers}.items() if points}
