"""Options of what a command prints: ``--json``, ``--output`` and ``--quiet``, the same for all commands."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from orchestrator.commands.common.shared import FOLDER, NEW_FILE

if TYPE_CHECKING:
    from paralattice.formats.tables.paper_tables import Table

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
    help="Print only warnings and errors, which go to standard error.",
)
"""For commands whose results are files: what they print tells only what they wrote."""


def file_output(text: str = "File.  [default: standard output]") -> Callable[[_Function], _Function]:
    """Return the option ``--output`` of a command that writes a file."""
    return click.option("-o", "--output", type=NEW_FILE, metavar="FILE", help=text)


def folder_output(text: str, metavar: str = "FOLDER") -> Callable[[_Function], _Function]:
    """Return the option ``--output`` of a command that always writes a folder."""
    return click.option("-o", "--output", type=FOLDER, required=True, metavar=metavar, help=text)


def output_options(function: _Function) -> _Function:
    """Add ``--output`` and ``--quiet`` to a command that prints lines; see :func:`print_lines`."""
    quiet = click.option("-q", "--quiet", is_flag=True, help="With --output: do not say what was written.")
    return file_output()(quiet(function))


def print_lines(lines: Iterable[str], output: Path | None, quiet: bool) -> None:
    """Print lines, which end in a line break, or write them to a file and say so."""
    if output is None:
        for line in lines:
            click.echo(line, nl=False)
        return
    # Lazy import: ``--help`` needs no files.
    from orchestrator.io.atomic import write_whole

    write_whole(output, lines)
    if not quiet:
        click.echo(f"{output}: written", err=True)
