"""``orchestrator parser download``."""

import click

from orchestrator.commands.common.output import quiet_option


@click.command("download")
@click.argument("package", default="ptb3-revised_charlm")
@quiet_option
def download_command(package: str) -> None:
    """Download a parser of stanza.

    PACKAGE is the name of a constituency package of stanza.

    \b
      orchestrator parser download ptb3-revised_charlm
      orchestrator submit corpus/ --parser stanza:ptb3-revised_charlm
    """
    from paralattice.adapters.parser_files import download_parser

    click.echo(f"downloaded: --parser {download_parser(package).name}")
