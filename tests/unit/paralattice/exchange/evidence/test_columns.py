"""Alignment as evidence of coreference."""

from paralattice.exchange.evidence.cluster import ParsedCluster
from paralattice.exchange.evidence.columns import columns_of
from paralattice.formats.trees import read_tree

DAMAGED = (
    "(ROOT (S (NP (DT A) (NN mill)) (VP (VBD was) (VP (VBN damaged) (PP (IN in) (NP (DT a) (JJ fierce)"
    " (NN storm))))) (. .)))",
    "(ROOT (S (NP (DT The) (NN barn)) (VP (VBD was) (VP (VBN damaged) (PP (IN by) (NP (DT a) (JJ sudden)"
    " (NN storm))))) (. .)))",
)


def test_equal_words_in_equal_constituents_share_a_column():
    columns = columns_of(map(read_tree, DAMAGED))
    words = [read_tree(tree).words() for tree in DAMAGED]
    assert [len(row) for row in columns] == [len(row) for row in words]
    assert columns[0][words[0].index("damaged")] == columns[1][words[1].index("damaged")]
    assert columns[0][words[0].index("fierce")] not in columns[1]


def test_verbs_of_one_column_tell_of_the_same_event_even_if_nothing_else_says_so():
    trees = [read_tree(tree) for tree in DAMAGED]
    for columns, found in ((None, False), (columns_of(trees), True)):
        cluster = ParsedCluster.of_trees(trees, columns)
        (one,), (other,) = cluster.events
        assert cluster.referents.same_event(one, other) is found


def test_nouns_of_one_column_below_the_same_word_are_the_same():
    trees = [
        read_tree(
            f"(ROOT (S (NP (DT The) (NNS {noun})) (VP (VBD {verb}) (PP (IN at) (NP (NP (DT the) (NN height))"
            " (PP (IN of) (NP (DT a) (NN storm)))))) (. .)))"
        )
        for noun, verb in (("barns", "fell"), ("boats", "sank"))
    ]
    for columns, found in ((None, False), (columns_of(trees), True)):
        cluster = ParsedCluster.of_trees(trees, columns)
        heads = [(number, sentence.words.index("storm")) for number, sentence in enumerate(cluster.sentences)]
        assert cluster.referents.same(*heads) is found
