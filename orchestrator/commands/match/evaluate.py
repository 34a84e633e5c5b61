"""``orchestrator match evaluate``."""

from pathlib import Path
from typing import Any

import click

from orchestrator.commands.common.output import json_option, print_json, quiet_option
from orchestrator.commands.common.shared import FILE, FOLDER, flag_option


@click.command("evaluate")
@click.argument("gold", type=FILE)
@click.option("--train", type=FILE, metavar="GOLD.jsonl", help="Other pairs, to train all measures on.")
@click.option(
    "--model",
    metavar="NAME|FILE",
    help="Parameters: the paper's (britannica, gospels), or a file of `match run --save-model`.  "
    "[default: britannica]",
)
@click.option(
    "--similarity",
    "further",
    type=click.Choice(["bm25", "ngrams", "mixed"]),
    multiple=True,
    help="With --train: a further similarity, not in the paper; may be repeated.",
)
@click.option(
    "--context",
    type=click.FloatRange(0, 1),
    default=0.0,
    help="With --train: also evaluate similarities with this weight of the neighbouring pairs.",
)
@flag_option(
    "--surroundings",
    "With --train: also evaluate similarities with features of the pairs around a pair, and all likely "
    "pairs added if that helps in training, as `match run --train` does.",
)
@click.option(
    "--precision-at",
    "recalls",
    type=click.FloatRange(0, 1),
    multiple=True,
    metavar="RECALL",
    help="Also give the precision at this recall, from 0 to 1; may be repeated.  Table 1 has 0.558.",
)
@click.option(
    "-o", "--output", type=FOLDER, default=Path("matching"), show_default=True, help="Folder for the results."
)
@json_option("Print the scores as a list of JSON objects.")
@quiet_option
def evaluate_command(
    gold: Path, output: Path, as_json: bool, recalls: tuple[float, ...], **flags: Any
) -> None:
    """Compare the matches of sentences with known ones.

    These are the evaluations of Nelken & Shieber (2006).  GOLD has one JSON object
    per line: "sents1" and "sents2", lists of sentences, and "gold", the index pairs
    that match, counted from 0; or "blocks", pairs of lists of sentences that
    correspond as a whole, such as pericopes.

    \b
    Systems:
      tfidf          Method 1: by the probability of each pair alone
      tfidf+align    Method 2: by global alignment, with the paper's floor
      tfidf+align+floor    the same with the trained floor
      overlap        Method 1 with sets of words (only with --train)
      cosine         Method 1 with counts of words (only with --train)
    A name with +context, +surroundings or +likely is that of a system with this option.

    The command prints precision, recall and F1 over all pairs of documents
    together, at the threshold of the model.  It writes them into the folder as
    scores.csv, and the curve over all thresholds as curves (.csv, .svg, .png).

    \b
      orchestrator match evaluate test.jsonl --train train.jsonl
      orchestrator match evaluate test.jsonl --train train.jsonl --similarity mixed --context 0.3
      orchestrator match evaluate test.jsonl --train train.jsonl --surroundings --precision-at 0.558
      orchestrator match evaluate test.jsonl --model news.json --output news/
    """
    from orchestrator.systems.matching import evaluation
    from orchestrator.systems.matching.models import read_gold

    systems = evaluation.evaluate_models(read_gold(gold), _models(**flags))
    evaluation.write_evaluation(output, systems, recalls)
    if as_json:
        print_json(evaluation.score_records(systems, recalls))
        return
    for line in evaluation.score_lines(systems, recalls):
        click.echo(line.rstrip("\n").replace(",", "\t"))


def _models(
    train: Path | None, model: str | None, further: tuple[str, ...], context: float, surroundings: bool
) -> list[Any]:
    from orchestrator.systems.matching import evaluation
    from orchestrator.systems.matching.models import load_model, read_gold

    if train and model:
        raise click.UsageError("--model and --train exclude each other")
    if not train:
        if further or context or surroundings:
            raise click.UsageError("--similarity, --context and --surroundings go with --train")
        return [load_model(model or "britannica")]
    return evaluation.train_models(read_gold(train), list(dict.fromkeys(further)), context, surroundings)
