"""``orchestrator reword evaluate``."""

from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common import shared
from orchestrator.commands.common.output import folder_output, json_option, print_tables


@click.command("evaluate")
@click.argument("sentences", type=shared.FILE)
@click.option(
    "--model",
    "models",
    type=shared.FOLDER,
    multiple=True,
    required=True,
    metavar="FOLDER",
    help="A model: a system named like its folder; may be repeated.  The first also serves the baselines.",
)
@folder_output("Folder of the results.")
@click.option(
    "--baseline",
    "baselines",
    type=click.Choice(["wn", "wn+lm", "cl", "none"]),
    multiple=True,
    help="Baselines of the paper; may be repeated.  [default: wn, wn+lm and cl]",
)
@click.option(
    "--gold",
    type=shared.FILE,
    multiple=True,
    help="Links by hand, for Table 1, as `reword align-error` takes them.",
)
@shared.wordnet_option("")
@shared.number_option("--ranks", 5, "Number of best rewordings of each model in Table 2.", least=2)
@shared.number_option("--judges", 2, "Number of judges.", most=99)
@shared.seed_option(2004, "Seed of wn and of the order.")
@shared.tokens_option
@shared.flag_option("--force", "Replace an earlier evaluation and the answers in its sheets.")
@json_option()
def evaluate_command(
    sentences: Path, baselines: tuple[str, ...], as_json: bool, models: tuple[Path, ...], **options: Any
) -> None:
    """Compare systems of rewording: Tables 1 to 3.

    This is the evaluation of Quirk, Brockett & Dolan (2004).  SENTENCES is a file
    with a sentence on each line, of documents that no model was trained on.

    All systems reword the same sentences.  FOLDER gets their output, automatic
    measures, Table 1 (with --gold), and the sheets of two blind studies:
    FOLDER/acceptability (Table 2) and FOLDER/qualities (Table 3).  Judges return a
    page, workbook or table each; `reword score` then makes the tables.

    \b
      orchestrator reword train news/ -o ours/
      orchestrator reword train news/ -o quirk2004/ --preset quirk2004
      orchestrator reword evaluate test.txt --model ours/ --model quirk2004/ -o study/
      orchestrator reword score study/acceptability returned/
      orchestrator reword score study/qualities returned-3/
    """
    from rich.console import Console

    from orchestrator.systems.rewording.evaluation import BASELINES, ComparisonRequest, evaluate_systems
    from paralattice.formats.tables.paper_tables import markdown_text

    chosen = tuple(name for name in baselines if name != "none") if baselines else BASELINES
    request = ComparisonRequest(sentences, models, baselines=chosen, **options)
    tables = evaluate_systems(request, Console(stderr=True))
    if as_json:
        print_tables(tables)
    for table in () if as_json else tables:
        click.echo(markdown_text(table))
