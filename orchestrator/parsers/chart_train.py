"""What `orchestrator parser train --encoder` does: a tagger, and a chart parser over an encoder.

Stages: the tags of the treebank, in parts, and a tagger of all of it; the
encoder, on another treebank, if one is given; the parser, on these tags.  What
is done lies in the folder after every epoch.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import paralattice
from orchestrator.corpora.treebank_files import Treebank, file_record, read_treebank
from orchestrator.io.atomic import write_json
from orchestrator.parsers.parser_epochs import Stage, Tell, run_stage
from orchestrator.parsers.parser_folder import TrainingFolder
from orchestrator.parsers.parser_train import LICENCE, TrainingData, dev_f1, read_data, retagged, share_right
from orchestrator.parsers.tagger_train import VECTORS, read_clusters, read_others, require_few, tagged
from paralattice.adapters.interface import CHART, TAGGER
from paralattice.adapters.normalisation import model_form
from paralattice.adapters.options import ChartTrainOptions
from paralattice.adapters.parser_files import DESCRIPTION
from paralattice.tree import Tree

if TYPE_CHECKING:
    from paralattice.adapters.training.encoders import Pretrained

_TAGGER = "tagger.npz"
_PARSER = "chart.npz"
_FILES = {CHART: _PARSER, TAGGER: _TAGGER}


@dataclass(frozen=True, slots=True)
class ChartRequest:
    """What is to be trained.

    Attributes
    ----------
    treebanks
        Files and folders of trees.
    output
        The folder to fill.
    encoder
        The folder of a pretrained encoder.
    dev
        Trees that choose the best epoch; without it the last tenth of the treebank, which is not trained on.
    first
        Another treebank, of any conventions, from which the encoder learns first.
    others
        Other tagged corpora, for the tagger.
    vectors
        Word vectors, for the tagger's clusters; without it those in the package.
    options
        Of the training.
    resume
        Whether to go on with what the folder has.
    licence
        What ``model.json`` says of the licence.
    """

    treebanks: tuple[Path, ...]
    output: Path
    encoder: Path
    dev: Path | None = None
    first: Path | None = None
    others: tuple[Path, ...] = ()
    vectors: Path | None = None
    options: ChartTrainOptions = field(default_factory=ChartTrainOptions)
    resume: bool = False
    licence: str = ""


def train_chart_parser(request: ChartRequest, tell: Tell) -> dict[str, Any]:
    """Train a tagger and a chart parser; return what ``model.json`` says of them.

    Parameters
    ----------
    request
        What to train.
    tell
        Takes a line of text after every epoch.

    Raises
    ------
    ProblemsError, FormatError
        A treebank or another corpus cannot be read.
    OptionError
        The folder has another training, or one that is not to be resumed; there are too few trees, or
        too many other corpora.
    ParseError
        The encoder or the word vectors cannot be read.
    KeyboardInterrupt
        The training was stopped; what was done by the last epoch is in the folder.
    """
    from paralattice.adapters.training.chart import ChartTraining
    from paralattice.adapters.training.encoders import read_encoder

    require_few(request.others)
    encoder = read_encoder(request.encoder)
    data = read_data(request.treebanks, request.dev, request.options.folds)
    first = read_treebank([request.first] if request.first else [])
    folder = TrainingFolder(request.output, _signature(request, data, first, encoder))
    folder.open(request.resume)
    _train_tagger(request, folder, data, tell)
    dev_tags = folder.tags("dev") or []
    accuracy = share_right(data.dev, dev_tags)
    tell(f"tags: {accuracy:.2%} of those of {len(data.dev):,} dev trees are right")
    encoder = _taught(first.trees, request.options, folder, encoder, tell)
    training = ChartTraining(retagged(data.train, folder.tags("train") or []), encoder, request.options)
    dev = list(zip(data.dev, dev_tags, strict=True))
    stage = Stage("parser", request.options.epochs, "dev F1", lambda: dev_f1(training, dev), keep=_PARSER)
    f1, epoch = run_stage(stage, training, folder, tell)
    scores = {"tag_accuracy": accuracy, "f1": f1, "epoch": epoch}
    description = _described(request, folder, scores)
    write_json(folder.root / DESCRIPTION, description)
    return description


def _signature(
    request: ChartRequest, data: TrainingData, first: Treebank, encoder: Pretrained
) -> dict[str, Any]:
    return {
        **data.record,
        "other_corpora": [file_record(path) for path in request.others],
        "first": first.record(),
        "vectors": file_record(request.vectors or VECTORS),
        "encoder": {"folder": request.encoder.name, "sha256": encoder.digest},
        "options": asdict(request.options),
    }


def _train_tagger(request: ChartRequest, folder: TrainingFolder, data: TrainingData, tell: Tell) -> None:
    """Have the tagger in the folder, and tags of all trees by taggers that have not seen them."""
    from paralattice.adapters.perceptron.training import tag_in_parts

    if folder.tags("dev") is not None:
        return
    others = read_others(request.others, tell)
    options = request.options
    clusters = read_clusters(request.vectors, options.seed)
    tags, tagger = tag_in_parts(tagged(data.train), others, clusters, options.folds, options.seed, tell)
    folder.write(_TAGGER, tagger.to_bytes())
    folder.write_tags("train", tags)
    # The last: what says that all of this stage is there.
    folder.write_tags("dev", tagger.tag(_forms(data.dev)))


def _taught(
    trees: Sequence[Tree],
    options: ChartTrainOptions,
    folder: TrainingFolder,
    encoder: Pretrained,
    tell: Tell,
) -> Pretrained:
    """Return the encoder after it has learnt from the trees of another treebank, if there are any."""
    from paralattice.adapters.training.chart import ChartTraining

    if not trees:
        return encoder
    options = replace(options, epochs=options.first_epochs)
    training = ChartTraining(trees, encoder, options)
    run_stage(Stage("first", options.epochs), training, folder, tell)
    return encoder._replace(weights=training.encoder())


def _forms(trees: Iterable[Tree]) -> list[list[str]]:
    return [[model_form(word) for word in tree.words()] for tree in trees]


def _described(request: ChartRequest, folder: TrainingFolder, scores: dict[str, Any]) -> dict[str, Any]:
    return {
        "files": _FILES,
        **folder.signature,
        "dev_scores": scores,
        "versions": {
            "paralattice": paralattice.__version__,
            "python": platform.python_version(),
            "torch": version("torch"),
        },
        "licence": request.licence or LICENCE,
    }
