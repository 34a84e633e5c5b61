"""``orchestrator reword``: paraphrasing as translation (Quirk, Brockett and Dolan 2004)."""

from __future__ import annotations

import click

from orchestrator.commands.group import CommandGroup
from orchestrator.commands.reword.align_error import align_error_command
from orchestrator.commands.reword.rating import deal_command, score_command
from orchestrator.commands.reword.run import run_command
from orchestrator.commands.reword.train import train_command


@click.group(cls=CommandGroup)
def reword() -> None:
    """Learn from documents to reword any sentence.

    \b
      orchestrator reword train news/ -o model/
      orchestrator reword run --model model/ "The ferry ran aground."
      orchestrator reword align-error gold.jsonl --model model/
      orchestrator reword deal rewordings.jsonl -o rating/
      orchestrator reword score rating/ returned/
    """


for _command in (train_command, run_command, align_error_command, deal_command, score_command):
    reword.add_command(_command)
