"""The language models that sampled sentences are measured with: of the corpus, of texts, or a file's."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol, TextIO

import numpy as np

from orchestrator.io.atomic import write_whole
from orchestrator.io.text import tokenized_lines
from orchestrator.runs.read_samples import Words
from paralattice.errors import FormatError, TranslateError
from paralattice.rewording import CodedText, LanguageModel, read_arpa, train_n_grams, write_arpa
from paralattice.rewording.options import LanguageModelOptions


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Which language model is wanted.

    Attributes
    ----------
    texts
        Files to train on; the run's own corpus where there is none.
    arpa
        A file of a model that is there already, in place of training.
    options
        Order and smoothing.
    tokenized
        Whether a line of the texts is a sentence, and white space stands between its tokens.
    seen
        Whether the model of the corpus may be trained on the very sentences that it measures.
    folds
        Into how many parts the corpus is divided where it may not.
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


class Models(Protocol):
    """The model for each cluster, asked for in the run's order, and how it came about."""

    def model_for(self, cluster: int) -> LanguageModel:
        """Return the model for the cluster with that 0-based number."""

    def record(self) -> dict[str, Any]:
        """Return what makes the models reproducible."""


def open_models(
    request: ModelRequest, clusters: Sequence[str], originals: Callable[[str], Iterable[Words]]
) -> Models:
    """Return the models that are wanted.

    Parameters
    ----------
    clusters
        Names of all clusters that will be measured, in order.
    originals
        Name to sentences; called once for each cluster where the model is of the corpus.

    Raises
    ------
    FormatError
        A text or a model does not follow its format.
    TranslateError
        There is no sentence to train on.
    OSError
        A file cannot be read.
    """
    if request.arpa:
        return _GivenModel(request.arpa)
    if request.texts:
        return _TextModel(request)
    return _CorpusModels(request, len(clusters), map(originals, clusters))


class _GivenModel:
    """The model of a file."""

    def __init__(self, path: Path) -> None:
        with _open_text(path) as file:
            self._model = _decoded(path, lambda: read_arpa(file, str(path)))
        self._path = path

    def model_for(self, cluster: int) -> LanguageModel:  # noqa: ARG002 - the same for all
        """Return the file's model."""
        return self._model

    def record(self) -> dict[str, Any]:
        """Return the file and its digest."""
        file = {"file": str(self._path), "sha256": _digest(self._path)}
        return {"of": "model", **file, "order": self._model.order}


class _TextModel:
    """The model of some texts."""

    def __init__(self, request: ModelRequest) -> None:
        text = CodedText()
        for path in request.texts:
            for words in _sentences(path, request.tokenized):
                text.add([word.lower() for word in words] if request.lower else words)
        if not len(text):
            raise TranslateError(f"no sentence to train on in {', '.join(map(str, request.texts))}")
        self._request, self._sentences = request, len(text)
        self._model = train_n_grams(text, request.options)

    def model_for(self, cluster: int) -> LanguageModel:  # noqa: ARG002 - the same for all
        """Return the texts' model."""
        return self._model

    def record(self) -> dict[str, Any]:
        """Return the options, the texts and their digests."""
        files = [{"file": str(path), "sha256": _digest(path)} for path in self._request.texts]
        return {
            "of": "text",
            **asdict(self._request.options),
            "texts": files,
            "tokenized": self._request.tokenized,
            **({"lower_cased": True} if self._request.lower else {}),
            "sentences": self._sentences,
        }


class _CorpusModels:
    """Models of the corpus, each sentence once, by default without those of the clusters they measure."""

    def __init__(self, request: ModelRequest, count: int, clusters: Iterable[Iterable[Words]]) -> None:
        self._request = request
        self._clusters = count
        self._folds = 1 if request.seen else max(1, min(request.folds, count))
        self._text = CodedText()
        # Which sentences may not be in the model of each part.
        self._withheld: list[set[int]] = [set() for _ in range(self._folds)]
        places: dict[bytes, int] = {}
        for number, sentences in enumerate(clusters):
            for words in sentences:
                self._add(words, self._withheld[self._fold(number)], places)
        self._current: tuple[int, LanguageModel] | None = None

    def _fold(self, cluster: int) -> int:
        # Neighbours go into one part: clusters with similar names often tell of the same events.
        return cluster * self._folds // self._clusters

    def _add(self, words: Words, withheld: set[int], places: dict[bytes, int]) -> None:
        # Digests in place of sentences keep a large corpus small.
        key = sha256("\n".join(words).encode(errors="surrogatepass")).digest()[:16]
        place = places.setdefault(key, len(places))
        if place == len(self._text):
            self._text.add(words)
        withheld.add(place)

    def _train(self, fold: int) -> LanguageModel:
        chosen = np.ones(len(self._text), bool)
        if not self._request.seen:
            chosen[list(self._withheld[fold])] = False
        if not chosen.any():
            raise TranslateError(
                "the corpus has no sentence to train the language model on besides those to be measured: "
                "give it another text (--text FILE), or let it see these (--seen)"
            )
        return train_n_grams(self._text, self._request.options, chosen)

    def model_for(self, cluster: int) -> LanguageModel:
        """Return the model of the corpus, or of what is not in the cluster's part of it."""
        fold = self._fold(cluster)
        if self._current is None or self._current[0] != fold:
            # Room for the next before it is made.
            self._current = None
            self._current = (fold, self._train(fold))
        return self._current[1]

    def record(self) -> dict[str, Any]:
        """Return the options and the size of the corpus."""
        return {
            "of": "corpus",
            **asdict(self._request.options),
            "seen": self._request.seen,
            "folds": self._folds,
            "sentences": len(self._text),
        }


def save_model(models: Models, path: Path) -> None:
    """Write the model for the first cluster as ARPA text.

    Raises
    ------
    TranslateError
        A word cannot stand in such a file.
    OSError
        The file cannot be written.
    """
    write_whole(path, write_arpa(models.model_for(0)))


def _sentences(path: Path, tokenized: bool) -> Iterator[list[str]]:
    if not tokenized:
        yield from (line.split(" ") for line in tokenized_lines([path]))
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                words = line.decode("utf-8-sig" if number == 1 else "utf-8").split()
            except UnicodeDecodeError as error:
                message = f"byte 0x{line[error.start]:02x} is not UTF-8"
                raise FormatError(message, str(path), number) from error
            if words:
                yield words


def _open_text(path: Path) -> TextIO:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding="utf-8", newline="\n")
    return path.open(encoding="utf-8", newline="\n")


def _decoded(path: Path, read: Callable[[], LanguageModel]) -> LanguageModel:
    try:
        return read()
    except UnicodeDecodeError as error:
        raise FormatError("is not UTF-8", str(path)) from error
    except (gzip.BadGzipFile, EOFError) as error:
        raise FormatError(f"cannot be read: {error}", str(path)) from error


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        digest = sha256()
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
