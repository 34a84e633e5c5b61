"""The learnt wordings of a run: of a model's folder they go into the store, named by their digest."""

from pathlib import Path

from attrs import evolve

from orchestrator.io.model_folder import ModelFolder, ModelFolderError
from paralattice.errors import ParalatticeError
from paralattice.rewording.firm import firm_replacements
from paralattice.rewording.model_files import PHRASES, WEIGHTS, lines_of
from paralattice.run_options import Options
from workers.store import Artefact, Store, digest


def with_stored_wordings(options: Options, store: Store, write: bool = True) -> Options:
    """Return options that name the wordings in a store; those of a model's folder are stored first.

    Workers find them in the store, as they find the sentences.  Without ``write`` nothing is stored.

    Raises
    ------
    ModelFolderError
        The option ``exchange.wordings`` names neither a model that has wordings nor what the store has.
    """
    name = options.exchange.wordings
    if not name or (len(name) == len(digest()) and name.isalnum() and name.islower() and store.has(name)):
        return options
    try:
        model = ModelFolder(Path(name))
        rows = list(firm_replacements(*(lines_of(model.text(text)) for text in (PHRASES, WEIGHTS))))
    except ParalatticeError as error:
        raise ModelFolderError(f"exchange.wordings: {error}") from error
    key = digest("wordings", rows)
    if write:
        store.once(key, lambda: Artefact(rows))
    return evolve(options, exchange=evolve(options.exchange, wordings=key))
