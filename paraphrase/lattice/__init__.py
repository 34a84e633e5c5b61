"""Word lattices: built from alignments, counted, sampled, written and drawn (Shen et al. 2006).

Nothing here loads a drawing library before something is drawn.
"""

from paraphrase.lattice.building import Columns, from_alignment, separate_columns
from paraphrase.lattice.counting import (
    LatticeStatistics,
    accepts,
    aligned_columns,
    aligned_tokens,
    count_distinct,
    count_paths,
    enumerate_sentences,
    paths_to_accept,
    statistics,
)
from paraphrase.lattice.determinising import determinise, is_deterministic, minimise
from paraphrase.lattice.drawing import draw_svg, prepare
from paraphrase.lattice.exports import from_att, to_att, to_dot, to_graphml
from paraphrase.lattice.lattice import EPSILON, Arc, Lattice
from paraphrase.lattice.records import (
    lattice_record,
    read_lattice_record,
    read_samples,
    read_statistics_record,
    write_lattice,
    write_samples,
)
from paraphrase.lattice.sampling import Sample, derive_seed, sample

__all__ = [
    "EPSILON",
    "Arc",
    "Columns",
    "Lattice",
    "LatticeStatistics",
    "Sample",
    "accepts",
    "aligned_columns",
    "aligned_tokens",
    "count_distinct",
    "count_paths",
    "derive_seed",
    "determinise",
    "draw_svg",
    "enumerate_sentences",
    "from_alignment",
    "from_att",
    "is_deterministic",
    "lattice_record",
    "minimise",
    "paths_to_accept",
    "prepare",
    "read_lattice_record",
    "read_samples",
    "read_statistics_record",
    "sample",
    "separate_columns",
    "statistics",
    "to_att",
    "to_dot",
    "to_graphml",
    "write_lattice",
    "write_samples",
]
