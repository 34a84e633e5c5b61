"""Ages, titles and occupations before or after names."""

from paralattice.exchange.model.operation import RECAST
from support.parsed_clusters import AURORA, parsed_cluster, results

AFTER = (
    "(ROOT (S (NP (DT The) (NN storm)) (VP (VBD injured) (NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP (CD 31)))"
    " (, ,) (PP (IN on) (NP (NNP Friday)))) (. .)))"
)


def test_an_age_goes_before_its_name():
    assert results(parsed_cluster(AFTER), 0, RECAST, "age") == [
        "The storm injured 31-year-old Ida Berg on Friday ."
    ]


def test_where_somebody_is_from_keeps_its_comma():
    of = AFTER.replace("(PP (IN on) (NP (NNP Friday)))", "(PP (IN of) (NP (NNP Moss)))")
    assert results(parsed_cluster(of), 0, RECAST, "age") == [
        "The storm injured 31-year-old Ida Berg , of Moss ."
    ]


def test_a_cluster_that_parts_words_at_hyphens_gets_an_age_in_pieces():
    parted = AURORA[0].replace("(NN rock)", "(NN rock) (HYPH -) (NN reef)")
    made = results(parsed_cluster(AFTER, parted), 0, RECAST, "age")
    assert made == ["The storm injured 31 - year - old Ida Berg on Friday ."]


def test_an_age_in_a_list_or_at_the_beginning_stays():
    listed = AFTER.replace("(PP (IN on) (NP (NNP Friday)))", "(CC and) (NP (NNP Per) (NNP Lie))")
    assert results(parsed_cluster(listed), 0, RECAST, "age") == []
    first = "(ROOT (S (NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP (CD 31)) (, ,)) (VP (VBD left)) (. .)))"
    assert results(parsed_cluster(first), 0, RECAST, "age") == []


LEFT = "(ROOT (S {} (VP (VBD left) (NP (DT the) (NN harbour))) (. .)))"


def recast(noun_phrase: str) -> list[str]:
    return results(parsed_cluster(LEFT.format(noun_phrase)), 0, RECAST, "title")


def test_a_title_goes_after_its_name_with_an_article():
    assert recast("(NP (NN Police) (NN spokesman) (NNP Per) (NNP Lie))") == [
        "Per Lie , a police spokesman , left the harbour ."
    ]
    assert recast("(NP (PRP$ Her) (JJ old) (NN skipper) (NNP Per) (NNP Lie))") == [
        "Per Lie , her old skipper , left the harbour ."
    ]


def test_what_only_one_can_be_gets_no_article():
    assert recast("(NP (NN Skipper) (NNP Per) (NNP Lie))") == []


def test_other_nouns_before_names_stay():
    assert recast("(NP (DT The) (NN ferry) (NNP Nord) (NNP Lys))") == []
