"""The request for a parser's training, and the trees for training and measuring."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orchestrator.corpora.treebank_files import ENDING, read_treebank
from paralattice.adapters.options import TrainOptions
from paralattice.errors import FormatError, OptionError
from paralattice.formats.tagged import read_tagged
from paralattice.syntax.tree import Tree

if TYPE_CHECKING:
    from paralattice.adapters.training.corpora import TrainingCorpus

_HELD_OUT = 10


@dataclass(frozen=True, slots=True)
class TrainRequest:
    """A training of a parser.

    Attributes
    ----------
    treebanks
        Files and folders of trees.
    output
        The folder to fill.
    encoders
        The folder of a pretrained encoder, or of parsers that were trained before, whose mean is the start.
    dev
        Trees that choose the best epoch; ``None`` for the last tenth of the treebank, left out of training.
    others
        Other corpora, with any conventions: trees, or files of ``word_TAG``.
    teachers
        Parsers that label ``unlabelled``, as ``--parser`` names them.
    unlabelled
        Texts, as :func:`orchestrator.parsers.teaching.read_unlabelled` takes them.
    options
        Options of the training.
    resume
        Whether to continue the training in the folder.
    licence
        The licence for ``model.json``.
    """

    treebanks: tuple[Path, ...]
    output: Path
    encoders: tuple[Path, ...]
    dev: Path | None = None
    others: tuple[Path, ...] = ()
    teachers: tuple[str, ...] = ()
    unlabelled: tuple[Path, ...] = ()
    options: TrainOptions = field(default_factory=TrainOptions)
    resume: bool = False
    licence: str = ""


@dataclass(frozen=True, slots=True)
class TrainingTrees:
    """Trees for training and measuring, and their record for ``model.json``."""

    train: tuple[Tree, ...]
    dev: tuple[Tree, ...]
    record: dict[str, Any]


def read_training_trees(request: TrainRequest) -> TrainingTrees:
    """Read the trees of a request; without ``dev`` the last tenth of the treebank is for measuring.

    Raises
    ------
    ProblemsError
        A treebank cannot be read.
    OptionError
        There are too few trees to measure on.
    """
    train = read_treebank(request.treebanks)
    if request.dev is not None:
        measured = read_treebank([request.dev])
        record: dict[str, Any] = {"trained_on": train.record(), "dev": measured.record()}
        return TrainingTrees(train.trees, measured.trees, record)
    count = len(train.trees) - len(train.trees) // _HELD_OUT
    trees, held_out = train.trees[:count], train.trees[count:]
    if not held_out:
        raise OptionError(f"{len(trees)} trees are too few to measure on a tenth of them; give --dev")
    record = {"trained_on": train.record(), "dev": f"the last {len(held_out)} trees, not trained on"}
    return TrainingTrees(trees, held_out, record)


def read_other(path: Path) -> TrainingCorpus:
    """Read another corpus: a treebank, or files of ``word_TAG``.

    Raises
    ------
    ProblemsError, FormatError
        The corpus cannot be read, or has no sentences.
    """
    from paralattice.adapters.training.corpora import TrainingCorpus, example_of_tags, example_of_tree

    if path.suffix == ENDING or (path.is_dir() and any(path.rglob(f"*{ENDING}"))):
        return TrainingCorpus.of([example_of_tree(tree) for tree in read_treebank([path]).trees])
    files = sorted(path.rglob("*.txt")) if path.is_dir() else [path]
    # An invalid byte spoils one word, not the corpus.
    texts = (file.read_text(encoding="utf-8", errors="replace") for file in files)
    sentences = [example_of_tags(sentence) for text in texts for sentence in read_tagged(text.splitlines())]
    if not sentences:
        raise FormatError(f"holds neither trees ({ENDING}) nor texts of word_TAG (.txt)", str(path))
    return TrainingCorpus.of(sentences)
