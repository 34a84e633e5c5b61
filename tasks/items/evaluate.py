"""Evaluates a lattice without judges or a language model (Pang et al. 2003, section 4)."""

from typing import Any

from paralattice.lattice import (
    WordLattice,
    count_paths,
    extract_pairs,
    leave_one_out,
    reference_curve,
    repetitions,
)
from paralattice.lattice.options import PairOptions
from tasks.items.item_task import item_task
from tasks.items.lattice_input import LatticeInput
from workers.store import Artefact, Store


@item_task("evaluate")
def evaluate_lattice(content: dict[str, Any], store: Store) -> Artefact:
    """Return the measures of a cluster's lattice.

    Parameters
    ----------
    content
        ``lattice_input``: key of the input of :class:`tasks.items.lattice_input.LatticeInput`; ``pairs``:
        options of pair extraction; ``held_out``, ``references``, ``seed``.

    Returns
    -------
    Artefact
        ``sentences``, ``tokens``, ``paths`` (counts); ``words`` (number of words checked for
        repetition), ``ratios`` (those above 0); ``gains`` and ``curve`` (distances to the sentences
        and to the lattice); ``lexical`` (pairs of single words).
    """
    source = LatticeInput(store.get(content["lattice_input"]).value)
    lattice = source.whole()
    return Artefact(
        {
            "sentences": len(source.words),
            "tokens": sum(map(len, source.words)),
            "paths": count_paths(lattice),
            **_repetition(source, lattice),
            **_distances(source, content),
            "lexical": _lexical(lattice, PairOptions(**content["pairs"])),
        }
    )


def _repetition(source: LatticeInput, lattice: WordLattice) -> dict[str, Any]:
    ratios = [found.ratio for found in repetitions(lattice, source.words)]
    return {"words": len(ratios), "ratios": [ratio for ratio in ratios if ratio]}


def _distances(source: LatticeInput, content: dict[str, Any]) -> dict[str, Any]:
    # A single sentence cannot be compared with others.
    if len(source.words) < 2:
        return {"gains": [], "curve": []}
    seed = content["seed"]
    gains = leave_one_out(source.words, source.build, content["held_out"], seed)
    curve = reference_curve(source.words, source.build, seed, content["references"])
    return {"gains": [list(gain) for gain in gains], "curve": [list(gain) for gain in curve]}


def _lexical(lattice: WordLattice, options: PairOptions) -> list[list[str]]:
    pairs = extract_pairs(lattice, options).pairs
    return [[*first, *second] for first, second in pairs if len(first) == len(second) == 1]
