"""Options of parsing and of training parsers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from paralattice.options import require

PARSERS = ("default", "shift-reduce")
"""The parsers in the package: a chart parser over a small transformer, and a smaller one of stanza's."""


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """How sentences become trees.

    Attributes
    ----------
    parser
        ``default`` or ``shift-reduce`` for the models in the package, ``stanza:PACKAGE`` for a
        downloaded official one, or the absolute path of a folder with a trained one.
    batch
        Sentences given to the parser at once.
    max_tokens
        A longer sentence gets a flat tree instead of a parse.
    """

    parser: str = "default"
    batch: int = 64
    max_tokens: int = 400

    def __post_init__(self) -> None:
        """Validate."""
        known = self.parser in PARSERS or self.parser.startswith("stanza:")
        known = known or PurePath(self.parser).is_absolute()
        require(
            known, "parser", self.parser, f"{' or '.join(PARSERS)}, stanza:PACKAGE or the path of a folder"
        )
        require(self.batch >= 1, "batch", self.batch, "at least 1")
        require(self.max_tokens >= 1, "max_tokens", self.max_tokens, "at least 1")


@dataclass(frozen=True, slots=True)
class TrainOptions:
    """How a parser is trained on a treebank.

    Attributes
    ----------
    epochs, tagger_epochs
        How often the parser and each tagger see all sentences.
    folds
        Parts of the treebank, each of which is tagged by a tagger of the others, so that
        the parser learns from tags with a tagger's errors.
    hidden, tagger_hidden
        Units of the hidden layers; a multiple of 4.
    batch, tagger_batch
        Sentences of a step.
    learning_rate, tagger_learning_rate
        What the steps begin with; the parser's falls where the score stands still.
    seed
        Of all that is drawn at random.
    """

    epochs: int = 40
    tagger_epochs: int = 12
    folds: int = 5
    hidden: int = 256
    tagger_hidden: int = 128
    batch: int = 30
    tagger_batch: int = 40
    learning_rate: float = 0.0002
    tagger_learning_rate: float = 0.004
    seed: int = 1

    def __post_init__(self) -> None:
        """Validate."""
        for name in ("epochs", "tagger_epochs", "batch", "tagger_batch"):
            require(getattr(self, name) >= 1, name, getattr(self, name), "at least 1")
        for name in ("hidden", "tagger_hidden"):
            value = getattr(self, name)
            require(value >= 4 and value % 4 == 0, name, value, "a multiple of 4, at least 4")
        for name in ("learning_rate", "tagger_learning_rate"):
            require(getattr(self, name) > 0, name, getattr(self, name), "greater than 0")
        require(self.folds >= 2, "folds", self.folds, "at least 2")


@dataclass(frozen=True, slots=True)
class ChartTrainOptions:
    """How a chart parser over an encoder is trained on a treebank.

    Attributes
    ----------
    epochs, first_epochs
        How often the parser sees all sentences, and those of another treebank from which the
        encoder learns first; the steps get smaller until the last.
    folds
        Parts of the treebank, each of which is tagged by a tagger of the others, so that
        the parser learns from tags with a tagger's errors.
    words
        Of the sentences of a step.
    encoder_rate, rate
        The size of the largest steps, of the encoder and of what is trained from nothing.
    decay
        Of the weights, with the size of the step.
    mean
        The parser is a running mean of the weights after each step; this is its inertia.
    seed
        Of all that is drawn at random.
    threads
        Of torch; sums, and so weights, depend on how many there are.
    """

    epochs: int = 16
    first_epochs: int = 2
    folds: int = 5
    words: int = 600
    encoder_rate: float = 0.0001
    rate: float = 0.001
    decay: float = 0.01
    mean: float = 0.995
    seed: int = 1
    threads: int = 2

    def __post_init__(self) -> None:
        """Validate."""
        # The first epoch only leads up to the largest steps.
        for name in ("epochs", "first_epochs", "folds"):
            require(getattr(self, name) >= 2, name, getattr(self, name), "at least 2")
        require(0 <= self.mean < 1, "mean", self.mean, "at least 0 and less than 1")
        for name in ("words", "threads"):
            require(getattr(self, name) >= 1, name, getattr(self, name), "at least 1")
        for name in ("encoder_rate", "rate"):
            require(getattr(self, name) > 0, name, getattr(self, name), "greater than 0")
