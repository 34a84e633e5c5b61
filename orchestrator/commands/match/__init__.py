"""``orchestrator match``: sentences of two documents that match (Nelken and Shieber 2006)."""

import click

from orchestrator.commands.common.group import CommandGroup
from orchestrator.commands.match.evaluate import evaluate_command
from orchestrator.commands.match.run import run_command


@click.group(cls=CommandGroup)
def match() -> None:
    """Match sentences with the same meaning in two documents.

    \b
      orchestrator match run monday.txt tuesday.txt --html links.html
      orchestrator match evaluate test.jsonl --train train.jsonl
    """


match.add_command(run_command)
match.add_command(evaluate_command)
