"""Recasts of attributions."""

import pytest

from paralattice.exchange.model.operation import RECAST
from support.parsed_clusters import AURORA, parsed_cluster, results


def recast(tree: str) -> list[str]:
    return results(parsed_cluster(tree), 0, RECAST)


def test_who_says_it_is_told_in_other_words():
    assert recast(AURORA[2]) == [
        "According to the harbour master , the crew left the ship in boats .",
        "The crew left the ship in boats , according to the harbour master .",
    ]
    assert recast(AURORA[3]) == [
        "According to the harbour master , the tired crew waited for help .",
        "The tired crew waited for help , according to the harbour master .",
    ]


@pytest.mark.parametrize(
    "verbs",
    ["(MD would) (VP (VB wait))", "(VBD had) (VP (VBN waited))", "(VBD had) (VP (`` ``) (VBN waited))"],
)
def test_would_and_had_keep_said(verbs):
    told = AURORA[3].replace("(VP (VBD waited) (PP (IN for) (NP (NN help))))", f"(VP {verbs})")
    assert not any("ccording" in text for text in recast(told))


@pytest.mark.parametrize(("opener", "told"), [("although", False), ("because", True)])
def test_who_says_it_does_not_follow_what_the_teller_adds(opener, told):
    added = f"(, ,) (SBAR (IN {opener}) (S (NP (NNP Lie)) (VP (VBD slept))))"
    waited = f"(VP (VBD waited) (PP (IN for) (NP (NN help))) {added})"
    clause = f"(SBAR (S (NP (DT the) (NN crew)) {waited}))"
    tree = f"(ROOT (S (NP (DT The) (NN pilot)) (VP (VBD said) {clause}) (. .)))"
    assert any(text.endswith("according to the pilot .") for text in recast(tree)) == told


def test_according_to_gives_way_to_said():
    tree = (
        "(ROOT (S (PP (VBG According) (PP (TO to) (NP (DT the) (NN pilot)))) (, ,) (NP (DT the) (NN crew))"
        " (VP (VBD waited) (PP (IN for) (NP (NN help)))) (. .)))"
    )
    assert recast(tree) == [
        "The crew waited for help , according to the pilot .",
        "The crew waited for help , the pilot said .",
    ]


def test_a_speaker_with_an_aside_has_two_commas():
    speaker = "(NP (NP (DT the) (NN pilot)) (, ,) (NP (NNP Ida) (NNP Berg)))"
    tree = (
        f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD waited) (PP (IN for) (NP (NN help)))) (, ,)"
        f" (PP (VBG according) (PP (TO to) {speaker})) (. .)))"
    )
    assert "The crew waited for help , the pilot , Ida Berg , said ." in recast(tree)


def test_a_speaker_or_a_story_with_a_pronoun_stays():
    assert recast(AURORA[3].replace("(DT the) (JJ tired) (NN crew)", "(PRP they)")) == []
    assert recast(AURORA[3].replace("(DT The) (NN harbour) (NN master)", "(PRP She)")) == []


def test_a_second_predicate_that_may_be_the_speaker_s_stays():
    left = "(VP (VP (VBD left)) (CC but) (VP (MD would) (RB not) (VP (VB say) (SBAR (WHADVP (WRB why))))))"
    joined = AURORA[3].replace("(VP (VBD waited) (PP (IN for) (NP (NN help))))", left)
    assert recast(joined) == []


def test_who_says_it_is_found_where_a_parser_takes_it_for_a_second_predicate():
    flat = (
        "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) (NP (DT the) (NN ship))) (, ,) (NP (NN harbour)"
        " (NNS masters)) (VP (VBD said)) (. .)))"
    )
    assert "According to harbour masters , the crew left the ship ." in recast(flat)
    assert results(parsed_cluster(flat), 0, "move") == ["Harbour masters said the crew left the ship ."]


def test_a_last_clause_that_says_no_speaker_is_no_report():
    flat = (
        "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) (NP (DT the) (NN ship))) (, ,) (NP (WP who))"
        " (VP (VBD said) (ADVP (RB so))) (. .)))"
    )
    assert recast(flat) == []


def test_a_speaker_with_a_time_stays():
    dated = AURORA[2].replace("(NN master)", "(NN master) (NNP Monday)")
    assert recast(dated) == []


def test_what_says_nothing_itself_is_no_subject_of_said():
    according = (
        "(ROOT (S (PP (VBG According) (PP (TO to) (NP {}))) (, ,) (NP (DT the) (NN crew))"
        " (VP (VBD waited) (PP (IN for) (NP (NN help)))) (. .)))"
    )
    at_the_end = "The crew waited for help , according to {} ."
    assert recast(according.format("(NN harbour) (NNS figures)")) == [at_the_end.format("harbour figures")]
    assert recast(according.format("(DT the) (NN plan)")) == [at_the_end.format("the plan")]
    assert "The crew waited for help , the plan 's author said ." in recast(
        according.format("(NP (DT the) (NN plan) (POS 's)) (NN author)")
    )


