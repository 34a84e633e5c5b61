"""``orchestrator pairs``: the paraphrase pairs of lattices (Pang, Knight and Marcu 2003)."""

from __future__ import annotations

import click

from orchestrator.commands.common.group import CommandGroup
from orchestrator.commands.pairs.deal import deal_command, score_command
from orchestrator.commands.pairs.evaluate import evaluate_command
from orchestrator.commands.pairs.tables import list_command


@click.group(cls=CommandGroup)
def pairs() -> None:
    """List, judge and evaluate the paraphrase pairs of a run.

    Two phrases between the same two states of a lattice are a pair (Pang et al. 2003).

    \b
      orchestrator submit groups.txt --method pang    a run with such lattices
      orchestrator pairs list groups                  its pairs, as tables
      orchestrator pairs deal groups --judges 4       sheets for judges
      orchestrator pairs score groups returned/       Table 1 of the paper
      orchestrator pairs evaluate groups              all its other tables
    """


for _command in (list_command, deal_command, score_command, evaluate_command):
    pairs.add_command(_command)
