"""Options of parsing and of training parsers."""

from __future__ import annotations

from pathlib import PurePath

from attrs import frozen

from paralattice.options import CheckedOptions, named, number, whole

PARSERS = ("default", "shift-reduce")
"""The bundled parsers: a chart parser over a small transformer, and a smaller parser of stanza."""

_PARSER_RULE = f"{' or '.join(PARSERS)}, stanza:PACKAGE or the path of a folder"


def _is_parser(name: str) -> bool:
    return name in PARSERS or name.startswith("stanza:") or PurePath(name).is_absolute()


@frozen
class ParseOptions(CheckedOptions):
    """How sentences are parsed.

    Attributes
    ----------
    parser
        ``default`` or ``shift-reduce`` for a bundled model, ``stanza:PACKAGE`` for a downloaded
        official model, or the absolute path of a folder with a trained model.
    batch
        Number of sentences in a batch.
    max_tokens
        Maximum number of tokens of a sentence; longer sentences get a flat tree.
    """

    parser: str = named(PARSERS[0], _is_parser, _PARSER_RULE, PARSERS)
    batch: int = whole(64, least=1)
    max_tokens: int = whole(400, least=1)


@frozen
class TrainOptions(CheckedOptions):
    """How a parser is trained on a treebank.

    Attributes
    ----------
    epochs, tagger_epochs
        Number of epochs of the parser and of each tagger.
    folds
        Number of folds of the treebank; each is tagged by a tagger that was trained on the others, so
        that the parser learns from tags with realistic errors.
    hidden, tagger_hidden
        Units of the hidden layers; a multiple of 4.
    batch, tagger_batch
        Sentences per step.
    learning_rate, tagger_learning_rate
        Initial learning rates; the parser's is reduced when the score stops rising.
    seed
        Random seed.
    """

    epochs: int = whole(40, least=1)
    tagger_epochs: int = whole(12, least=1)
    folds: int = whole(5, least=2)
    hidden: int = whole(256, least=4, multiple=4)
    tagger_hidden: int = whole(128, least=4, multiple=4)
    batch: int = whole(30, least=1)
    tagger_batch: int = whole(40, least=1)
    learning_rate: float = number(0.0002, above=0, below=10**6)
    tagger_learning_rate: float = number(0.004, above=0, below=10**6)
    seed: int = whole(1)


@frozen
class ChartTrainOptions(CheckedOptions):
    """How a chart parser over an encoder is trained on a treebank.

    Attributes
    ----------
    epochs, first_epochs
        Number of epochs on the treebank, and before that on another treebank for the encoder; the
        learning rates fall to 0 by the last epoch.
    folds
        Number of folds of the treebank; each is tagged by a tagger that was trained on the others, so
        that the parser learns from tags with realistic errors.
    words
        Words per step.
    encoder_rate, rate
        Peak learning rates of the pretrained encoder and of the new weights.
    decay
        Weight decay, in proportion to the learning rate.
    mean
        Decay of the running mean of the weights; the parser uses the mean.
    seed
        Random seed.
    threads
        Number of torch threads; rounding, and so the weights, depend on it.
    """

    epochs: int = whole(16, least=2)
    first_epochs: int = whole(2, least=2)
    folds: int = whole(5, least=2)
    words: int = whole(600, least=1)
    encoder_rate: float = number(0.0001, above=0, below=10**6)
    rate: float = number(0.001, above=0, below=10**6)
    decay: float = number(0.01, least=0, below=10**6)
    mean: float = number(0.995, least=0, below=1)
    seed: int = whole(1)
    threads: int = whole(2, least=1)
