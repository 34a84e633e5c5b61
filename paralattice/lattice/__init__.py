"""Word lattices: built from alignments or trees, counted, sampled, compared, written and drawn.

Lattices of alignments follow Shen et al. (2006), lattices of trees Pang, Knight and Marcu (2003).
The drawing library is only loaded for drawing.
"""

from typing import TYPE_CHECKING

from paralattice.lazy import load_at_first_use

if TYPE_CHECKING:
    from paralattice.lattice.building import aligned_rows as aligned_rows
    from paralattice.lattice.building import from_alignment as from_alignment
    from paralattice.lattice.counts.bins import path_bins as path_bins
    from paralattice.lattice.counts.counting import LatticeStatistics as LatticeStatistics
    from paralattice.lattice.counts.counting import accepts as accepts
    from paralattice.lattice.counts.counting import count_paths as count_paths
    from paralattice.lattice.counts.counting import enumerate_sentences as enumerate_sentences
    from paralattice.lattice.counts.counting import statistics as statistics
    from paralattice.lattice.counts.entropy import path_entropy as path_entropy
    from paralattice.lattice.counts.gain import leave_one_out as leave_one_out
    from paralattice.lattice.counts.gain import reference_curve as reference_curve
    from paralattice.lattice.counts.repetition import repetitions as repetitions
    from paralattice.lattice.determinising import count_distinct as count_distinct
    from paralattice.lattice.determinising import determinise as determinise
    from paralattice.lattice.determinising import is_deterministic as is_deterministic
    from paralattice.lattice.determinising import minimise as minimise
    from paralattice.lattice.distance import Nearest as Nearest
    from paralattice.lattice.distance import Reference as Reference
    from paralattice.lattice.distance import edit_distance as edit_distance
    from paralattice.lattice.distance import nearest_path as nearest_path
    from paralattice.lattice.forests.automaton import from_trees as from_trees
    from paralattice.lattice.forests.squeezing import squeeze as squeeze
    from paralattice.lattice.lattice import EPSILON as EPSILON
    from paralattice.lattice.lattice import Arc as Arc
    from paralattice.lattice.lattice import WordLattice as WordLattice
    from paralattice.lattice.pairs import extract_pairs as extract_pairs
    from paralattice.lattice.pictures.drawing import draw_svg as draw_svg
    from paralattice.lattice.preparing import prepare_lattices as prepare_lattices
    from paralattice.lattice.records.compact import CompactSamples as CompactSamples
    from paralattice.lattice.records.exports import FORMATS as FORMATS
    from paralattice.lattice.records.exports import AlignedLattice as AlignedLattice
    from paralattice.lattice.records.exports import export as export
    from paralattice.lattice.records.exports import from_att as from_att
    from paralattice.lattice.records.exports import to_att as to_att
    from paralattice.lattice.records.exports import to_dot as to_dot
    from paralattice.lattice.records.exports import to_graphml as to_graphml
    from paralattice.lattice.records.exports import to_node_link as to_node_link
    from paralattice.lattice.records.exports import to_tei as to_tei
    from paralattice.lattice.records.plain import lattice_record as lattice_record
    from paralattice.lattice.records.plain import read_lattice_record as read_lattice_record
    from paralattice.lattice.records.plain import write_lattice as write_lattice
    from paralattice.lattice.records.plain import write_samples as write_samples
    from paralattice.lattice.records.sentence_table import SENTENCE_COLUMNS as SENTENCE_COLUMNS
    from paralattice.lattice.records.sentence_table import SentenceRecord as SentenceRecord
    from paralattice.lattice.records.sentence_table import SentenceRow as SentenceRow
    from paralattice.lattice.records.sentence_table import sentence_rows as sentence_rows
    from paralattice.lattice.records.sentence_table import write_sentences as write_sentences
    from paralattice.lattice.sampling import Sample as Sample
    from paralattice.lattice.sampling import derive_seed as derive_seed
    from paralattice.lattice.sampling import sample as sample
else:
    load_at_first_use(__name__)
