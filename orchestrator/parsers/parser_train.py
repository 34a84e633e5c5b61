"""What `orchestrator parser train` does: from treebanks to a folder that --parser takes.

Stages: a tagger for each part of the treebank, of the other parts; a tagger of
all of it; the parser, on the tags that these give.  What is done lies in the
folder after every epoch.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

import paralattice
from orchestrator.corpora.treebank_files import read_treebank
from orchestrator.io.atomic import write_json
from orchestrator.parsers.parser_epochs import Stage, Tell, run_stage
from orchestrator.parsers.parser_folder import TrainingFolder
from paralattice.adapters.interface import Tagged
from paralattice.adapters.options import TrainOptions
from paralattice.adapters.parser_files import DESCRIPTION, MODELS
from paralattice.adapters.training import ParserTraining, TaggerTraining, read_vectors
from paralattice.errors import OptionError
from paralattice.measures.brackets import BracketScore, score_brackets
from paralattice.tree import Tree, flat_tree

VECTORS = "vectors.pt"
TAGGER = "tagger.pt"
PARSER = "constituency.pt"
_FILES = {
    "constituency_model_path": PARSER,
    "constituency_pretrain_path": VECTORS,
    "pos_model_path": TAGGER,
    "pos_pretrain_path": VECTORS,
}
_HELD_OUT = 10
LICENCE = (
    "not stated. The weights were estimated from the treebank, the word vectors and whatever else is named "
    "here: their licences say whether and how these files may be passed on"
)


@dataclass(frozen=True, slots=True)
class TrainRequest:
    """What is to be trained.

    Attributes
    ----------
    treebanks
        Files and folders of trees.
    output
        The folder to fill.
    dev
        Trees that choose the best epoch; without it the last tenth of the treebank, which is not trained on.
    vectors
        Word vectors; without it those in the package.
    options
        Of the training.
    resume
        Whether to go on with what the folder has.
    licence
        What ``model.json`` says of the licence.
    """

    treebanks: tuple[Path, ...]
    output: Path
    dev: Path | None = None
    vectors: Path | None = None
    options: TrainOptions = field(default_factory=TrainOptions)
    resume: bool = False
    licence: str = ""


@dataclass(frozen=True, slots=True)
class TrainingData:
    """Trees to train on and to measure on, and what is noted of them."""

    train: tuple[Tree, ...]
    dev: tuple[Tree, ...]
    record: dict[str, Any]


class Parses(Protocol):
    """What parses tagged sentences."""

    def parse(self, sentences: Sequence[Tagged]) -> list[Tree | None]:
        """Return the tree of each, ``None`` where it has none."""


def train_parser(request: TrainRequest, tell: Tell) -> dict[str, Any]:
    """Train taggers and a parser; return what ``model.json`` says of them.

    Parameters
    ----------
    request
        What to train.
    tell
        Takes a line of text after every epoch.

    Raises
    ------
    ProblemsError
        A treebank cannot be read.
    OptionError
        The folder has another training, or one that is not to be resumed; there are too few trees.
    ParseError
        The word vectors cannot be read, or stanza cannot learn the trees.
    KeyboardInterrupt
        The training was stopped; what was done by the last epoch is in the folder.
    """
    data = read_data(request.treebanks, request.dev, request.options.folds)
    folder = _open(request, data)
    _train_taggers(folder, data, request.options, tell)
    dev_tags = folder.tags("dev") or []
    accuracy = share_right(data.dev, dev_tags)
    tell(f"tags: {accuracy:.2%} of those of {len(data.dev):,} dev trees are right")
    training = ParserTraining(
        retagged(data.train, folder.tags("train") or []), folder.root / VECTORS, request.options
    )
    dev = list(zip(data.dev, dev_tags, strict=True))
    stage = Stage("parser", request.options.epochs, "dev F1", lambda: dev_f1(training, dev), keep=PARSER)
    best = run_stage(stage, training, folder, tell)
    description = _described(request, folder, {"tag_accuracy": accuracy, "f1": best[0], "epoch": best[1]})
    write_json(folder.root / DESCRIPTION, description)
    return description


def read_data(treebanks: Sequence[Path], dev: Path | None, folds: int) -> TrainingData:
    """Read what to train on, and what to measure on: without ``dev`` the last tenth of it.

    Raises
    ------
    ProblemsError
        A treebank cannot be read.
    OptionError
        There are fewer trees than parts, or none to measure on.
    """
    train = read_treebank(treebanks)
    if dev is None:
        count = len(train.trees) - len(train.trees) // _HELD_OUT
        trees, held_out = train.trees[:count], train.trees[count:]
        record = {"trained_on": train.record(), "dev": f"the last {len(held_out)} trees, not trained on"}
    else:
        measured = read_treebank([dev])
        trees, held_out = train.trees, measured.trees
        record = {"trained_on": train.record(), "dev": measured.record()}
    if len(trees) < folds or not held_out:
        raise OptionError(
            f"{len(trees)} trees to train on and {len(held_out)} to measure on are too few for {folds} parts"
        )
    return TrainingData(trees, held_out, record)


def _open(request: TrainRequest, data: TrainingData) -> TrainingFolder:
    source = request.vectors or MODELS / "glove50_100k.pt"
    vectors = read_vectors(source)
    options = {name: value for name, value in asdict(request.options).items() if name != "epochs"}
    signature = {
        **data.record,
        "vectors": {"file": source.name, "sha256": hashlib.sha256(vectors).hexdigest()},
        "options": options,
        "stanza": version("stanza"),
    }
    folder = TrainingFolder(request.output, signature)
    folder.open(request.resume)
    folder.write(VECTORS, vectors)
    return folder


def _train_taggers(folder: TrainingFolder, data: TrainingData, options: TrainOptions, tell: Tell) -> None:
    """Have the tags of all trees in the folder, each by a tagger that has not seen the tree."""
    vectors = folder.root / VECTORS
    tags: list[tuple[str, ...]] = []
    for number in range(options.folds):
        name = f"tagger-{number + 1}"
        start, stop = (len(data.train) * end // options.folds for end in (number, number + 1))
        part = data.train[start:stop]
        if folder.tags(name) is None:
            others = data.train[:start] + data.train[stop:]
            training = TaggerTraining(_tagged(others), vectors, options, name)
            run_stage(Stage(name, options.tagger_epochs), training, folder, tell)
            folder.write_tags(name, _tag(training, part))
            folder.forget(name)
        tags += folder.tags(name) or []
    folder.write_tags("train", tags)
    if folder.tags("dev") is None:
        training = TaggerTraining(_tagged(data.train), vectors, options)

        def accuracy() -> float:
            return share_right(data.dev, _tag(training, data.dev))

        run_stage(Stage("tagger", options.tagger_epochs, "tags right", accuracy), training, folder, tell)
        # The last epoch, as of the taggers of parts: the parser must see tags of one kind.
        folder.write(TAGGER, training.model())
        folder.write_tags("dev", _tag(training, data.dev))


def _tagged(trees: Sequence[Tree]) -> Iterator[list[tuple[str, str]]]:
    return (list(zip(tree.words(), tree.tags(), strict=True)) for tree in trees)


def _tag(training: TaggerTraining, trees: Sequence[Tree]) -> list[tuple[str, ...]]:
    return training.tag([tree.words() for tree in trees])


def share_right(trees: Sequence[Tree], tags: Sequence[tuple[str, ...]]) -> float:
    """Return the share of words with the right tag."""
    pairs = [
        (gold, found)
        for tree, words in zip(trees, tags, strict=True)
        for gold, found in zip(tree.tags(), words, strict=True)
    ]
    return sum(gold == found for gold, found in pairs) / len(pairs)


def retagged(trees: Sequence[Tree], tags: Sequence[tuple[str, ...]]) -> list[Tree]:
    """Return the trees with other tags."""
    return [tree.with_tags(words) for tree, words in zip(trees, tags, strict=True)]


def dev_f1(training: Parses, dev: Sequence[tuple[Tree, tuple[str, ...]]]) -> float:
    """Return the F1 of a training's trees of tagged sentences against the gold trees."""
    sentences = [list(zip(tree.words(), tags, strict=True)) for tree, tags in dev]
    pairs = zip((tree for tree, _ in dev), training.parse(sentences), strict=True)
    return sum((_score(gold, found) for gold, found in pairs), BracketScore()).f1


def _score(gold: Tree, found: Tree | None) -> BracketScore:
    return score_brackets(gold, found or flat_tree(gold.words()), found is not None)


def _described(request: TrainRequest, folder: TrainingFolder, scores: dict[str, Any]) -> dict[str, Any]:
    import torch

    return {
        "files": _FILES,
        **folder.signature,
        "options": {**folder.signature["options"], "epochs": request.options.epochs},
        "dev_scores": scores,
        "versions": {
            "paralattice": paralattice.__version__,
            "python": platform.python_version(),
            "torch": torch.__version__,
            "stanza": version("stanza"),
        },
        "licence": request.licence or LICENCE,
    }
