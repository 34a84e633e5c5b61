"""The gates of faults that sources may have too, each with a sentence that it refuses."""

import pytest

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.fault_gates import FAULT_GATES, FAULT_TREE_GATES
from paralattice.exchange.operations import sourced_tokens
from paralattice.exchange.readings import Reading
from paralattice.exchange.tree_gates import Parsed
from paralattice.formats.trees import read_tree
from support.parsed_clusters import AURORA, context, parsed_cluster

GATES = {gate.name: gate for gate in (*FAULT_GATES, *FAULT_TREE_GATES)}


def flat(text: str) -> str:
    return "(ROOT (S " + " ".join(f"(NN {word})" for word in text.split()) + "))"


def allows_words(name: str, text: str, *others: str) -> bool:
    """Return whether a gate allows a sentence that is taken from one source as it is."""
    cluster = parsed_cluster(flat(text), *map(flat, others))
    tokens = sourced_tokens(cluster.sentences[0], 0, len(text.split()))
    return GATES[name].allows(Candidate(0, (), tokens, (-2,) * len(tokens)), context(cluster))


def allows_tree(name: str, brackets: str, *others: str) -> bool:
    """Return whether a gate allows a sentence of a tree in a cluster of that and other trees."""
    cluster = parsed_cluster(brackets, *others)
    tokens = sourced_tokens(cluster.sentences[0], 0, len(cluster.sentences[0].words))
    candidate = Candidate(0, (), tokens, (-2,) * len(tokens))
    return GATES[name].allows(
        Parsed(candidate, Reading(read_tree(brackets), (5.0,), (5.0,), 1.0)), context(cluster)
    )


@pytest.mark.parametrize(
    ("name", "text", "allowed"),
    [
        ("speaker", "the yard extends our lead in ferries", False),
        ("speaker", 'the yard says " we lead " in ferries', True),
        ("dateline", "LUNDVIK , Norway - A ferry sank on Friday .", False),
        ("dateline", "Summary : A ferry sank on Friday .", False),
        ("dateline", "A ferry sank : the Norvik .", True),
        ("dateline", "Lundvik- A ferry sank on Friday .", False),
        ("dateline", "A blue - green ferry of the NFL sank on Friday .", True),
        ("age", "The 40-year-old Ida Berg , 40 , left the ship .", False),
        ("age", "The 40 year old captain left the ship .", False),
        ("age", "The 40 year-old captain left the ship .", False),
        ("age", "The forty-year-old Ida Berg left the ship .", True),
        ("doubled", "The ferry had been been towed .", False),
        ("doubled", "She said that that ferry had had a leak .", True),
        ("according", "The ferry sank according to the yard .", False),
        ("according", "The ferry sank , according to the yard .", True),
        ("according", "According to the yard , the ferry sank .", True),
        ("abbreviation", "The ferry of Tampa , Fla on Friday sank .", False),
        ("abbreviation", "The ferry of Tampa , Fla. on Friday sank .", True),
        ("abbreviation", "The ferry sank off Tampa , Fla .", True),
        ("abbreviation", "The ferry left Boone , N.C on Friday .", False),
        ("victims", "He was charged with the deaths of a young sailor , the yard said .", False),
        ("victims", "He was charged with the deaths of a sailor and her son .", True),
        ("victims", "He was charged with the death of a sailor .", True),
        ("title", "The ship was named by Gov. and left .", False),
        ("title", "The ship was named by Gov. Berg and left .", True),
        ("title", "Officers say AN OLD ferry sank .", False),
        ("title", "Officers say an OLD ferry sank .", True),
    ],
)
def test_a_fault_of_words_is_refused_wherever_it_comes_from(name, text, allowed):
    assert allows_words(name, text) is allowed


def test_but_stands_no_more_often_than_in_a_source():
    cluster = parsed_cluster(flat("Berg fled but fell ."), flat("Berg ran but stopped ."))
    one, two = cluster.sentences
    joined = (*sourced_tokens(one, 0, 4), *sourced_tokens(two, 2, 5))
    assert not GATES["contrast"].allows(Candidate(0, (), joined, (-2,) * len(joined)), context(cluster))
    assert allows_words("contrast", "Berg fled but fell .")


@pytest.mark.parametrize(
    ("other", "allowed"),
    [("On Friday the Norvik sank", False), ("On Friday the Steam - Norvik sank", True), ("She sank", True)],
)
def test_a_newspaper_and_a_dash_at_the_beginning_are_refused(other, allowed):
    assert allows_words("dateline", "Steam - Norvik sank on Friday .", other) is allowed


def test_a_score_stays_with_its_verb():
    won = (
        "(ROOT (S (NP (NNP Lundvik)) (VP (VBD beat) (NP (NNP Norvik)) (NP (CD 3-1)) (PP (IN in) (NP (DT the)"
        " (NN cup)))) (. .)))"
    )
    cluster = parsed_cluster(won, *AURORA)
    (beat, aurora) = cluster.sentences[:2]
    whole, parted = sourced_tokens(beat, 0, 7), (*sourced_tokens(aurora, 0, 6), *sourced_tokens(beat, 3, 7))
    for tokens, allowed in ((whole, True), (parted, False)):
        made = Candidate(0, (), tuple(tokens), (-2,) * len(tokens))
        assert GATES["score"].allows(made, context(cluster)) is allowed


