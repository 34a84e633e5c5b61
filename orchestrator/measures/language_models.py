"""Language models for measuring sentences: trained on the corpus or on texts, or read from a file."""

import gzip
import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TextIO

import numpy as np

from orchestrator.corpora.tokenizing import tokenized_lines
from orchestrator.runs.folder import Words
from paralattice.digests import file_digest
from paralattice.errors import FormatError, RewordError
from paralattice.formats.encodings import decode_utf8
from paralattice.ngrams import CodedText, LanguageModel, read_arpa, train_n_grams
from paralattice.ngrams.options import LanguageModelOptions


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Which language model to train or to read.

    Attributes
    ----------
    texts
        Files to train on; if empty, the run's own corpus.
    arpa
        File of a trained model to read instead of training one.
    options
        Order and smoothing.
    tokenized
        Whether texts have one sentence per line, with white space between tokens.
    seen
        Whether the model of the corpus may be trained on the sentences that it measures.
    folds
        The number of parts of the corpus if not: each is measured by a model of the others.
    lower
        Whether the words of texts are lower-cased.
    """

    texts: tuple[Path, ...] = ()
    arpa: Path | None = None
    options: LanguageModelOptions = field(default_factory=LanguageModelOptions)
    tokenized: bool = False
    seen: bool = False
    folds: int = 10
    lower: bool = False


class LanguageModels(Protocol):
    """A language model for each cluster; fastest if clusters come in the run's order."""

    def model_for(self, cluster: str) -> LanguageModel:
        """Return the model for the cluster of that name."""

    def record(self) -> dict[str, Any]:
        """Return source, options and size of the models, for reproducibility."""


def open_models(
    request: ModelRequest, clusters: Sequence[str], originals: Callable[[str], Iterable[Words]]
) -> LanguageModels:
    """Return the requested models.

    Parameters
    ----------
    clusters
        Names of all clusters that will be measured, in order.
    originals
        Name to sentences; called once for each cluster if the models are trained on the corpus.

    Raises
    ------
    FormatError
        A text or a model does not follow its format.
    RewordError
        There is no sentence to train on.
    OSError
        A file cannot be read.
    """
    if request.arpa:
        return _read_model(request.arpa)
    return _train_on_texts(request) if request.texts else _CorpusModels(request, clusters, originals)


class _OneModel:
    """The same model for all clusters."""

    def __init__(self, model: LanguageModel, record: dict[str, Any]) -> None:
        self._model = model
        self._record = record

    def model_for(self, cluster: str) -> LanguageModel:  # noqa: ARG002 - the same for all
        return self._model

    def record(self) -> dict[str, Any]:
        return self._record


def _read_model(path: Path) -> _OneModel:
    try:
        with _open_text(path) as file:
            model = read_arpa(file, str(path))
    except UnicodeDecodeError as error:
        raise FormatError("is not UTF-8", str(path)) from error
    except (gzip.BadGzipFile, EOFError) as error:
        raise FormatError(f"cannot be read: {error}", str(path)) from error
    file_record = {"file": str(path), "sha256": file_digest(path)}
    return _OneModel(model, {"of": "model", **file_record, "order": model.order})


def _train_on_texts(request: ModelRequest) -> _OneModel:
    text = CodedText()
    for path in request.texts:
        for words in _sentences(path, request.tokenized):
            text.add([word.lower() for word in words] if request.lower else words)
    if not len(text):
        raise RewordError(f"no sentence to train on in {', '.join(map(str, request.texts))}")
    record = {
        "of": "text",
        **request.options.to_dict(),
        "texts": [{"file": str(path), "sha256": file_digest(path)} for path in request.texts],
        "tokenized": request.tokenized,
        **({"lower_cased": True} if request.lower else {}),
        "sentences": len(text),
    }
    return _OneModel(train_n_grams(text, request.options), record)


class _CorpusModels:
    """Models of the corpus, each sentence once, by default without the sentences that they measure."""

    def __init__(
        self, request: ModelRequest, clusters: Sequence[str], originals: Callable[[str], Iterable[Words]]
    ) -> None:
        self._request = request
        count = len(clusters)
        self._folds = 1 if request.seen else max(1, min(request.folds, count))
        # Neighbours go into one part: clusters with similar names are often about the same events.
        self._fold = {name: number * self._folds // count for number, name in enumerate(clusters)}
        self._text = CodedText()
        # Numbers of the sentences that the model of each part must not see.
        self._withheld: list[set[int]] = [set() for _ in range(self._folds)]
        places: dict[bytes, int] = {}
        for name in clusters:
            for words in originals(name):
                self._add(words, self._withheld[self._fold[name]], places)
        self._current: tuple[int, LanguageModel] | None = None

    def _add(self, words: Words, withheld: set[int], places: dict[bytes, int]) -> None:
        # Digests take less memory than sentences.
        key = hashlib.sha256("\n".join(words).encode()).digest()[:16]
        place = places.setdefault(key, len(places))
        if place == len(self._text):
            self._text.add(words)
        withheld.add(place)

    def _train(self, fold: int) -> LanguageModel:
        chosen = np.ones(len(self._text), bool)
        if not self._request.seen:
            chosen[list(self._withheld[fold])] = False
        if not chosen.any():
            raise RewordError(
                "the corpus has no sentence to train the language model on besides those to be measured: "
                "train it on another text (--text FILE), or let it see these sentences (--seen)"
            )
        return train_n_grams(self._text, self._request.options, chosen)

    def model_for(self, cluster: str) -> LanguageModel:
        fold = self._fold[cluster]
        if self._current is None or self._current[0] != fold:
            # Frees the memory of the model before the next one is trained.
            self._current = None
            self._current = (fold, self._train(fold))
        return self._current[1]

    def record(self) -> dict[str, Any]:
        return {
            "of": "corpus",
            **self._request.options.to_dict(),
            "seen": self._request.seen,
            "folds": self._folds,
            "sentences": len(self._text),
        }


def _sentences(path: Path, tokenized: bool) -> Iterator[list[str]]:
    if not tokenized:
        yield from (line.split(" ") for line in tokenized_lines([path]))
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            words = decode_utf8(line, str(path), number).split()
            if words:
                yield words


def _open_text(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8", newline="\n")
    return path.open(encoding="utf-8", newline="\n")
