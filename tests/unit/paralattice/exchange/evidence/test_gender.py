"""Genders of mentions."""

import pytest

from paralattice.exchange.evidence.entity_features import EntityEvidence
from paralattice.exchange.evidence.gender import genders
from support.parsed_clusters import parsed_cluster

SAID = "(ROOT (S (NP {}) (VP (VBD said) (SBAR (S (NP (PRP {})) (VP (VBD saw) (NP {}))))) (. .)))"


def gender(*sentences) -> list[int]:
    cluster = parsed_cluster(*(SAID.format(*words) for words in sentences))
    mentions = list(cluster.referents.mentions.values())
    names = [mention.base if mention.named else "" for mention in mentions]
    return genders(cluster.sentences, mentions, names)


@pytest.mark.parametrize(
    ("subject", "pronoun", "sign"),
    [
        ("(DT The) (NN woman)", "they", -1),
        ("(DT The) (NN pilot)", "he", 1),
        ("(NNP Berg)", "she", -1),
        ("(NNP Mr.) (NNP Berg)", "they", 1),
        ("(NNP Mrs) (NNP Berg)", "they", -1),
        ("(NN spokeswoman) (NNP Berg)", "they", -1),
        ("(NNP Berg)", "they", 0),
        ("(NNP Mr.) (NNP Berg)", "she", 0),
        ("(DT The) (NN boat)", "she", 0),
    ],
)
def test_nouns_titles_and_pronouns_tell_a_gender(subject, pronoun, sign):
    assert gender((subject, pronoun, "(NN fog)"))[0] == sign


def test_a_pronoun_after_two_persons_tells_nothing():
    two = "(NP (NNP Berg)) (PP (IN with) (NP (NNP Lie)))"
    assert gender((two, "she", "(NN fog)"))[:2] == [0, 0]


def test_all_mentions_of_a_name_have_its_gender():
    assert gender(("(NNP Berg)", "they", "(NN fog)"), ("(NNP Berg)", "she", "(NN fog)")) == [-1, 0, -1, 0]


@pytest.mark.parametrize(("pronoun", "forbidden"), [("he", True), ("she", False), ("they", False)])
def test_a_woman_is_nobody_who_is_he(pronoun, forbidden):
    cluster = parsed_cluster(
        SAID.format("(NNP Berg)", pronoun, "(NN fog)"),
        SAID.format("(DT The) (NN woman)", "they", "(NN fog)"),
    )
    evidence = EntityEvidence(cluster.sentences, cluster.referents.mentions, cluster.events)
    assert evidence.forbidden[0, 2] == forbidden
