"""Measures ours and a peer alternately on the same input, several times.

Times are processor time, which other work on the machine affects less than wall
time; a ratio compares two consecutive measurements, so that the remaining effect
is on both.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True)
class Row:
    """One comparison.

    Attributes
    ----------
    topic, size
        The task, and the size of its input.
    peer
        The name of the peer.
    ours, theirs
        Medians in seconds; only ours if `ratios` is empty.
    ratios
        Their time divided by ours, round by round.
    note
        Whether the results are the same, or why the peer has none.
    """

    topic: str
    size: str
    peer: str
    ours: float
    theirs: float = 0.0
    ratios: tuple[float, ...] = ()
    note: str = ""

    @property
    def ratio(self) -> str:
        """The median ratio with the smallest and the largest."""
        if not self.ratios:
            return ""
        low, middle, high = (
            shown(value) for value in (min(self.ratios), median(self.ratios), max(self.ratios))
        )
        return f"**{middle}** ({low}-{high})" if len(self.ratios) > 1 else f"**{middle}**"


_LONG = 10.0
"""Seconds of a peer's first call above which it is not repeated."""


def shown(value: float) -> str:
    """Return a number with at most two decimals and separated thousands."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the processor time of one call, and its result."""
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def best_of(work: Callable[[], Any], least: float = 0.02) -> tuple[float, Any]:
    """Return the processor time of a call and its result; average many calls if one is too short."""
    taken, result = seconds(work)
    if taken >= least:
        return taken, result
    times = max(1, round(least / max(taken, 1e-6)))
    taken, _ = seconds(lambda: [work() for _ in range(times)])
    return taken / times, result


def compare(
    labels: tuple[str, str, str],
    ours: Callable[[], Any],
    theirs: Callable[[], Any],
    rounds: int,
    same: Callable[[Any, Any], bool] | None = None,
) -> Row:
    """Run both alternately.

    Parameters
    ----------
    labels
        Topic, size and peer of the row.
    ours, theirs
        Functions without arguments; each is called once before, to load and compile.
    rounds
        Number of measurements.
    same
        Returns whether both results are the same, for the row's note.
    """
    topic, size, peer = labels
    # The garbage collector must not scan loaded modules: that would slow down the side that makes objects.
    gc.collect()
    gc.freeze()
    try:
        first, found = seconds(theirs)
    except ImportError as error:
        return Row(topic, size, peer, best_of(ours)[0], note=f"not installed ({error.name})")
    except Exception as error:  # any failure of a peer is a result
        return Row(topic, size, peer, best_of(ours)[0], note=f"fails: {type(error).__name__}")
    ours()
    mine, own = best_of(ours)
    # A call that long needs no second round.
    times = [(mine, first)] if first > _LONG else []
    for _ in range(0 if times else rounds):
        mine, own = best_of(ours)
        other, found = best_of(theirs)
        times.append((mine, other))
    note = "" if same is None else "same results" if same(own, found) else "**other results**"
    ratios = tuple(other / mine for mine, other in times)
    return Row(topic, size, peer, median(a for a, _ in times), median(b for _, b in times), ratios, note)


def table(rows: Sequence[Row]) -> str:
    """Return the rows as Markdown."""
    lines = [
        "| task | size | ours, ms | peer | peer, ms | peer / ours, median (smallest-largest) | |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        theirs = shown(1000 * row.theirs) if row.ratios else ""
        cells = (row.topic, row.size, shown(1000 * row.ours), row.peer, theirs, row.ratio, row.note)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
