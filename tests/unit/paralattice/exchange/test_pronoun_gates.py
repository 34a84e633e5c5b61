"""The gate of pronouns, with sentences that it refuses and allows."""

import pytest

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.operations import DELETION, EXCHANGE, Operation, SpanEdit, sourced_tokens
from paralattice.exchange.pronoun_gates import PRONOUN_GATES
from support.parsed_clusters import candidate, context, flat, parsed_cluster

GATE, ALONE = PRONOUN_GATES

# Ida Orme , a student who found the comet , said she took it for dust .
COMET = (
    "(ROOT (S (NP (NP (NNP Ida) (NNP Orme)) (, ,) (NP (NP (DT a) (NN student)) (SBAR (WHNP (WP who))"
    " (S (VP (VBD found) (NP (DT the) (NN comet)))))) (, ,)) (VP (VBD said) (SBAR (S (NP (PRP she))"
    " (VP (VBD took) (NP (PRP it)) (PP (IN for) (NP (NN dust))))))) (. .)))"
)
# The Aurora , which the crew had left , sank after it hit a rock .
SHIP = (
    "(ROOT (S (NP (NP (DT The) (NNP Aurora)) (, ,) (SBAR (WHNP (WDT which)) (S (NP (DT the) (NN crew))"
    " (VP (VBD had) (VP (VBN left))))) (, ,)) (VP (VBD sank) (SBAR (IN after) (S (NP (PRP it))"
    " (VP (VBD hit) (NP (DT a) (NN rock)))))) (. .)))"
)
# The ship left two sailors and a pilot in Lundvik when they slept .
CREW = (
    "(ROOT (S (NP (DT The) (NN ship)) (VP (VBD left) (NP (NP (CD two) (NNS sailors)) (CC and) (NP (DT a)"
    " (NN pilot))) (PP (IN in) (NP (NNP Lundvik))) (SBAR (WHADVP (WRB when)) (S (NP (PRP they))"
    " (VP (VBD slept))))) (. .)))"
)
# The ship left the pilot in Lundvik when he slept .
PILOT = (
    "(ROOT (S (NP (DT The) (NN ship)) (VP (VBD left) (NP (DT the) (NN pilot)) (PP (IN in) (NP (NN port)))"
    " (SBAR (WHADVP (WRB when)) (S (NP (PRP he)) (VP (VBD slept))))) (. .)))"
)
# It rained and the ferry sank at night .
BARE = (
    "(ROOT (S (S (NP (PRP It)) (VP (VBD rained))) (CC and) (S (NP (DT the) (NN ferry)) (VP (VBD sank)"
    " (PP (IN at) (NP (NN night))))) (. .)))"
)
STORM = "(ROOT (S (NP (DT A) (NN storm)) (VP (VBD sank) (NP (DT the) (NN ferry))) (. .)))"


def without(tree: str, begin: int, end: int) -> tuple[Candidate, object]:
    """Return what is left of a sentence without some words, and what gates know of its cluster."""
    cluster = parsed_cluster(tree, STORM)
    return candidate(cluster, 0, [Operation(DELETION, "aside", 0, (SpanEdit(begin, end, ()),))]), context(
        cluster
    )


@pytest.mark.parametrize(
    ("tree", "begin", "end", "allowed"),
    [
        # Ida Orme said she took it for dust: what she took is gone, and Ida is no thing.
        (COMET, 2, 10, False),
        # Ida Orme , a student , said ...
        (COMET, 5, 9, False),
        # The Aurora sank after it hit a rock.
        (SHIP, 2, 8, True),
        # The ship left when they slept: nobody is left to sleep.
        (CREW, 3, 10, False),
        # The ship left two sailors in Lundvik when they slept.
        (CREW, 5, 8, True),
        # The ship left in port when he slept.
        (PILOT, 3, 5, False),
        # The ship left the pilot when he slept.
        (PILOT, 5, 7, True),
        # It rained and the ferry sank: nothing was before the pronoun.
        (BARE, 5, 7, True),
    ],
)
def test_a_pronoun_keeps_a_noun_before_it_that_it_may_stand_for(tree, begin, end, allowed):
    made, known = without(tree, begin, end)
    assert GATE.allows(made, known) is allowed


def test_what_takes_the_place_of_the_noun_may_be_what_a_pronoun_stands_for():
    cluster = parsed_cluster(CREW, STORM.replace("(DT A) (NN storm)", "(CD five) (NNS waves)"))
    taken = sourced_tokens(cluster.sentences[1], 0, 2)
    operation = Operation(EXCHANGE, "object", 1, (SpanEdit(3, 8, taken),))
    assert GATE.allows(candidate(cluster, 0, [operation]), context(cluster))


