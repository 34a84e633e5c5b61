"""The gates of facts, each with a sentence that it refuses and one that it allows."""

import pytest

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.fact_gates import FACT_GATES, FACT_TREE_GATES
from paralattice.exchange.operations import (
    EXCHANGE,
    INSERTION,
    Operation,
    SourcedToken,
    SpanEdit,
    sourced_tokens,
)
from paralattice.exchange.readings import Reading
from paralattice.exchange.tree_gates import Parsed
from paralattice.formats.trees import read_tree
from support.parsed_clusters import context, flat, parsed_cluster

GATES = {gate.name: gate for gate in (*FACT_GATES, *FACT_TREE_GATES)}


def allows(
    name: str, frame: str, tokens: tuple[SourcedToken, ...] = (), *others: str, operation=None
) -> bool:
    """Return whether a gate allows some tokens, or all of a frame as it is, in a cluster of flat trees."""
    cluster = parsed_cluster(flat(frame), *map(flat, others))
    tokens = tokens or sourced_tokens(cluster.sentences[0], 0, len(frame.split()))
    operations = () if operation is None else (operation,)
    return GATES[name].allows(Candidate(0, operations, tokens, (-2,) * len(tokens)), context(cluster))


def test_an_abbreviation_and_the_whole_name_come_from_one_source_or_not_together():
    frame = "Norvik/NNP Steam/NNP Ferries/NNPS (/-LRB- NSF/NNP )/-RRB- sold/VBD a/DT ship/NN"
    other = "a/DT ship/NN of/IN NSF/NNP sank/VBD"
    one, two = parsed_cluster(flat(frame), flat(other)).sentences
    explained = (*sourced_tokens(one, 0, 8), *sourced_tokens(two, 1, 2))
    mixed = (*sourced_tokens(one, 0, 3), *sourced_tokens(one, 6, 8), *sourced_tokens(two, 1, 4))
    assert allows("expansion", frame)
    assert allows("expansion", frame, explained, other)
    assert not allows("expansion", frame, mixed, other)


@pytest.mark.parametrize(
    ("given", "allowed"),
    [("of the mate", True), ("of the mate and his son", False), ("of the second-best sailor", False)],
)
def test_a_list_or_another_rank_does_not_take_the_place_of_one_thing(given, allowed):
    frame = "the death of the sailor shocked Lundvik"
    words = tuple(SourcedToken(word, 1, place) for place, word in enumerate(given.split()))
    operation = Operation(EXCHANGE, "of", 1, (SpanEdit(2, 5, words),))
    assert allows("parties", frame, (), given, operation=operation) is allowed


@pytest.mark.parametrize(("given", "allowed"), [("the post of pilot", False), ("the Post of Lundvik", True)])
def test_a_noun_does_not_take_the_place_of_a_name_that_is_written_alike(given, allowed):
    frame = "Sailors read the Post daily"
    operation = Operation(EXCHANGE, "object", 1, (), replaced=((3, (1, 1)),))
    assert allows("capital", frame, (), given, operation=operation) is allowed


@pytest.mark.parametrize(
    ("text", "kept", "allowed"),
    [
        ("Berg scored with/IN 4/CD minutes/NNS left/VBN .", 4, False),
        ("Berg scored on/IN May/NNP 4/CD minutes/NNS later/RB .", 5, True),
        ("Berg fell much/RB earlier/RBR in/IN the day .", 4, False),
        ("Berg fell on/IN Friday/NNP in/IN Lundvik/NNP .", 4, True),
    ],
)
def test_a_number_keeps_what_it_counts_and_a_comparative_what_it_compares_with(text, kept, allowed):
    (sentence,) = parsed_cluster(flat(text)).sentences
    last = len(sentence.words) - 1
    tokens = (*sourced_tokens(sentence, 0, kept), *sourced_tokens(sentence, last, last + 1))
    assert allows("complement", text, tokens) is allowed


@pytest.mark.parametrize(
    ("given", "length", "allowed"),
    [("fell , rose and left", 3, False), ("fell and left", 1, True), ("fell , rose and left", 5, True)],
)
def test_a_predicate_is_not_cut_from_a_list(given, length, allowed):
    cluster = parsed_cluster(flat("Berg sank"), flat(given))
    piece = sourced_tokens(cluster.sentences[1], 0, length)
    operation = Operation(EXCHANGE, "predicate", 1, (SpanEdit(1, 2, piece),))
    made = Candidate(
        0, (operation,), (*sourced_tokens(cluster.sentences[0], 0, 1), *piece), (-2,) * (length + 1)
    )
    assert GATES["list"].allows(made, context(cluster)) is allowed


@pytest.mark.parametrize(
    ("after", "allowed"), [("(ADJP (JJ guilty))", False), ("(PP (IN in) (NP (NNP Lundvik)))", True)]
)
@pytest.mark.parametrize("frame", [0, 1])
def test_a_verb_does_not_come_or_go_without_the_adjective_of_its_object(after, allowed, frame):
    with_adjective = f"(ROOT (S (NP (NNS jurors)) (VP (VBD found) (NP (PRP him)) {after})))"
    other = "(ROOT (S (NP (NNS jurors)) (VP (VBD convicted) (NP (PRP him)))))"
    cluster = parsed_cluster(*((with_adjective, other) if frame == 0 else (other, with_adjective)))
    operation = Operation(EXCHANGE, "verb", 1, (), replaced=((1, (1, 1)),))
    tokens = sourced_tokens(cluster.sentences[0], 0, 3)
    made = Candidate(0, (operation,), tokens, (-2,) * 3)
    assert GATES["verb"].allows(made, context(cluster)) is allowed


