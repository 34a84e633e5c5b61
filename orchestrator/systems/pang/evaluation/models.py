"""Models of an evaluation: a language model for the workers, and WordNet."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from orchestrator.measures.language_models import ModelRequest, file_digest, open_models
from paralattice.errors import ParaphraseError
from paralattice.formats.wordnet import NEEDED_FILES, OTHER_FILES, WordNet
from paralattice.measures.synonyms import Synonymy
from paralattice.rewording import write_arpa
from workers.store import Artefact, Store, digest

DEBIAN_WORDNET = Path("/usr/share/wordnet")
"""Where Debian's package wordnet-base puts the database."""

_SCHEMA = 1


class WordNetError(ParaphraseError):
    """There is no WordNet in the folder."""


def store_model(request: ModelRequest, store: Store) -> tuple[str, dict[str, Any]]:
    """Train or read a language model unless it is stored; return its key and its record.

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
    key = digest("language model", _SCHEMA, training, [file_digest(file) for file in files])
    store.once(key, partial(_model, request))
    record: dict[str, Any] = store.get(key).value
    return key, record


def _model(request: ModelRequest) -> Artefact:
    models = open_models(request, (), lambda _: ())
    return Artefact(models.record(), {"model.arpa": "".join(write_arpa(models.model_for("")))})


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
