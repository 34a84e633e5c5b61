"""Compiles the loops of lattices before their first use."""

from __future__ import annotations

from paralattice.lattice.building import from_alignment, separate_columns
from paralattice.lattice.determinising import determinise, minimise
from paralattice.lattice.distance import edit_distance
from paralattice.lattice.drawing import draw_svg
from paralattice.lattice.options import SampleOptions
from paralattice.lattice.sampling import sample


def prepare_lattices() -> None:
    """Compile the loops that build, count, sample, compare and draw lattices, or load them from disk.

    Compiling takes seconds, once per installation; loading takes a fraction of a
    second per process.
    """
    sentences = [["a", "b"], ["a", "c"]]
    lattice = from_alignment(sentences, separate_columns(sentences))
    minimise(determinise(lattice, limit=9))
    sample(lattice, sentences, SampleOptions(sampler="path-uniform", draws=1), "", "")
    edit_distance(lattice, sentences[0])
    draw_svg(lattice, draw_limit=9)
