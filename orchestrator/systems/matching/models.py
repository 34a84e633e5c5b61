"""Parameters of sentence matching: trained, stored in a file, and loaded."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve

from orchestrator.io.atomic import write_json
from orchestrator.io.text import shown
from paralattice.errors import FormatError, ParalatticeError
from paralattice.formats.corpora.document_pairs import DocumentPair, read_document_pairs
from paralattice.sentences import (
    PAPER_MODELS,
    MatchModel,
    Truth,
    evaluate_matching,
    fit_floor,
    fit_model,
    index_documents,
    reciprocal_best_hits,
    similarities,
    truth_of_blocks,
    truth_of_pairs,
)
from paralattice.sentences.options import MEASURES, MatchOptions
from paralattice.sentences.similarity import Floats

_TRAINED_ON = {
    "britannica": "entries on cities in two encyclopedias",
    "gospels": "the gospels of Matthew and Mark",
}

_Blocks = list[tuple[np.ndarray[Any, np.dtype[np.int64]], np.ndarray[Any, np.dtype[np.int64]]]]


@dataclass(frozen=True, slots=True)
class TrainedModel:
    """A model and its similarity: a measure, and the weight of neighbouring pairs.

    Attributes
    ----------
    all_likely
        Whether Method 2 adds all likely pairs; see :class:`MatchOptions`.
    trained_on
        What the model was trained on, in words.
    """

    model: MatchModel
    measure: str = "tfidf"
    context: float = 0.0
    all_likely: bool = False
    trained_on: str = ""

    def parameters_text(self) -> str:
        """Return the parameters as text."""
        values = {**asdict(self.model), "surroundings": self.model.surroundings}
        return ", ".join(f"{name} {_shown(value)}" for name, value in values.items())

    def options(self, method: int) -> MatchOptions:
        """Return the options of a method with this similarity."""
        return MatchOptions(
            measure=self.measure, context=self.context, method=method, all_likely=self.all_likely
        )


def _shown(value: float | tuple[float, ...]) -> str:
    return " ".join(f"{one:.4f}" for one in value) if isinstance(value, tuple) else f"{value:.4f}"


@dataclass(frozen=True, slots=True)
class LabelledSimilarities:
    """Similarities and truth of pairs of documents.

    Attributes
    ----------
    values
        (n, m) similarities of each pair.
    truths
        The truth of each pair.
    """

    values: Sequence[Floats]
    truths: Sequence[Truth]


def labelled_similarities(pairs: Sequence[DocumentPair], options: MatchOptions) -> LabelledSimilarities:
    """Return the similarities and the truth of pairs with known matches.

    Raises
    ------
    MatchError
        Two documents are too long.
    """
    values = []
    for pair in pairs:
        first, second = index_documents([pair.first, pair.second], options.measure)
        values.append(similarities(first, second, options))
    truths = [_truth(pair, matrix) for pair, matrix in zip(pairs, values, strict=True)]
    return LabelledSimilarities(values, truths)


def _truth(pair: DocumentPair, values: Floats) -> Truth:
    shape = (values.shape[0], values.shape[1])
    if pair.gold is None:
        return truth_of_blocks(shape, _blocks(pair))
    return truth_of_pairs(shape, pair.gold)


def _blocks(pair: DocumentPair) -> _Blocks:
    return [
        (np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64))
        for rows, columns in pair.blocks or ()
    ]


def train_model(
    pairs: Sequence[DocumentPair],
    measure: str = "tfidf",
    context: float = 0.0,
    *,
    floor: bool = True,
    surroundings: bool = False,
) -> TrainedModel:
    """Fit a model to pairs of documents whose matches are known.

    If only blocks are known, the curve and the threshold are fitted to reciprocal best hits within them
    (section 4.2), and the floor to the blocks.

    Parameters
    ----------
    measure, context
        The similarity.
    floor
        Whether the floor of Method 2 is fitted; otherwise it is the paper's.
    surroundings
        Whether features of a pair's surroundings are used, and all likely pairs are added if this raises F1
        on the training pairs; neither is the paper's.

    Raises
    ------
    MatchError
        The pairs do not suffice for training, or two documents are too long.
    """
    options = MatchOptions(measure=measure, context=context)
    data = labelled_similarities(pairs, options)
    matched = [
        truth.right if pair.gold is not None else reciprocal_best_hits(values, _blocks(pair))
        for pair, values, truth in zip(pairs, data.values, data.truths, strict=True)
    ]
    model = fit_model(data.values, matched, surroundings)
    if not floor:
        return TrainedModel(model, measure, context)
    candidates = []
    for all_likely in (False, True)[: 1 + surroundings]:
        asked = evolve(options, method=2, all_likely=all_likely)
        fitted = fit_floor(data.values, data.truths, model, asked)
        score = evaluate_matching(data.values, data.truths, fitted, asked).score
        candidates.append((score.f1, TrainedModel(fitted, measure, context, all_likely)))
    return max(candidates, key=lambda candidate: candidate[0])[1]


def read_gold(path: Path) -> list[DocumentPair]:
    """Return the pairs of a file, each of which must have its matches.

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
    settings = {name: getattr(trained, name) for name in ("measure", "context", "all_likely", "trained_on")}
    write_json(path, {**settings, **asdict(trained.model)})


def load_model(name: str) -> TrainedModel:
    """Return the model with that name (``britannica``, ``gospels``) or in that file.

    Raises
    ------
    FormatError
        There is no such name or file, or no model in the file.
    """
    if name in PAPER_MODELS:
        return TrainedModel(PAPER_MODELS[name], trained_on=_TRAINED_ON[name])
    path = Path(name)
    if not path.is_file():
        raise FormatError(f"no model has that name ({', '.join(PAPER_MODELS)}), and no file", shown(path))
    try:
        values = json.loads(path.read_bytes())
        intercept, slope, threshold, floor, context = (
            float(values[field]) for field in ("intercept", "slope", "threshold", "floor", "context")
        )
        before, after, row, column = map(float, values["surroundings"])
        measure, all_likely, trained_on = values["measure"], values["all_likely"], values["trained_on"]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise FormatError("not a model that `match run --save-model` wrote", shown(path)) from None
    if measure not in MEASURES:
        raise FormatError(f"measure {measure!r}: must be one of {', '.join(MEASURES)}", shown(path))
    try:
        model = MatchModel(intercept, slope, threshold, floor, (before, after, row, column))
        trained = TrainedModel(model, measure, context, bool(all_likely), str(trained_on))
        trained.options(2)
    except ParalatticeError as error:
        raise FormatError(str(error), shown(path)) from None
    return trained
