"""``orchestrator parser``: scores and trains parsers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve

from orchestrator.commands.group import CommandGroup
from orchestrator.commands.shared import EXISTING, FILE, FOLDER, NEW_FILE
from orchestrator.engine.signals import StopRequest, noted_interrupts
from paralattice.adapters.options import ChartTrainOptions, TrainOptions

if TYPE_CHECKING:
    from orchestrator.parsers.training_data import ParserRequest

_DEFAULTS, _CHART = TrainOptions(), ChartTrainOptions()


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
def parser_score_command(model: str, treebanks: tuple[Path, ...], tags: str, as_json: bool) -> None:
    """Compare the trees of a parser with a treebank.

    MODEL is 'default', 'shift-reduce', 'stanza:PACKAGE', or a folder that
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

    from orchestrator.commands.requests import parser_name
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
@click.option("--dev", type=FILE, help="Trees that choose the best epoch.  [default: the last tenth]")
@click.option(
    "--encoder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of a pretrained encoder: train a chart parser over it, like the default parser.",
)
@click.option(
    "--other",
    "others",
    type=EXISTING,
    multiple=True,
    help="With --encoder: another tagged corpus for the tagger; may be given twice.",
)
@click.option(
    "--first",
    type=EXISTING,
    help="With --encoder: another treebank, with any conventions, on which the encoder is trained first.",
)
@click.option("--vectors", type=FILE, help="Word vectors: stanza's .pt, or text.  [default: the package's]")
@click.option(
    "--epochs",
    type=click.IntRange(1),
    help=f"Epochs of the parser.  [default: {_CHART.epochs} with --encoder, else {_DEFAULTS.epochs}]",
)
@click.option(
    "--folds",
    type=click.IntRange(2),
    help=f"Number of parts, each tagged by a tagger trained on the others.  [default: {_DEFAULTS.folds}]",
)
@click.option(
    "--threads", type=click.IntRange(1), help=f"With --encoder: threads.  [default: {_CHART.threads}]"
)
@click.option(
    "--tagger-epochs",
    type=click.IntRange(1),
    help=f"Without --encoder: epochs of each tagger.  [default: {_DEFAULTS.tagger_epochs}]",
)
@click.option(
    "--hidden",
    type=int,
    help=f"Without --encoder: units of the parser's layers.  [default: {_DEFAULTS.hidden}]",
)
@click.option(
    "--tagger-hidden",
    type=int,
    help=f"Without --encoder: units of a tagger's layers.  [default: {_DEFAULTS.tagger_hidden}]",
)
@click.option("--seed", type=int, help=f"Random seed.  [default: {_DEFAULTS.seed}]")
@click.option("--licence", default="", help="Licence of the weights, for model.json.")
@click.option("--resume", is_flag=True, help="Continue a training that was stopped.")
def parser_train_command(output: Path, **flags: Any) -> None:
    """Train a tagger and a parser on a treebank.

    A TREEBANK is a file of trees in Penn brackets, or a folder of them.

    \b
      orchestrator parser train train.mrg --dev dev.mrg --encoder minilm/ -o my-parser
      orchestrator parser train wsj/ -o wsj-parser --dev wsj-22.mrg --vectors glove.6B.100d.txt
      orchestrator parser score my-parser test.mrg
      orchestrator submit corpus/ --parser my-parser

    With --encoder the parser is like 'default', accurate and large: it scores every
    span from the vectors of a pretrained BERT-like transformer (config.json,
    vocab.txt, model.safetensors), which is fine-tuned; this needs the extra
    paralattice[encoders].  Without --encoder the parser is like 'shift-reduce':
    stanza's classes over word vectors, small and without pretraining.

    The treebank is tagged in parts, each by a tagger trained on the other parts,
    so that the parser learns from tags with a tagger's errors.  Then a tagger of
    the whole treebank is trained, and the parser, on a GPU if torch has one.
    After each epoch the command prints the score on the dev trees and stores the
    state: stop it with Ctrl-C at any time, and continue with --resume.  The same
    command makes the same weights on the same kind of machine, stopped or not.

    The folder has the model's files, model.json (training data, options,
    versions, scores, licence) and learning-curve.tsv.  Only --resume needs its
    folder .training.

    Weights derive from the treebank: its licence decides whether you may
    distribute them.
    """
    from orchestrator.parsers.train_parser import train_parser

    request = _request(output, {name: value for name, value in flags.items() if value})
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


def _request(output: Path, given: dict[str, Any]) -> ParserRequest:
    """Return the request that the given flags describe; some of them are options of the training."""
    from orchestrator.parsers.training_data import ParserRequest

    defaults, others = (_CHART, _DEFAULTS) if "encoder" in given else (_DEFAULTS, _CHART)
    known = set(defaults.to_dict())
    excluded = set(others.to_dict()) - known
    if "encoder" not in given:
        excluded |= {"first", "others"}
    for name in given:
        if name in excluded:
            flag = "--other" if name == "others" else "--" + name.replace("_", "-")
            side = "without" if "encoder" in given else "with"
            raise click.UsageError(f"{flag} can only be given {side} --encoder")
    options = evolve(defaults, **{name: given.pop(name) for name in known & given.keys()})
    return ParserRequest(output=output, options=options, **given)


@parser.command("train-tagger")
@click.argument("treebanks", type=EXISTING, nargs=-1, required=True, metavar="TREEBANK...")
@click.option("-o", "--output", type=NEW_FILE, required=True, help="File to write.")
@click.option(
    "--other",
    "others",
    type=EXISTING,
    multiple=True,
    help="Another tagged corpus, trees or word_TAG (.txt); may be given twice.",
)
@click.option("--dev", type=FILE, help="Trees to measure on.")
@click.option("--vectors", type=FILE, help="Word vectors, for clusters.  [default: the package's]")
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")
def train_tagger_command(
    treebanks: tuple[Path, ...], output: Path, others: tuple[Path, ...], **flags: Any
) -> None:
    """Train the small tagger of the package, in minutes.

    The tagger assigns the tags of the TREEBANK.  Other corpora help although their
    conventions differ: each has its own tagger, whose tags are features of the
    last one.

    \b
      orchestrator parser train-tagger train.mrg --other masc/ --other craft.mrg --dev dev.mrg -o tagger.npz

    A parser's folder (see `orchestrator parser train`) uses the tagger if "files" in
    its model.json has "tagger_path": "tagger.npz" instead of "pos_model_path" and
    "pos_pretrain_path".
    """
    from orchestrator.parsers.train_tagger import TaggerRequest, train_tagger_file

    accuracy = train_tagger_file(TaggerRequest(treebanks, others, output, **flags), click.echo)
    if accuracy is not None:
        click.echo(f"tags right on {flags['dev']}: {accuracy:.2%}")
