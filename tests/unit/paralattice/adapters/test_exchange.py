"""The parser as a reader of sentences."""

from paralattice.adapters.exchange import readings_by, readings_of
from paralattice.formats.trees import read_tree
from paralattice.syntax.tree import flat_tree

WORDS = ("The", "ferry", "hit", "a", "rock", ".")


def test_a_reading_has_the_parsers_tree_and_how_sure_it_is(parser):
    (reading,) = readings_by(parser, [WORDS])
    (parse,) = parser.parse([WORDS])
    assert reading.tree.words() == WORDS
    assert reading.margin == parse.margin < float("inf")


def test_a_tree_that_is_given_is_kept(parser):
    tree = read_tree("(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD hit) (NP (DT a) (NN rock))) (. .)))")
    (reading,) = readings_of(parser, [tree])
    assert reading.tree is tree
    assert reading.margin == readings_by(parser, [WORDS])[0].margin


def test_a_flat_tree_makes_no_trouble(parser):
    (reading,) = readings_of(parser, [flat_tree(WORDS)])
    assert reading.tree == flat_tree(WORDS) or reading.tree.words() == WORDS
