"""Figures of precision against recall (Figures 5 and 6 of Nelken & Shieber 2006)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paralattice.judging.figures import drawn

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Wong's seven colours with four lines and markers give 28 distinct styles.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7", "#56B4E9", "#000000")
_LINES, _MARKERS = ("-", "--", "-.", ":"), ("o", "s", "^", "D")
_LEGEND_COLUMNS, _LONG_NAME = 4, 20


@dataclass(frozen=True, slots=True)
class Curve:
    """The curve of one system.

    Attributes
    ----------
    name
        Label in the legend.
    points
        (recall, precision) in drawing order.
    mark
        The point at the trained threshold, if any.
    """

    name: str
    points: Sequence[tuple[float, float]]
    mark: tuple[float, float] | None = None


def draw_curves(curves: Sequence[Curve], recalls: Sequence[float] = ()) -> dict[str, bytes]:
    """Return the figure as ``svg`` and ``png``; equal curves give equal bytes.

    Parameters
    ----------
    recalls
        Recalls that are marked by a vertical line each, as in Figure 5.
    """
    rows = -(-len(curves) // _columns(curves))
    return drawn((6.0, 4.3 + 0.2 * rows), lambda axes: _draw(axes, curves, recalls))


def _draw(axes: Axes, curves: Sequence[Curve], recalls: Sequence[float]) -> None:
    for recall in recalls:
        axes.axvline(recall, color="#777777", linewidth=1, linestyle=":")
    for number, curve in enumerate(curves):
        colour = _COLOURS[number % len(_COLOURS)]
        line, marker = _LINES[number % len(_LINES)], _MARKERS[number % len(_MARKERS)]
        recalls, precisions = [point[0] for point in curve.points], [point[1] for point in curve.points]
        axes.plot(recalls, precisions, line, color=colour, label=curve.name, linewidth=1.4)
        if curve.mark:
            axes.plot(*curve.mark, marker=marker, color=colour, markersize=7, linestyle="none")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.02)
    axes.set_xlabel("recall")
    axes.set_ylabel("precision")
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.legend(
        ncols=_columns(curves), loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False, fontsize=8
    )


def _columns(curves: Sequence[Curve]) -> int:
    """Return the number of columns of the legend: fewer if names are long."""
    most = _LEGEND_COLUMNS // 2 if any(len(curve.name) > _LONG_NAME for curve in curves) else _LEGEND_COLUMNS
    return min(max(1, len(curves)), most)
