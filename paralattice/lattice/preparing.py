"""Compiling before the first use."""

from __future__ import annotations

from paralattice.lattice.building import from_alignment, separate_columns
from paralattice.lattice.determinising import determinise, minimise
from paralattice.lattice.options import SampleOptions
from paralattice.lattice.sampling import sample


def prepare_automata() -> None:
    """Compile the loops that build, count, determinise, minimise and sample, or load them from disk."""
    sentences = [["a", "b"], ["a", "c"]]
    lattice = from_alignment(sentences, separate_columns(sentences))
    minimise(determinise(lattice, limit=9))
    sample(lattice, sentences, SampleOptions(sampler="path-uniform", draws=1), "", "")
