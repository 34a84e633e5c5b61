"""``orchestrator parser``: scores and trains parsers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from attrs import evolve

from orchestrator.commands.common.group import CommandGroup
from orchestrator.commands.common.shared import EXISTING, FILE, FOLDER
from orchestrator.engine.signals import StopRequest, noted_interrupts
from paralattice.adapters.options import TrainOptions

_DEFAULTS = TrainOptions()


@click.group(cls=CommandGroup)
def parser() -> None:
    """Score and train parsers.

    \b
      orchestrator parser score default test.mrg
      orchestrator parser train train.mrg --dev dev.mrg --encoder minilm/ -o my-parser
    """


@parser.command("score")
@click.argument("model")
@click.argument("treebanks", type=EXISTING, nargs=-1, required=True, metavar="TREEBANK...")
@click.option(
    "--tags",
    type=click.Choice(["both", "predicted", "gold"]),
    default="both",
    show_default=True,
    help="Tags that the parser is given: its own tagger's, the treebank's, or both in turn.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with all counts.")
def score_command(model: str, treebanks: tuple[Path, ...], tags: str, as_json: bool) -> None:
    """Compare the trees of a parser with a treebank.

    MODEL is 'default', 'stanza:PACKAGE', or a folder that
    `orchestrator parser train` made.  A TREEBANK is a file of trees in Penn
    brackets, or a folder with such files (*.mrg).  The sentences have the
    treebank's tokens.

    \b
      orchestrator parser score default test.mrg
      orchestrator parser score my-parser/ wsj/23/ --tags predicted
      orchestrator parser score stanza:ptb3-revised_charlm test.mrg --json > score.json

    The command prints labelled bracketing precision, recall and F1, the share of
    sentences with all brackets right, and the share of words with the right tag,
    in per cent, also by length; and sentences per second of processor time.

    \b
    Conventions (EVALB with COLLINS.prm):
      left out     the root (ROOT, TOP, S1 or no label); words with the gold tags
                   , : . `` '' and constituents that then span nothing
      the same     ADVP and PRT
      cut off      function tags and indices (NP-SBJ-1 is NP); traces (-NONE-)
      unparsed     a sentence without a parse has no brackets: all its gold
                   brackets are missed.  No sentence is skipped
      tags         are compared on all words, punctuation included
    """
    import json

    from rich.console import Console

    from orchestrator.commands.common.requests import parser_name
    from orchestrator.parsers.score import TAGS
    from orchestrator.parsers.summary import score_with_progress, show_parser_score

    report = score_with_progress(parser_name(model), treebanks, TAGS if tags == "both" else (tags,))
    if as_json:
        click.echo(json.dumps(report.record(), ensure_ascii=False, indent=2))
    else:
        show_parser_score(Console(highlight=False), report)


@parser.command("train")
@click.argument("treebanks", type=EXISTING, nargs=-1, required=True, metavar="TREEBANK...")
@click.option("-o", "--output", type=FOLDER, required=True, help="Folder of the new parser, for --parser.")
@click.option(
    "--encoder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    required=True,
    help="Folder of a pretrained encoder, or of a parser to train further.",
)
@click.option("--dev", type=FILE, help="Trees that choose the best epoch.  [default: the last tenth]")
@click.option(
    "--other",
    "others",
    type=EXISTING,
    multiple=True,
    help="Another corpus, with any conventions: trees, or files of word_TAG (.txt); may be repeated.",
)
@click.option("--epochs", type=click.IntRange(2), help=f"Epochs.  [default: {_DEFAULTS.epochs}]")
@click.option(
    "--share",
    type=click.FloatRange(0),
    help="Words of each other corpus in an epoch, as a share of the treebank's."
    f"  [default: {_DEFAULTS.share}]",
)
@click.option("--threads", type=click.IntRange(1), help=f"Threads.  [default: {_DEFAULTS.threads}]")
@click.option("--seed", type=int, help=f"Random seed.  [default: {_DEFAULTS.seed}]")
@click.option("--licence", default="", help="Licence of the weights, for model.json.")
@click.option("--resume", is_flag=True, help="Continue a training that was stopped.")
def train_command(output: Path, **flags: Any) -> None:
    """Train a parser on a treebank.

    A TREEBANK is a file of trees in Penn brackets, or a folder of them.

    \b
      orchestrator parser train train.mrg --dev dev.mrg --encoder minilm/ -o my-parser
      orchestrator parser train wsj/ --encoder my-parser/ --other train.mrg -o wsj-parser
      orchestrator parser score my-parser test.mrg
      orchestrator submit corpus/ --parser my-parser

    The parser scores the tags of all words and the labels of all spans from the vectors
    of a transformer, which is trained along.  --encoder names the weights to start from: a
    pretrained BERT-like transformer (config.json, vocab.txt, model.safetensors), which needs
    the extra paralattice[encoders], or a parser that this command made.  Sentences of other
    corpora are mixed in; their trees and tags may follow other conventions.

    Training runs on a GPU if torch has one.  After each epoch the command prints the
    scores on the dev trees and stores the state: stop it with Ctrl-C at any time, and
    continue with --resume.  The same command makes the same weights on the same kind of
    machine, stopped or not.

    The folder has the model's file, model.json (training data, options, versions, scores,
    licence) and learning-curve.tsv.  Only --resume needs its folder .training.

    Weights derive from the treebank: its licence decides whether you may distribute them.
    """
    from orchestrator.parsers.train_parser import train_parser
    from orchestrator.parsers.training_data import TrainRequest

    given = {name: value for name, value in flags.items() if value is not None}
    options = evolve(_DEFAULTS, **{name: given.pop(name) for name in _DEFAULTS.to_dict().keys() & given})
    request = TrainRequest(output=output, options=options, **given)
    with noted_interrupts() as received:

        def report(line: str) -> None:
            click.echo(line)
            if received:
                raise KeyboardInterrupt

        try:
            description = train_parser(request, report)
        except KeyboardInterrupt:
            raise StopRequest(f"stopped; continue with the same command and --resume ({output})") from None
    scores = description["dev_scores"]
    click.echo(
        f"{output}: dev F1 {100 * scores['f1']:.2f} (epoch {scores['epoch']}), "
        f"tags right {100 * scores['tag_accuracy']:.2f}; use it with --parser {output}"
    )
