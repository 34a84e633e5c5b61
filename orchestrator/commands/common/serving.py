"""Options and output of the commands that deal sheets to judges, who may get a link."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from orchestrator.commands.common.shared import flag_option

if TYPE_CHECKING:
    from paralattice.judging.sheets.study_files import StudyFiles


def serve_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options ``--serve`` and ``--url``."""
    serve = flag_option("--serve", "Also print a link for each judge: `orchestrator serve` has the sheets.")
    url = click.option(
        "--url",
        default="http://127.0.0.1:8080",
        show_default=True,
        help="Address of the server in the links.",
    )
    return serve(url(function))


def print_links(folder: Path, files: StudyFiles, url: str) -> None:
    """Serve the sheets of a study that was dealt, and print the link of each judge."""
    from orchestrator.judging.served import serve_dealt
    from orchestrator.judging.summary import link_lines

    for line in link_lines(folder, files, serve_dealt(folder, files), url):
        click.echo(line)
