"""Word lattices: built from alignments or trees, counted, sampled, compared, written and drawn.

From alignments after Shen et al. (2006), from trees after Pang, Knight and Marcu (2003).

Nothing here loads a drawing library before something is drawn.
"""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.lattice.bins import LENGTH_BOUNDS, PathBin, path_bins
    from paralattice.lattice.building import Columns, from_alignment, separate_columns
    from paralattice.lattice.counting import (
        LatticeStatistics,
        accepts,
        count_distinct,
        count_paths,
        enumerate_sentences,
        paths_to_accept,
        statistics,
    )
    from paralattice.lattice.determinising import determinise, is_deterministic, minimise
    from paralattice.lattice.distance import (
        EditStep,
        Nearest,
        Reference,
        edit_distance,
        nearest_path,
    )
    from paralattice.lattice.drawing import draw_svg
    from paralattice.lattice.entropy import PathEntropy, path_entropy, sentence_entropy
    from paralattice.lattice.exports import from_att, to_att, to_dot, to_graphml
    from paralattice.lattice.forests.automaton import TreeAlignment, from_states, from_trees
    from paralattice.lattice.forests.merging import tree_words
    from paralattice.lattice.forests.squeezing import squeeze
    from paralattice.lattice.gain import (
        CurveRow,
        EditGain,
        curve_table,
        edgain,
        edgain_ranges,
        leave_one_out,
        reference_curve,
    )
    from paralattice.lattice.lattice import EPSILON, Arc, Lattice
    from paralattice.lattice.pairs import (
        PairExtraction,
        ParaphrasePair,
        extract_pairs,
    )
    from paralattice.lattice.preparing import prepare_lattices
    from paralattice.lattice.records import (
        lattice_record,
        read_lattice_record,
        read_samples,
        write_lattice,
        write_samples,
    )
    from paralattice.lattice.repetition import (
        Repetition,
        RepetitionSummary,
        repetitions,
        summarise_repetitions,
    )
    from paralattice.lattice.sampling import Sample, derive_seed, sample
else:
    load_at_first_use(__name__)

__all__ = [
    "EPSILON",
    "LENGTH_BOUNDS",
    "Arc",
    "Columns",
    "CurveRow",
    "EditGain",
    "EditStep",
    "Lattice",
    "LatticeStatistics",
    "Nearest",
    "PairExtraction",
    "ParaphrasePair",
    "PathBin",
    "PathEntropy",
    "Reference",
    "Repetition",
    "RepetitionSummary",
    "Sample",
    "TreeAlignment",
    "accepts",
    "count_distinct",
    "count_paths",
    "curve_table",
    "derive_seed",
    "determinise",
    "draw_svg",
    "edgain",
    "edgain_ranges",
    "edit_distance",
    "enumerate_sentences",
    "extract_pairs",
    "from_alignment",
    "from_att",
    "from_states",
    "from_trees",
    "is_deterministic",
    "lattice_record",
    "leave_one_out",
    "minimise",
    "nearest_path",
    "path_bins",
    "path_entropy",
    "paths_to_accept",
    "prepare_lattices",
    "read_lattice_record",
    "read_samples",
    "reference_curve",
    "repetitions",
    "sample",
    "sentence_entropy",
    "separate_columns",
    "squeeze",
    "statistics",
    "summarise_repetitions",
    "to_att",
    "to_dot",
    "to_graphml",
    "tree_words",
    "write_lattice",
    "write_samples",
]
