"""Ages before or behind their names."""

from paralattice.exchange.model.operation import RECAST
from support.parsed_clusters import AURORA, parsed_cluster, results

BEHIND = (
    "(ROOT (S (NP (DT The) (NN storm)) (VP (VBD injured) (NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP (CD 31)))"
    " (, ,) (PP (IN on) (NP (NNP Friday)))) (. .)))"
)
BEFORE = (
    "(ROOT (S (NP (DT The) (NN storm)) (VP (VBD injured) (NP (JJ 31-year-old) (NNP Ida) (NNP Berg))"
    " (PP (IN on) (NP (NNP Friday)))) (. .)))"
)


def test_an_age_goes_before_its_name_and_back():
    assert results(parsed_cluster(BEHIND), 0, RECAST, "age") == [
        "The storm injured 31-year-old Ida Berg on Friday ."
    ]
    assert results(parsed_cluster(BEFORE), 0, RECAST, "age") == [
        "The storm injured Ida Berg , 31 , on Friday ."
    ]


def test_where_somebody_is_from_keeps_its_comma():
    of = BEHIND.replace("(PP (IN on) (NP (NNP Friday)))", "(PP (IN of) (NP (NNP Moss)))")
    assert results(parsed_cluster(of), 0, RECAST, "age") == [
        "The storm injured 31-year-old Ida Berg , of Moss ."
    ]


def test_a_cluster_that_parts_words_at_hyphens_gets_an_age_in_pieces():
    parted = AURORA[0].replace("(NN rock)", "(NN rock) (HYPH -) (NN reef)")
    made = results(parsed_cluster(BEHIND, parted), 0, RECAST, "age")
    assert made == ["The storm injured 31 - year - old Ida Berg on Friday ."]


def test_an_age_in_a_list_or_at_the_beginning_stays():
    listed = BEHIND.replace("(PP (IN on) (NP (NNP Friday)))", "(CC and) (NP (NNP Per) (NNP Lie))")
    assert results(parsed_cluster(listed), 0, RECAST, "age") == []
    first = "(ROOT (S (NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP (CD 31)) (, ,)) (VP (VBD left)) (. .)))"
    assert results(parsed_cluster(first), 0, RECAST, "age") == []
