import os
import subprocess
import sys

import pytest

from paralattice.errors import BuildError
from paralattice.formats.trees import read_tree
from paralattice.lattice.forests.merging import merge_trees, tree_words
from paralattice.lattice.options import PangOptions
from paralattice.syntax.tree import Tree, flat_tree

OPTIONS = PangOptions()


def forest_of(*brackets, check=True):
    return merge_trees([read_tree(text) for text in brackets], PangOptions(keyword_check=check))


def rules(node):
    return [[label for label, _ in shapes] for shapes in node.expansions]


def test_no_tree_is_refused():
    with pytest.raises(BuildError, match="at least one tree"):
        merge_trees([], OPTIONS)


def test_words_are_lower_cased_and_pooled_in_order_of_arrival():
    forest = forest_of("(S (NN Rain))", "(S (NN Sleet))", "(S (NN RAIN))")
    assert forest.sentences == [("rain",), ("sleet",), ("rain",)]
    assert forest.leaves[0] == forest.leaves[1] == forest.leaves[2]
    assert forest.leaves[0][0].words == ["rain", "sleet"]


def test_layers_above_the_sentence_are_passed_over():
    forest = forest_of("(ROOT (S (NN rain)))", "( (S (NN sleet)))", "(TOP (ROOT (S (NN hail))))")
    assert list(forest.roots) == [("S", False)]


def test_trees_with_other_labels_are_alternatives_at_the_root():
    forest = forest_of("(S (NN rain))", "(FRAG (NN rain))", "(NN rain)")
    assert list(forest.roots) == [("S", False), ("FRAG", False), ("NN", True)]


def test_several_trees_below_one_top_stay_together():
    forest = forest_of("( (S (NN rain)) (S (NN wind)))")
    assert rules(forest.roots["", False]) == [["S", "S"]]


def test_constituents_of_different_rules_are_alternatives():
    forest = forest_of("(S (NP (NN rain)))", "(S (NP (DT the) (NN rain)))", "(S (NP (DT a) (NN storm)))")
    (alternatives,) = forest.roots["S", False].expansions.values()
    (phrase,) = alternatives[0].children
    assert rules(phrase) == [["NN"], ["DT", "NN"]]


def test_a_preterminal_is_never_merged_with_a_phrase_of_its_label():
    forest = forest_of("(S (X (NN rain)))", "(S (X rain))")
    assert len(forest.roots["S", False].expansions) == 2


def test_a_keyword_that_a_sentence_itself_has_twice_speaks_against_merging():
    twice = "(S (NP (NN rain)) (VP (VBD met) (NP (NN rain))))"
    (alternatives,) = forest_of(twice, twice).roots["S", False].expansions.values()
    assert len(alternatives) == 2
    (alternatives,) = forest_of(twice, twice, check=False).roots["S", False].expansions.values()
    assert len(alternatives) == 1


def test_words_of_other_tags_do_not_speak_against_merging():
    one = "(S (PP (IN in) (NN May)) (PP (IN near) (NN Rome)))"
    other = "(S (PP (IN near) (NN Pisa)) (PP (IN in) (NN June)))"
    (alternatives,) = forest_of(one, other).roots["S", False].expansions.values()
    assert len(alternatives) == 1


def test_keywords_of_all_merged_trees_are_looked_at():
    trees = [
        f"(S (NP (NN {one})) (VP (VBD {verb}) (NP (NN {other}))))"
        for one, verb, other in (
            ("rain", "hit", "town"),
            ("wind", "struck", "place"),
            ("harbour", "took", "wind"),
        )
    ]
    (alternatives,) = forest_of(*trees).roots["S", False].expansions.values()
    # The third differs from the first in every word, but wind has come in under the noun phrase.
    assert len(alternatives) == 2


def test_deep_and_wide_trees_are_merged_without_recursion():
    deep = Tree("NN", word="rain")
    for _ in range(5000):
        deep = Tree("NP", (deep,))
    wide = flat_tree(tuple(f"w{number}" for number in range(2000)))
    forest = merge_trees([Tree("S", (deep,)), Tree("S", (deep,)), wide], OPTIONS)
    assert [len(leaves) for leaves in forest.leaves] == [1, 1, 2000]


def test_the_words_of_a_tree_are_lower_cased():
    assert tree_words(read_tree("(S (NNP Rome) (VBD FELL))")) == ("rome", "fell")


def test_the_lattice_does_not_depend_on_the_process():
    script = (
        "from paralattice.formats.trees import read_trees\n"
        "from paralattice.lattice import from_trees\n"
        "from paralattice.lattice.options import PangOptions\n"
        "trees = ['(S (NP (DT the) (NN %s)) (VP (VBD %s) (PP (IN in) (NP (NN %s)))))' % words for words in"
        " [('cat', 'sat', 'hats'), ('hats', 'lay', 'cat'), ('dog', 'sat', 'cat'), ('bird', 'cat', 'lay')]]\n"
        "print(from_trees(read_trees(trees), PangOptions()))\n"
    )
    made = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "7")
    }
    assert len(made) == 1
    assert "hats" in made.pop()
