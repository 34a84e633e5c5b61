"""Item task ``reword``: reword a batch of sentences."""

from functools import lru_cache
from typing import Any

import msgspec

from paralattice.adapters.tagging import tags_of_words
from paralattice.english.wordnet import WordNet
from paralattice.rewording.decoding.phrasal_rewording import RewordingModel
from paralattice.rewording.decoding.rewriter import Rewriter
from paralattice.rewording.model_files import lines_of, read_model
from paralattice.rewording.options import DecodeOptions
from tasks.items.item_task import item_task
from workers.store import Artefact, Store


@item_task("reword")
def reword(content: dict[str, Any], store: Store) -> Artefact:
    """Return the rewordings of each sentence as plain values.

    Parameters
    ----------
    content
        ``model`` (key of its texts), ``system``, ``wordnet`` (key of its files, or null), ``seed``,
        ``tags`` (whether a tagger checks parts of speech), ``options``, ``sentences`` (lists of tokens).
    """
    rewriter = _rewriter(store, *(content[name] for name in ("model", "system", "wordnet", "seed", "tags")))
    options = DecodeOptions(**content["options"])
    return Artefact(msgspec.to_builtins(list(rewriter.reword_all(content["sentences"], options))))


# Reading a model takes seconds, and all batches of a command use the same one.
@lru_cache(maxsize=1)
def _model(store: Store, key: str) -> RewordingModel:
    texts = store.get(key).files
    return read_model(lambda name: lines_of(texts[name].decode()), lambda name: f"{name} of {key}")


@lru_cache(maxsize=1)
def _rewriter(store: Store, model: str, system: str, wordnet: str | None, seed: int, tags: bool) -> Rewriter:
    known = WordNet(store.get(wordnet).files) if wordnet else None
    return Rewriter(_model(store, model), system, known, seed, tags_of_words if tags else None)