def test_an_event_is_not_told_again_in_other_words():
    hit = "(ROOT (S (NP (NNP Aurora)) (VP (VBD {}) (NP (DT a) (NN rock))) (. .)))"
    cluster = parsed_cluster(hit.format("hit"), hit.format("struck"))
    one, two = cluster.sentences
    twice = (*sourced_tokens(one, 0, 4), *sourced_tokens(two, 1, 5))
    once = (*sourced_tokens(one, 0, 1), *sourced_tokens(two, 1, 5))
    for tokens, allowed in ((twice, False), (once, True)):
        made = Candidate(0, (), tokens, (-2,) * len(tokens))
        assert GATES["event"].allows(made, context(cluster)) is allowed


def test_nobody_is_named_by_two_sources_in_one_sentence():
    cluster = parsed_cluster(*AURORA)
    one, two = cluster.sentences[:2]
    twice = (*sourced_tokens(one, 0, 10), *sourced_tokens(two, 0, 1))
    made = Candidate(0, (), twice, (-2,) * len(twice))
    assert not GATES["name"].allows(made, context(cluster))
    alone = sourced_tokens(one, 0, 11)
    assert GATES["name"].allows(Candidate(0, (), alone, (-2,) * len(alone)), context(cluster))


def clause(subject: str, predicate: str, comma: str = "") -> str:
    return f"(ROOT (S (NP {subject}) {comma} (VP {predicate}) (. .)))"


@pytest.mark.parametrize(
    ("brackets", "allowed"),
    [
        (clause("(DT The) (NN ferry)", "(VBP hit) (NP (NNS rocks))"), False),
        (clause("(DT The) (NNS ferries)", "(VBZ hits) (NP (NNS rocks))"), False),
        (clause("(DT The) (NN ferry)", "(VBZ hits) (NP (NNS rocks))"), True),
        (clause("(DT The) (NN crew)", "(VBP leave) (NP (NNS ships))"), True),
        (clause("(DT The) (NN ferry)", "(VP (VBZ hits) (NP (NNS rocks))) (CC and) (VP (VBP sink))"), False),
        (clause("(NNS Captains) (NNP Ida) (NNP Berg)", "(VBD left)"), False),
        (
            clause(
                "(NP (NNS Captains) (NNP Ida) (NNP Berg)) (CC and) (NP (NNP Tom) (NNP Lind))", "(VBD left)"
            ),
            True,
        ),
    ],
)
def test_a_clash_of_number_is_refused(brackets, allowed):
    assert allows_tree("number", brackets) is allowed


def test_a_comma_between_subject_and_verb_is_refused():
    subject = "(NP (DT The) (NN ferry)) (PP (IN from) (NP (NNP Norvik)))"
    assert not allows_tree("comma", clause(subject, "(VBD sank)", "(, ,)"))
    assert allows_tree("comma", clause(subject, "(VBD sank)"))
    aside = "(NP (DT The) (NN ferry)) (, ,) (NP (DT an) (JJ old) (NN ship))"
    assert allows_tree("comma", clause(aside, "(VBD sank)", "(, ,)"))


def test_an_aside_that_a_comma_opens_and_none_closes_is_refused():
    aside = "(NP (NNP Berg)) (, ,) (NP (DT an) (JJ old) (NN captain))"
    assert not allows_tree("comma", clause(aside, "(VBD left)"))
    assert allows_tree("comma", clause(aside, "(VBD left)", "(, ,)"))


def test_a_headline_in_the_present_is_refused_where_the_story_is_in_the_past():
    headline = clause("(NNP Berg)", "(VBZ sinks) (NP (DT the) (NN ship))")
    story = clause("(NNP Berg)", "({} {}) (NP (DT the) (NN ship)) (PP (IN on) (NP (NNP Friday)))")
    assert not allows_tree("headline", headline, story.format("VBD", "sank"))
    assert allows_tree("headline", headline, story.format("VBZ", "sinks"))


def test_a_noun_without_the_article_that_the_cluster_gives_it_is_refused():
    bare = clause("(JJ Old) (NN ferry)", "(VBD hit) (NP (DT a) (NN rock))")
    with_article = clause("(DT An) (JJ old) (NN ferry)", "(VBD hit) (NP (DT a) (NN rock))")
    assert not allows_tree("article", bare, with_article)
    assert allows_tree("article", with_article, bare)
    assert allows_tree("article", bare.replace("ferry", "fog"), with_article)


def test_a_team_without_the_article_that_the_cluster_gives_it_is_refused():
    bare = clause("(NNP Berg)", "(VBD beat) (NP (JJ weary) (NNPS Sharks))")
    with_article = clause("(NNP Berg)", "(VBD met) (NP (DT the) (NNPS Sharks))")
    assert not allows_tree("article", bare, with_article, with_article)
    assert allows_tree("article", with_article, bare)


def test_every_gate_says_why():
    gates = (*FAULT_GATES, *FAULT_TREE_GATES)
    assert all(gate.reason and gate.name.isalpha() for gate in gates)
    assert len(GATES) == len(gates)
