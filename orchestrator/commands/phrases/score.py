"""``orchestrator phrases score``."""

from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common.judging import again_options, score, score_options
from orchestrator.commands.common.run_argument import run_argument
from orchestrator.commands.report import refresh


@click.command("score")
@run_argument
@score_options
@again_options
@click.pass_context
def score_command(context: click.Context, /, run: Path, **options: Any) -> None:
    """Score the sheets that judges of pairs returned.

    The result is Table 1 of Pang et al. (2003).  Sheets are read as by
    `orchestrator judge score`: CSV of any dialect, workbooks and exports of the
    page, under any names; folders are searched.  A judgement is correct, partial or
    incorrect, or 3, 2 or 1.

    The command writes table1 and judges (.csv, .md, .tex), judgements.csv,
    problems.csv and scores.json into RUN/pair-scores/.  After a second pass, passes
    has the agreement in both.

    \b
      orchestrator phrases score runs/groups returned/
      orchestrator phrases score runs/groups runs/groups/pair-sheets    filled in where they were dealt
      orchestrator phrases score runs/groups returned/ --deal-again     sheets in RUN/pair-second-pass

    Exit code: 0; 1 if something was scored despite problems; 2 if nothing can
    be scored.
    """
    from orchestrator.judging.phrase_study import PhraseStudy

    code = score(PhraseStudy(run), **options)
    refresh(run)
    context.exit(code)
