"""Options of parsing and of training parsers."""

import re
from pathlib import PurePath

from attrs import frozen

from paralattice.options import CheckedOptions, choice, named, number, whole

PARSERS = ("default",)
"""The bundled parser: a chart parser over a small transformer."""

DEVICES = ("cpu", "cuda")
"""Where a parser can compute; ``cuda`` is a GPU."""

_PARSER_RULE = f"{PARSERS[0]}, stanza:PACKAGE or the path of a folder"


def _is_parser(name: str) -> bool:
    return name in PARSERS or re.fullmatch(r"stanza:\S+", name) is not None or PurePath(name).is_absolute()


@frozen
class ParseOptions(CheckedOptions):
    """How sentences are parsed.

    Attributes
    ----------
    parser
        ``default`` for the bundled model, ``stanza:PACKAGE`` for a downloaded official model, or the
        absolute path of a folder with a trained model.
    batch
        Number of sentences in a batch.
    max_tokens
        Maximum number of tokens of a sentence; longer sentences get a flat tree.
    device
        ``cpu`` computes in whole numbers of 8 bits, ``cuda`` on a GPU in floats of 32 bits, which may give
        other trees.
    """

    parser: str = named(PARSERS[0], _is_parser, _PARSER_RULE, PARSERS)
    batch: int = whole(64, least=1)
    max_tokens: int = whole(400, least=1)
    device: str = choice(DEVICES[0], DEVICES)


@frozen
class TrainOptions(CheckedOptions):
    """How a parser is trained on a treebank.

    Attributes
    ----------
    epochs
        Number of epochs; the learning rates rise in the first and fall to 0 by the last.  0 keeps the
        weights of the start.
    words
        Words per step.
    share
        Words of each other corpus in an epoch, as a share of the treebank's.
    exchanged
        Number of sentences for teachers that are made of the treebank's by exchange of a constituent.
    hidden
        Share of words that are hidden from the parser in training.
    encoder_rate, rate
        Peak learning rates of the pretrained encoder and of the other weights.
    decay
        Weight decay, in proportion to the learning rate.
    mean
        Decay of the running mean of the weights; the parser uses the mean.
    seed
        Random seed.
    threads
        Number of torch threads; rounding, and so the weights, depend on it.
    """

    epochs: int = whole(16, least=0)
    words: int = whole(600, least=1)
    share: float = number(0.4, least=0, below=100)
    exchanged: int = whole(0, least=0)
    hidden: float = number(0.1, least=0, below=1)
    encoder_rate: float = number(0.0001, above=0, below=10**6)
    rate: float = number(0.001, above=0, below=10**6)
    decay: float = number(0.01, least=0, below=10**6)
    mean: float = number(0.995, least=0, below=1)
    seed: int = whole(1)
    threads: int = whole(2, least=1)
