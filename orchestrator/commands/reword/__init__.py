"""``orchestrator reword``: paraphrasing as translation (Quirk, Brockett and Dolan 2004)."""

import click

from orchestrator.commands.common.group import CommandGroup
from orchestrator.commands.reword.align_error import align_error_command
from orchestrator.commands.reword.deal import deal_command
from orchestrator.commands.reword.evaluate import evaluate_command
from orchestrator.commands.reword.run import run_command
from orchestrator.commands.reword.score import score_command
from orchestrator.commands.reword.train import train_command


@click.group(cls=CommandGroup)
def reword() -> None:
    """Learn from documents how to reword any sentence.

    \b
      orchestrator reword train news/ -o model/
      orchestrator reword run --model model/ "The ferry ran aground."
      orchestrator reword align-error gold.jsonl --model model/
      orchestrator reword evaluate test.txt --model model/ -o study/
      orchestrator reword deal rewordings.jsonl -o judging/
      orchestrator reword score judging/ returned/
    """


_COMMANDS = (train_command, run_command, align_error_command, evaluate_command, deal_command, score_command)
for _command in _COMMANDS:
    reword.add_command(_command)
