"""``orchestrator store stats`` and ``store clean``."""

from __future__ import annotations

import re
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from orchestrator.commands.common.group import CommandGroup
from orchestrator.commands.common.output import json_option, print_json, quiet_option
from orchestrator.commands.common.shared import flag_option, runs_option, store_endpoint_option, store_option

if TYPE_CHECKING:
    from workers.store import Store

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}


@click.group("store", cls=CommandGroup)
def store() -> None:
    """Show and clean the store of computed artefacts.

    A store keeps what was parsed and computed, so that no run computes it again.
    Results are in the folders of runs: whatever is removed from a store, they stay.

    \b
      orchestrator store stats
      orchestrator store clean --older-than 90d --dry-run
    """


class _Age(click.ParamType[float]):
    """A number and a unit of time, as seconds."""

    name = "age"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found = re.fullmatch(r"(\d+(?:\.\d+)?)([smhdw])", str(value))
        if not found:
            self.fail(f"{value!r} is not a number and s, m, h, d or w, such as 30d", param, ctx)
        return float(found[1]) * _UNITS[found[2]]


@store.command("stats")
@runs_option
@store_option("RUNS/.store")
@store_endpoint_option
@json_option("Print the figures as JSON.")
def stats_command(runs: Path, store: str | None, store_endpoint: str, as_json: bool) -> None:
    """Show the size and age of a store.

    \b
      orchestrator store stats
      orchestrator store stats --store s3://lattices/news --json
    """
    from orchestrator.runs.store_cleaning import store_statistics

    opened = _open(runs, store, store_endpoint)
    found = store_statistics(opened)
    if as_json:
        print_json({"store": opened.location, **asdict(found)})
        return
    click.echo(f"{opened.location}: {found.packs} packs, {_size(found.bytes)}")
    click.echo(f"  {found.parses} of them with parses")
    if found.oldest is not None and found.newest is not None:
        click.echo(f"  written from {_day(found.oldest)} to {_day(found.newest)}")


@store.command("clean")
@runs_option
@store_option("RUNS/.store")
@store_endpoint_option
@click.option(
    "--older-than",
    type=_Age(),
    metavar="AGE",
    help="Remove what was written at least that long ago: 12h, 30d, 8w.",
)
@flag_option(
    "--unreferenced",
    "Remove artefacts that no run below --runs refers to, if they are older than an hour or --older-than.",
)
@click.option("-n", "--dry-run", is_flag=True, help="Show how much would be removed.")
@json_option("Print the figures as JSON.")
@quiet_option
def clean_command(
    runs: Path,
    store: str | None,
    store_endpoint: str,
    older_than: float | None,
    unreferenced: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Remove artefacts from a store.

    With both --older-than and --unreferenced, only artefacts that match both are
    removed.
    --unreferenced knows the runs of one folder: it also removes what other folders
    of runs, or commands other than `submit` and `tune`, have in the same store.

    Results of runs are not touched, and runs may be under way: what they miss,
    they compute again.

    \b
      orchestrator store clean --unreferenced --dry-run
      orchestrator store clean --older-than 90d
      orchestrator store clean --store s3://lattices/news --older-than 30d --unreferenced
    """
    if older_than is None and not unreferenced:
        raise click.UsageError("say what to remove: --older-than AGE, --unreferenced, or both")
    import sqlite3

    from orchestrator.runs.store_cleaning import referenced_keys, removable

    opened = _open(runs, store, store_endpoint)
    try:
        needed = referenced_keys(runs) if unreferenced else None
    except sqlite3.Error as error:
        reason = f"a ledger below {runs} cannot be read: {error}"
        raise click.ClickException(f"{reason}; nothing was removed, since it tells what is needed") from error
    entries = list(removable(opened, older_than, needed))
    if not dry_run:
        opened.discard([entry.name for entry in entries])
    size = sum(entry.size for entry in entries)
    if as_json:
        print_json({"store": opened.location, "removed": len(entries), "bytes": size, "dry_run": dry_run})
        return
    done = "would be removed" if dry_run else "were removed"
    click.echo(f"{opened.location}: {len(entries)} packs, {_size(size)}, {done}")


def _open(runs: Path, location: str | None, endpoint: str) -> Store:
    """Return a store that exists, or whose bucket answers."""
    from workers.store import StoreError, is_remote, open_store, settled_location
    from workers.store.identity import check_answer

    place = settled_location(location or str(runs / ".store"))
    if not is_remote(place) and not Path(place).is_dir():
        raise StoreError(f"there is no store {place}: name it with --store, or its runs with --runs")
    if is_remote(place):
        check_answer(place, endpoint)
    return open_store(place, endpoint)


def _size(count: int) -> str:
    return f"{count / 1e6:,.1f} MB"


def _day(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
