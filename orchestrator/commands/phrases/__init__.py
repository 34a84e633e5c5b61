"""``orchestrator phrases``: the paraphrase pairs of lattices (Pang, Knight and Marcu 2003)."""

import click

from orchestrator.commands.common.group import CommandGroup
from orchestrator.commands.phrases.deal import deal_command
from orchestrator.commands.phrases.evaluate import evaluate_command
from orchestrator.commands.phrases.list import list_command
from orchestrator.commands.phrases.score import score_command


@click.group(cls=CommandGroup)
def phrases() -> None:
    """List, judge and evaluate pairs of phrases in a lattice.

    Two phrases between the same two states of a lattice are a paraphrase pair
    (Pang et al. 2003).

    \b
      orchestrator submit groups.txt --method pang    a run with such lattices
      orchestrator phrases list groups                its pairs, as tables
      orchestrator phrases deal groups --judges 4     sheets for judges
      orchestrator phrases score groups returned/     Table 1 of the paper
      orchestrator phrases evaluate groups            all its other tables
    """


for _command in (list_command, deal_command, score_command, evaluate_command):
    phrases.add_command(_command)
