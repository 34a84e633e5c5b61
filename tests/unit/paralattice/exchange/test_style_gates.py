"""The gates of style, each with a sentence that it refuses and one that it allows."""

import pytest

from paralattice.exchange.candidates import Candidate
from paralattice.exchange.operations import SourcedToken, sourced_tokens
from paralattice.exchange.readings import Reading
from paralattice.exchange.style_gates import STYLE_GATES, STYLE_TREE_GATES
from paralattice.exchange.tree_gates import Parsed
from paralattice.formats.trees import read_tree
from support.parsed_clusters import AURORA, context, flat, parsed_cluster

GATES = {gate.name: gate for gate in (*STYLE_GATES, *STYLE_TREE_GATES)}


def allows(
    name: str, frame: str, tokens: tuple[SourcedToken, ...] = (), *others: str, operation=None
) -> bool:
    """Return whether a gate allows some tokens, or all of a frame as it is, in a cluster of flat trees."""
    cluster = parsed_cluster(flat(frame), *map(flat, others))
    tokens = tokens or sourced_tokens(cluster.sentences[0], 0, len(frame.split()))
    operations = () if operation is None else (operation,)
    return GATES[name].allows(Candidate(0, operations, tokens, (-2,) * len(tokens)), context(cluster))


def allows_tree(name: str, brackets: str) -> bool:
    """Return whether a gate allows a sentence of a tree."""
    cluster = parsed_cluster(brackets, *AURORA)
    tokens = sourced_tokens(cluster.sentences[0], 0, len(cluster.sentences[0].words))
    parsed = Parsed(
        Candidate(0, (), tokens, (-2,) * len(tokens)), Reading(read_tree(brackets), (5.0,), (5.0,), 1.0)
    )
    return GATES[name].allows(parsed, context(cluster))


@pytest.mark.parametrize(
    ("name", "text", "allowed"),
    [
        ("hyphen", "Berg won an/DT eight/CD round/NN fight/NN", False),
        ("hyphen", "Berg won an/DT eight-round/JJ fight/NN", True),
        ("hyphen", "Berg saw two/CD police/NN officers/NNS", True),
        ("hyphen", "Berg left on/IN May/NNP 5/CD morning/NN leave/NN", True),
        ("hyphen", "Berg took a/DT two/CD million-crown/JJ loan/NN", False),
        ("hyphen", "Berg hit 9-of-12/CD shots/NNS", False),
        ("hyphen", "Berg took a/DT two/CD million/CD -/HYPH crown/NN loan/NN", False),
        ("hyphen", "Berg took a/DT two/CD -/HYPH million/CD -/HYPH crown/NN loan/NN", True),
        ("hyphen", "Berg swam 35-metres/NNS quickly/RB", False),
        ("hyphen", "Berg led with/IN a/DT third/JJ quarter/NN goal/NN", False),
        ("hyphen", "Berg led in/IN the/DT third/JJ quarter/NN of/IN it/PRP", True),
        ("place", "The/DT yard in/IN Tampa/NNP ,/, Florida/NNP closed/VBD .", False),
        ("place", "The/DT yard in/IN Tampa/NNP ,/, Florida/NNP ,/, closed/VBD .", True),
        ("place", "The/DT yard in/IN Tampa/NNP ,/, Fla/NNP ./. closed/VBD today/NN .", False),
        ("place", "The/DT yard in/IN Tampa/NNP ,/, Fla/NNP ./. ,/, closed/VBD .", True),
        ("place", "The/DT yard moved/VBD to/TO Tampa/NNP ,/, Florida/NNP .", True),
        ("place", "The/DT yard in/IN Albany/NNP ,/, New/NNP York/NNP closed/VBD .", False),
        ("place", "Berg sold/VBD yards in/IN Norway/NNP ,/, Germany/NNP and/CC Spain/NNP .", True),
        ("place", "On/IN June/NNP 3/CD ,/, 2009/CD Berg left/VBD .", False),
        ("place", "On/IN June/NNP 3/CD ,/, 2009/CD ,/, Berg left/VBD .", True),
        ("which", "The/DT yard built/VBD the/DT Aurora/NNP which/WDT sank/VBD .", False),
        ("which", "The/DT yard built/VBD a/DT ship/NN which/WDT sank/VBD .", True),
        ("participle", "The/DT ferry/NN had/VBD went/VBD down/RP .", False),
        ("participle", "The/DT ferry/NN had/VBD gone/VBN down/RP .", True),
        ("capitals", "LATE/JJ sailors/NNS left/VBD ; the/DT late/JJ ship/NN sank/VBD", False),
        ("capitals", "NATO/NNP sailors/NNS left/VBD", True),
        ("origin", "Berg , 23 , of Moss was hired .", False),
        ("origin", "Berg , 23 , of Moss , was hired .", True),
        ("origin", "Berg , 23 , of late was hired .", True),
        ("same", "Berg fell/VBD in/IN the/DT same/JJ harbour/NN .", False),
        (
            "same",
            "The/DT ferry/NN left/VBD harbour/NN and/CC sank/VBD in/IN the/DT same/JJ harbour/NN .",
            True,
        ),
        ("same", "Berg earns/VBZ the/DT same/JJ wage/NN as/IN her/PRP$ mate/NN .", True),
        ("country", "The/DT country/NN mourned/VBD Berg/NNP on/IN Friday/NNP", False),
        ("country", "The/DT country/NN mourned/VBD in/IN May/NNP", False),
        ("country", "Sailors/NNS from/IN Lundvik/NNP left/VBD the/DT country/NN", True),
        ("country", "The/DT Danish/JJ crew/NN left/VBD the/DT country/NN", True),
        ("country", "Berg/NNP left/VBD the/DT country/NN of/IN the/DT fjords/NNS", True),
        ("country", "Berg/NNP left/VBD a/DT country/NN", True),
        ("there", "Sailors/NNS there/RB left/VBD Lundvik/NNP", False),
        ("there", "Sailors/NNS left/VBD Lundvik/NNP and/CC stayed/VBD there/RB", True),
        ("there", "On/IN Friday/NNP there/EX was/VBD a/DT storm/NN", True),
        ("heading", "Yard/NNP Praises/VBZ Choice/NNP of/IN Ida/NNP Berg/NNP", False),
        ("heading", "Yard/NNP praises/VBZ choice/NN of/IN Ida/NNP Berg/NNP", True),
    ],
)
def test_a_fault_of_style_in_words_is_refused(name, text, allowed):
    assert allows(name, text) is allowed


