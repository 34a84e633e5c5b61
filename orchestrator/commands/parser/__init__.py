"""``orchestrator parser``: the parsers that there are, and new ones."""

import click

from orchestrator.commands.common.group import CommandGroup
from orchestrator.commands.parser.download import download_command
from orchestrator.commands.parser.list import list_command
from orchestrator.commands.parser.score import score_command
from orchestrator.commands.parser.train import train_command


@click.group(cls=CommandGroup)
def parser() -> None:
    """List, download, score and train parsers.

    \b
      orchestrator parser list
      orchestrator parser download ptb3-revised_charlm
      orchestrator parser score default test.mrg
      orchestrator parser train train.mrg --dev dev.mrg --encoder minilm/ -o my-parser
    """


for _command in (list_command, download_command, score_command, train_command):
    parser.add_command(_command)
