"""Figures 5 and 6 of Shen et al. 2006: mean scores of each version by cluster."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from paralattice.judging.means import ClusterMeans
from paralattice.methods.registry import named_version

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Criterion to the number of its figure in the paper.
FIGURES = {"grammaticality": 5, "fidelity": 6}

_SETTINGS: Any = {
    # Makes the identifiers in SVG files deterministic.
    "svg.hashsalt": "paralattice",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
_INCHES_A_CLUSTER, _LEAST_WIDTH, _GREATEST_WIDTH, _HEIGHT = 0.5, 6.0, 40.0, 4.0
# Longer names are truncated to leave room for the figure.
_LONGEST = 24


def draw_figure(means: ClusterMeans) -> dict[str, bytes]:
    """Return the figure as ``svg`` and ``png``; equal means give equal bytes.

    Clusters are in the order of ``means``, by increasing size.  The axis begins at 2, as
    in the paper, unless a mean lies below.  Baselines have broken lines, syntactic
    versions solid ones.
    """
    width = min(max(_LEAST_WIDTH, 1.5 + _INCHES_A_CLUSTER * len(means.clusters)), _GREATEST_WIDTH)
    return drawn((width, _HEIGHT), lambda axes: _draw(axes, means))


def drawn(inches: tuple[float, float], draw: Callable[[Axes], None]) -> dict[str, bytes]:
    """Return a drawing on axes as ``svg`` and ``png``, with the same bytes on every machine."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    # A user's matplotlibrc must not change the figure.
    with mpl.rc_context(), warnings.catch_warnings():
        mpl.rcdefaults()
        mpl.rcParams.update(_SETTINGS)
        # Characters that the font lacks are drawn as boxes.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        figure = Figure(figsize=inches, layout="constrained")
        FigureCanvasAgg(figure)
        draw(figure.add_subplot())
        return {kind: _saved(figure, kind) for kind in ("svg", "png")}


def _saved(figure: Figure, kind: str) -> bytes:
    buffer = io.BytesIO()
    # Without date and version, equal figures give equal bytes.
    metadata = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}[kind]
    figure.savefig(buffer, format=kind, dpi=200, metadata=metadata)
    return buffer.getvalue()


def _draw(axes: Axes, means: ClusterMeans) -> None:
    places = range(len(means.clusters))
    for name in means.versions:
        version = named_version(name)
        heights = [math.nan if value is None else float(value) for value in means.column(name)]
        line = "-" if version.syntactic else "--"
        axes.plot(
            places, heights, line, color=version.colour, marker=version.marker, markersize=5, label=name
        )
    names = [name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…" for name in means.clusters]
    # Dollar signs in names are not formulas.
    axes.set_xticks(places, names, rotation=45, ha="right", rotation_mode="anchor", parse_math=False)
    axes.set_ylim(2 if min(means.cells.values(), default=2) >= 2 else 1, 4.05)
    axes.set_ylabel(f"mean {means.criterion}")
    axes.set_xlabel("clusters by increasing size")
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.legend(ncols=len(means.versions), loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
