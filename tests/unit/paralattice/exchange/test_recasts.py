"""Recasts of a sentence in another construction."""

import pytest

from paralattice.exchange.candidates import operations_on
from paralattice.exchange.operations import RECAST
from support.tellings import AURORA, candidate, results, telling

HIT = (
    "(ROOT (S {opening}(NP {subject}) (VP (VBD {verb}) (NP {object}) (PP (IN on) (NP (NNP Friday)))) (. .)))"
)
GIVEN = {
    "opening": "",
    "subject": "(DT A) (JJ big) (NN wave)",
    "verb": "struck",
    "object": "(DT the) (NNS ferries)",
}


def hit(**parts: str) -> str:
    return HIT.format(**{**GIVEN, **parts})


def recast(tree: str) -> list[str]:
    return results(telling(tree), 0, RECAST)


def test_an_active_clause_becomes_passive():
    assert recast(hit()) == ["The ferries were struck by a big wave on Friday ."]


@pytest.mark.parametrize(
    "parts",
    [
        {"verb": "resembled"},  # no verb of the table
        {"object": "(PRP$ its) (NN shore)"},  # *its* would come before what it refers to
        {"object": "(NNPS Sharks)"},  # a team: singular or plural
        {"subject": "(DT The) (NN wave)", "object": "(DT a) (NN ferry)"},
    ],
)
def test_a_clause_whose_passive_is_not_safe_stays_active(parts):
    assert recast(hit(**parts)) == []


def test_a_phrase_that_may_belong_to_the_object_keeps_it_where_it_is():
    place = hit().replace("(PP (IN on) (NP (NNP Friday)))", "(PP (IN at) (NP (NNP Norvik)))")
    assert recast(place) == []


def test_a_passive_clause_becomes_active():
    passive = (
        "(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD was) (VP (VBN shaken) (PP (IN by) (NP (DT a) (NN wave)))"
        " (PP (IN off) (NP (NNP Norvik))))) (. .)))"
    )
    assert recast(passive) == ["A wave shook the ferry off Norvik ."]


def test_by_a_time_is_no_agent():
    passive = (
        "(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD was) (VP (VBN found) (PP (IN by) (NP (NN noon)))))"
        " (. .)))"
    )
    assert recast(passive) == []


def test_who_says_it_is_told_in_other_words():
    assert recast(AURORA[2]) == [
        "According to the harbour master , the crew left the ship in boats .",
        "The crew left the ship in boats , according to the harbour master .",
    ]
    assert recast(AURORA[3]) == [
        "According to the harbour master , the tired crew waited for help .",
        "The tired crew waited for help , according to the harbour master .",
    ]


def test_according_to_gives_way_to_said():
    tree = (
        "(ROOT (S (PP (VBG According) (PP (TO to) (NP (DT the) (NN pilot)))) (, ,) (NP (DT the) (NN crew))"
        " (VP (VBD waited) (PP (IN for) (NP (NN help)))) (. .)))"
    )
    assert recast(tree) == [
        "The crew waited for help , according to the pilot .",
        "The crew waited for help , the pilot said .",
    ]


def test_a_speaker_or_a_story_with_a_pronoun_stays():
    assert recast(AURORA[3].replace("(DT the) (JJ tired) (NN crew)", "(PRP they)")) == []
    assert recast(AURORA[3].replace("(DT The) (NN harbour) (NN master)", "(PRP She)")) == []


def test_words_of_a_recast_without_source_are_those_that_no_source_has():
    cluster = telling(hit())
    (operation,) = (one for one in operations_on(cluster, cluster.sentences[0]) if one.kind == RECAST)
    made = candidate(cluster, 0, [operation])
    assert [token.word for token in made.tokens if token.sentence < 0] == ["were", "struck", "by"]
