"""Compiles the loops of lattices before their first use."""

from paralattice.lattice.building import from_alignment, separate_columns, topological_order
from paralattice.lattice.determinising import determinise, minimise
from paralattice.lattice.options import SampleOptions
from paralattice.lattice.sampling import sample_paths


def prepare_lattices(drawing: bool = True) -> None:
    """Compile the loops that build, count, sample, compare and draw lattices, or load them from disk.

    Compiling takes seconds, once per installation; loading takes a fraction of a
    second per process.

    Parameters
    ----------
    drawing
        Whether lattices will be drawn and compared too, which the stages of a run never do.
    """
    sentences = [["a", "b"], ["a", "c"]]
    lattice = from_alignment(sentences, separate_columns(sentences))
    made = determinise(lattice, limit=9)
    # Lattices of trees need it too.
    topological_order(lattice.table.source, lattice.table.target, lattice.states)
    sample_paths(lattice, sentences, SampleOptions(sampler="path-uniform", draws=1), "", "")
    if drawing:
        # Lazy imports: a worker starts without them.
        from paralattice.lattice.distance import edit_distance
        from paralattice.lattice.pictures.drawing import draw_svg

        minimise(made)
        edit_distance(lattice, sentences[0])
        draw_svg(lattice, draw_limit=9)