def test_what_comes_behind_a_pronoun_after_a_move_keeps_it():
    cluster = parsed_cluster(PILOT, STORM)
    sentence = cluster.sentences[0]
    tokens = (
        *sourced_tokens(sentence, 7, 10),
        *sourced_tokens(sentence, 0, 7),
        *sourced_tokens(sentence, 10, 11),
    )
    assert GATE.allows(Candidate(0, (), tokens, (-2,) * len(tokens)), context(cluster))


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("It/PRP paid/VBD off/RP late/RB ./.", False),
        ("That/DT was/VBD a/DT good/JJ year/NN ./.", False),
        ("Since/IN then/RB ,/, two/CD ferries/NNS have/VBP sunk/VBN ./.", False),
        ("Though/RB ,/, the/DT ferry/NN sank/VBD ./.", False),
        ("However/RB ,/, the/DT ferry/NN sank/VBD ./.", False),
        ("The/DT ferry/NN ,/, though/RB ,/, sank/VBD ./.", False),
        ("It/PRP was/VBD clear/JJ that/IN the/DT ferry/NN was/VBD lost/VBN ./.", True),
        ("It/PRP is/VBZ expected/VBN to/TO sink/VB ./.", False),
        ("It/PRP said/VBD that/IN a/DT ferry/NN sank/VBD ./.", False),
        (
            "It/PRP was/VBD said/VBN by/IN all/DT of/IN the/DT crew/NN that/IN it/PRP rained/VBD ./.",
            True,
        ),
        ("It/PRP rained/VBD at/IN night/NN ./.", True),
        ("The/DT crew/NN left/VBD ,/, and/CC that/DT was/VBD right/JJ ./.", True),
        ("That/DT company/NN will/MD buy/VB a/DT ferry/NN ./.", False),
        ("That/DT", True),
        ("This/DT week/NN a/DT ferry/NN sank/VBD ./.", True),
        ("Those/DT who/WP left/VBD were/VBD saved/VBN ./.", True),
        ("``/`` It/PRP paid/VBD off/RP ,/, ''/'' the/DT pilot/NN said/VBD ./.", True),
    ],
)
def test_no_word_refers_to_a_sentence_before(text, allowed):
    cluster = parsed_cluster(flat(text), STORM)
    assert ALONE.allows(candidate(cluster, 0, []), context(cluster)) is allowed


@pytest.mark.parametrize(
    ("tree", "allowed"),
    [
        (SHIP, True),
        # In her speech Ida Orme thanked the crew .
        (
            "(ROOT (S (PP (IN In) (NP (PRP$ her) (NN speech))) (NP (NNP Ida) (NNP Orme)) (VP (VBD thanked)"
            " (NP (DT the) (NN crew))) (. .)))",
            True,
        ),
        # Ida Orme met the pilot at their club .
        (
            "(ROOT (S (NP (NNP Ida) (NNP Orme)) (VP (VBD met) (NP (DT the) (NN pilot)) (PP (IN at)"
            " (NP (PRP$ their) (NN club)))) (. .)))",
            True,
        ),
        # In their report Lundvik Ferry said that a ferry sank .
        (
            "(ROOT (S (PP (IN In) (NP (PRP$ their) (NN report))) (NP (NNP Lundvik) (NNP Ferry))"
            " (VP (VBD said) (SBAR (IN that) (S (NP (DT a) (NN ferry)) (VP (VBD sank))))) (. .)))",
            True,
        ),
        # It will buy a ferry , the company said .
        (
            "(ROOT (S (S (NP (PRP It)) (VP (MD will) (VP (VB buy) (NP (DT a) (NN ferry))))) (, ,)"
            " (NP (DT the) (NN company)) (VP (VBD said)) (. .)))",
            True,
        ),
        # He will buy a ferry near the port .
        (
            "(ROOT (S (NP (PRP He)) (VP (MD will) (VP (VB buy) (NP (DT a) (NN ferry)) (PP (IN near)"
            " (NP (DT the) (NN port))))) (. .)))",
            False,
        ),
    ],
)
def test_a_pronoun_may_announce_its_noun(tree, allowed):
    cluster = parsed_cluster(tree, STORM)
    assert ALONE.allows(candidate(cluster, 0, []), context(cluster)) is allowed
