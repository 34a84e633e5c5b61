"""`orchestrator parser train`: trains a parser on treebanks, into a folder for ``--parser``.

The folder holds the state after every epoch.
"""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import paralattice
from orchestrator.corpora.treebank_files import file_record
from orchestrator.parsers.epochs import DevScores, ReportLine, run_epochs
from orchestrator.parsers.teaching import LENGTHS, label_sentences, read_unlabelled
from orchestrator.parsers.training_data import TrainRequest, read_other, read_training_trees
from orchestrator.parsers.training_folder import TrainingFolder
from paralattice.adapters.options import ParseOptions
from paralattice.errors import OptionError, ParseError
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
        Takes a line of text after every epoch, and after every part of the text that the teachers label.

    Raises
    ------
    ProblemsError, FormatError
        A treebank, another corpus or an unlabelled text cannot be read.
    OptionError
        The folder has another training, or one without ``resume``; there are too few trees, or either of
        teachers and text for them is missing.
    ParseError
        An encoder or a teacher cannot be read, or encoders or teachers do not fit together, or no tree has
        labels.
    KeyboardInterrupt
        The training was stopped; the folder holds the state after the last epoch.
    """
    from paralattice.adapters.training.chart import ChartTraining
    from paralattice.adapters.training.corpora import TrainingCorpus, example_of_tree
    from paralattice.adapters.training.encoders import mean_of, read_start
    from paralattice.adapters.training.exchanging import exchanged_sentences
    from paralattice.adapters.training.teacher import Teachers

    exchanged = request.options.exchanged
    if bool(request.teachers) != bool(request.unlabelled or exchanged):
        raise OptionError("a teacher needs unlabelled text or exchanged constituents, and these a teacher")
    data = read_training_trees(request)
    starts = [read_start(folder) for folder in request.encoders]
    start = mean_of(starts)
    signature = {
        **data.record,
        "other_corpora": [file_record(path) for path in request.others],
        "encoder": [{"folder": each.folder, "sha256": each.digest} for each in starts],
        "options": request.options.to_dict(),
    }
    examples = [example_of_tree(tree) for tree in data.train]
    treebank, taught = TrainingCorpus.of(examples), None
    if not request.options.epochs and start.outputs != (treebank.tags, treebank.labels):
        raise ParseError("without epochs, --encoder must name parsers with the treebank's tags and labels")
    others = [read_other(path) for path in request.others]
    teachers = None
    if request.teachers:
        teachers = Teachers(request.teachers, request.options.threads)
        sentences, signature["unlabelled"] = read_unlabelled(request.unlabelled)
        sentences += exchanged_sentences(data.train, exchanged, LENGTHS, request.options.seed)
        named = zip(request.teachers, teachers.digests, strict=True)
        signature["teachers"] = [{"parser": Path(name).name, "sha256": digest} for name, digest in named]
    folder = TrainingFolder(request.output, signature)
    folder.open(request.resume)
    if teachers:
        inventory = teachers.inventory
        treebank = TrainingCorpus.of(examples, inventory.tags, inventory.labels)
        labelled = label_sentences(teachers, sentences, folder, report)
        taught = TrainingCorpus(tuple(labelled), treebank.tags, treebank.labels)
    training = ChartTraining(treebank, others, start, request.options, taught)
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


def _scores(model: ParserWeights, dev: Sequence[Tree]) -> DevScores:
    """Return the scores of a parser on the dev trees."""
    from paralattice.adapters.engines import chart_engine
    from paralattice.adapters.parser import Parser

    parses = Parser(chart_engine(model), ParseOptions()).parse([tree.words() for tree in dev])
    pairs = zip(dev, parses, strict=True)
    total = sum((score_brackets(gold, parse.tree, not parse.note) for gold, parse in pairs), BracketScore())
    return DevScores(total.f1, total.tag_accuracy)
