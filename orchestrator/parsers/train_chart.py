"""Prepares the training of a chart parser: tags, tagger and encoder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import evolve

from orchestrator.corpora.treebank_files import file_record, read_treebank
from orchestrator.parsers.epochs import Preparation, ReportLine, Stage, run_stage
from orchestrator.parsers.train_tagger import VECTORS, model_forms, read_clusters, read_others, require_few
from orchestrator.parsers.training_data import ParserRequest, TrainingTrees, tagged_sentences
from orchestrator.parsers.training_folder import TrainingFolder
from paralattice.adapters.interface import CHART, TAGGER
from paralattice.adapters.options import ChartTrainOptions
from paralattice.errors import OptionError
from paralattice.tree import Tree

if TYPE_CHECKING:
    from paralattice.adapters.training.chart import ChartTraining
    from paralattice.adapters.training.encoders import Pretrained

_TAGGER = "tagger.npz"
_PARSER = "chart.npz"


def prepare_chart(request: ParserRequest, data: TrainingTrees, report: ReportLine) -> Preparation:
    """Open the folder and tag the trees; see :func:`~orchestrator.parsers.train_parser.train_parser`."""
    from paralattice.adapters.training.chart import ChartTraining
    from paralattice.adapters.training.encoders import read_encoder

    require_few(request.others)
    options = request.options
    if request.encoder is None or not isinstance(options, ChartTrainOptions):
        raise OptionError("a chart parser needs a pretrained encoder")
    encoder = read_encoder(request.encoder)
    first = read_treebank([request.first] if request.first else [])
    signature = {
        **data.record,
        "other_corpora": [file_record(path) for path in request.others],
        "first": first.record(),
        "vectors": file_record(request.vectors or VECTORS),
        "encoder": {"folder": request.encoder.name, "sha256": encoder.digest},
        "options": options.to_dict(),
    }
    folder = TrainingFolder(request.output, signature)
    folder.open(request.resume)
    _tag(request, folder, data, report)

    def trainer(trees: Sequence[Tree]) -> ChartTraining:
        return ChartTraining(trees, _train_encoder(first.trees, options, folder, encoder, report), options)

    return Preparation(folder, {CHART: _PARSER, TAGGER: _TAGGER}, _PARSER, trainer, ("torch",))


def _tag(request: ParserRequest, folder: TrainingFolder, data: TrainingTrees, report: ReportLine) -> None:
    """Write the tagger, and the tags of all trees by taggers that have not seen them, into the folder."""
    from paralattice.adapters.perceptron.training import tag_in_parts

    if folder.tags("dev") is not None:
        return
    others = read_others(request.others, report)
    options = request.options
    clusters = read_clusters(request.vectors, options.seed)
    sentences = list(tagged_sentences(data.train))
    tags, tagger = tag_in_parts(sentences, others, clusters, options.folds, options.seed, report)
    folder.write(_TAGGER, tagger.to_bytes())
    folder.write_tags("train", tags)
    # Written last: this file marks the stage as complete.
    folder.write_tags("dev", tagger.tag(model_forms(data.dev)))


def _train_encoder(
    trees: Sequence[Tree],
    options: ChartTrainOptions,
    folder: TrainingFolder,
    encoder: Pretrained,
    report: ReportLine,
) -> Pretrained:
    """Return the encoder, trained on the trees of another treebank if there are any."""
    from paralattice.adapters.training.chart import ChartTraining

    if not trees:
        return encoder
    training = ChartTraining(trees, encoder, evolve(options, epochs=options.first_epochs))
    run_stage(Stage("first", options.first_epochs), training, folder, report)
    return encoder._replace(weights=training.encoder())
