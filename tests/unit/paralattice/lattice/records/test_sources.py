"""The sentences that samples come from."""

from paralattice.lattice import Sample, from_alignment
from paralattice.lattice.lattice import Arc, WordLattice
from paralattice.lattice.records.sources import Sources

# 0: the old ferry sank; 1: the ferry sank at dawn; 2: the ferry went down
SENTENCES = [
    ["the", "old", "ferry", "sank"],
    ["the", "ferry", "sank", "at", "dawn"],
    ["the", "ferry", "went", "down"],
]
COLUMNS = [[0, 1, 2, 3], [0, 2, 3, 4, 5], [0, 2, 6, 7]]


def drawn(words):
    """Return the path of these words through the lattice of the sentences."""
    lattice = from_alignment(SENTENCES, COLUMNS)
    leaving = lattice.leaving()
    states = [lattice.start]
    for word in words:
        (arc,) = [arc for arc in leaving[states[-1]] if arc.label == word]
        states.append(arc.target)
    return Sources(lattice).of(Sample(tuple(words), tuple(states), True, False, True))


def test_the_fewest_sentences_are_named():
    assert drawn(["the", "old", "ferry", "sank", "at", "dawn"]) == (0, 1)
    assert drawn(["the", "ferry", "went", "down"]) == (2,)


def test_a_sentence_that_was_named_before_is_preferred():
    # "the ferry" is in two sentences; one of them goes on.
    assert drawn(["the", "ferry", "sank", "at", "dawn"]) == (1,)
    assert drawn(["the", "old", "ferry", "went", "down"]) == (0, 2)


def test_arcs_without_sentences_name_none():
    lattice = WordLattice(0, 1, 2, (Arc(0, 1, "ferry"),))
    assert Sources(lattice).of(Sample(("ferry",), (0, 1), True, False, True)) == ()
