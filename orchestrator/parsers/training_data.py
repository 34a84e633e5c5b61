"""The request for a parser's training, and the trees for training and measuring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from orchestrator.corpora.treebank_files import read_treebank
from paralattice.adapters.interface import Tagged
from paralattice.adapters.options import ChartTrainOptions, TrainOptions
from paralattice.errors import OptionError
from paralattice.tree import Tree

_HELD_OUT = 10


@dataclass(frozen=True, slots=True)
class ParserRequest:
    """A training of a parser.

    Attributes
    ----------
    treebanks
        Files and folders of trees.
    output
        The folder to fill.
    dev
        Trees that choose the best epoch; ``None`` for the last tenth of the treebank, left out of training.
    vectors
        Word vectors; ``None`` for those in the package.
    options
        Options of the training; their class determines the kind of parser.
    resume
        Whether to continue the training in the folder.
    licence
        The licence for ``model.json``.
    encoder
        The folder of a chart parser's pretrained encoder; only chart parsers use it and the following.
    first
        Another treebank, with any conventions, on which the encoder is trained first.
    others
        Other tagged corpora, for the tagger.
    """

    treebanks: tuple[Path, ...]
    output: Path
    dev: Path | None = None
    vectors: Path | None = None
    options: TrainOptions | ChartTrainOptions = field(default_factory=TrainOptions)
    resume: bool = False
    licence: str = ""
    encoder: Path | None = None
    first: Path | None = None
    others: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class TrainingTrees:
    """Trees for training and measuring, and their record for ``model.json``."""

    train: tuple[Tree, ...]
    dev: tuple[Tree, ...]
    record: dict[str, Any]


def read_training_trees(request: ParserRequest) -> TrainingTrees:
    """Read the trees of a request; without ``dev`` the last tenth of the treebank is for measuring.

    Raises
    ------
    ProblemsError
        A treebank cannot be read.
    OptionError
        There are fewer trees than folds, or none for measuring.
    """
    train = read_treebank(request.treebanks)
    if request.dev is None:
        count = len(train.trees) - len(train.trees) // _HELD_OUT
        trees, held_out = train.trees[:count], train.trees[count:]
        record = {"trained_on": train.record(), "dev": f"the last {len(held_out)} trees, not trained on"}
    else:
        measured = read_treebank([request.dev])
        trees, held_out = train.trees, measured.trees
        record = {"trained_on": train.record(), "dev": measured.record()}
    folds = request.options.folds
    if len(trees) < folds or not held_out:
        raise OptionError(
            f"{len(trees)} trees to train on and {len(held_out)} to measure on are too few for {folds} parts"
        )
    return TrainingTrees(trees, held_out, record)


def tagged_sentences(trees: Iterable[Tree]) -> Iterator[Tagged]:
    """Yield the words of each tree with their tags."""
    return (list(zip(tree.words(), tree.tags(), strict=True)) for tree in trees)


def tag_accuracy(trees: Sequence[Tree], tags: Sequence[Sequence[str]]) -> float:
    """Return the share of words with the right tag."""
    pairs = [
        (gold, found)
        for tree, words in zip(trees, tags, strict=True)
        for gold, found in zip(tree.tags(), words, strict=True)
    ]
    return sum(gold == found for gold, found in pairs) / len(pairs)
