"""What evaluations look things up in: a language model for the workers, and WordNet."""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from orchestrator.measures.measure_models import ModelRequest, open_models
from paralattice.errors import ParaphraseError
from paralattice.formats.wordnet import NEEDED_FILES, OTHER_FILES, WordNet
from paralattice.measures.synonyms import Synonymy
from paralattice.rewording import write_arpa
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
    training = None if request.arpa else (request.options.to_dict(), request.tokenized, request.lower)
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


def open_synonyms(folder: Path) -> Synonymy:
    """Return the synonyms of the WordNet in a folder.

    Raises
    ------
    WordNetError
        There is none.
    FormatError
        Its files do not follow their format.
    OSError
        One of them cannot be read.
    """
    files = {
        name: (folder / name).read_bytes()
        for name in (*NEEDED_FILES, *OTHER_FILES)
        if (folder / name).is_file()
    }
    absent = [name for name in NEEDED_FILES if name not in files]
    if absent:
        raise WordNetError(
            f"no WordNet in {folder}: {absent[0]} is not there (Debian and Ubuntu: apt install wordnet-base; "
            "elsewhere: --wordnet FOLDER, the folder dict of https://wordnet.princeton.edu)"
        )
    return Synonymy(WordNet(files, str(folder)))
