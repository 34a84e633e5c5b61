"""``orchestrator phrases deal``."""

from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common.judging import deal, deal_options
from orchestrator.commands.common.run_argument import run_argument
from orchestrator.commands.common.shared import comma_separated, flag_option, number_option, seed_option


@click.command("deal")
@run_argument
@click.option("--judges", type=click.IntRange(1), required=True, help="Number of judges.")
@number_option("--pairs", 300, "Pairs of each version.")
@number_option("--per-pair", 1, "Judges for each pair.")
@click.option("--versions", help="Versions, separated by commas.  [default: all with a table]")
@flag_option("--reliable", "Draw only pairs seen in more than one cluster.")
@flag_option("--composed", "Also draw pairs made of other pairs.")
@seed_option(2003, "Seed of the drawing, the assignment and the order.")
@deal_options
def deal_command(run: Path, versions: str | None, **options: Any) -> None:
    """Deal paraphrase pairs of RUN to judges.

    The pairs are drawn at random from RUN/paraphrases.tsv (and
    paraphrases-VERSION.tsv).  Each is shown in one of its contexts, beside the
    sentences of that cluster; the judge calls it correct, partial or incorrect
    (Pang et al. 2003, section 4.1.1).  Every judge gets a folder
    RUN/pair-sheets/judge-NN with sheet.html, sheet.xlsx and sheet.csv, the
    sentences and instructions, and returns one of the three.
    RUN/pair-sheets-key.csv has the version of each pair; judges must not see it.

    \b
      orchestrator phrases deal runs/groups --judges 4           as in the paper: 75 pairs each
      orchestrator phrases deal runs/groups --judges 4 --per-pair 4 --pairs 100
      orchestrator phrases score runs/groups returned/
    """
    from orchestrator.judging.phrase_study import PhraseSheetOptions, PhraseStudy

    deal(PhraseStudy(run), PhraseSheetOptions, versions=comma_separated(versions), **options)
