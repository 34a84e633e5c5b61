"""`orchestrator parser train`: trains a parser on treebanks, into a folder for ``--parser``.

Stages: each part of the treebank is tagged by a tagger trained on the others; the encoder of a chart
parser is trained on another treebank, if one is given; the parser is trained on the tagged trees.  The
folder holds the state after every epoch.
"""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import paralattice
from orchestrator.io.atomic import write_json
from orchestrator.parsers.epochs import ParserTrainer, Preparation, ReportLine, Stage, run_stage
from orchestrator.parsers.train_chart import prepare_chart
from orchestrator.parsers.train_shift_reduce import prepare_shift_reduce
from orchestrator.parsers.training_data import ParserRequest, read_training_trees, tag_accuracy
from paralattice.adapters.options import ChartTrainOptions
from paralattice.adapters.parser_files import DESCRIPTION
from paralattice.measures.brackets import BracketScore, score_brackets
from paralattice.tree import Tree, flat_tree

_NO_LICENCE = (
    "not stated. The weights were estimated from the treebank, the word vectors and whatever else is named "
    "here: their licences say whether and how these files may be passed on"
)


def train_parser(request: ParserRequest, report: ReportLine) -> dict[str, Any]:
    """Train a tagger and a parser; return the content of ``model.json``.

    Parameters
    ----------
    request
        The training.
    report
        Takes a line of text after every epoch.

    Raises
    ------
    ProblemsError, FormatError
        A treebank or another corpus cannot be read.
    OptionError
        The folder has another training, or one without ``resume``; there are too few trees, or too many
        other corpora.
    ParseError
        The encoder or the word vectors cannot be read, or stanza cannot learn the trees.
    KeyboardInterrupt
        The training was stopped; the folder holds the state after the last epoch.
    """
    prepare = prepare_chart if isinstance(request.options, ChartTrainOptions) else prepare_shift_reduce
    data = read_training_trees(request)
    prepared = prepare(request, data, report)
    folder = prepared.folder
    tags, dev_tags = folder.tags("train") or [], folder.tags("dev") or []
    accuracy = tag_accuracy(data.dev, dev_tags)
    report(f"tags: {accuracy:.2%} of those of {len(data.dev):,} dev trees are right")
    training = prepared.trainer([tree.with_tags(words) for tree, words in zip(data.train, tags, strict=True)])

    def dev_f1() -> float:
        return _f1(training, data.dev, dev_tags)

    stage = Stage("parser", request.options.epochs, "dev F1", dev_f1, keep=prepared.parser_file)
    f1, epoch = run_stage(stage, training, folder, report)
    description = _description(request, prepared, {"tag_accuracy": accuracy, "f1": f1, "epoch": epoch})
    write_json(folder.root / DESCRIPTION, description)
    return description


def _f1(training: ParserTrainer, dev: Sequence[Tree], tags: Sequence[tuple[str, ...]]) -> float:
    """Return the F1 of a training's trees of tagged sentences against the gold trees."""
    sentences = [list(zip(tree.words(), words, strict=True)) for tree, words in zip(dev, tags, strict=True)]
    pairs = zip(dev, training.parse(sentences), strict=True)
    scores = (
        score_brackets(gold, found or flat_tree(gold.words()), found is not None) for gold, found in pairs
    )
    return sum(scores, BracketScore()).f1


def _description(request: ParserRequest, prepared: Preparation, scores: dict[str, Any]) -> dict[str, Any]:
    signature = prepared.folder.signature
    return {
        "files": prepared.files,
        **signature,
        "options": {**signature["options"], "epochs": request.options.epochs},
        "dev_scores": scores,
        "versions": {
            "paralattice": paralattice.__version__,
            "python": platform.python_version(),
            **{package: version(package) for package in prepared.packages},
        },
        "licence": request.licence or _NO_LICENCE,
    }
