"""``orchestrator parser list``."""

import click

from orchestrator.commands.common.output import json_option, print_json


@click.command("list")
@json_option("Print a list of objects as JSON.")
def list_command(as_json: bool) -> None:
    """List the parsers on this machine, for --parser.

    \b
      orchestrator parser list
    """
    from paralattice.adapters.parser_files import installed_parsers

    found = installed_parsers()
    if as_json:
        print_json([{"name": model.name, "bytes": model.size} for model in found])
        return
    for model in found:
        click.echo(f"{model.name:40}{model.size / 1e6:8.1f} MB")
