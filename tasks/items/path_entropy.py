"""The entropy of a cluster's sentences and of all paths of its lattice (Pang et al. 2003, section 4.2.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from paralattice.lattice import Arc, Lattice, path_entropy, sentence_entropy
from paralattice.rewording import LanguageModel, read_arpa
from tasks.items.item_task import item_task
from tasks.items.lattice_input import Material
from workers.store import Artefact, Store

MODEL_FILE = "model.arpa"


@item_task("path_entropy")
def entropy(content: dict[str, Any], store: Store) -> Artefact:
    """Return the average bits a token of a cluster's sentences and of its lattice's paths.

    Parameters
    ----------
    content
        ``material``: key of what :class:`tasks.items.lattice_input.Material` takes; ``model``: key of an
        artefact with the language model, of lower-cased words; ``seed``.

    Returns
    -------
    Artefact
        ``originals``, ``paths`` (bits a token); ``drawn``: over how many paths drawn at random the
        latter is, 0 where it is exact.
    """
    material = Material(store.get(content["material"]).value)
    model = _model(store, content["model"])
    originals = [sentence_entropy([word.lower() for word in words], model) for words in material.words]
    found = path_entropy(_lower_cased(material.whole()), model, content["seed"])
    return Artefact({"originals": sum(originals) / len(originals), "paths": found.bits, "drawn": found.drawn})


# All items of a bag are measured with one model.
@lru_cache(maxsize=1)
def _model(store: Store, key: str) -> LanguageModel:
    return read_arpa(store.get(key).files[MODEL_FILE].split("\n"), f"{MODEL_FILE} of {key}")


def _lower_cased(lattice: Lattice) -> Lattice:
    """Return the lattice with its words lower-cased; arcs that become equal stay paths of their own."""
    arcs = tuple(Arc(source, target, label.lower(), users) for source, target, label, users in lattice.arcs)
    return Lattice(lattice.start, lattice.accept, lattice.states, arcs)
