"""``orchestrator measure``."""

from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common import language_model
from orchestrator.commands.common.output import json_option, print_tables, quiet_option
from orchestrator.commands.common.run_argument import run_argument
from orchestrator.commands.common.shared import FOLDER, NEW_FILE, choice_option, flag_option, number_option
from orchestrator.commands.report import refresh


@click.command("measure")
@run_argument
@language_model.model_options("  [default: the run's corpus]")
@language_model.tokenized_option
@language_model.order_option
@flag_option("--modified", "Modified Kneser-Ney smoothing: three discounts for each order, not one.")
@number_option("--least-count", 1, "Rarer words count as the unknown word.")
@language_model.seen_option
@number_option(
    "--folds", 10, "Number of parts of the corpus, each measured by a model of the others.", least=2
)
@choice_option(
    "--over",
    ("chosen", "drawn"),
    "chosen",
    "Means over the sentences chosen for the judges, or over all draws.",
)
@click.option(
    "--save-model",
    type=NEW_FILE,
    help="Write the language model to this file, in ARPA format; with --text or --seen.",
)
@click.option(
    "--references",
    type=FOLDER,
    help="Folder with CLUSTER.txt, a reference a line: ROUGE-1, -2, -SU4, BLEU and the compression rate of "
    "the first sentence of each cluster and version.",
)
@json_option()
@quiet_option
def measure_command(
    run: Path, save_model: Path | None, over: str, references: Path | None, as_json: bool, **flags: Any
) -> None:
    """Measure the sampled sentences of RUN, without judges.

    \b
    For every sentence, cluster and version:
      entropy         bits per token under a language model, and the difference
                      from the originals
      length          in tokens, and the difference from the originals
      distance        words that differ from the nearest original
      repetition      repeated words that no original repeats
      novel           the share of draws that are not originals
    If RUN was scored (`orchestrator judge score`), also Pearson's and Spearman's
    correlation of each measure with the human scores.

    The language model is an n-gram model with interpolated Kneser-Ney
    smoothing.  A model favours the originals that it was trained on: therefore
    each tenth of the corpus is measured by a model of the other nine tenths;
    with --seen one model of the whole corpus is used.

    \b
      orchestrator measure runs/corpus
      orchestrator measure runs/corpus --text news-1.txt --text news-2.txt --order 3
      orchestrator measure runs/corpus --model wsj.arpa.gz
      orchestrator measure runs/corpus --references references/

    The command writes into RUN/measures/: items.csv, clusters.csv, versions and
    correlations_overall (.csv, .md, .tex), correlations.csv, measures.json; with
    --references references (.csv, .md, .tex) and references_by_cluster.csv.
    """
    from orchestrator.measures.measure import MeasureRequest
    from orchestrator.measures.summary import measure_and_show

    model = language_model.model_request(flags)
    if save_model and not (model.texts or model.seen):
        raise click.UsageError("--save-model needs --text or --seen: otherwise each part has its own model")
    request = MeasureRequest(model, over == "drawn", save_model, references)
    report = measure_and_show(run, request, quiet=as_json)
    if as_json:
        compared = [report.references] if report.references else []
        print_tables([report.by_version, *compared, *report.correlation_tables])
    refresh(run)
