"""`orchestrator parser train`: trains a parser on treebanks, into a folder for ``--parser``.

The folder holds the state after every epoch.
"""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import paralattice
from orchestrator.corpora.treebank_files import file_record
from orchestrator.parsers.epochs import DevScores, ReportLine, run_epochs
from orchestrator.parsers.training_data import TrainingTrees, TrainRequest, read_other, read_training_trees
from orchestrator.parsers.training_folder import TrainingFolder
from paralattice.adapters.normalisation import model_form
from paralattice.measures.brackets import BracketScore, score_brackets
from paralattice.syntax.tree import Tree

if TYPE_CHECKING:
    from paralattice.adapters.chart.storage import ParserWeights

_NO_LICENCE = (
    "not stated. The weights were estimated from the treebank, the encoder and whatever else is named "
    "here: their licences say whether and how this file may be passed on"
)


def train_parser(request: TrainRequest, report: ReportLine) -> dict[str, Any]:
    """Train a parser; return the content of ``model.json``.

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
        The folder has another training, or one without ``resume``; there are too few trees.
    ParseError
        The encoder cannot be read, or no tree has labels.
    KeyboardInterrupt
        The training was stopped; the folder holds the state after the last epoch.
    """
    from paralattice.adapters.training.chart import ChartTraining
    from paralattice.adapters.training.corpora import TrainingCorpus, example_of_tree
    from paralattice.adapters.training.encoders import read_start

    data = read_training_trees(request)
    start = read_start(request.encoder)
    folder = _folder(request, data, start.digest)
    treebank = TrainingCorpus.of([example_of_tree(tree) for tree in data.train])
    others = [read_other(path) for path in request.others]
    training = ChartTraining(treebank, others, start, request.options)
    scores, epoch = run_epochs(
        training, request.options.epochs, lambda model: _scores(model, data.dev), folder, report
    )
    description = {
        **folder.signature,
        "dev_scores": {"tag_accuracy": scores.tags, "f1": scores.f1, "epoch": epoch},
        "versions": {
            "paralattice": paralattice.__version__,
            "python": platform.python_version(),
            "torch": version("torch"),
        },
        "licence": request.licence or _NO_LICENCE,
    }
    return folder.describe(description)


def _folder(request: TrainRequest, data: TrainingTrees, digest: str) -> TrainingFolder:
    signature = {
        **data.record,
        "other_corpora": [file_record(path) for path in request.others],
        "encoder": {"folder": request.encoder.name, "sha256": digest},
        "options": request.options.to_dict(),
    }
    folder = TrainingFolder(request.output, signature)
    folder.open(request.resume)
    return folder


def _scores(model: ParserWeights, dev: Sequence[Tree]) -> DevScores:
    """Return the scores of a parser on the dev trees."""
    from paralattice.adapters.chart.parsing import ChartEngine

    # Sentences of similar length make batches of similar size.
    order = sorted(dev, key=lambda tree: len(tree.words()))
    forms = [[model_form(word) for word in tree.words()] for tree in order]
    found = ChartEngine(model).parse([(words, None) for words in forms])
    scores = (
        score_brackets(gold, parsed.tree.with_words(gold.words()), True)
        for gold, parsed in zip(order, found, strict=True)
    )
    total = sum(scores, BracketScore())
    return DevScores(total.f1, total.tag_accuracy)