@pytest.mark.parametrize(("called", "told"), [("(NN help)", True), ("(PRP him)", False)])
def test_a_speaker_whom_what_is_told_calls_him_stays(called, told):
    left = f"(S (NP (DT the) (NN mate)) (VP (VBD called) (NP {called})))"
    said = f"(ROOT (S (NP (NNP Berg)) (VP (VBD said) (SBAR (IN that) {left})) (. .)))"
    assert bool(results(parsed_cluster(said), 0, "recast", "according to")) == told


@pytest.mark.parametrize(("speaker", "made"), [("investigation", False), ("master", True)])
def test_an_investigation_says_nothing(speaker, made):
    by = f"(PP (VBG according) (PP (TO to) (NP (DT a) (JJ short) (NN {speaker}))))"
    tree = (
        f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD waited) (PP (IN for) (NP (NN help))) (, ,) {by}) (. .)))"
    )
    assert bool(results(parsed_cluster(tree), 0, RECAST, "said at the end")) == made


@pytest.mark.parametrize(
    ("speaker", "made"),
    [
        ("(NP (DT the) (NN agency))", False),
        ("(NP (DT the) (NNP Vik) (NN agency))", True),
        ("(NP (DT the) (NNS police))", True),
        ("(NP (DT the) (NN pilot))", True),
    ],
)
def test_the_agency_does_not_come_before_its_name(speaker, made):
    told = "(S (NP (NNP Norvik) (NNP Ferries)) (VP (VBD lost) (NP (DT a) (NN ship))))"
    tree = f"(ROOT (S {told} (, ,) {speaker} (VP (VBD said)) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, RECAST, "according to in front")) == made


@pytest.mark.parametrize(
    ("opening", "made"),
    [
        ("(PP (IN Under) (NP (DT a) (NN contract))) (, ,) (NP (NNP Norvik))", False),
        ("(NP (NNP Norvik))", True),
        ("(NP (QP (IN At) (JJS least) (CD two)) (NNS yards))", True),
    ],
)
def test_according_to_does_not_open_before_another_opening(opening, made):
    told = f"(S {opening} (VP (VBD lost) (NP (DT a) (NN ship))))"
    tree = f"(ROOT (S {told} (, ,) (NP (NNP Berg)) (VP (VBD said)) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, RECAST, "according to in front")) == made


def test_who_would_not_stand_before_its_name_still_stands_at_the_end():
    told = "(S (NP (NNP Norvik)) (VP (MD would) (VP (VB lose) (NP (DT a) (NN ship)))))"
    by = "(PP (VBG According) (PP (TO to) (NP (DT the) (NN agency))))"
    tree = f"(ROOT (S {by} (, ,) {told[3:-1]} (. .)))"
    assert "Norvik would lose a ship , the agency said ." in recast(tree)


@pytest.mark.parametrize(("tag", "told"), [("VBN", False), ("NN", True)])
def test_according_to_does_not_precede_an_inverse_clause(tag, told):
    killed = f"(S (NP ({tag} Sunk)) (VP (VBD were) (NP (CD two) (NNS boats))))"
    tree = f"(ROOT (S {killed} (, ,) (NP (DT the) (NN pilot)) (VP (VBD said)) (. .)))"
    assert any(text.startswith("According") for text in recast(tree)) == told


@pytest.mark.parametrize(
    ("verbs", "told"),
    [
        ("(VBD was) (ADJP (JJ likely))", False),
        ("(VBD was) (VP (VBG being) (VP (VBN sold)))", False),
        ("(VBZ is) (VP (VBG being) (VP (VBN sold)))", True),
    ],
)
def test_the_past_of_what_is_so_when_it_is_told_stays_behind_said(verbs, told):
    sold = f"(SBAR (S (NP (DT the) (NN ship)) (VP {verbs} (PP (IN in) (NP (NNP Vik))))))"
    tree = f"(ROOT (S (NP (DT The) (NN pilot)) (VP (VBD said) {sold}) (. .)))"
    assert any("ccording" in text for text in recast(tree)) == told


@pytest.mark.parametrize(("adverb", "told"), [("(RB still)", False), ("", False)])
def test_a_pluperfect_stays_behind_said_whatever_is_within(adverb, told):
    had = f"(VP (VBD had) {adverb} (VP (VBN left) (NP (NNP Vik))))"
    tree = (
        f"(ROOT (S (NP (DT The) (NN pilot)) (VP (VBD said) (SBAR (S (NP (DT the) (NN ship)) {had}))) (. .)))"
    )
    assert any("ccording" in text for text in recast(tree)) == told


@pytest.mark.parametrize(("speaker", "told"), [("(DT the) (NN pilot)", False), ("(NNS pilots)", True)])
def test_a_speaker_without_a_name_does_not_precede_an_aside(speaker, told):
    berg = "(NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP (DT a) (NNP Dane)) (, ,))"
    left = f"(S {berg} (VP (VBD left) (NP (NNP Vik))))"
    tree = f"(ROOT (S {left} (, ,) (NP {speaker}) (VP (VBD said)) (. .)))"
    assert any(text.startswith("According") for text in recast(tree)) == told
