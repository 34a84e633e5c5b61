"""``orchestrator measure``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from orchestrator.commands.shared import FOLDER

_FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command()
@click.argument("run", type=FOLDER)
@click.option(
    "--text",
    "texts",
    type=_FILE,
    multiple=True,
    help="Text to train the language model on; may be given several times.  [default: the run's corpus]",
)
@click.option("--tokenized", is_flag=True, help="The texts have a sentence a line, blanks between tokens.")
@click.option(
    "--model", "arpa", type=_FILE, help="A model in ARPA format (.gz too), in place of training one."
)
@click.option(
    "--order", type=click.IntRange(1, 12), default=4, show_default=True, help="Words of the longest n-grams."
)
@click.option(
    "--modified",
    is_flag=True,
    help="Modified Kneser-Ney smoothing: three discounts a length, not one.",
)
@click.option(
    "--least-count",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Rarer words count as the unknown word.",
)
@click.option("--seen", is_flag=True, help="Let the model of the corpus see the sentences that it measures.")
@click.option(
    "--folds",
    type=click.IntRange(2),
    default=10,
    show_default=True,
    help="Parts of the corpus, each measured by a model of the others.",
)
@click.option(
    "--over",
    type=click.Choice(["chosen", "drawn"]),
    default="chosen",
    show_default=True,
    help="Means over the sentences chosen for the judges, or over all draws.",
)
@click.option(
    "--save-model",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the language model there, in ARPA format; with --text or --seen.",
)
def measure(run: Path, **flags: Any) -> None:
    """Measure the sampled sentences of RUN (a folder, such as runs/corpus) without judges.

    \b
    For every sentence, cluster and version:
      entropy         bits a token under a language model, and how much more
                      that is than the originals have
      length          in tokens, and against the originals
      distance        words that differ from the nearest original
      repetition      words that it repeats though no original does
      novel           the share of draws that are none of the originals
    Where RUN has been scored (`orchestrator score`), also how far each goes
    along with the human scores: Pearson's and Spearman's correlation.

    The language model is one of n-grams with interpolated Kneser-Ney
    smoothing.  Of the corpus, every tenth is measured by a model of the other
    nine, without any sentence of that tenth, because a model that has seen the
    originals favours them; --seen lets it.

    \b
      orchestrator measure runs/corpus
      orchestrator measure runs/corpus --text news-1.txt --text news-2.txt --order 3
      orchestrator measure runs/corpus --model wsj.arpa.gz

    RUN/measures/ then has items.csv, clusters.csv, versions and
    correlations_overall (.csv, .md, .tex), correlations.csv, measures.json.
    """
    from orchestrator.measures.summary import measure_and_show

    measure_and_show(run, _request(**flags))


def _request(
    arpa: Path | None, texts: tuple[Path, ...], save_model: Path | None, over: str, **flags: Any
) -> Any:
    from orchestrator.measures.language_models import ModelRequest
    from orchestrator.measures.measure import MeasureRequest
    from paralattice.rewording.options import LanguageModelOptions

    if arpa and (texts or flags["seen"]):
        raise click.UsageError("--model goes with neither --text nor --seen: nothing is trained")
    if texts and flags["seen"]:
        raise click.UsageError("--seen is about the model of the corpus, and --text is given")
    if flags["tokenized"] and not texts:
        raise click.UsageError("--tokenized is about the files of --text, and there is none")
    if save_model and not (texts or flags["seen"]):
        raise click.UsageError("--save-model needs --text or --seen: without them there is not one new model")
    options = LanguageModelOptions(flags["order"], flags["modified"], flags["least_count"])
    model = ModelRequest(texts, arpa, options, flags["tokenized"], flags["seen"], flags["folds"])
    return MeasureRequest(model, over == "drawn", save_model)
