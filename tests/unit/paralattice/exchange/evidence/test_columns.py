"""Alignment as evidence of coreference."""

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
