"""The gates of words, each with a sentence that it refuses."""

import pytest

from paralattice.exchange.candidates import Candidate, operations_on
from paralattice.exchange.operations import EXCHANGE, Operation, SourcedToken, SpanEdit
from paralattice.exchange.options import ExchangeOptions
from paralattice.exchange.word_gates import WORD_GATES
from support.parsed_clusters import AURORA, candidate, context, parsed_cluster
from support.parsed_clusters import flat as tagged

GATES = {gate.name: gate for gate in WORD_GATES}


def flat(text: str) -> str:
    """Return a flat tree with a rough guess of the tags."""
    tags = {
        "the": "DT",
        "a": "DT",
        "of": "IN",
        "in": "IN",
        "on": "IN",
        "not": "RB",
        "could": "MD",
        "said": "VBD",
    }
    leaves = " ".join(f"({tags.get(word.lower(), 'NN')} {word})" for word in text.split())
    return f"(ROOT (S {leaves}))"


def joined(*pieces: tuple[int, int, int], cluster) -> Candidate:
    """Return the candidate of pieces (sentence, begin, end)."""
    tokens = tuple(
        SourcedToken(cluster.sentences[number].words[place], number, place)
        for number, begin, end in pieces
        for place in range(begin, end)
    )
    return Candidate(pieces[0][0], (), tokens, (-2,) * len(tokens))


def allows(name: str, made: Candidate, cluster, **options: int) -> bool:
    return GATES[name].allows(made, context(cluster, ExchangeOptions(**options)))


def test_a_candidate_next_to_an_original_is_refused():
    cluster = parsed_cluster(flat("the old ferry sank in the bay ."), flat("the new ferry left"))
    made = joined((1, 0, 2), (0, 2, 8), cluster=cluster)
    assert not allows("distance", made, cluster)
    assert allows("distance", made, cluster, distance=1)


def test_a_scrap_is_refused():
    cluster = parsed_cluster(flat("the old ferry sank in the bay ."))
    assert not allows("length", joined((0, 0, 3), cluster=cluster), cluster)
    assert allows("length", joined((0, 0, 8), cluster=cluster), cluster)


@pytest.mark.parametrize("marks", [("``", "''"), ("“", "”"), ('"', '"')])
def test_half_a_quotation_is_refused(marks):
    cluster = parsed_cluster(flat(f"he said {marks[0]} the ferry sank {marks[1]} ."))
    assert not allows("balance", joined((0, 0, 5), cluster=cluster), cluster)
    assert allows("balance", joined((0, 0, 8), cluster=cluster), cluster)


def test_the_apostrophe_of_an_owner_opens_no_quotation():
    owned, quoted = tagged("the/DT sailors/NNS '/POS ship/NN"), tagged("the/DT ship/NN '/'' sank/VBD")
    for tree, allowed in ((owned, True), (quoted, False)):
        cluster = parsed_cluster(tree)
        made = joined((0, 0, len(cluster.sentences[0].words)), cluster=cluster)
        assert allows("balance", made, cluster) is allowed


def test_a_change_within_a_quotation_is_refused():
    cluster = parsed_cluster(flat("he said `` the ferry sank '' ."), flat("the ship left"))
    inside = Operation(EXCHANGE, "subject", 1, (SpanEdit(3, 5, (SourcedToken("it", 1, 0),)),))
    outside = Operation(EXCHANGE, "subject", 1, (SpanEdit(0, 1, (SourcedToken("she", 1, 0),)),))
    for operation, allowed in ((inside, False), (outside, True)):
        made = Candidate(0, (operation,), (SourcedToken("he", 0, 0),), (-2,))
        assert allows("quotation", made, cluster) is allowed


def test_what_is_said_twice_is_refused_unless_a_source_says_it_twice():
    cluster = parsed_cluster(
        flat("the ferry sank in a storm ."), flat("a storm came"), flat("storm after storm came .")
    )
    twice = joined((1, 0, 2), (0, 2, 7), cluster=cluster)
    assert not allows("repetition", twice, cluster)
    assert allows("repetition", joined((2, 0, 3), (0, 2, 4), cluster=cluster), cluster)


def test_a_second_speaker_is_refused():
    cluster = parsed_cluster(flat("the master said the ferry sank ."), flat("the crew said so"))
    assert not allows("attribution", joined((1, 0, 3), (0, 0, 7), cluster=cluster), cluster)
    assert allows("attribution", joined((1, 0, 2), (0, 2, 7), cluster=cluster), cluster)


def test_days_of_two_sentences_are_refused_together():
    cluster = parsed_cluster(
        flat("the ferry left on Friday ."), flat("it sank on Sunday"), flat("from Friday to Sunday")
    )
    assert not allows("time", joined((0, 0, 5), (1, 2, 4), cluster=cluster), cluster)
    assert allows("time", joined((0, 0, 3), (1, 2, 4), cluster=cluster), cluster)
    assert allows("time", joined((2, 0, 4), (0, 1, 3), cluster=cluster), cluster)


