"""The gates of trees, each with a sentence that it refuses."""

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.constituents import ParsedSentence
from paralattice.exchange.operations import replacement, sourced_tokens
from paralattice.exchange.readings import Reading
from paralattice.exchange.tree_gates import TREE_GATES, Parsed, faults, unplanned_governors
from paralattice.formats.trees import read_tree
from support.parsed_clusters import AURORA, PLAIN, WORDS, candidate, candidate_of, context, parsed_cluster

GATES = {gate.name: gate for gate in TREE_GATES}


def parsed(brackets: str, margin: float = 1.0) -> Parsed:
    cluster = parsed_cluster(*AURORA)
    return Parsed(candidate_of(cluster, 0, WORDS), Reading(read_tree(brackets), (5.0,), (5.0,), margin))


def allows(name: str, made: Parsed) -> bool:
    return GATES[name].allows(made, context(parsed_cluster(*AURORA)))


def test_a_sentence_that_is_read_as_planned_passes_all_gates():
    assert all(gate.allows(parsed(PLAIN), context(parsed_cluster(*AURORA))) for gate in TREE_GATES)


def test_a_sentence_without_main_clause_is_refused():
    fragment = PLAIN.replace("(ROOT (S", "(ROOT (FRAG")
    assert not allows("whole", parsed(fragment))


def test_a_fragment_is_refused_even_if_its_frame_is_one():
    frames = context(parsed_cluster(AURORA[0].replace("(ROOT (S", "(ROOT (FRAG"), *AURORA[1:]))
    assert not GATES["whole"].allows(parsed(PLAIN.replace("(ROOT (S", "(ROOT (FRAG")), frames)
    assert GATES["whole"].allows(parsed(PLAIN), frames)


def test_a_verb_that_becomes_a_noun_is_refused():
    assert not allows("tags", parsed(PLAIN.replace("(VBD hit)", "(NN hit)")))


def test_a_finite_verb_that_becomes_a_participle_is_refused():
    assert not allows("tags", parsed(PLAIN.replace("(VBD hit)", "(VBN hit)")))


def test_a_phrase_that_joins_another_word_at_a_joint_is_refused():
    moved = (
        "(ROOT (S (NP (NP (NNP Aurora)) (, ,) (NP (NP (DT a) (JJ small) (NN ship)) (PP (IN of) (NP (CD"
        " 1962)))) (, ,)"
        " (VP (VBD hit) (NP (DT a) (NN rock)) (PP (IN near) (NP (NNP Lundvik))) (PP (IN on) (NP (NNP"
        " Friday))))) (. .)))"
    )
    made = parsed(moved)
    assert "hit" in [made.candidate.words[place] for place in unplanned_governors(made)]
    assert not allows("governors", made)


def test_a_phrase_that_joins_another_word_of_its_own_stretch_is_no_stray():
    inside = PLAIN.replace(
        "(NP (DT a) (NN rock)) (PP (IN near) (NP (NNP Lundvik)))",
        "(NP (NP (DT a) (NN rock)) (PP (IN near) (NP (NNP Lundvik))))",
    )
    assert unplanned_governors(parsed(inside)) == []


def test_a_finite_verb_inside_a_noun_phrase_is_refused():
    runs_on = "(ROOT (S (NP (NP (NNP Aurora)) (VP (VBD sank))) (VP (VBD hit) (NP (DT a) (NN rock))) (. .)))"
    made = ParsedSentence.of_tree(0, read_tree(runs_on))
    assert faults(made) == 1
    cluster = parsed_cluster(*AURORA)
    tokens = (
        sourced_tokens(cluster.sentences[0], 2, 3)
        + sourced_tokens(cluster.sentences[1], 8, 12)
        + sourced_tokens(cluster.sentences[0], 10, 11)
    )
    candidate = Candidate(0, (), tokens, (-2,) * len(tokens))
    assert not allows("licence", Parsed(candidate, Reading(read_tree(runs_on))))


def test_two_clauses_side_by_side_are_refused_if_no_source_has_them():
    two = (
        "(ROOT (S (S (NP (NNP Aurora)) (VP (VBD sank))) (, ,) (S (NP (PRP it)) (VP (VBD hit) (NP (NN"
        " rock)))) (. .)))"
    )
    cluster = parsed_cluster(*AURORA)
    candidate = Candidate(0, (), sourced_tokens(cluster.sentences[0], 0, 7), (-2,) * 7)
    assert not GATES["clauses"].allows(Parsed(candidate, Reading(read_tree(two))), context(cluster))


OTHER_PREDICATE = "The ferry Aurora hit a rock after losing power ."


def read_with(words: str, margin: float, number: int = 0) -> Parsed:
    made = candidate_of(parsed_cluster(*AURORA), number, words)
    return Parsed(made, Reading(read_tree(PLAIN), (5.0,), (5.0,), margin))


def test_a_sentence_that_can_be_read_in_two_ways_is_refused():
    assert not allows("margin", read_with(OTHER_PREDICATE, 0.02))
    assert allows("margin", read_with(OTHER_PREDICATE, 0.1))


def test_a_name_for_a_name_and_words_of_one_sentence_have_the_reading_that_they_had():
    assert allows("margin", read_with(WORDS, 0.02))
    assert allows("margin", read_with("On Friday , the ferry Aurora hit a rock near Lundvik .", 0.02))
    moved = Parsed(
        candidate_of(parsed_cluster(*AURORA), 0, "The ferry Aurora hit a rock near Lundvik ."),
        Reading(read_tree("(ROOT (FRAG (X x)))"), (5.0,), (5.0,), 1.0),
    )
    assert allows("whole", moved)
    assert allows("tags", moved)


def test_a_preposition_that_stayed_may_lean_on_a_part_of_what_it_leaned_on():
    cluster = parsed_cluster(*AURORA)
    frame, source = cluster.sentences[:2]
    rocks = [
        next(node for node in sentence.root.phrases() if node.role == "object")
        for sentence in (frame, source)
    ]
    operation = replacement(frame, rocks[0], source, rocks[1], "object")
    made = candidate(cluster, 0, [operation])
    leaning = (
        "(ROOT (S (NP (DT The) (NN ferry) (NNP Aurora)) (VP (VBD hit) (NP (NP (DT a) (NN rock)) (PP (IN near)"
        " (NP (NNP Lundvik)))) (PP (IN on) (NP (NNP Friday)))) (. .)))"
    )
    assert unplanned_governors(Parsed(made, Reading(read_tree(leaning)))) == []
    adverb = leaning.replace("(PP (IN near) (NP (NNP Lundvik)))", "(ADVP (RB near) (NNP Lundvik))")
    assert unplanned_governors(Parsed(made, Reading(read_tree(adverb)))) != []