@pytest.mark.parametrize(
    ("brackets", "allowed"),
    [
        (
            "(ROOT (S (NP (NP (NNP Berg)) (, ,) (SBAR (WHNP (WP who)) (S (PP (IN as) (NP (DT a) (NN girl)))"
            " (, ,)"
            " (VP (VBD sailed)))) (, ,)) (VP (VBD won))))",
            False,
        ),
        (
            "(ROOT (S (NP (NP (NNP Berg)) (, ,) (SBAR (WHNP (WP who)) (S (, ,) (PP (IN as) (NP (DT a) (NN"
            " girl)))"
            " (, ,) (VP (VBD sailed)))) (, ,)) (VP (VBD won))))",
            True,
        ),
        (
            "(ROOT (S (PP (IN In) (NP (NP (NNP Moss)) (, ,) (NP (NNP Norland)))) (NP (NNP Berg))"
            " (VP (VBD sang))))",
            False,
        ),
        (
            "(ROOT (S (PP (IN In) (NP (NP (NNP Moss)) (, ,) (NP (NNP Norland)))) (, ,) (NP (NNP Berg))"
            " (VP (VBD sang))))",
            True,
        ),
        ("(ROOT (S (S (NP (PRP It)) (VP (VBD sank))) (NP (DT the) (NN yard)) (VP (VBD said))))", False),
        ("(ROOT (S (S (NP (PRP It)) (VP (VBD sank))) (, ,) (NP (DT the) (NN yard)) (VP (VBD said))))", True),
        (
            "(ROOT (S (NP (PRP They)) (VP (VBD reached) (NP (DT a) (NN deal)) (, ,) (S (VP (TO to) (VP (VB"
            " buy)"
            " (NP (NNS ships))))))))",
            False,
        ),
        (
            "(ROOT (S (NP (PRP They)) (VP (VBD reached) (NP (DT a) (NN deal)) (S (VP (TO to) (VP (VB buy)"
            " (NP (NNS ships))))))))",
            True,
        ),
    ],
)
def test_a_comma_that_stands_alone_or_lacks_is_refused(brackets, allowed):
    assert allows_tree("aside", brackets) is allowed


@pytest.mark.parametrize(("begin", "allowed"), [(0, True), (1, False)])
def test_an_age_is_spelled_out_at_the_beginning_alone(begin, allowed):
    frame, other = "Today/NN she/PRP left/VBD", "Thirty/CD -/HYPH year/NN -/HYPH old/JJ Berg/NNP left/VBD"
    one, two = parsed_cluster(flat(frame), flat(other)).sentences
    tokens = (*sourced_tokens(one, 0, begin), *sourced_tokens(two, 0, 7))
    assert allows("spelled", frame, tokens, other) is allowed


def test_every_gate_says_why():
    assert all(gate.reason and " " not in gate.name for gate in GATES.values())
