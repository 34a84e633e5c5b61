"""Where the parameters of sentence matching come from, and the file that keeps them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from orchestrator.corpora.files import shown
from orchestrator.files import write_json
from paraphrase.errors import FormatError, ParaphraseError
from paraphrase.formats.document_pairs import DocumentPair, read_document_pairs
from paraphrase.options import MEASURES, MatchOptions
from paraphrase.sentences import (
    PAPER_MODELS,
    MatchModel,
    TermDocument,
    fit_model,
    index_documents,
    similarities,
    truth_of_pairs,
)


@dataclass(frozen=True, slots=True)
class TrainedModel:
    """A model and the measure of similarity whose values it takes."""

    model: MatchModel
    measure: str = "tfidf"

    def told(self) -> str:
        """Return the parameters for people."""
        fields = {
            "intercept": self.model.intercept,
            "slope": self.model.slope,
            "threshold": self.model.threshold,
        }
        return ", ".join(f"{name} {value:.4f}" for name, value in fields.items())


def train_model(pairs: list[DocumentPair], measure: str) -> TrainedModel:
    """Fit a model to pairs of documents whose matches are known.

    Raises
    ------
    MatchError
        Nothing can be learnt from them, or two documents are too long.
    """
    options = MatchOptions(measure=measure)
    values, truths = [], []
    for pair in pairs:
        values.append(similarities(*index_pair(pair), options))
        truths.append(truth_of_pairs(values[-1].shape, pair.gold or ()).right)
    return TrainedModel(fit_model(values, truths), measure)


def index_pair(pair: DocumentPair) -> tuple[TermDocument, TermDocument]:
    """Return both documents as terms."""
    first, second = index_documents([pair.first, pair.second])
    return first, second


def read_gold(path: Path) -> list[DocumentPair]:
    """Return the pairs of a file, each of which must tell its matches.

    Raises
    ------
    ProblemsError
        The file's content is not allowed.
    OSError
        It cannot be read.
    """
    return read_document_pairs(path.read_bytes(), shown(path), gold=True)


def save_model(path: Path, trained: TrainedModel) -> None:
    """Write a model as JSON."""
    model = trained.model
    values = {"intercept": model.intercept, "slope": model.slope, "threshold": model.threshold}
    write_json(path, {"measure": trained.measure, **values})


def load_model(name: str) -> TrainedModel:
    """Return the model with that name (``britannica``, ``gospels``) or in that file.

    Raises
    ------
    FormatError
        There is no such name or file, or no model in the file.
    """
    if name in PAPER_MODELS:
        return TrainedModel(PAPER_MODELS[name])
    path = Path(name)
    if not path.is_file():
        raise FormatError(f"no model has that name ({', '.join(PAPER_MODELS)}), and no file", shown(path))
    try:
        values = json.loads(path.read_bytes())
        numbers = [float(values[field]) for field in ("intercept", "slope", "threshold")]
        measure = values["measure"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise FormatError("not a model that `orchestrator match --save-model` wrote", shown(path)) from None
    if measure not in MEASURES:
        raise FormatError(f"measure {measure!r}: must be one of {', '.join(MEASURES)}", shown(path))
    try:
        return TrainedModel(MatchModel(*numbers), measure)
    except ParaphraseError as error:
        raise FormatError(str(error), shown(path)) from None
