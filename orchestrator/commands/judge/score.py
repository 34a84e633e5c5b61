"""``orchestrator judge score``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from orchestrator.commands.common.output import json_option, print_tables, quiet_option
from orchestrator.commands.common.run_argument import run_argument
from orchestrator.commands.common.shared import EXISTING
from orchestrator.commands.report import refresh

if TYPE_CHECKING:
    from orchestrator.judging.study import RunStudy


def score_run(study: RunStudy[Any], run: Path, sheets: tuple[Path, ...], as_json: bool) -> int:
    """Score the returned sheets of a study, print the scores, renew the run's page; return the exit code."""
    from orchestrator.judging.study import score_study
    from orchestrator.judging.summary import show_scores

    report = score_study(study, run, sheets)
    show_scores(report, as_json)
    if as_json and report.results:
        print_tables(report.results.tables)
    refresh(run)
    return report.exit_code


@click.command("score")
@run_argument
@click.argument("sheets", type=EXISTING, nargs=-1)
@json_option()
@quiet_option
@click.pass_context
def score_command(context: click.Context, run: Path, sheets: tuple[Path, ...], as_json: bool) -> None:
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
      judges                share of each sheet that was returned
    and figure5, figure6 (.svg, .png), judgements.csv, problems.csv, scores.json.

    \b
      orchestrator judge score runs/corpus returned/judge-01.xlsx returned/judge-02.csv
      orchestrator judge score runs/corpus runs/corpus/sheets     filled in where they were dealt
      orchestrator judge score runs/corpus       given on the pages of `orchestrator serve`

    Exit code: 0; 1 if something was scored despite problems; 2 if nothing can
    be scored.
    """
    from orchestrator.judging.sentence_study import SENTENCE_STUDY

    context.exit(score_run(SENTENCE_STUDY, run, sheets, as_json))
