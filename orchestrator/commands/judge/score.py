"""``orchestrator judge score``."""

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
    """Score what judges of RUN returned or gave on a server.

    A sheet is a CSV file of any dialect, a workbook (XLSX, XLS, ODS), or an
    export of the page.  Folders are searched for such files.  File names do not
    matter: the order of the items identifies the judge.  Sheets may be
    incomplete: scores that are missing, out of range, from another run or given
    twice are reported with file and line, and all others count.

    \b
    The command writes into RUN/scores/, as .csv, .md and .tex:
      table3                means by version, clusters of the splits train and dev
      table4, table5        grammaticality and fidelity by cluster and version,
                            all other clusters
      table6                mean and standard deviation over judges
      gains, ttests         the best syntactic version against the best baseline;
                            paired t-tests over clusters
      agreement, kappa      Krippendorff's alpha; weighted kappa of pairs of judges
      passes                agreement before and after a second pass, whose scores
                            replace those of the first
      judges                share of each sheet that was returned
    and figure5, figure6 (.svg, .png), judgements.csv, problems.csv, scores.json.

    \b
      orchestrator judge score runs/corpus returned/judge-01.xlsx returned/judge-02.csv
      orchestrator judge score runs/corpus runs/corpus/sheets     filled in where they were dealt
      orchestrator judge score runs/corpus       given on the pages of `orchestrator serve`
      orchestrator judge score runs/corpus returned/ --deal-again          sheets in RUN/second-pass
      orchestrator judge score runs/corpus returned/ --second-pass returned-2/

    Exit code: 0; 1 if something was scored despite problems; 2 if nothing can
    be scored.
    """
    from orchestrator.judging.sentence_study import SentenceStudy

    code = score(SentenceStudy(run), **options)
    refresh(run)
    context.exit(code)
