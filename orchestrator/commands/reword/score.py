"""``orchestrator reword score``."""

from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common.judging import score, score_options
from orchestrator.commands.common.shared import FOLDER


@click.command("score")
@click.argument("folder", type=FOLDER)
@score_options
@click.pass_context
def score_command(context: click.Context, /, folder: Path, **options: Any) -> None:
    """Score the sheets that judges returned.

    FOLDER is that of `orchestrator reword deal`.

    The command writes Table 2 or Table 3 of Quirk et al. (2004), agreement and
    mean edit distances into FOLDER/scores, as .csv, .md and .tex, and as
    `orchestrator judge score` does judges (.csv, .md, .tex), judgements.csv,
    problems.csv and scores.json.  A rewording is accepted if all judges accept it.
    If judges disagree, the command writes sheets with only those items into
    FOLDER/second-pass, which --serve puts on the server; answers of the second pass
    replace those of the first.

    \b
      orchestrator reword score judging/ returned/
      orchestrator reword score judging/ returned/ --second-pass returned-2/
      orchestrator reword score runs/judging --serve     given on the pages of `orchestrator serve`

    Exit code: 0; 1 if something was scored despite problems, such as a missing
    sheet; 2 if nothing can be scored.
    """
    from orchestrator.judging.rewording_study import RewordingStudy

    context.exit(score(RewordingStudy(folder), deal_again=True, apart=1, **options))
