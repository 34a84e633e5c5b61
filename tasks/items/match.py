"""Item task ``match``: match the sentences of pairs of documents."""

from typing import Any

from paralattice.sentences import MatchModel
from paralattice.sentences.alignment import match_pairs
from paralattice.sentences.options import MatchOptions
from tasks.items.item_task import item_task
from workers.store import Artefact, Store


@item_task("match")
def match(content: dict[str, Any], store: Store) -> Artefact:
    """Match the documents of a block; the value has ``[[i, j, probability], ...]`` for each pair.

    Parameters
    ----------
    content
        ``documents`` (keys of lists of sentences), ``pairs`` (of indices into them), ``model``, ``options``.
    """
    documents = [store.get(key).value for key in content["documents"]]
    model, options = MatchModel(**content["model"]), MatchOptions(**content["options"])
    matches = match_pairs(documents, [(i, j) for i, j in content["pairs"]], model, options)
    return Artefact([found.to_rows() for found in matches])
