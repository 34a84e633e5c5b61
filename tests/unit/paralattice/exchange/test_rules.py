"""The rules, each with its examples."""

import pytest

from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import shared_parser
from paralattice.exchange.evidence.facts import Facts
from paralattice.exchange.model.parsed import Parsed
from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.rule_names import RULE_NAMES
from paralattice.exchange.rules import GROUPS, RULES
from paralattice.exchange.rules.limits import is_near
from paralattice.exchange.rules.parse import unplanned_governors
from paralattice.exchange.rules.registry import TREES, WORDS, Registry, rule
from paralattice.formats.trees import read_tree
from support.parsed_clusters import AURORA, PLAIN, candidate_of, facts_of, parsed_cluster
from support.parsed_clusters import WORDS as NEW
from support.rule_examples import ExampleError, allowed, case_of, example_words, refused


def read(sentences):
    return shared_parser(ParseOptions()).trees(sentences)


def no_parser(_):
    raise AssertionError("the parser was asked")


@pytest.mark.parametrize("name", RULE_NAMES)
def test_a_rule_finds_its_fault_in_what_it_refuses_and_not_in_what_it_allows(name):
    rule = RULES[name]
    assert refused(rule)
    assert allowed(rule)
    assert [example for example in refused(rule) if not case_of(example, read).found_by(rule)] == []
    assert [example for example in allowed(rule) if case_of(example, read).found_by(rule)] == []


def test_every_rule_has_a_fault_and_is_asked_once():
    assert [rule.name for rule in (*RULES.asked(WORDS), *RULES.asked(TREES))] == list(RULE_NAMES)
    assert all(rule.fault and rule.group in GROUPS for rule in RULES)
    assert len({rule.fault for rule in RULES}) == len(RULE_NAMES)


def test_rules_that_are_left_out_are_not_asked():
    names = [rule.name for rule in RULES.asked(TREES, ("comma", "which"))]
    assert names == [rule.name for rule in RULES.asked(TREES) if rule.name != "comma"]


def test_a_rule_without_a_place_in_the_order_is_rejected():
    with pytest.raises(ValueError, match="rule_names"):
        rule("nonsense", reads=WORDS, fault="")(lambda *_: False)


def test_two_rules_of_one_name_are_rejected():
    registry = Registry()
    registry.add(RULES["which"])
    with pytest.raises(ValueError, match="two of that name"):
        registry.add(RULES["which"])


def test_the_least_distance_is_an_option():
    near = case_of(refused(RULES["distance"])[0], read)
    assert is_near(near.candidate, near.facts)
    assert not is_near(near.candidate, Facts(near.facts.cluster, ExchangeOptions(distance=1)))


def test_an_ordinal_that_a_hyphen_joins_with_its_noun_is_not_lost():
    degree = "(NP (JJ first) (NN degree) (NN murder))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD fled) (PP (IN after) {degree})) (. .)))"
    cluster = parsed_cluster(tree)
    made = candidate_of(cluster, 0, "After first-degree murder , Berg fled .")
    assert not RULES["hedge"].found(made, facts_of(cluster))


def test_a_sentence_that_is_read_as_planned_passes_all_rules_of_trees():
    cluster = parsed_cluster(*AURORA)
    parsed = Parsed.of_tree(candidate_of(cluster, 0, NEW), read_tree(PLAIN))
    assert not any(rule.found(parsed, facts_of(cluster)) for rule in RULES.asked(TREES))
    assert unplanned_governors(parsed) == []


SOURCES = (
    "1 (S (NP (NNP Ida)) (VP (VBD won)) (. .))",
    "2 (S (NP (NNP Per) (NNP Lie)) (VP (VBD lost)) (. .))",
)


def test_an_example_names_the_origin_of_each_word_and_the_operations():
    made = case_of(
        [*SOURCES, "= {2 exchange subject: Lie} won +, {2 insertion verb: lost} ."], no_parser
    ).candidate
    assert [tuple(token) for token in made.tokens] == [
        ("Lie", 1, 1),
        ("won", 0, 1),
        (",", -1, -1),
        ("lost", 1, 2),
        (".", 0, 2),
    ]
    exchange, insertion = made.operations
    assert (exchange.kind, exchange.what, exchange.source) == ("exchange", "subject", 1)
    assert [edit[:2] for operation in made.operations for edit in operation.edits] == [(0, 1), (2, 2)]
    assert exchange.replaced == ((0, (1, 1)),)
    assert insertion.replaced == ()
    assert made.governors[:2] == (1, -1)


def test_an_example_without_a_candidate_is_its_first_sentence():
    case = case_of(SOURCES, no_parser)
    assert case.candidate.words == ("Ida", "won", ".")
    assert case.parsed.sentence is case.facts.cluster.sentences[0]


def test_an_example_gives_the_reading_of_its_candidate():
    tree = "(FRAG (NNP Berg) (VBD won) (. .))"
    parsed = case_of([*SOURCES, "= {2 exchange subject: Lie} won .", f"~ {tree}"], no_parser).parsed
    assert parsed.sentence.root.label == "FRAG"


def test_tags_make_a_flat_tree():
    (sentence,) = case_of("Ida/NNP won well ./.", no_parser).facts.cluster.sentences
    assert sentence.tags == ("NNP", "NN", "NN", ".")


@pytest.mark.parametrize(
    "example", [refused(RULES["which"])[0], refused(RULES["whole"])[0], refused(RULES["aside"])[0]]
)
def test_the_words_of_an_example_are_those_of_its_candidate(example):
    assert example_words(example) == case_of(example, read).candidate.words


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["2 Ida won ."], "must begin with '1 ', '= ' or '~ '"),
        ([*SOURCES, "Ida won ."], "must begin with '3 '"),
        ([*SOURCES, "= Ida lost ."], "sentence 1 has no such word"),
        ([*SOURCES, "= {2 exchange subject: Ida} won ."], "sentence 2 has no such word"),
        ([*SOURCES, "= {3 exchange subject: Ida} won ."], "there is no sentence 3"),
        ([*SOURCES, "= {exchange subject: Lie} won ."], "braces are written as"),
        ([*SOURCES, "= Ida won .", "~ Ida"], "must be a tree"),
    ],
)
def test_a_mistake_in_an_example_gets_a_clear_error(texts, message):
    with pytest.raises(ExampleError, match=message):
        _ = case_of(texts, no_parser).parsed
