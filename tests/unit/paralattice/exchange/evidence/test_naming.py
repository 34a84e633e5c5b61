"""Names, first names, abbreviations and descriptions."""

import pytest

from paralattice.exchange.evidence.mentions import full_name
from paralattice.exchange.evidence.naming import are_two, descriptions, first_names, is_abbreviation
from support.parsed_clusters import parsed_cluster


def sentence(subject: str) -> str:
    return f"(ROOT (S (NP {subject}) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"


@pytest.mark.parametrize(
    ("subject", "name"),
    [
        ("(NNP Mr.) (NNP Tor) (NNP Lie) (NNP Jr.)", "Tor Lie"),
        ("(NNP Northern) (NNP Ferries) (NNP Inc.)", "Northern Ferries"),
        ("(NNP Bank) (IN of) (NNP Norvik)", "Bank of Norvik"),
        ("(NNP Berg) (HYPH -) (NNP Lie)", "Berg - Lie"),
        ("(JJ old) (HYPH -) (NNP Lie)", "Lie"),
        ("(DT the) (NN owner) (NNP Berg)", "Berg"),
        ("(DT the) (NNP south) (IN of) (NNP Norvik)", "Norvik"),
        ("(NNP Inc.)", "Inc."),
    ],
)
def test_a_name_has_no_title_and_no_suffix(subject, name):
    (parsed,) = parsed_cluster(sentence(subject)).sentences
    assert " ".join(full_name(parsed, parsed.words.index("left") - 1)) == name


@pytest.mark.parametrize(
    ("name", "first"),
    [
        (("Ida", "Berg"), ("ida",)),
        (("Ida", "M.", "Berg"), ("ida",)),
        (("Ida", "Marie", "Berg"), ("ida", "marie")),
        (("I.", "Berg"), ()),
        (("Berg",), ()),
        (("Maker", "Berg"), ()),
    ],
)
def test_first_names_are_two_words_before_the_last_over_initials(name, first):
    assert first_names(name, frozenset({"maker"})) == first


def test_two_first_names_are_two_persons_unless_one_is_short_for_the_other():
    assert are_two(["ida"], ["tor"])
    assert not are_two(["fred"], ["frederick", "olaf"])
    assert not are_two(["ida"], [])


@pytest.mark.parametrize(
    ("short", "name", "found"),
    [
        ("NF", ("Northern", "Ferries"), True),
        ("NF", ("Northern", "Ferries", "Corp."), True),
        ("N.F.", ("Northern", "Ferries"), True),
        ("NF", ("Northern-Ferries",), True),
        ("NF", ("Northern", "Lines"), False),
        ("Nf", ("Northern", "Ferries"), False),
        ("N", ("Northern",), False),
    ],
)
def test_initials_abbreviate_a_name(short, name, found):
    assert is_abbreviation((short,), name) is found


@pytest.mark.parametrize(
    "tree",
    [
        sentence("(NN captain) (NNP Ida) (NNP Berg)"),
        sentence("(NP (NNP Ida) (NNP Berg)) (, ,) (NP (DT a) (NN captain)) (, ,)"),
        "(ROOT (S (NP (NNP Ida) (NNP Berg)) (VP (VBD was) (NP (DT a) (NN captain))) (. .)))",
    ],
)
def test_a_sentence_describes_a_name_by_a_noun(tree):
    cluster = parsed_cluster(tree)
    found = descriptions(cluster.referents.mentions, cluster.events)
    assert found["berg", "captain"] == {0}
