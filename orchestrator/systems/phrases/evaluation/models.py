"""The language model of an evaluation, stored for the workers."""

from functools import partial
from typing import Any

from orchestrator.measures.language_models import ModelRequest, open_models
from paralattice.digests import file_digest
from paralattice.ngrams import write_arpa
from tasks.code import code_of
from workers.store import Artefact, Store, digest


def store_model(request: ModelRequest, store: Store) -> tuple[str, dict[str, Any]]:
    """Train or read a language model unless it is stored; return its key and its record.

    Raises
    ------
    FormatError
        A text or a model does not follow its format.
    RewordError
        There is no sentence to train on.
    OSError
        A file cannot be read.
    """
    files = [request.arpa] if request.arpa else list(request.texts)
    training = None if request.arpa else (request.options.to_dict(), request.tokenized, request.lower)
    key = digest("language model", code_of("path_entropy"), training, [file_digest(file) for file in files])
    store.once(key, partial(_model, request))
    record: dict[str, Any] = store.get(key).value
    return key, record


def _model(request: ModelRequest) -> Artefact:
    models = open_models(request, (), lambda _: ())
    return Artefact(models.record(), {"model.arpa": "".join(write_arpa(models.model_for(""))).encode()})
