"""What `orchestrator tune` prints of a ranking."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from orchestrator.io.console import say
from paralattice.formats.tables import shown_cell
from paralattice.tuning.grid import value_text
from paralattice.tuning.ranking import MEASURES, Ranked

_SHOWN = 10


def show_ranking(console: Console, ranked: Sequence[Ranked], measure: str, caption: str) -> None:
    """Print the best settings: a line each, with the measure over versions (mean) and of each version.

    The last column is the number of clusters with measured sentences, of which versions have different ones.

    Parameters
    ----------
    console
        Where to print.
    ranked
        At least one setting, the best one first.
    measure
        The name of the measure.
    caption
        A line above the table.
    """
    column = MEASURES[measure].column
    table = Table(box=None, pad_edge=False)
    table.add_column("rank", justify="right")
    for axis in ranked[0].setting.axes:
        # With blanks a heading has more than one line, and the table fits into 80 characters.
        table.add_column(axis.name.replace("_", " "), justify="right", overflow="fold")
    table.add_column("mean", justify="right")
    versions = [outcome.version for outcome in ranked[0].outcomes]
    for version in versions:
        table.add_column(version, justify="right")
    table.add_column("measured", justify="right")
    for one in ranked[:_SHOWN]:
        cells = [shown_cell(column, outcome.values.get(column.name)) or "?" for outcome in one.outcomes]
        place = "?" if one.rank is None else str(one.rank)
        counts = sorted({outcome.measured for outcome in one.outcomes})
        table.add_row(
            place,
            *(Text(value_text(value)) for value in one.setting.values),
            shown_cell(column, one.value) or "?",
            *cells,
            "-".join(map(str, counts[:1] + counts[1:][-1:])),
        )
    say(console, f"\n{caption}")
    console.print(table)
    if len(ranked) > _SHOWN:
        say(console, f"and {len(ranked) - _SHOWN} more")
    if ranked[0].rank is None:
        say(console, _without_values(measure))


def _without_values(measure: str) -> str:
    if measure in ("judged", "grammaticality", "fidelity"):
        return (
            "no setting was judged yet: deal and score the sheets of its runs (orchestrator sheets, score, "
            "with the folders in settings/), then give the same command again"
        )
    return f"no setting has a value of {measure}: nothing is ranked"
