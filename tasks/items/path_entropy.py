"""Computes the entropy of a cluster's sentences and lattice paths (Pang et al. 2003, section 4.2.1)."""

from functools import lru_cache
from typing import Any

from paralattice.lattice import Arc, WordLattice, path_entropy
from paralattice.lattice.counts.entropy import sentence_entropy
from paralattice.ngrams import LanguageModel, read_arpa
from tasks.items.item_task import item_task
from tasks.items.lattice_input import LatticeInput
from workers.store import Artefact, Store

MODEL_FILE = "model.arpa"


@item_task("path_entropy")
def evaluate_entropy(content: dict[str, Any], store: Store) -> Artefact:
    """Return the average entropy of a cluster's sentences and of its lattice's paths.

    Parameters
    ----------
    content
        ``lattice_input``: key of the input of :class:`tasks.items.lattice_input.LatticeInput`; ``model``: key
        of an artefact with the language model, of lower-cased words; ``seed``.

    Returns
    -------
    Artefact
        ``originals``, ``paths`` (bits per token); ``drawn``: the number of random paths that ``paths``
        is computed from, or 0 if it is exact.
    """
    source = LatticeInput(store.get(content["lattice_input"]).value)
    model = _model(store, content["model"])
    originals = [sentence_entropy([word.lower() for word in words], model) for words in source.words]
    found = path_entropy(_lower_cased(source.whole()), model, content["seed"])
    return Artefact({"originals": sum(originals) / len(originals), "paths": found.bits, "drawn": found.drawn})


# All items of an evaluation use the same model.
@lru_cache(maxsize=1)
def _model(store: Store, key: str) -> LanguageModel:
    return read_arpa(store.get(key).files[MODEL_FILE].decode().split("\n"), f"{MODEL_FILE} of {key}")


def _lower_cased(lattice: WordLattice) -> WordLattice:
    """Return the lattice with lower-cased words; arcs that become equal stay separate."""
    arcs = tuple(Arc(source, target, label.lower(), users) for source, target, label, users in lattice.arcs)
    return WordLattice(lattice.start, lattice.accept, lattice.states, arcs)
