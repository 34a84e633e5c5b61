"""The ranking of settings that `orchestrator tune` prints."""

from collections.abc import Sequence

from rich.console import Console

from orchestrator.io.console import say
from orchestrator.io.tables import grid, print_grid
from paralattice.formats.tables.paper_tables import shown_cell
from paralattice.tuning.grid import value_text
from paralattice.tuning.ranking import MEASURES, Ranked

_SHOWN = 10


def show_ranking(console: Console, ranked: Sequence[Ranked], measure: str, caption: str) -> None:
    """Print the best settings, one per line: the measure's mean over versions and each version's value.

    The last column is the number of clusters with measured sentences, or its range over the versions.

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
    # Headings with blanks wrap, so that the table fits into 80 characters.
    axes = [axis.name.replace("_", " ") for axis in ranked[0].setting.axes]
    versions = [outcome.version for outcome in ranked[0].outcomes]
    rows = [_line(one, measure) for one in ranked[:_SHOWN]]
    say(console, f"\n{caption}")
    print_grid(console, grid(("rank", *axes, "mean", *versions, "measured"), rows))
    if len(ranked) > _SHOWN:
        say(console, f"and {len(ranked) - _SHOWN} more")
    if ranked[0].rank is None:
        say(console, _without_values(measure))


def _line(one: Ranked, measure: str) -> tuple[str, ...]:
    column = MEASURES[measure].column
    values = (one.value, *(outcome.values.get(column.name) for outcome in one.outcomes))
    counts = sorted({outcome.measured for outcome in one.outcomes})
    return (
        "?" if one.rank is None else str(one.rank),
        *map(value_text, one.setting.values),
        *(shown_cell(column, value) or "?" for value in values),
        "-".join(map(str, counts[:1] + counts[1:][-1:])),
    )


def _without_values(measure: str) -> str:
    if measure in ("judged", "grammaticality", "fidelity"):
        return (
            "no setting was judged yet: deal and score the sheets of its runs (orchestrator judge deal, "
            "judge score, with the folders in settings/), then give the same command again"
        )
    return f"no setting has a value of {measure}: nothing is ranked"
