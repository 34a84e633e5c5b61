"""Options of what a command prints: ``--json`` and ``--quiet``, the same for all commands."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from paralattice.formats.tables import Table

_Function = TypeVar("_Function", bound=Callable[..., Any])


def json_option(text: str = "Print the tables as one JSON object.") -> Callable[[_Function], _Function]:
    """Return the option ``--json`` with that help; its value is ``as_json``."""
    return click.option("--json", "as_json", is_flag=True, help=text)


def print_json(value: Any) -> None:
    """Print a value as indented JSON; fractions become numbers."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, default=float))


def print_tables(tables: Iterable[Table]) -> None:
    """Print tables as a JSON object: by their names, lists of rows by the names of their columns."""
    print_json({table.name: table.records() for table in tables})


def _silence(context: click.Context, _: click.Parameter, quiet: bool) -> None:
    if quiet:
        context.with_resource(redirect_stdout(StringIO()))


quiet_option = click.option(
    "-q",
    "--quiet",
    is_flag=True,
    expose_value=False,
    callback=_silence,
    help="Print nothing but trouble, which goes to standard error.",
)
"""For commands whose results are files: what they print tells only what they wrote."""
