"""Predicate-argument structures."""

from paralattice.formats.trees import read_tree
from paralattice.syntax.events import VerbEvent, main_event, tells, verb_events
from paralattice.syntax.sentence import ParsedSentence
from support.parsed_clusters import AURORA


def events(brackets: str) -> tuple[ParsedSentence, list[VerbEvent]]:
    made = ParsedSentence.of_tree(0, read_tree(brackets))
    return made, verb_events(made)


def arguments(made: ParsedSentence, event: VerbEvent) -> dict[str, str]:
    return {role: made.words[place] for role, place in event.arguments.items()}


def test_an_active_verb_has_its_subject_as_agent():
    made, (event,) = events(AURORA[0])
    assert arguments(made, event) == {"agent": "Aurora", "patient": "rock", "near": "Lundvik"}
    assert not event.passive


def test_a_passive_verb_has_its_subject_as_patient_and_its_agent_after_by():
    made, (event,) = events(
        "(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD was) (VP (VBN towed) (PP (IN by) (NP (DT a) (NN"
        " tug))))) (. .)))"
    )
    assert arguments(made, event) == {"patient": "ferry", "agent": "tug"}


def test_a_participle_after_a_noun_tells_of_that_noun():
    made, found = events(
        "(ROOT (S (NP (NP (DT The) (NN ferry)) (VP (VBN towed) (PP (IN by) (NP (DT a) (NN tug))))) (VP"
        " (VBD sank)) (. .)))"
    )
    towed = next(event for event in found if made.words[event.verb] == "towed")
    assert arguments(made, towed)["patient"] == "ferry"


def test_a_relative_clause_tells_of_the_noun_before_it():
    made, found = events(
        "(ROOT (S (NP (NP (DT The) (NN tug)) (SBAR (WHNP (WDT that)) (S (VP (VBD towed) (NP (NNP Aurora))))))"
        " (VP (VBD sank)) (. .)))"
    )
    towed = next(event for event in found if made.words[event.verb] == "towed")
    assert arguments(made, towed) == {"agent": "tug", "patient": "Aurora"}


def test_a_negated_or_modal_verb_is_hedged():
    (_, (plain,)), (_, (negated,)) = (
        events(AURORA[0]),
        events("(ROOT (S (NP (NNP Aurora)) (VP (VBD did) (RB not) (VP (VB sink))) (. .)))"),
    )
    assert (plain.hedged, negated.hedged) == (False, True)


def test_a_verb_with_a_particle_is_another_verb():
    _, (event,) = events(
        "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD pulled) (PRT (RP off)) (NP (DT a) (NN rescue))) (. .)))"
    )
    assert event.base == "pull off"


def test_verbs_of_saying_do_not_identify_what_happens():
    made, found = events(AURORA[3])
    main = main_event(made, found)
    assert main is not None
    assert made.words[main.verb] == "said"
    assert not tells(main)
