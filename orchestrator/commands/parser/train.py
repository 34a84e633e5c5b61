"""``orchestrator parser train``."""

from pathlib import Path
from typing import Any

import click
from attrs import evolve

from orchestrator.commands.common.shared import EXISTING, FILE, FOLDER, flag_option
from orchestrator.engine.signals import StopRequest, noted_interrupts
from paralattice.adapters.options import TrainOptions

_DEFAULTS = TrainOptions()


@click.command("train")
@click.argument("treebanks", type=EXISTING, nargs=-1, required=True, metavar="TREEBANK...")
@click.option("-o", "--output", type=FOLDER, required=True, help="Folder of the new parser, for --parser.")
@click.option(
    "--encoder",
    "encoders",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    required=True,
    multiple=True,
    help="Folder of a pretrained encoder, or of a parser to train further; of several, the mean.",
)
@click.option("--dev", type=FILE, help="Trees that choose the best epoch.  [default: the last tenth]")
@click.option(
    "--other",
    "others",
    type=EXISTING,
    multiple=True,
    help="Another corpus, with any conventions: trees, or files of word_TAG (.txt); may be repeated.",
)
@click.option(
    "--teacher",
    "teachers",
    metavar="MODEL",
    multiple=True,
    help="Parser that labels the unlabelled text: a folder of this command, or default; may be repeated.",
)
@click.option(
    "--unlabelled",
    type=EXISTING,
    multiple=True,
    help="Text for the teacher: .txt, or .tok with tokens of a sentence on a line, or a folder of these; "
    "may be repeated.",
)
@click.option(
    "--exchanged",
    type=click.IntRange(0),
    help="Sentences for the teacher made of the treebank's, with constituents exchanged.  "
    f"[default: {_DEFAULTS.exchanged}]",
)
@click.option(
    "--epochs",
    type=click.IntRange(0),
    help=f"Epochs; 0 only writes what --encoder names.  [default: {_DEFAULTS.epochs}]",
)
@click.option(
    "--share",
    type=click.FloatRange(0),
    help="Words of each other corpus, and of the unlabelled text, in an epoch, as a share of the treebank's."
    f"  [default: {_DEFAULTS.share}]",
)
@click.option(
    "--encoder-rate",
    type=click.FloatRange(0, min_open=True),
    help=f"Peak learning rate of the encoder; a large one needs less.  [default: {_DEFAULTS.encoder_rate}]",
)
@click.option("--threads", type=click.IntRange(1), help=f"Threads.  [default: {_DEFAULTS.threads}]")
@click.option("--seed", type=int, help=f"Random seed.  [default: {_DEFAULTS.seed}]")
@click.option("--licence", default="", help="Licence of the weights, for model.json.")
@flag_option("--resume", "Continue a training that was stopped.")
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
    pretrained transformer of BERT's or MPNet's kind (config.json, vocab.txt,
    model.safetensors), which needs the extra paralattice[encoders], or a parser that this
    command made.  Sentences of other corpora are mixed in; their trees and tags may follow
    other conventions.

    A small, fast parser learns from a large one (--teacher) on text that nobody has
    annotated: the teacher's trees, its scores of labels, and how likely it finds each tag.
    The teacher should be trained on the same treebank.  It labels the text (--unlabelled)
    before the first epoch; the labels are stored, so that --resume does not compute them
    again.  Of several teachers (--teacher repeated) the mean scores are learnt.  --exchanged
    adds sentences of the treebank in which a constituent is exchanged for another one with
    the same label:

    \b
      orchestrator parser train train.mrg --dev dev.mrg --encoder mpnet/ \\
        --epochs 4 --encoder-rate 0.00005 -o teacher
      orchestrator parser train train.mrg --dev dev.mrg --encoder minilm/ \\
        --teacher teacher --unlabelled news/ --share 3 -o pupil

    The mean of several pupils, trained with other seeds or rates, can be better than each:

    \b
      orchestrator parser train train.mrg --dev dev.mrg --encoder pupil-1/ \\
        --encoder pupil-2/ --encoder pupil-3/ --epochs 0 -o mean

    Training runs on a GPU if torch has one.  After each epoch the command prints the
    scores on the dev trees and stores the state: stop it with Ctrl-C at any time, and
    continue with --resume.  The same command makes the same weights on the same kind of
    machine, stopped or not.

    The folder has the model's file, model.json (training data, options, versions, scores,
    licence) and learning-curve.tsv.  Only --resume needs its folder .training.

    Weights derive from the treebank: its licence decides whether you may distribute them.
    """
    from orchestrator.commands.common.requests import parser_name
    from orchestrator.parsers.train_parser import train_parser
    from orchestrator.parsers.training_data import TrainRequest

    given = {name: value for name, value in flags.items() if value is not None}
    options = evolve(_DEFAULTS, **{name: given.pop(name) for name in _DEFAULTS.to_dict().keys() & given})
    given["teachers"] = tuple(map(parser_name, given["teachers"]))
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
