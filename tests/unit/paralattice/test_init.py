"""`import paralattice` is quick, and offers the calls from texts to lattices."""

import doctest
import json
import subprocess
import sys

import pytest

import paralattice
from paralattice.facade import lattice, texts

SLOW = {"numpy", "numba", "torch", "stanza", "spacy", "networkx", "scipy"}


@pytest.mark.parametrize("statement", ["import paralattice", "from paralattice import Lattice, chunk, parse"])
def test_importing_the_package_loads_no_model_library_and_no_compiler(statement):
    script = f"{statement}\nimport json, sys\nprint(json.dumps([*sys.modules]))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    heavy = SLOW if statement == "import paralattice" else SLOW - {"numpy"}
    assert not heavy & {name.partition(".")[0] for name in json.loads(done.stdout)}


def test_align_is_called_before_and_after_the_package_of_that_name_is_loaded():
    script = """
import paralattice
first = paralattice.align([["a", "b"], ["a"]]).table()
import paralattice.align.cluster
from paralattice import align
assert first == paralattice.align([["a", "b"], ["a"]]).table() == align([["a", "b"], ["a"]]).table()
assert align.align is paralattice.align.cluster.align
"""
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize("module", [paralattice, lattice, texts])
def test_the_examples_of_the_facade_print_what_they_say(module):
    found = doctest.testmod(module)
    assert found.attempted >= 2
    assert found.failed == 0
