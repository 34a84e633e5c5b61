"""``orchestrator reword deal``."""

from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common import shared
from orchestrator.commands.common.judging import deal, deal_options


@click.command("deal")
@click.argument("rewordings", type=shared.FILE, nargs=-1, required=True)
@click.option(
    "-o", "--output", type=shared.FOLDER, required=True, metavar="FOLDER", help="Folder of the sheets."
)
@shared.choice_option(
    "--kind",
    ("acceptability", "qualities"),
    "acceptability",
    "Ask whether it is a paraphrase (Table 2), or about four qualities (Table 3).",
)
@shared.number_option("--judges", 2, "Number of judges.", most=99)
@shared.number_option("--ranks", 5, "Number of best rewordings of each system.")
@click.option("--sentences", type=click.IntRange(1), help="Number of first sentences.  [default: all]")
@shared.seed_option(2004, "Seed of the order.")
@deal_options
def deal_command(rewordings: tuple[Path, ...], output: Path, **options: Any) -> None:
    """Deal rewordings to judges.

    REWORDINGS are files of `orchestrator reword run --json`.  Rewordings of one
    sentence by several systems stand together, in random order.  Every judge gets a
    folder FOLDER/judge-NN with a page, a workbook and a table of the same
    sentences.  FOLDER/sheets-key.csv has the system of each rewording; judges must
    not see it.  The output of other systems can be judged as lines of {"sentence":
    …, "system": …, "rewordings": [{"text": …}]}.

    \b
      orchestrator reword run --model model/ in.txt --json > pr.jsonl
      orchestrator reword run --model model/ in.txt --json --system wn -n 1 > wn.jsonl
      orchestrator reword deal pr.jsonl wn.jsonl -o judging/
      orchestrator reword deal pr.jsonl --kind qualities --judges 1 --ranks 1 -o qualities/
    """
    from orchestrator.judging.rewording_study import RewordingSheetOptions, RewordingStudy

    deal(RewordingStudy(output, rewordings), RewordingSheetOptions, **options)
