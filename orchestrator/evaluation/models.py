"""What evaluations look things up in: a language model for the workers, and WordNet."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from orchestrator.measure_models import ModelRequest, open_models
from paraphrase.errors import FormatError, ParaphraseError
from paraphrase.formats.wordnet import PARTS, WordNet, read_wordnet
from paraphrase.translate import write_arpa
from workers.store import Artefact, Store, digest

DEBIAN_WORDNET = Path("/usr/share/wordnet")
"""Where Debian's package wordnet-base puts the database."""

_SCHEMA = 1


class WordNetError(ParaphraseError):
    """There is no WordNet where it was looked for."""


def store_model(request: ModelRequest, store: Store) -> tuple[str, dict[str, Any]]:
    """Train or read a language model unless it is stored; return its key and what it was made of.

    Raises
    ------
    FormatError
        A text or a model does not follow its format.
    TranslateError
        There is no sentence to train on.
    OSError
        A file cannot be read.
    """
    files = [request.arpa] if request.arpa else list(request.texts)
    training = None if request.arpa else (asdict(request.options), request.tokenized, request.lower)
    key = digest("language model", _SCHEMA, training, [_digest(file) for file in files])
    store.once(key, partial(_model, request))
    record: dict[str, Any] = store.get(key).value
    return key, record


def _model(request: ModelRequest) -> Artefact:
    models = open_models(request, (), lambda _: ())
    return Artefact(models.record(), {"model.arpa": "".join(write_arpa(models.model_for(0)))})


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        found = sha256()
        while block := file.read(1 << 20):
            found.update(block)
    return found.hexdigest()


def open_wordnet(folder: Path) -> WordNet:
    """Return the WordNet in a folder.

    Raises
    ------
    WordNetError
        There is none.
    FormatError
        Its files cannot be read.
    """
    indexes = [f"index.{part}" for part in PARTS]
    if not any((folder / name).is_file() for name in indexes):
        raise WordNetError(
            f"no WordNet in {folder}: it holds no {', '.join(indexes)} (Debian: apt install wordnet-base; "
            "elsewhere: --wordnet FOLDER with the files of https://wordnet.princeton.edu)"
        )
    names = [*indexes, *(f"{part}.exc" for part in PARTS)]
    return read_wordnet({name: _lines(folder / name) for name in names if (folder / name).is_file()})


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(f"cannot be read: {error}", str(path)) from error
