"""The gates of consistency, with sentences that they refuse and allow."""

import pytest

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.conflicting_values import minority_places
from paralattice.exchange.consistency_gates import CONSISTENCY_GATES
from paralattice.exchange.operations import sourced_tokens
from paralattice.exchange.word_families import families, family
from support.parsed_clusters import context, flat, parsed_cluster

GATES = {gate.name: gate for gate in CONSISTENCY_GATES}


def sank(day: str, count: str = "six") -> str:
    """Return the tree of a sentence on the day when a ferry sank, and how many sailors drowned."""
    return (
        f"(ROOT (S (S (NP (DT The) (NN ferry)) (VP (VBD sank) (PP (IN on) (NP (NNP {day}))))) (CC and)"
        f" (S (NP (CD {count}) (NNS sailors)) (VP (VBD drowned))) (. .)))"
    )


def aged(age: str) -> str:
    """Return the tree of a sentence that tells the age of a pilot."""
    return (
        f"(ROOT (S (NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP (CD {age})) (, ,)) (VP (VBD left)"
        " (NP (DT the) (NN ship))) (. .)))"
    )


def disputed(*trees: str) -> list[str]:
    """Return the words of a cluster that most of its sentences tell otherwise."""
    cluster = parsed_cluster(*trees)
    return [cluster.sentences[number].words[place] for number, place in sorted(minority_places(cluster))]


def test_a_day_that_most_sentences_tell_otherwise_is_disputed():
    assert disputed(sank("Friday"), sank("Friday"), sank("Monday")) == ["Monday"]
    assert disputed(sank("Friday"), sank("Fri."), sank("Monday")) == ["Monday"]


def test_without_a_majority_no_day_is_disputed():
    assert not disputed(sank("Friday"), sank("Monday"))
    assert not disputed(sank("Friday"), sank("Friday"), sank("Monday"), sank("Monday"))


def test_days_of_different_events_do_not_clash():
    other = "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD rested) (PP (IN on) (NP (NNP Monday)))) (. .)))"
    assert not disputed(sank("Friday"), sank("Friday"), other)


def test_a_number_that_most_sentences_tell_otherwise_is_disputed():
    assert disputed(sank("Friday"), sank("Friday", "6"), sank("Friday", "nine")) == ["nine"]


def test_a_number_that_is_not_exact_clashes_with_none():
    loose = (
        "(ROOT (S (NP (QP (IN over) (CD five)) (NNS sailors)) (VP (VBD drowned)"
        " (PP (IN on) (NP (NNP Friday)))) (. .)))"
    )
    assert not disputed(sank("Friday"), sank("Friday"), loose)


def test_an_age_that_most_sentences_tell_otherwise_is_disputed():
    before = "(ROOT (S (NP (JJ 32-year-old) (NNP Ida) (NNP Berg)) (VP (VBD slept)) (. .)))"
    assert disputed(aged("31"), aged("31"), before) == ["32-year-old"]
    assert not disputed(aged("31"), before)


@pytest.mark.parametrize(("day", "allowed"), [("Friday", True), ("Monday", False)])
def test_a_sentence_tells_what_most_tell(day, allowed):
    cluster = parsed_cluster(sank("Friday"), sank("Friday"), sank(day))
    tokens = sourced_tokens(cluster.sentences[2], 0, 5)
    made = Candidate(2, (), tokens, (-2,) * 5)
    assert GATES["minority"].allows(made, context(cluster)) is allowed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("collided", "collision"),
        ("announced", "announcement"),
        ("fatal", "death"),
        ("ship", "vessel"),
        ("convicted", "convictions"),
    ],
)
def test_words_of_a_family_have_one_name(one, other):
    assert family(one) == family(other)


@pytest.mark.parametrize(
    ("one", "other"), [("department", "departed"), ("state", "statement"), ("sea", "seal")]
)
def test_words_that_merely_look_alike_are_no_family(one, other):
    assert family(one) != family(other)


def test_a_compound_is_of_the_families_of_its_parts_unless_it_has_a_figure():
    assert [*families(("harbour-master", "31-year-old"))] == [
        family("harbour"),
        family("master"),
        "31-year-old",
    ]


@pytest.mark.parametrize(
    ("frame", "allowed"),
    [
        ("the/DT crew died in", False),
        ("the/DT crew rested in", True),
        ("the/DT deadly death fled in", True),
    ],
)
def test_nothing_is_said_in_two_words_of_a_family_unless_a_source_does(frame, allowed):
    cluster = parsed_cluster(flat(frame), flat("a/DT fatal crash"))
    tokens = (*sourced_tokens(cluster.sentences[0], 0, 4), *sourced_tokens(cluster.sentences[1], 0, 3))
    if "death" in frame:
        tokens = sourced_tokens(cluster.sentences[0], 0, 5)
    made = Candidate(0, (), tokens, (-2,) * len(tokens))
    assert GATES["kin"].allows(made, context(cluster)) is allowed
