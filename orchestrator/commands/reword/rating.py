"""``orchestrator reword deal`` and ``orchestrator reword score``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common.output import json_option, print_tables, quiet_option
from orchestrator.commands.common.shared import EXISTING, FILE, FOLDER


@click.command("deal")
@click.argument("rewordings", type=FILE, nargs=-1, required=True)
@click.option("-o", "--output", type=FOLDER, required=True, metavar="FOLDER", help="Folder of the sheets.")
@click.option(
    "--kind",
    type=click.Choice(["acceptability", "qualities"]),
    default="acceptability",
    show_default=True,
    help="Ask whether it is a paraphrase (Table 2), or about four qualities (Table 3).",
)
@click.option("--raters", type=click.IntRange(1, 99), default=2, show_default=True, help="Number of raters.")
@click.option(
    "--ranks",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="Number of best rewordings of each system.",
)
@click.option("--sentences", type=click.IntRange(1), help="Number of first sentences.  [default: all]")
@click.option("--seed", type=int, default=2004, show_default=True, help="Seed of the order.")
@click.option("--force", is_flag=True, help="Replace existing sheets and the answers in them.")
@quiet_option
def deal_command(rewordings: tuple[Path, ...], output: Path, force: bool, **options: Any) -> None:
    """Deal rewordings to raters.

    REWORDINGS are files of `orchestrator reword run --json`.  Rewordings of one
    sentence by several systems stand together, in random order.  Every rater gets a
    folder FOLDER/judge-NN with a page, a workbook and a table of the same
    sentences.  FOLDER/sheets-key.csv has the system of each rewording; raters must
    not see it.  The output of other systems can be rated as lines of {"sentence":
    …, "system": …, "rewordings": [{"text": …}]}.

    \b
      orchestrator reword run --model model/ in.txt --json > pr.jsonl
      orchestrator reword run --model model/ in.txt --json --system wn -n 1 > wn.jsonl
      orchestrator reword deal pr.jsonl wn.jsonl -o rating/
      orchestrator reword deal pr.jsonl --kind qualities --raters 1 --ranks 1 -o qualities/
    """
    from orchestrator.judging.rewording_study import RatingOptions, deal_rewordings

    package = deal_rewordings(rewordings, output, RatingOptions(**options), force)
    click.echo(f"{output}: {len(package.items)} items for each of {options['raters']} raters")


@click.command("score")
@click.argument("folder", type=FOLDER)
@click.argument("sheets", type=EXISTING, nargs=-1, required=True)
@click.option(
    "--second-pass",
    "second",
    type=EXISTING,
    multiple=True,
    help="Sheets of the second pass, files or folders; may be repeated.",
)
@json_option()
@quiet_option
@click.pass_context
def score_command(
    context: click.Context,
    folder: Path,
    sheets: tuple[Path, ...],
    second: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Score the sheets that raters returned.

    FOLDER is that of `orchestrator reword deal`.

    The command writes Table 2 or Table 3 of Quirk et al. (2004), agreement and
    mean edit distances into FOLDER/scores, as .csv, .md and .tex, and as
    `orchestrator judge score` does judges (.csv, .md, .tex), judgements.csv,
    problems.csv and scores.json.  A rewording is accepted if all raters accept it.
    If raters disagree, the command writes sheets with only those items into
    FOLDER/second-pass; answers of the second pass replace those of the first.

    \b
      orchestrator reword score rating/ returned/
      orchestrator reword score rating/ returned/ --second-pass returned-2/

    Exit code: 0; 1 if something was scored despite problems, such as a missing
    sheet; 2 if nothing can be scored.
    """
    from orchestrator.judging.rewording_study import score_rewordings
    from orchestrator.judging.summary import show_ratings

    report = score_rewordings(folder, sheets, second)
    show_ratings(report, folder, as_json, bool(second))
    if as_json and report.results:
        print_tables(report.results.tables)
    context.exit(report.exit_code)
