import subprocess
import sys
from pathlib import Path

import numpy as np

from paralattice.align.kernels import dense
from paralattice.compiling import source_digest
from paralattice.lattice.kernels import comparing, layers, settling
from paralattice.lattice.preparing import prepare_lattices


def test_a_step_leads_to_the_next_layer_and_links_get_nodes_in_between():
    links = np.array([(0, 1), (0, 2), (1, 2)])
    box_layers = layers.layers_of(np.full((3, 2), 10), links)
    assert box_layers.tolist() == [0, 1, 2]
    node_layers, steps, begins = layers.steps_of(box_layers, links)
    assert node_layers.tolist() == [0, 1, 2, 1]
    assert steps.tolist() == [[0, 1], [0, 3], [1, 2], [3, 2]]
    assert begins.tolist() == [3, 3, 4, 4]


def test_a_group_holds_its_values_in_their_order():
    begins, values = layers.grouped(np.array([2, 0, 2, 0]), np.array([5, 6, 7, 8]), 3)
    assert begins.tolist() == [0, 2, 2, 4]
    assert values.tolist() == [6, 8, 5, 7]


def test_neighbours_that_want_one_place_share_the_room_around_it():
    steps = np.array([(0, 1), (0, 2), (1, 3), (2, 3)])
    heights = np.array([10, 10, 10, 10])
    places = np.array([0.0, -1.0, 1.0, 0.0])
    y = settling.settled(np.array([0, 1, 1, 2]), heights, steps, places, np.argsort(places))
    assert y.tolist() == [0.0, -9.0, 9.0, 0.0]


def test_the_most_that_a_step_climbs_is_found_for_each_layer():
    steps = np.array([(0, 1), (0, 2), (1, 3), (2, 3)])
    climbs = settling.climbs_of(np.array([0, 1, 1, 2]), steps, np.array([0, -4, 9, 2]))
    assert climbs.tolist() == [9, 7]


def test_compiled_code_is_kept_by_the_source_of_its_own_package():
    prepare_lattices()
    folder = Path(layers.__file__).parent
    assert layers.layers_of._cache._cache_file._version.endswith(source_digest(folder))
    assert source_digest(folder) != source_digest(Path(dense.__file__).parent)


def test_lattices_can_be_read_without_loading_the_compiler():
    script = "import sys; from paralattice.lattice import *; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


PREPARED = """
import random
from paralattice.lattice import Arc, WordLattice, determinise, from_alignment, lattice_record, minimise
from paralattice.lattice import prepare_lattices, read_lattice_record, statistics
from paralattice.lattice.kernels import comparing, joining, merging, ordering, walking
from paralattice.lattice.sampling import draw, sample_paths
from paralattice.lattice.options import SAMPLERS, SampleOptions

prepare_lattices()
sentences, columns = [["a", "b", "c"], ["a", "d"]], [[0, 1, 2], [3, 4]]
built = from_alignment(sentences, columns)
read = read_lattice_record(lattice_record(built, statistics(built, columns, sentences, 99)))
arcs = tuple(Arc(place, place + 1, word, (0,)) for place in range(99) for word in "ab")
sample_paths(read, sentences, SampleOptions(), "", "")
for lattice in (built, read, WordLattice(0, 99, 100, arcs)):
    minimise(determinise(lattice, 999))
    for sampler in SAMPLERS:
        draw(lattice, SampleOptions(sampler=sampler), random.Random(1))
loops = [ordering.onward_order, merging.reach, merging.merged, walking.running_paths, walking.walks]
loops += [joining.token_states, joining.joined_arcs, comparing.first_alike]
for loop in loops:
    assert len(loop.signatures) == 1, loop
"""


def test_nothing_is_compiled_once_more_after_automata_were_prepared():
    done = subprocess.run([sys.executable, "-c", PREPARED], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_first_of_equal_sequences_is_found():
    values, ends = np.array([1, 2, 1, 2, 1, 1, 2, 1]), np.array([2, 4, 5, 7, 7, 8])
    assert comparing.first_alike(values, ends, 0).tolist() == [0, 0, 2, 0, 4, 2]


def test_a_blank_at_the_end_of_a_sequence_makes_no_difference():
    values, ends = np.array([1, 2, 0, 1, 2, 1, 0, 2, 0]), np.array([3, 5, 8, 9, 9])
    assert comparing.first_alike(values, ends, 0).tolist() == [0, 0, 2, 3, 3]
