"""``orchestrator reword train``."""

from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common import shared
from orchestrator.commands.common.output import folder_output


@click.command("train")
@click.argument("documents", type=click.Path(path_type=Path), metavar="DOCS")
@folder_output("The model's folder.")
@shared.flag_option("--lines", "Documents have one sentence per line and are not split.")
@shared.flag_option(
    "--tokenized", "The text is tokenised: one sentence per line, white space between tokens."
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="STAGE.NAME=VALUE",
    help="Any other option; `orchestrator options reword` lists them.",
)
@shared.choice_option(
    "--preset",
    ("default", "quirk2004"),
    "default",
    "default rewords by few likely edits, or not at all; quirk2004 is the system of the paper.",
)
@click.option(
    "--pairs",
    type=shared.FILE,
    metavar="FILE",
    help="Further sentence pairs of the same events, such as the ones of `match run --format jsonl` or tmx.",
)
@click.option(
    "--text",
    "texts",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    metavar="FILE|FOLDER",
    help="Further text in the language, for the language model; may be repeated.",
)
@click.option(
    "--wordnet",
    type=shared.FOLDER,
    metavar="FOLDER",
    help="WordNet's database files, which support replacements.  [default: /usr/share/wordnet, if there]",
)
@shared.flag_option("--force", "Replace an existing model.")
@shared.store_option("OUTPUT.training/.store, removed at the end")
@shared.resource_options
def train_command(documents: Path, output: Path, **flags: Any) -> None:
    """Train a model of rewording on documents.

    This is the method of Quirk, Brockett & Dolan (2004).  DOCS is a folder with a
    folder of documents (*.txt, *.html, *.jsonl) for each event; or a file of sentence
    pairs, one per line, with a tab or " ||| " between the two sentences, or
    {"first": …, "second": …}.

    Sentences of one event that differ by few words count as paraphrases.  Their
    words are aligned, and aligned phrases may replace each other.  The command
    prints how many pairs each filter removed.

    \b
      orchestrator reword train news/ -o model/
      orchestrator reword train news/ -o model/ --set pairs.relative_distance=0.5
      orchestrator reword train pairs.tsv -o model/ --workers 2
      orchestrator reword run --model model/ "The ferry ran aground."

    The same command continues an interrupted training.  The model's files have
    the formats of Moses, SRILM and fast_align; see docs/formats.md.

    \b
    Exit code: 0 written; 2 bad input, or no pairs found; 130 stopped.
    """
    from rich.console import Console

    from orchestrator.commands.common.requests import make_resources, read_settings
    from orchestrator.systems.rewording.training import train
    from paralattice.rewording.options import TrainingOptions

    preset = TrainingOptions.preset(flags["preset"])
    options = preset.updated(read_settings(flags["settings"], preset.to_dict()))
    resources = make_resources(train.work_folder(output), flags)
    form = {name: flags[name] for name in ("lines", "tokenized", "force")}
    form["lines"] = flags["lines"] or flags["tokenized"]
    console = Console(stderr=True)
    wordnet = train.find_wordnet(flags["wordnet"], options, console)
    request = train.TrainRequest(
        documents,
        output,
        resources,
        options,
        **form,
        wordnet=wordnet,
        texts=flags["texts"],
        pairs=flags["pairs"],
    )
    train.train_reworder(request, console)