def test_a_noun_phrase_says_no_thing_of_two_sources_twice():
    brackets = (
        "(ROOT (S (NP (NNP Berg)) (VP (VBD broke) (NP (NP (NNP Norvik) (POS 's) (NN record)) (PP (IN in)"
        " (NP (NNP Norvik) (NN history)))))))"
    )
    cluster = parsed_cluster(brackets, "(ROOT (S (NP (NNP Norvik)) (VP (VBD lost))))")
    own = sourced_tokens(cluster.sentences[0], 0, 8)
    mixed = (*own[:2], *sourced_tokens(cluster.sentences[1], 0, 1), *own[3:])
    for tokens, allowed in ((own, True), (mixed, False)):
        parsed = Parsed(
            Candidate(0, (), tokens, (-2,) * 8), Reading(read_tree(brackets), (5.0,), (5.0,), 1.0)
        )
        assert GATES["twice"].allows(parsed, context(cluster)) is allowed


@pytest.mark.parametrize(
    ("given", "kept", "allowed"),
    [("a quick ferry", 3, True), ("a quick harbour", 3, False), ("the Harbour", 2, True)],
)
def test_a_word_does_not_come_to_a_frame_that_has_it(given, kept, allowed):
    frame = "Berg saw it in the harbour"
    cluster = parsed_cluster(flat(frame), flat(given))
    tokens = (*sourced_tokens(cluster.sentences[0], 0, 6), *sourced_tokens(cluster.sentences[1], 0, kept))
    assert allows("echo", frame, tokens, given) is allowed


@pytest.mark.parametrize(
    ("given", "allowed"),
    [
        ("a/DT quake/NN that/WDT ended/VBD ,/, has/VBZ", False),
        ("the/DT quake/NN ,/, however/RB ,/,", False),
        ("Berg/NNP ,/, originally/RB of/IN Lundvik/NNP", True),
        ("a/DT quake/NN ,/, the/DT third/JJ", True),
    ],
)
def test_a_noun_phrase_comes_without_the_predicate_and_adverbs_of_its_sentence(given, allowed):
    frame = "Berg felt it"
    piece = sourced_tokens(parsed_cluster(flat(frame), flat(given)).sentences[1], 0, len(given.split()))
    operation = Operation(EXCHANGE, "object", 1, (SpanEdit(2, 3, piece),))
    assert allows("swallowed", frame, (), given, operation=operation) is allowed


@pytest.mark.parametrize(
    ("host", "allowed"), [("A young pilot", False), ("A pilot", True), ("The pilot", True)]
)
def test_a_name_is_given_to_a_stranger_only_if_its_own_sentence_says_as_much(host, allowed):
    length = len(host.split())
    phrase = " ".join(f"(NN {word})" for word in host.split())
    cluster = parsed_cluster(
        f"(ROOT (S (NP {phrase}) (VP (VBD fell))))",
        "(ROOT (S (NP (DT a) (NN pilot) (, ,) (NNP Berg)) (VP (VBD left))))",
    )
    operation = Operation(
        INSERTION, "appositive", 1, (SpanEdit(length, length, sourced_tokens(cluster.sentences[1], 2, 4)),)
    )
    tokens = sourced_tokens(cluster.sentences[0], 0, length)
    made = Candidate(0, (operation,), tokens, (-2,) * length)
    assert GATES["stranger"].allows(made, context(cluster)) is allowed


@pytest.mark.parametrize(
    ("given", "allowed"), [("young/JJ pilot/NN Ida/NNP Berg/NNP", False), ("Ida/NNP Berg/NNP", True)]
)
def test_a_name_is_not_described_before_and_behind_it(given, allowed):
    frame = "They/PRP saw/VBD Berg/NNP ,/, a/DT sailor/NN"
    cluster = parsed_cluster(flat(frame), flat(given))
    piece = sourced_tokens(cluster.sentences[1], 0, len(given.split()))
    own = cluster.sentences[0]
    head = (1, len(piece) - 1)
    operation = Operation(EXCHANGE, "object", 1, (SpanEdit(2, 3, piece),), replaced=((2, head),))
    tokens = (*sourced_tokens(own, 0, 2), *piece, *sourced_tokens(own, 3, 6))
    assert allows("described", frame, tokens, given, operation=operation) is allowed


@pytest.mark.parametrize(
    ("given", "begin", "allowed"),
    [
        ("Police treat a fire that destroyed a ship as suspicious", 5, False),
        ("Police treat a fire that destroyed a ship as suspicious", 1, True),
        ("Berg left the ship as captain", 1, True),
    ],
)
def test_as_comes_with_the_verb_that_asks_for_it(given, begin, allowed):
    cluster = parsed_cluster(flat("Berg fled"), flat(given))
    piece = sourced_tokens(cluster.sentences[1], begin, len(given.split()))
    operation = Operation(EXCHANGE, "predicate", 1, (SpanEdit(1, 2, piece),))
    assert allows("view", "Berg fled", (), given, operation=operation) is allowed


def test_every_gate_says_why():
    assert all(gate.reason and " " not in gate.name for gate in GATES.values())
