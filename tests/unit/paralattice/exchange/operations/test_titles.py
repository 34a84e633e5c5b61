"""Titles and occupations after names."""

from paralattice.exchange.model.operation import RECAST
from support.parsed_clusters import parsed_cluster, results

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
