"""A cluster's lattice evaluated without judges and language model (Pang et al. 2003, section 4)."""

from __future__ import annotations

from typing import Any

from paralattice.lattice import (
    Lattice,
    count_paths,
    extract_pairs,
    leave_one_out,
    reference_curve,
    repetitions,
)
from paralattice.lattice.options import PairOptions
from tasks.items.item_task import item_task
from tasks.items.lattice_input import Material
from workers.store import Artefact, Store


@item_task("evaluate")
def evaluate(content: dict[str, Any], store: Store) -> Artefact:
    """Return the figures of a cluster's lattice.

    Parameters
    ----------
    content
        ``material``: key of what :class:`tasks.items.lattice_input.Material` takes; ``pairs``: options of
        extraction; ``held_out``, ``references``, ``seed``.

    Returns
    -------
    Artefact
        ``sentences``, ``tokens`` (numbers), ``paths``; ``words`` (how many were looked at for
        repetition), ``ratios`` (those above 0); ``gains`` and ``curve`` (distances to the sentences
        and to the lattice); ``lexical`` (pairs of single words).
    """
    material = Material(store.get(content["material"]).value)
    lattice = material.whole()
    return Artefact(
        {
            "sentences": len(material.words),
            "tokens": sum(map(len, material.words)),
            "paths": count_paths(lattice),
            **_repetition(material, lattice),
            **_distances(material, content),
            "lexical": _lexical(lattice, PairOptions(**content["pairs"])),
        }
    )


def _repetition(material: Material, lattice: Lattice) -> dict[str, Any]:
    ratios = [found.ratio for found in repetitions(lattice, material.words)]
    return {"words": len(ratios), "ratios": [ratio for ratio in ratios if ratio]}


def _distances(material: Material, content: dict[str, Any]) -> dict[str, Any]:
    # A sentence alone has nothing to be measured against.
    if len(material.words) < 2:
        return {"gains": [], "curve": []}
    seed = content["seed"]
    gains = leave_one_out(material.words, material.build, content["held_out"], seed)
    curve = reference_curve(material.words, material.build, seed, content["references"])
    return {"gains": [list(gain) for gain in gains], "curve": [list(gain) for gain in curve]}


def _lexical(lattice: Lattice, options: PairOptions) -> list[list[str]]:
    pairs = extract_pairs(lattice, options).pairs
    return [[*first, *second] for first, second in pairs if len(first) == len(second) == 1]
