"""Prepares the training of a shift-reduce parser: word vectors, tags and tagger."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.metadata import version

from orchestrator.parsers.epochs import Preparation, ReportLine, Stage, run_stage
from orchestrator.parsers.train_tagger import VECTORS
from orchestrator.parsers.training_data import ParserRequest, TrainingTrees, tag_accuracy, tagged_sentences
from orchestrator.parsers.training_folder import TrainingFolder
from paralattice.adapters.options import TrainOptions
from paralattice.adapters.training import ParserTraining, TaggerTraining, read_vectors
from paralattice.errors import OptionError
from paralattice.tree import Tree

_VECTORS = "vectors.pt"
_TAGGER = "tagger.pt"
_PARSER = "constituency.pt"
_FILES = {
    "constituency_model_path": _PARSER,
    "constituency_pretrain_path": _VECTORS,
    "pos_model_path": _TAGGER,
    "pos_pretrain_path": _VECTORS,
}


def prepare_shift_reduce(request: ParserRequest, data: TrainingTrees, report: ReportLine) -> Preparation:
    """Open the folder and tag the trees; see :func:`~orchestrator.parsers.train_parser.train_parser`."""
    options = request.options
    if not isinstance(options, TrainOptions):
        raise OptionError("these options are not those of a shift-reduce parser")
    source = request.vectors or VECTORS
    vectors = read_vectors(source)
    signature = {
        **data.record,
        "vectors": {"file": source.name, "sha256": hashlib.sha256(vectors).hexdigest()},
        "options": {name: value for name, value in options.to_dict().items() if name != "epochs"},
        "stanza": version("stanza"),
    }
    folder = TrainingFolder(request.output, signature)
    folder.open(request.resume)
    folder.write(_VECTORS, vectors)
    _tag(folder, data, options, report)

    def trainer(trees: Sequence[Tree]) -> ParserTraining:
        return ParserTraining(trees, folder.root / _VECTORS, options)

    return Preparation(folder, _FILES, _PARSER, trainer, ("torch", "stanza"))


def _tag(folder: TrainingFolder, data: TrainingTrees, options: TrainOptions, report: ReportLine) -> None:
    """Write the tagger, and the tags of all trees by taggers that have not seen them, into the folder."""
    tags: list[tuple[str, ...]] = []
    for number in range(options.folds):
        name = f"tagger-{number + 1}"
        start, stop = (len(data.train) * end // options.folds for end in (number, number + 1))
        if folder.tags(name) is None:
            training = _tagger(folder, data.train[:start] + data.train[stop:], options, name)
            run_stage(Stage(name, options.tagger_epochs), training, folder, report)
            folder.write_tags(name, _tags(training, data.train[start:stop]))
            folder.forget(name)
        tags += folder.tags(name) or []
    folder.write_tags("train", tags)
    if folder.tags("dev") is None:
        training = _tagger(folder, data.train, options, "tagger")

        def accuracy() -> float:
            return tag_accuracy(data.dev, _tags(training, data.dev))

        run_stage(Stage("tagger", options.tagger_epochs, "tags right", accuracy), training, folder, report)
        # The model of the last epoch, as for the taggers of parts: the parser must see tags of one kind.
        folder.write(_TAGGER, training.model())
        folder.write_tags("dev", _tags(training, data.dev))


def _tagger(
    folder: TrainingFolder, trees: Sequence[Tree], options: TrainOptions, name: str
) -> TaggerTraining:
    return TaggerTraining(tagged_sentences(trees), folder.root / _VECTORS, options, name)


def _tags(training: TaggerTraining, trees: Sequence[Tree]) -> list[tuple[str, ...]]:
    return training.tag([tree.words() for tree in trees])
