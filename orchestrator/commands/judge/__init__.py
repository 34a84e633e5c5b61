"""``orchestrator judge``: sheets for human judges, and their scores."""

import click

from orchestrator.commands.common.group import CommandGroup
from orchestrator.commands.judge.deal import deal_command
from orchestrator.commands.judge.score import score_command


@click.group(cls=CommandGroup)
def judge() -> None:
    """Deal new sentences to judges and score their sheets.

    \b
      orchestrator judge deal corpus --judges 4       a page, a workbook and a table for each
      orchestrator judge score corpus returned/       tables, tests, agreement and figures
    """


judge.add_command(deal_command)
judge.add_command(score_command)
