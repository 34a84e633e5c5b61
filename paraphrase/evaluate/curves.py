"""Precision against recall as a picture (Figures 5 and 6 of Nelken & Shieber 2006)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paraphrase.evaluate.figures import drawn

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_STYLES = (("#0072B2", "-", "o"), ("#D55E00", "--", "s"), ("#009E73", "-.", "^"), ("#E69F00", ":", "D"))


@dataclass(frozen=True, slots=True)
class Curve:
    """One system's curve.

    Attributes
    ----------
    name
        For the legend.
    points
        (recall, precision) in the order in which they are joined.
    mark
        The point at the threshold that was trained; ``None`` where there is none.
    """

    name: str
    points: Sequence[tuple[float, float]]
    mark: tuple[float, float] | None = None


def draw_curves(curves: Sequence[Curve]) -> dict[str, bytes]:
    """Return the picture as ``svg`` and ``png``; the same curves give the same bytes."""
    return drawn((6.0, 4.5), lambda axes: _draw(axes, curves))


def _draw(axes: Axes, curves: Sequence[Curve]) -> None:
    for number, curve in enumerate(curves):
        colour, line, marker = _STYLES[number % len(_STYLES)]
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
    axes.legend(ncols=max(1, len(curves)), loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
