"""Parameters of sentence matching: trained, stored in a file, and loaded."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from attrs import evolve

from orchestrator.io.atomic import write_json
from orchestrator.io.text import read_bytes, shown
from paralattice import sentences
from paralattice.arrays import Floats
from paralattice.errors import FormatError, ParalatticeError
from paralattice.formats.corpora.document_pairs import DocumentPair, read_document_pairs
from paralattice.languages.registry import DEFAULT
from paralattice.sentences.measures import Truth
from paralattice.sentences.options import MatchOptions

_TRAINED_ON = {
    "britannica": "entries on cities in two encyclopedias",
    "gospels": "the gospels of Matthew and Mark",
}

# What a file has of a model beside its parameters.
_SETTINGS = ("measure", "context", "all_likely", "trained_on")

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

    model: sentences.MatchModel
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


def labelled_similarities(
    pairs: Sequence[DocumentPair], options: MatchOptions
) -> tuple[list[Floats], list[Truth]]:
    """Return the (n, m) similarities and the truth of each pair with known matches.

    Raises
    ------
    MatchError
        Two documents are too long.
    """
    values, truths = [], []
    for pair in pairs:
        first, second = sentences.index_documents(
            [pair.first, pair.second], options.measure, options.language
        )
        values.append(sentences.similarities(first, second, options))
        shape = len(pair.first), len(pair.second)
        known = (
            sentences.truth_of_blocks(shape, _blocks(pair))
            if pair.gold is None
            else sentences.truth_of_pairs(shape, pair.gold)
        )
        truths.append(known)
    return values, truths


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
    surroundings: bool = False,
    language: str = DEFAULT,
) -> TrainedModel:
    """Fit a model to pairs of documents whose matches are known.

    If only blocks are known, the curve and the threshold are fitted to reciprocal best hits within them
    (section 4.2), and the floor to the blocks.

    Parameters
    ----------
    measure, context
        The similarity.
    surroundings
        Whether features of a pair's surroundings are used, and all likely pairs are added if this raises F1
        on the training pairs; neither is the paper's.
    language
        Language of the documents, a code of ISO 639-1.

    Raises
    ------
    MatchError
        The pairs do not suffice for training, or two documents are too long.
    """
    options = MatchOptions(measure=measure, context=context, language=language)
    similar, truths = labelled_similarities(pairs, options)
    matched = [
        truth.right if pair.gold is not None else sentences.reciprocal_best_hits(values, _blocks(pair))
        for pair, values, truth in zip(pairs, similar, truths, strict=True)
    ]
    model = sentences.fit_model(similar, matched, surroundings)
    candidates = []
    for all_likely in (False, True)[: 1 + surroundings]:
        asked = evolve(options, method=2, all_likely=all_likely)
        fitted = sentences.fit_floor(similar, truths, model, asked)
        score = sentences.evaluate_matching(similar, truths, fitted, asked).score
        candidates.append((score.f1, TrainedModel(fitted, measure, context, all_likely)))
    return max(candidates, key=lambda candidate: candidate[0])[1]


def read_gold(path: Path, encoding: str = "") -> list[DocumentPair]:
    """Return the pairs of a file, each of which must have its matches (encodings: :func:`open_text`).

    Raises
    ------
    ProblemsError
        The file's content is not allowed.
    OSError
        It cannot be read.
    """
    return read_document_pairs(read_bytes(path, encoding), shown(path), gold=True)


def save_model(path: Path, trained: TrainedModel) -> None:
    """Write a model as JSON."""
    settings = {name: getattr(trained, name) for name in _SETTINGS}
    write_json(path, {**settings, **asdict(trained.model)})


def load_model(name: str) -> TrainedModel:
    """Return the model with that name (``britannica``, ``gospels``) or in that file.

    Raises
    ------
    FormatError
        There is no such name or file, or no model in the file.
    """
    if name in sentences.PAPER_MODELS:
        return TrainedModel(sentences.PAPER_MODELS[name], trained_on=_TRAINED_ON[name])
    path = Path(name)
    if not path.is_file():
        raise FormatError(
            f"no model has that name ({', '.join(sentences.PAPER_MODELS)}), and no file", shown(path)
        )
    try:
        values = json.loads(path.read_bytes())
        model = {field.name: values[field.name] for field in fields(sentences.MatchModel)}
        record = {"model": model, **{name: values[name] for name in _SETTINGS}}
        trained = msgspec.convert(record, TrainedModel)
        trained.options(2)
    except ParalatticeError as error:
        raise FormatError(str(error), shown(path)) from None
    except (ValueError, KeyError, TypeError, RecursionError, msgspec.ValidationError):
        raise FormatError("not a model that `match run --save-model` wrote", shown(path)) from None
    return trained
