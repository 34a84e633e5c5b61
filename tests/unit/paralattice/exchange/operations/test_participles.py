"""Recasts of participles."""

import pytest

from paralattice.exchange.model.operation import RECAST
from support.parsed_clusters import parsed_cluster, results


def recast(tree: str, what: str) -> list[str]:
    return results(parsed_cluster(tree), 0, RECAST, what)


def test_what_follows_a_noun_of_persons_gets_who():
    held = (
        "(ROOT (S (NP (DT The) (NN judge)) (VP (VBD freed) (NP (NP (DT a) (NN {})) (VP (VBN held)"
        " (PP (IN since) (NP (NNP May)))))) (. .)))"
    )
    assert recast(held.format("man"), "wording: relative") == [
        "The judge freed a man who was held since May ."
    ]
    # Whether *who* or *that* follows may be unclear.
    assert recast(held.format("tanker"), "wording: relative") == []
    assert recast(held.format("man").replace("(VBD freed)", "(VBZ frees)"), "wording: relative") == []
    assert recast(held.format("man").replace("(VBN held)", "(VBN called)"), "wording: relative") == []


def test_persons_that_do_something_get_who_was():
    walking = (
        "(ROOT (S (NP (NP (DT The) (NNS women)) (VP (VBG walking) (ADVP (RB home)))) (VP (VBD saw)"
        " (NP (PRP it))) (. .)))"
    )
    assert recast(walking, "wording: relative") == ["The women who were walking home saw it ."]


LEFT = "(ROOT (S (NP {}) (VP (VBD left) {}(PP (IN {}) (S (VP {} (NP (DT the) (NN fog)))))) (. .)))"


@pytest.mark.parametrize(
    ("subject", "place", "opener", "verb", "made"),
    [
        ("(DT A) (NN woman)", "", "after", "(VBG seeing)", ["A woman left after she saw the fog ."]),
        ("(DT The) (NNS crews)", "", "before", "(VBG seeing)", ["The crews left before they saw the fog ."]),
        (
            "(DT The) (NNS crews)",
            "",
            "while",
            "(VBG seeing)",
            ["The crews left while they were seeing the fog ."],
        ),
        (
            "(DT A) (NN man)",
            "",
            "after",
            "(VBG being) (VP (VBN hurt))",
            ["A man left after he was hurt the fog ."],
        ),
        ("(DT A) (NN ship)", "", "after", "(VBG seeing)", []),
        ("(DT A) (NN woman)", "(NP (DT a) (NN girl)) ", "after", "(VBG seeing)", []),
        (
            "(DT A) (NN woman)",
            "(NP (DT a) (NN man)) ",
            "after",
            "(VBG seeing)",
            ["A woman left a man after she saw the fog ."],
        ),
        ("(DT The) (NNS crews)", "(NP (DT the) (NNS men)) ", "after", "(VBG seeing)", []),
        ("(DT A) (NN woman)", "", "without", "(VBG seeing)", []),
    ],
)
def test_a_participle_becomes_a_clause_if_its_pronoun_is_clear(subject, place, opener, verb, made):
    assert recast(LEFT.format(subject, place, opener, verb), "clause of a participle") == made


@pytest.mark.parametrize("second", ["(VBG hearing)", "(VBD slept)"])
def test_two_participles_stay(second):
    both = f"(VBG seeing) (CC and) {second}"
    assert recast(LEFT.format("(DT A) (NN woman)", "", "after", both), "clause of a participle") == []


SAW = "(ROOT (S (NP (DT A) (NN {})) (VP (VBD left) (SBAR (IN {}) (S (NP (PRP {})) {}))) (. .)))"


@pytest.mark.parametrize(
    ("noun", "opener", "pronoun", "told", "made"),
    [
        ("man", "after", "he", "(VP (VBD saw) (NP (NN fog)))", ["A man left after seeing fog ."]),
        ("man", "after", "she", "(VP (VBD saw) (NP (NN fog)))", []),
        ("ship", "after", "it", "(VP (VBD saw) (NP (NN fog)))", []),
        ("man", "when", "he", "(VP (VBD saw) (NP (NN fog)))", []),
        ("man", "as", "he", "(VP (VBD was) (VP (VBG singing)))", ["A man left while singing ."]),
        ("man", "before", "he", "(VP (VBD was) (VP (VBN hurt)))", ["A man left before being hurt ."]),
        ("man", "before", "he", "(VP (VBD was) (NP (NN mate)))", []),
        ("man", "after", "he", "(VP (VP (VBD saw) (NP (NN fog))) (CC and) (VP (VBD sang)))", []),
        ("man", "after", "he", "(VP (VBZ sings))", []),
    ],
)
def test_a_clause_becomes_a_participle_if_its_pronoun_is_that_of_the_subject(
    noun, opener, pronoun, told, made
):
    assert recast(SAW.format(noun, opener, pronoun, told), "clause of a participle") == made


@pytest.mark.parametrize(("verb", "recast_"), [("left", False), ("met", True)])
def test_what_somebody_is_left_as_is_no_clause(verb, recast_):
    stranded = "(NP (NP (DT the) (NNS women)) (VP (VBN stranded) (ADVP (RB abroad))))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD {verb}) {stranded}) (. .)))"
    assert bool(recast(tree, "wording: relative")) == recast_
