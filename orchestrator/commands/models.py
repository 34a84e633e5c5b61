"""``orchestrator models`` and ``orchestrator tokenize``."""

from __future__ import annotations

from pathlib import Path

import click

from orchestrator.commands.common.group import CommandGroup
from orchestrator.commands.common.output import (
    json_option,
    output_options,
    print_json,
    print_lines,
    quiet_option,
)
from orchestrator.commands.common.shared import NEW_FILE


@click.group(cls=CommandGroup)
def models() -> None:
    """List and download parsers.

    \b
      orchestrator models list
      orchestrator models download ptb3-revised_charlm
    """


@models.command("list")
@json_option("Print a list of objects as JSON.")
def list_models(as_json: bool) -> None:
    """List parsers, for --parser.

    \b
      orchestrator models list
    """
    from paralattice.adapters.parser import installed_parsers

    found = installed_parsers()
    if as_json:
        print_json([{"name": model.name, "bytes": model.size} for model in found])
        return
    for model in found:
        click.echo(f"{model.name:40}{model.size / 1e6:8.1f} MB")


@models.command("download")
@click.argument("package", default="ptb3-revised_charlm")
@quiet_option
def download_model(package: str) -> None:
    """Download a parser.

    PACKAGE is the name of a constituency package of stanza.

    \b
      orchestrator models download ptb3-revised_charlm
      orchestrator submit corpus/ --parser stanza:ptb3-revised_charlm
    """
    from paralattice.adapters.parser import download_parser

    model = download_parser(package)
    click.echo(f"downloaded: --parser {model.name}")


@click.command("tokenize")
@click.argument("files", type=NEW_FILE, nargs=-1)
@output_options
def tokenize_command(files: tuple[Path, ...], output: Path | None, quiet: bool) -> None:
    """Split raw text into sentences and tokens.

    Reads FILES, or standard input if there are none, and prints one sentence per
    line with a space between tokens, as `submit` sees them: a cluster for `submit --tokenized`.

    \b
      orchestrator tokenize story.txt -o story.tok
      cat story.txt | orchestrator tokenize
    """
    from orchestrator.corpora.tokenizing import tokenized_lines

    print_lines((f"{line}\n" for line in tokenized_lines(files)), output, quiet)
