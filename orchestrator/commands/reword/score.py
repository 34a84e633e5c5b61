"""``orchestrator reword score``."""

from __future__ import annotations

from pathlib import Path

import click

from orchestrator.commands.common.output import json_option, print_tables, quiet_option
from orchestrator.commands.common.serving import print_links, serve_options
from orchestrator.commands.common.shared import EXISTING, FOLDER


@click.command("score")
@click.argument("folder", type=FOLDER)
@click.argument("sheets", type=EXISTING, nargs=-1)
@click.option(
    "--second-pass",
    "second",
    type=EXISTING,
    multiple=True,
    help="Sheets of the second pass, files or folders; may be repeated.",
)
@serve_options
@json_option()
@quiet_option
@click.pass_context
def score_command(
    context: click.Context,
    folder: Path,
    sheets: tuple[Path, ...],
    second: tuple[Path, ...],
    as_json: bool,
    serve: bool,
    url: str,
) -> None:
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
    from orchestrator.judging.rewording_study import score_rewordings
    from orchestrator.judging.summary import show_rewording_scores
    from paralattice.judging.sheets.study_files import SECOND_PASS_FILES

    report = score_rewordings(folder, sheets, second)
    show_rewording_scores(report, folder, as_json, bool(second))
    if as_json and report.results:
        print_tables(report.results.tables)
    dealt, served = folder / SECOND_PASS_FILES.sheets, folder / SECOND_PASS_FILES.served
    if serve and dealt.exists() and not served.exists():
        print_links(folder, SECOND_PASS_FILES, url)
    context.exit(report.exit_code)