def test_a_negation_that_leaves_its_verb_is_refused():
    negated = (
        "(ROOT (S (NP (NNP Aurora)) (VP (VBD did) (RB not) (VP (VB sink) (PP (IN off) (NP (NNP"
        " Norvik))))) (. .)))"
    )
    cluster = parsed_cluster(negated, *AURORA)
    assert not allows("hedge", joined((0, 0, 2), (0, 3, 7), cluster=cluster), cluster)
    assert allows("hedge", joined((0, 0, 7), cluster=cluster), cluster)
    assert allows("hedge", joined((0, 0, 1), (1, 3, 7), cluster=cluster), cluster)


@pytest.mark.parametrize(
    ("pieces", "allowed"),
    [
        (((0, 0, 5), (0, 7, 8)), False),  # ... sank in .
        (((0, 0, 2), (0, 1, 4)), False),  # the old old ferry sank
        (((1, 0, 1), (0, 1, 8)), False),  # a old ferry ...
        (((1, 0, 2), (0, 2, 8)), True),  # a small ferry ...
    ],
)
def test_a_word_without_what_must_follow_it_is_refused(pieces, allowed):
    cluster = parsed_cluster(flat("the old ferry sank in the bay ."), flat("a small boat"))
    assert allows("stranding", joined(*pieces, cluster=cluster), cluster) is allowed


@pytest.mark.parametrize(("first", "allowed"), [("43-year-old", False), ("the", True)])
def test_a_sentence_that_begins_with_a_figure_is_refused(first, allowed):
    cluster = parsed_cluster(flat(f"{first} skipper left the harbour on Monday ."))
    assert allows("opening", joined((0, 0, 8), cluster=cluster), cluster) is allowed


@pytest.mark.parametrize(
    ("pieces", "allowed"),
    [
        (((0, 0, 2), (1, 0, 5)), False),  # yesterday , Boat owner Ann Lee left
        (((0, 0, 2), (2, 0, 3)), False),  # yesterday , AN old ferry
        (((0, 0, 2), (3, 0, 3)), True),  # yesterday , Lee left harbour: a name, as elsewhere
        (((0, 0, 2), (4, 0, 3)), True),  # yesterday , North Bay sank: a name that goes on
        (((0, 0, 2), (5, 0, 4)), False),  # yesterday , Skipper Ann Lee left: no name, as elsewhere
        (((1, 0, 5),), True),
    ],
)
def test_a_capital_letter_of_the_beginning_of_a_source_is_refused_within_a_sentence(pieces, allowed):
    cluster = parsed_cluster(
        flat("yesterday , the ferry sank"),
        flat("Boat owner Ann Lee left"),
        flat("AN old ferry"),
        flat("Lee left harbour"),
        flat("North Bay sank"),
        flat("Skipper Ann Lee left"),
        flat("the skipper sank"),
    )
    assert allows("case", joined(*pieces, cluster=cluster), cluster) is allowed


def test_every_gate_says_why():
    assert all(gate.reason and gate.name.isalpha() for gate in WORD_GATES)
    assert len(GATES) == len(WORD_GATES)


def test_an_age_is_not_said_twice():
    cluster = parsed_cluster(flat("the 32-year-old captain left ."), flat("Berg , 32 , sank"))
    assert not allows("repetition", joined((0, 0, 3), (1, 1, 4), (0, 3, 5), cluster=cluster), cluster)
    assert allows("repetition", joined((0, 0, 5), cluster=cluster), cluster)


@pytest.mark.parametrize(
    ("first", "allowed"),
    [("Orme/NNP sank/VBD", True), ("Skipper/NN sank/VBD", False), ("State/NNP media/NNS sank/VBD", False)],
)
def test_a_first_word_that_is_a_whole_name_keeps_its_capital(first, allowed):
    cluster = parsed_cluster(tagged("yesterday/NN ,/, they/PRP left/VBD"), tagged(first))
    made = joined((0, 0, 2), (1, 0, 2), cluster=cluster)
    assert allows("case", made, cluster) is allowed


def test_no_time_opens_a_sentence_that_tells_another():
    other = (
        "(ROOT (S (PP (IN In) (NP (CD 1962))) (, ,) (NP (NNP Aurora)) (VP (VBD hit) (NP (DT a) (NN rock)))"
        " (. .)))"
    )
    timed = (
        "(ROOT (S (NP (NNP Aurora)) (VP (VBD hit) (NP (DT a) (NN rock)) (S (VP (TO to) (VP (VB sink)"
        " (PP (IN on) (NP (NNP Friday))))))) (. .)))"
    )
    for frame, allowed in ((timed, False), (timed.replace("on", "in").replace("Friday", "port"), True)):
        cluster = parsed_cluster(frame, other)
        opening = [one for one in operations_on(cluster, cluster.sentences[0]) if one.what == "opening time"]
        assert opening
        assert allows("time", candidate(cluster, 0, opening[:1]), cluster) is allowed
