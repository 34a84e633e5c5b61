"""``orchestrator judge deal``."""

from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common.judging import deal, deal_options
from orchestrator.commands.common.run_argument import run_argument
from orchestrator.commands.common.shared import seed_option


@click.command("deal")
@run_argument
@click.option("--judges", type=click.IntRange(1), required=True, help="Number of judges.")
@click.option(
    "--per-cluster", type=click.IntRange(1), help="Least number of judges for each cluster.  [default: all]"
)
@click.option("--split", type=click.Choice(["train", "dev", "test"]), help="Only clusters of this split.")
@seed_option(2006, "Seed of assignment and order.")
@deal_options
def deal_command(run: Path, split: str | None, **options: Any) -> None:
    """Deal the chosen sentences of RUN to judges.

    \b
    Every judge gets a folder RUN/sheets/judge-NN with the same sentences in three forms:
      sheet.html        a page for any browser: keys 1 to 4, saves automatically, exports CSV
      sheet.xlsx        a workbook: drop-down lists for the scores, the originals beside
      sheet.csv         a table with empty columns for two scores
      originals.csv     the sentences of the clusters, to compare with
      instructions.md   the scale from 1 (nonsense) to 4 (perfect)

    The judge returns one of the three, filled in.  RUN/sheets-key.csv has the
    version of each sentence; judges must not see it.

    Without --per-cluster every judge gets every cluster, as in the training
    phase of Shen et al. (2006).  With it, clusters are assigned so that all
    judges have similar numbers of sentences, as in their testing phase.

    \b
      orchestrator judge deal runs/corpus --judges 4                    every judge, every cluster
      orchestrator judge deal runs/corpus --judges 6 --per-cluster 3 --split test
      orchestrator judge deal runs/corpus --judges 4 --serve            a link for each
    """
    from orchestrator.judging.sentence_study import SentenceStudy
    from paralattice.judging.sheets.assignment import SheetOptions

    deal(SentenceStudy(run), SheetOptions, split=split or "", **options)
