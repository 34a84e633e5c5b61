"""Insertion of adjuncts and asides."""

import pytest

from paralattice.exchange.evidence.referents import Referents
from paralattice.exchange.model.operation import EXCHANGE, INSERTION
from support.parsed_clusters import AURORA, parsed_cluster, results


def test_an_adjunct_of_the_same_event_is_inserted_after_the_complements():
    found = results(parsed_cluster(*AURORA), 1, INSERTION)
    assert "Aurora , a small ship of 1962 , hit a rock on Friday after losing power ." in found
    assert "Aurora , a small ship of 1962 , hit a rock near Lundvik after losing power ." in found


def test_an_adjunct_of_a_kind_that_is_there_is_not_inserted():
    assert not [text for text in results(parsed_cluster(*AURORA), 0, INSERTION) if text.count(" on ") > 1]


def test_an_appositive_is_inserted_between_commas():
    found = results(parsed_cluster(*AURORA), 0, INSERTION, "appositive")
    assert found == ["The ferry Aurora , a small ship of 1962 , hit a rock near Lundvik on Friday ."]


def test_what_somebody_said_gets_no_place_of_saying_something_else():
    said = "(ROOT (S (S (NP (NNP Vik)) (VP (VBD {}))) (, ,) (NP (NNP Berg)) (VP (VBD said){}) (. .)))"
    cluster = parsed_cluster(said.format("sank", ""), said.format("burned", " (PP (IN in) (NP (NNP Moss)))"))
    assert cluster.referents.same_event(cluster.events[0][1], cluster.events[1][1])
    assert results(cluster, 0, INSERTION) == []


def test_a_relative_clause_without_its_verb_is_not_inserted():
    other = (
        "(ROOT (S (NP (NP (NNP Aurora)) (, ,) (SBAR (WHNP (WP$ whose) (NNS engines))) (, ,)) (VP (VBD hit)"
        " (NP (DT a) (NN rock))) (. .)))"
    )
    assert results(parsed_cluster(AURORA[0], other), 0, INSERTION, "relative") == []


def test_nothing_comes_between_a_noun_and_its_participle():
    frame = (
        "(ROOT (S (NP (NNP Berg)) (VP (VBD saw) (NP (DT the) (NN ferry)) (S (VP (VBG leaving) (NP (DT the)"
        " (NN pier))))) (. .)))"
    )
    other = (
        "(ROOT (S (NP (NNP Lind)) (VP (VBD hailed) (NP (NP (DT the) (NN ferry)) (PP (IN from) (NP (NNP"
        " Norvik))))) (. .)))"
    )
    assert results(parsed_cluster(frame, other), 0, INSERTION, "modifier") == []


def test_nobody_is_made_to_say_what_only_others_say():
    told = (
        "(ROOT (S (NP (NNP Berg)) (VP (VBD said) (SBAR (S (NP (NNP Aurora)) (VP (VBD hit) (NP (DT a) (NN"
        " rock)))))) (. .)))"
    )
    plain = "(ROOT (S (NP (NNP Aurora)) (VP (VBD hit) (NP (DT a) (NN rock))) (. .)))"
    other = AURORA[0]
    assert results(parsed_cluster(told, other), 0, INSERTION) == []
    assert "Aurora hit a rock near Lundvik ." in results(parsed_cluster(plain, other), 0, INSERTION)


@pytest.mark.parametrize(("speaker", "allowed"), [("(NNP Berg)", True), ("(NNP Lie)", False)])
@pytest.mark.parametrize(
    "attribution",
    [
        "(, ,) (NP {speaker}) (VP (VBD said))",
        "(, ,) (PP (VBG according) (PP (IN to) (NP {speaker})))",
    ],
)
def test_a_speaker_says_no_more_than_before(attribution, speaker, allowed):
    def told(adjunct: str, by: str) -> str:
        return (
            f"(ROOT (S (S (NP (NNP Aurora)) (VP (VBD hit) (NP (DT a) (NN rock)){adjunct}))"
            f" {attribution.format(speaker=by)} (. .)))"
        )

    cluster = parsed_cluster(
        told("", "(NNP Berg)"), told(" (PP (IN near) (NP (NNP Lundvik)))", speaker), *AURORA
    )
    assert bool(results(cluster, 0, INSERTION, "place")) == allowed


def test_an_age_is_inserted_after_a_name_alone():
    sold = "(VP (VBD sold) (NP (DT the) (NN ship)))"
    aged = f"(ROOT (S (NP (NP (NNP Berg)) (, ,) (NP (CD 40)) (, ,)) {sold} (. .)))"
    for subject, found in (("(NNP Berg)", ["Berg , 40 , sold the ship ."]), ("(DT The) (NN owner)", [])):
        frame = f"(ROOT (S (NP {subject}) {sold} (. .)))"
        assert results(parsed_cluster(frame, aged), 0, INSERTION, "appositive") == found


def test_what_a_charge_is_connected_with_is_no_place():
    held = "(ROOT (S (NP (NNP Berg)) (VP (VBD was) (VP (VBN held) {})) (. .)))"
    after = "(PP (IN after) (NP (DT a) (NN theft)))"
    place = "(PP (IN in) (NP (NP (NN {})) (PP (IN with) (NP (DT a) (NN theft)))))"
    frame = held.format(after)
    assert results(parsed_cluster(frame, held.format(place.format("connection"))), 0, INSERTION) == []
    assert results(parsed_cluster(frame, held.format(place.format("port"))), 0, INSERTION) == [
        "Berg was held after a theft in port with a theft ."
    ]


def test_how_often_is_no_clause_of_time():
    often = "(ROOT (S (NP (NNP Aurora)) (VP (VBD hit) (NP (DT a) (NN rock)) (ADVP (RB once))) (. .)))"
    assert not [text for text in results(parsed_cluster(AURORA[0], often), 0, INSERTION) if "once" in text]


def test_what_follows_the_storm_of_a_day_does_not_follow_another():
    frame = "(ROOT (S (NP {} (NN storm)) (VP (VBD sank) (NP (DT the) (NN ferry))) (. .)))"
    other = (
        "(ROOT (S (NP (NP (DT the) (NN storm)) (, ,) (SBAR (WHNP (WDT which)) (S (VP (VBD raged)))) (, ,))"
        " (VP (VBD sank) (NP (DT the) (NN ferry))) (. .)))"
    )
    monday = frame.format("(NP (NNP Monday) (POS 's))")
    assert results(parsed_cluster(monday, other), 0, INSERTION) == []
    assert results(parsed_cluster(frame.format("(DT The)"), other), 0, INSERTION) == [
        "The storm , which raged , sank the ferry ."
    ]


def test_an_appositive_does_not_follow_a_noun_that_seems_to_have_one():
    aside = "(, ,) (NP (DT a) (JJ white) (NN ship)) (, ,)"
    left = f"(VP (VBD left) (NP (NNP Aurora)) {aside} (ADVP (RB early)))"
    frame = f"(ROOT (S (NP (DT The) (NN crew)) {left} (. .)))"
    assert results(parsed_cluster(frame, AURORA[1]), 0, INSERTION, "appositive") == []
    assert results(parsed_cluster(frame.replace(aside, ""), AURORA[1]), 0, INSERTION, "appositive")


def test_nothing_comes_before_the_full_stop_of_an_abbreviation():
    frame = (
        "(ROOT (S (NP (NNP Aurora)) (VP (VBD hit) (NP (DT a) (NN rock)) (PP (IN at) (NP (CD 9) (NN p.m))))"
        " (. .) (PP (IN with) (NP (NN oil))) (. .)))"
    )
    assert results(parsed_cluster(frame, AURORA[1]), 0, INSERTION, "after") == []


@pytest.mark.parametrize(("aside", "inserted"), [("(IN in) (NP (DT a) (NN storm))", False), ("", True)])
def test_nothing_parts_a_place_from_the_aside_after_it(aside, inserted):
    place = f"(PP (IN off) (NP (NNP Vik))){aside and f' (, ,) (PP {aside})'}"
    frame = f"(ROOT (S (NP (NNP Aurora)) (VP (VBD hit) (NP (DT a) (NN rock)) {place}) (. .)))"
    assert bool(results(parsed_cluster(frame, AURORA[1]), 0, INSERTION, "after")) == inserted


SAILED = "(ROOT (S (NP (DT The) (NN pilot)) (VP (VBD sailed) (NP (DT the) (NN ferry)){}) (. .)))"


def test_a_clause_that_identifies_a_noun_gets_nothing():
    identifying = "(SBAR (WHNP (WDT that)) (S (NP (DT the) (NN pilot)) (VP (VBD sailed))))"
    frame = f"(ROOT (S (NP (NP (DT The) (NN ferry)) {identifying}) (VP (VBD sank)) (. .)))"
    other = SAILED.format(" (PP (IN near) (NP (NNP Vik)))")
    assert results(parsed_cluster(SAILED.format(""), other), 0, INSERTION) == [
        "The pilot sailed the ferry near Vik ."
    ]
    assert results(parsed_cluster(frame, other), 0, INSERTION) == []


def test_an_apposition_before_a_quotation_is_between_commas():
    frame = "(ROOT (S (NP (NNP Aurora)) (`` ``) (VP (VBD hit) (NP (DT a) (JJ big) (NN rock))) ('' '') (. .)))"
    assert "Aurora , a small ship of 1962 , `` hit a big rock '' ." in results(
        parsed_cluster(frame, AURORA[1]), 0, INSERTION, "appositive"
    )


def test_a_minute_is_no_place():
    other = SAILED.format(" (PP (IN at) (NP (CD 2:56)))")
    assert results(parsed_cluster(SAILED.format(""), other), 0, INSERTION) == []


@pytest.mark.parametrize(("sailor", "allowed"), [("(DT The) (NN pilot)", True), ("(PRP He)", False)])
def test_an_event_gets_nothing_from_one_whose_doer_is_a_pronoun(sailor, allowed):
    other = SAILED.format(" (PP (IN near) (NP (NNP Vik)))").replace("(DT The) (NN pilot)", sailor)
    assert bool(results(parsed_cluster(SAILED.format(""), other), 0, INSERTION, "place")) == allowed


@pytest.mark.parametrize(
    ("sailor", "allowed"),
    [
        ("(NNP Orme)", True),
        ("(NNP Ida) (NNP Orme)", True),
        ("(NNP Tor) (NNP Orme)", False),
        ("(NNP Lie)", False),
    ],
)
def test_an_event_gets_nothing_from_one_whose_doer_has_another_name(sailor, allowed):
    sailed = "(ROOT (S (NP {}) (VP (VBD sailed) (NP (DT the) (NNP Aurora)) {}) (. .)))"
    cluster = parsed_cluster(
        sailed.format("(NNP Ida) (NNP Orme)", ""), sailed.format(sailor, "(PP (IN near) (NP (NNP Vik)))")
    )
    assert bool(results(cluster, 0, INSERTION, "place")) == allowed


@pytest.mark.parametrize(("day", "allowed"), [("", True), (" (NP (NNP Friday) (NN morning))", False)])
def test_a_place_with_a_time_does_not_follow_a_perfect(day, allowed):
    burned = "(ROOT (S (NP (DT The) (NNP Aurora)) (VP {}) (. .)))"
    place = f"(PP (IN in) (NP (NP (DT a) (JJ huge) (NN fire)){day}))"
    cluster = parsed_cluster(
        burned.format("(VBZ has) (VP (VBN burned))"), burned.format(f"(VBD burned) {place}")
    )
    assert bool(results(cluster, 0, INSERTION, "place")) == allowed


def test_a_time_after_a_comparative_is_cut():
    other = SAILED.format(" (ADVP (RBR earlier)) (PP (IN in) (NP (DT the) (NN day)))")
    plain = SAILED.format(" (PP (IN in) (NP (DT the) (NN morning)))")
    assert results(parsed_cluster(SAILED.format(""), plain), 0, INSERTION, "time")
    assert results(parsed_cluster(SAILED.format(""), other), 0, INSERTION, "time") == []


def test_a_name_gets_no_place_after_it():
    frame = "(ROOT (S (NP (NNP Berg)) (VP (VBD praised) (NP (NNP Aurora))) (. .)))"
    other = frame.replace("(NP (NNP Aurora))", "(NP (NP (NNP Aurora)) (PP (IN in) (NP (NNP Vik))))")
    assert results(parsed_cluster(frame, other), 0) == []


@pytest.mark.parametrize(("speaker", "allowed"), [("(NNP Berg)", True), ("(NNS sources)", False)])
def test_who_told_somebody_a_story_is_its_speaker(speaker, allowed):
    hit = "(NP (NNP Aurora)) (VP (VBD hit) (NP (DT a) (NN rock)){})"
    told = "(, ,) (NP {}) (VP (VBD told) (NP (NNS reporters)))"
    cluster = parsed_cluster(
        f"(ROOT (S {hit.format('')} {told.format('(NNP Berg)')} (. .)))",
        f"(ROOT (S {hit.format(' (PP (IN near) (NP (NNP Lundvik)))')} {told.format(speaker)} (. .)))",
    )
    assert bool(results(cluster, 0, INSERTION, "place")) == allowed


def test_an_office_refers_to_nobody():
    office = "(ROOT (S (NP (NNP Berg)) (VP (MD will) (VP (VB run) (PP (IN for) (NP (NN captain))))) (. .)))"
    captain = (
        "(ROOT (S (NP (NP (DT The) (NN captain)) (, ,) (SBAR (WHNP (WP who)) (S (VP (VBZ leads)"
        " (NP (DT the) (NNS crews))))) (, ,)) (VP (VBD slept)) (. .)))"
    )
    person = office.replace("(VB run) (PP (IN for) (NP", "(VB see) (PP (IN to) (NP (DT the)")
    assert results(parsed_cluster(person, captain), 0, INSERTION)
    assert not results(parsed_cluster(office, captain), 0, INSERTION)


def test_a_doer_is_not_named_twice_where_the_parser_puts_by_beside_it():
    frame = (
        "(ROOT (S (NP (DT The) (NN pier)) (VP (VBD was) (VP (VBN hit) (IN by) (NP (DT a) (JJ white)"
        " (NN ferry)))) (. .)))"
    )
    other = (
        "(ROOT (S (NP (DT The) (NN pier)) (VP (VBD was) (VP (VBN hit) (PP (IN by) (NP (DT a) (NN ship)))))"
        " (. .)))"
    )
    assert not any(text.count(" by ") > 1 for text in results(parsed_cluster(frame, other), 0, INSERTION))
    without = frame.replace(" (IN by) (NP (DT a) (JJ white) (NN ferry))", "")
    assert results(parsed_cluster(without, other), 0, INSERTION) == ["The pier was hit by a ship ."]


@pytest.mark.parametrize(
    ("giving", "taken"),
    [
        ("(NP (NP (DT the) (NN pilot)) (VP (VBN hired) (PP (IN in) (NP (NNP Moss)))))", False),
        ("(NP (NP (DT the) (NN pilot)) (VP (VBG lying) (PP (IN on) (NP (NN deck)))))", False),
        ("(NP (NP (DT the) (NN pilot)) (VP (VBN hit) (PP (IN in) (NP (DT the) (NN head)))))", False),
        ("(NP (NP (DT the) (NN pilot)) (, ,) (SBAR (WHNP (WP who)) (S (VP (VBD sang)))) (, ,))", True),
        (
            "(NP (NP (DT the) (NN pilot)) (, ,) (SBAR (WHNP (WP who)) (S (ADVP (RB also)) (VP (VBD sang))))"
            " (, ,))",
            False,
        ),
        (
            "(NP (NP (NN talk)) (VP (VBG praising) (NP (NP (DT the) (NN pilot)) (VP (VBN hired) (PP (IN in)"
            " (NP (NNP Moss)))))))",
            False,
        ),
        ("(NP (NP (NNP Vik)) (, ,) (NP (DT the) (JJ old) (NN port)) (, ,))", True),
        (
            "(NP (NP (DT a) (NN yard)) (PP (IN at) (NP (NP (NNP Vik)) (, ,) (SBAR (WHNP (WDT which)) (S (VP"
            " (VBD burned)))) (, ,))))",
            False,
        ),
        (
            "(NP (NP (DT a) (NN yard)) (PP (IN at) (NP (NP (NNP Vik)) (, ,) (NP (DT the) (JJ old) (NN port))"
            " (, ,))))",
            False,
        ),
        (
            "(NP (DT a) (NN yard)) (PP (IN at) (NP (NP (NNP Vik)) (, ,) (SBAR (WHNP (WDT which)) (S (VP"
            " (VBD burned)))) (, ,)))",
            False,
        ),
        (
            "(PP (IN at) (NP (NP (NNP Vik)) (, ,) (SBAR (WHNP (WDT which)) (S (VP (VBD burned)))) (, ,)))",
            True,
        ),
        ("(NP (NP (DT a) (NN yard)) (PP (IN in) (NP (NP (NNP Vik)) (, ,) (NP (CD 2) (NNS miles)))))", False),
        ("(NP (NP (DT a) (NN yard)) (PP (IN in) (NP (NP (NNP Vik)) (, ,) (NP (CD 31)))))", True),
    ],
)
def test_a_modifier_that_may_be_of_another_noun_or_moment_is_not_taken(giving, taken):
    frame = "(ROOT (S (NP (DT the) (NN pilot)) (VP (VBD left) (NP (NNP Vik)) (ADVP (RB early))) (. .)))"
    other = f"(ROOT (S (NP (NNP Berg)) (VP (VBD saw) {giving}) (. .)))"
    assert bool(results(parsed_cluster(frame, other), 0, INSERTION)) == taken


@pytest.mark.parametrize(
    ("behind", "made"),
    [("(NP (CD 2-1))", False), ("(PP (IN by) (NP (DT a) (NN goal)))", False), ("(ADVP (RB again))", True)],
)
@pytest.mark.parametrize("kind", [INSERTION, EXCHANGE])
def test_an_aside_does_not_part_a_name_from_a_score(kind, behind, made):
    frame = f"(ROOT (S (NP (NNP Nes)) (VP (VBD beat) (NP (NNP Vik)) {behind}) (. .)))"
    led = "(SBAR (WHNP (WDT which)) (S (VP (VBD led))))"
    other = f"(ROOT (S (NP (NP (NNP Vik)) (, ,) {led} (, ,)) (VP (VBD lost) (NP (DT a) (NN game))) (. .)))"
    found = results(parsed_cluster(frame, other), 0, kind)
    assert any("which led" in text for text in found) == made


@pytest.mark.parametrize("said", [False, True])
@pytest.mark.parametrize("kind", [INSERTION, EXCHANGE])
def test_nobody_is_made_to_say_what_a_relative_clause_of_others_tells(kind, said):
    told = "(NP (NNP Ida) (NNP Berg)) (VP (VBD left) (NP (NNP Vik)) (ADVP (RB early)))"
    told = f"(NP (NNP Orme)) (VP (VBD said) (SBAR (S {told})))" if said else told
    frame = f"(ROOT (S {told} (. .)))"
    stood = "(SBAR (WHNP (WP who)) (S (VP (VBD led) (NP (DT the) (NNS crews)))))"
    other = f"(ROOT (S (NP (NP (NNP Ida) (NNP Berg)) (, ,) {stood} (, ,)) (VP (VBD slept)) (. .)))"
    found = results(parsed_cluster(frame, other), 0, kind)
    assert any("who led the crews" in text for text in found) != said


@pytest.mark.parametrize(("subject", "inserted"), [("(NNP Berg)", True), ("(DT A) (NN thing)", False)])
def test_an_adjunct_of_a_verb_needs_its_subject(subject, inserted):
    earns = "(ROOT (S (NP {}) (VP (VBZ earns) (NP (DT a) (NN prize)){}) (. .)))"
    cluster = parsed_cluster(
        earns.format("(NNP Berg)", ""), earns.format(subject, " (PP (IN with) (NP (NN luck)))")
    )
    assert bool(results(cluster, 0, INSERTION, "with")) == inserted


@pytest.mark.parametrize(("state", "inserted"), [("(NN waste)", True), ("(NN gain)", False)])
def test_a_place_of_one_state_is_not_that_of_another(state, inserted):
    is_so = "(ROOT (S (NP (DT The) (NN loss)) (VP (VBZ is) (NP (DT a) {}){}) (. .)))"
    place = " (PP (IN in) (NP (NNP Vik)))"
    cluster = parsed_cluster(is_so.format("(NN waste)", ""), is_so.format(state, place))
    assert bool(results(cluster, 0, INSERTION, "place")) == inserted


@pytest.mark.parametrize(
    ("object_", "inserted"),
    [
        ("(NNP Vik)", True),
        ("(DT the) (NN yard)", True),
        ("(DT the) (NN back)", False),
        ("(NN love)", False),
    ],
)
def test_a_bare_noun_or_a_part_of_the_body_is_no_place(object_, inserted):
    fell = "(ROOT (S (NP (DT The) (JJ old) (NN pilot)) (VP (VBD fell){}) (. .)))"
    cluster = parsed_cluster(fell.format(""), fell.format(f" (PP (IN in) (NP {object_}))"))
    assert bool(results(cluster, 0, INSERTION, "place")) == inserted


@pytest.mark.parametrize(("preposition", "inserted"), [("near", True), ("off", False)])
def test_a_direction_needs_its_verb(preposition, inserted):
    frame = "(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD left) (NP (NNP Vik))) (. .)))"
    other = (
        f"(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD departed) (NP (NNP Vik)) (PP (IN {preposition}) (NP"
        " (NNP Moss)))) (. .)))"
    )
    cluster = parsed_cluster(frame, other)
    assert cluster.referents.same_event(cluster.events[0][0], cluster.events[1][0])
    assert bool(results(cluster, 0, INSERTION, "place")) == inserted


@pytest.mark.parametrize(("opener", "inserted"), [("when", False), ("while", True)])
def test_a_clause_of_time_has_no_second_one_with_its_opener(opener, inserted):
    sank = "(S (NP (DT the) (NN ferry)) (VP (VBD sank){}))"
    frame = f"(ROOT (S (SBAR (WRB When) {sank.format('')}) (, ,) (NP (NNP Berg)) (VP (VBD slept)) (. .)))"
    rained = f" (SBAR (WRB {opener}) (S (NP (NNP Lie)) (VP (VBD sang))))"
    other = f"(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD sank){rained}) (. .)))"
    assert bool(results(parsed_cluster(frame, other), 0, INSERTION, "after")) == inserted


@pytest.mark.parametrize(
    ("first", "inserted"),
    [("", True), ("(, ,) (NP (NP (DT the) (NN pride)) (PP (IN of) (NP (NNP Vik)))) ", False)],
)
def test_an_appositive_after_another_may_be_about_a_name_in_it(first, inserted):
    other = AURORA[1].replace("(NP (NNP Aurora)) ", f"(NP (NNP Aurora)) {first}", 1)
    found = results(parsed_cluster(AURORA[0], other), 0, INSERTION, "appositive")
    assert any("Aurora , a small ship of 1962 ," in text for text in found) == inserted


@pytest.mark.parametrize(
    ("told", "inserted"),
    [
        ("(VBD fell) (NP (CD ten) (NNS metres))", True),
        ("(VBD died) (PP (IN after) (S (VP (VBG falling))))", False),
    ],
)
def test_verbs_without_a_common_argument_may_tell_of_others(told, inserted):
    other = "(ROOT (S (NP (NNP Berg)) (VP (VBD fell) (PP (IN near) (NP (NNP Vik)))) (. .)))"
    cluster = parsed_cluster(f"(ROOT (S (NP (NNP Berg)) (VP {told}) (. .)))", other)
    assert cluster.referents.same_event(cluster.events[0][-1], cluster.events[1][0])
    assert bool(results(cluster, 0, INSERTION, "place")) == inserted


@pytest.mark.parametrize(("owner", "taken"), [("(NP (NNP Berg) (POS 's))", True), ("(PRP$ his)", False)])
def test_what_one_owns_gets_no_aside_of_what_another_owns(owner, taken):
    frame = "(ROOT (S (NP (NNP Moss)) (VP (VBD praised) (NP (NP (NNP Berg) (POS 's)) (NN ship))) (. .)))"
    other = (
        f"(ROOT (S (NP (NNP Moss)) (VP (VBD praised) (NP (NP {owner} (NN ship)) (, ,) (SBAR (WHNP"
        " (WDT which)) (S (VP (VBD sank)))))) (. .)))"
    )
    assert bool(results(parsed_cluster(frame, other), 0, INSERTION)) == taken


@pytest.mark.parametrize(("prep", "allowed"), [("of", True), ("in", False)])
def test_a_place_does_not_follow_a_phrase_with_its_preposition(prep, allowed):
    part = f"(NP (NP (DT a) (NN part)) (PP (IN {prep}) (NP (DT the) (NN crew))))"
    sailed = "(ROOT (S (NP (NNP Berg)) (VP (VBD chose) {} {}) (. .)))"
    vik = "(PP (IN in) (NP (NNP Vik)))"
    cluster = parsed_cluster(sailed.format(part, ""), sailed.format("(NP (DT a) (NN part))", vik))
    assert bool(results(cluster, 0, INSERTION, "place")) == allowed


@pytest.mark.parametrize(("article", "inserted"), [("(DT the)", True), ("", False)])
def test_a_noun_without_an_article_is_any(monkeypatch, article, inserted):
    monkeypatch.setattr(Referents, "certainty", lambda *_: 1.0)
    frame = f"(ROOT (S (NP (NNP Berg)) (VP (VBD died) (PP (IN in) (NP {article} (NN prison)))) (. .)))"
    other = (
        "(ROOT (S (NP (NP (DT The) (NN prison)) (, ,) (SBAR (WHNP (WDT which)) (S (VP (VBD opened)"
        " (PP (IN in) (NP (CD 1994)))))) (, ,)) (VP (VBD closed)) (. .)))"
    )
    assert bool(results(parsed_cluster(frame, other), 0, INSERTION, "relative")) == inserted


@pytest.mark.parametrize(("end", "inserted"), [("(PP (IN as) (NP (NN captain)))", False), ("", True)])
def test_what_came_before_does_not_part_somebody_from_a_post(end, inserted):
    fired = "(ROOT (S (NP (NNP Berg)) (VP (VBD was) (VP (VBN fired) (PP (IN in) (NP (NNP Vik))) {})) (. .)))"
    after = "(PP (IN after) (NP (DT a) (NN storm)))"
    cluster = parsed_cluster(fired.format(end), fired.format(after))
    assert bool(results(cluster, 0, INSERTION, "after")) == inserted


@pytest.mark.parametrize(("part", "inserted"), [("head", True), ("back", False)])
def test_who_is_hit_in_the_head_is_not_who_is_hit_in_the_back(part, inserted):
    hit = "(VBD was) (VP (VBN hit) (PP (IN in) (NP (DT the) (NN {}))){})"
    while_asleep = "(SBAR (IN while) (S (NP (DT the) (NN crew)) (VP (VBD slept))))"
    tree = "(ROOT (S (NP (NNP Berg)) (VP {}) (. .)))"
    cluster = parsed_cluster(
        tree.format(hit.format("head", "")), tree.format(hit.format(part, f" {while_asleep}"))
    )
    found = results(cluster, 0, INSERTION)
    assert any("while the crew slept" in text for text in found) == inserted


@pytest.mark.parametrize(("thinking", "inserted"), [("feared", False), ("claimed", False), ("saw", True)])
def test_what_somebody_thinks_or_claims_gives_nothing_to_what_is_so(thinking, inserted):
    hit = "(NP (NNP Aurora)) (VP (VBD hit) (NP (DT a) (NN rock)){})"
    told = f"(SBAR (S {hit.format(' (PP (IN near) (NP (NNP Lundvik)))')}))"
    cluster = parsed_cluster(
        f"(ROOT (S {hit.format('')} (. .)))", f"(ROOT (S (NP (NNP Berg)) (VP (VBD {thinking}) {told}) (. .)))"
    )
    assert bool(results(cluster, 0, INSERTION, "place")) == inserted


@pytest.mark.parametrize(
    ("saying", "inserted"), [(" (, ,) (NP (PRP it)) (VP (VBD said))", False), ("", True)]
)
def test_nobody_says_what_another_sentence_adds_even_if_a_pronoun_says_it(saying, inserted):
    hit = "(NP (NNP Aurora)) (VP (VBD hit) (NP (DT a) (NN rock)){})"
    frame = f"(ROOT (S {hit.format('')}{saying} (. .)))"
    cluster = parsed_cluster(frame, f"(ROOT (S {hit.format(' (PP (IN near) (NP (NNP Lundvik)))')} (. .)))")
    assert bool(results(cluster, 0, INSERTION, "place")) == inserted


@pytest.mark.parametrize(
    ("phrase", "inserted"), [("(IN for) (NP (NN theft))", False), ("(IN on) (NP (NNP Vik))", True)]
)
def test_a_reason_may_be_that_of_a_part_of_it(phrase, inserted):
    served = "(ROOT (S (NP (NNP Berg)) (VP (VBD served) (NP (CD three) (NNS terms)){}) (. .)))"
    cluster = parsed_cluster(served.format(""), served.format(f" (PP {phrase})"))
    assert bool(results(cluster, 0, INSERTION)) == inserted


@pytest.mark.parametrize(("verb", "inserted"), [("VBZ hits", False), ("VBD hit", True)])
def test_what_came_before_does_not_follow_another_tense(verb, inserted):
    frame = f"(ROOT (S (NP (NNP Aurora)) (VP ({verb}) (NP (DT a) (NN rock))) (. .)))"
    assert bool(results(parsed_cluster(frame, AURORA[1]), 0, INSERTION, "after")) == inserted


def test_a_second_time_may_be_that_of_something_else():
    times = "(PP (IN in) (NP (NNP July))) (PP (IN for) (NP (DT a) (NN theft))) (PP (IN in) (NP (NNP June)))"
    closed = "(ROOT (S (NP (NNP Berg)) (VP (VBD closed) (NP (DT the) (NN yard)){}) (. .)))"
    cluster = parsed_cluster(closed.format(""), closed.format(f" {times}"))
    assert results(cluster, 0, INSERTION, "time") == ["Berg closed the yard in July ."]


@pytest.mark.parametrize(
    ("modifier", "inserted"),
    [
        ("(VP (VBN built) (PP (IN in) (NP (NNP Vik))))", False),
        ("(PP (IN like) (NP (NNP Aurora)))", False),
        ("(, ,) (SBAR (WHNP (WDT which)) (S (VP (VBD sank))))", True),
        ("(, ,) (NP (NP (DT the) (JJ old) (NN pride)) (PP (IN of) (NP (NNP Vik))))", True),
    ],
)
def test_what_narrows_a_noun_may_be_true_of_another(modifier, inserted):
    left = "(ROOT (S (NP (NNP Berg)) (VP (VBD {}) (NP {})) (. .)))"
    boat = "(NP (DT the) (NN boat))"
    cluster = parsed_cluster(left.format("left", boat), left.format("saw", f"{boat} {modifier}"))
    assert bool(results(cluster, 0, INSERTION)) == inserted


@pytest.mark.parametrize(
    ("phrase", "inserted"), [("(DT the) (NN club)", True), ("(CD two) (NNS seasons)", False)]
)
def test_what_lasts_takes_no_point_in_time(phrase, inserted):
    sailed = "(ROOT (S (NP (NNP Berg)) (VP (VBD sailed) (PP (IN {}) (NP {}))) (. .)))"
    cluster = parsed_cluster(sailed.format("for", phrase), sailed.format("in", "(CD 1983)"))
    assert bool(results(cluster, 0, INSERTION, "time")) == inserted


@pytest.mark.parametrize(("state", "inserted"), [("(VBN born)", True), ("(VBG sleeping)", False)])
def test_who_slept_then_is_not_a_sleeper(state, inserted):
    met = "(ROOT (S (NP (NNP {})) (VP (VBD met) {}) (. .)))"
    was = f"(SBAR (WHNP (WP who)) (S (VP (VBD was) (VP {state} (PP (IN in) (NP (NNP Nes)))))))"
    asides = f"(NP (NP (DT the) (NN pilot)) (, ,) {was} (, ,))"
    cluster = parsed_cluster(met.format("Orme", "(NP (DT the) (NN pilot))"), met.format("Moss", asides))
    assert bool(results(cluster, 0, INSERTION, "relative")) == inserted


@pytest.mark.parametrize(
    ("period", "inserted"), [("by (NP (NN sea))", True), ("over (NP (CD 40) (NNS years))", False)]
)
def test_a_second_time_of_the_same_form_is_not_added(period, inserted):
    fell = "(ROOT (S (NP (NN trade)) (VP (VBD fell) {}) (. .)))"
    word, phrase = period.split(" ", 1)
    low = f"(PP (TO to) (NP (NP (CD 15) (NNS tons)) (PP (IN {word}) {phrase})))"
    time = "(PP (IN over) (NP (DT the) (JJ past) (CD four) (NNS decades)))"
    cluster = parsed_cluster(fell.format(low), fell.format(time))
    assert bool(results(cluster, 0, INSERTION, "time")) == inserted


@pytest.mark.parametrize(("certainty", "inserted"), [(0.949, False), (0.95, True)])
def test_a_noun_is_described_if_it_is_sure_that_two_corefer(monkeypatch, certainty, inserted):
    monkeypatch.setattr(Referents, "certainty", lambda *_: certainty)
    sank = "(ROOT (S (NP {}) (VP (VBD sank) (NP (DT a) (NN boat))) (. .)))"
    cluster = parsed_cluster(
        sank.format("(DT The) (NN ferry)"),
        sank.format("(NP (DT The) (NN ferry)) (, ,) (NP (DT an) (JJ old) (NN ship)) (, ,)"),
    )
    assert bool(results(cluster, 0, INSERTION, "appositive")) == inserted


@pytest.mark.parametrize(
    ("determiner", "inserted"), [("(DT The)", True), ("(DT A)", False), ("(PRP$ His)", False)]
)
def test_a_noun_gets_a_name_only_if_it_is_known_who_it_is(monkeypatch, determiner, inserted):
    monkeypatch.setattr(Referents, "certainty", lambda *_: 1.0)
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    cluster = parsed_cluster(
        left.format(f"{determiner} (NN captain)"),
        left.format(f"(NP {determiner} (NN captain)) (, ,) (NP (NNP Ida) (NNP Berg)) (, ,)"),
    )
    assert bool(results(cluster, 0, INSERTION, "appositive")) == inserted


@pytest.mark.parametrize(
    ("aside", "inserted"),
    [
        ("(CD 31)", True),
        ("(CD 3) (HYPH -) (CD 1)", False),
        ("(CD 91-73)", False),
        ("(CD 27) (CC and) (CD 24)", False),
    ],
)
def test_a_result_is_not_that_of_all_games(aside, inserted):
    won = "(ROOT (S (NP (NP (NNP Berg)) {}) (VP (VBD won) (NP (DT a) (NN {}))) (. .)))"
    cluster = parsed_cluster(won.format("", "prize"), won.format(f"(, ,) (NP {aside}) (, ,)", "game"))
    assert bool(results(cluster, 0, INSERTION)) == inserted


@pytest.mark.parametrize(("owner", "inserted"), [("(DT the) (NN paper)", False), ("(NNP Vik)", True)])
def test_an_aside_whose_owner_no_one_has_named_is_not_inserted(owner, inserted):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    founder = f"(NP (NP {owner} (POS 's)) (NN founder))"
    cluster = parsed_cluster(
        left.format("(NNP Ida) (NNP Berg)"), left.format(f"(NP (NNP Berg)) (, ,) {founder} (, ,)")
    )
    assert bool(results(cluster, 0, INSERTION, "appositive")) == inserted
    assert any("founder" in text for text in results(cluster, 0, EXCHANGE, "subject")) == inserted


@pytest.mark.parametrize(
    ("opener", "inserted"),
    [("as", False), ("for", False), ("of", False), ("from", False), ("after", False), ("in", True)],
)
def test_nothing_parts_somebody_from_what_she_is_taken_as(opener, inserted):
    took = "(ROOT (S (NP (NNP Vik)) (VP (VBD took) (NP {}) {}) (. .)))"
    pilot = f"(PP (IN {opener}) (NP (NNP May)))"
    berg = "(NP (NNP Ida) (NNP Berg)) (, ,) (SBAR (WHNP (WP who)) (S (VP (VBD slept))))"
    cluster = parsed_cluster(took.format("(NNP Berg)", pilot), took.format(berg, ""))
    assert bool(results(cluster, 0, INSERTION, "relative")) == inserted


@pytest.mark.parametrize(("verb", "inserted"), [("fired", False), ("oiled", True)])
def test_a_clause_does_not_tell_a_dismissal_again(verb, inserted):
    took = f"(ROOT (S (NP (NNP Vik)) (VP (VBD {verb}) (NP {{}}) (PP (IN in) (NP (NNP May)))) (. .)))"
    berg = "(NP (NNP Ida) (NNP Berg)) (, ,) (SBAR (WHNP (WP who)) (S (VP (VBD was) (VP (VBN sacked)))))"
    cluster = parsed_cluster(took.format("(NNP Berg)"), took.format(berg))
    assert bool(results(cluster, 0, INSERTION, "relative")) == inserted


@pytest.mark.parametrize(("noun", "inserted"), [("(NNP Jan) (NNP Moss)", False), ("(DT a) (NN loss)", True)])
def test_what_a_team_did_is_not_told_of_its_member(noun, inserted):
    saw = "(ROOT (S (NP (NNP Vik)) (VP (VBD saw) {}) (. .)))"
    team = f"(NP (NP {noun}) (PP (IN of) (NP (DT the) (NNP Norvik) (NNPS Sharks))))"
    slept = "(NP (NP (DT the) (NNPS Sharks)) (, ,) (SBAR (WHNP (WP who)) (S (VP (VBD slept)))))"
    cluster = parsed_cluster(saw.format(team), saw.format(slept))
    assert bool(results(cluster, 0, INSERTION, "relative")) == inserted


@pytest.mark.parametrize(("speaker", "inserted"), [("(NNP Berg)", True), ("(NNP Lie)", False)])
def test_who_is_named_after_said_says_no_more_than_before(speaker, inserted):
    def told(adjunct: str, by: str) -> str:
        hit = f"(S (NP (NNP Aurora)) (VP (VBD hit) (NP (DT a) (NN rock)) {adjunct}))"
        return f"(ROOT (SINV {hit} (, ,) (VP (VBD said)) (NP {by}) (. .)))"

    cluster = parsed_cluster(
        told("", "(NNP Berg)"), told("(PP (IN near) (NP (NNP Lundvik)))", speaker), *AURORA
    )
    assert bool(results(cluster, 0, INSERTION, "place")) == inserted


@pytest.mark.parametrize(("noun", "inserted"), [("captain", False), ("end", True)])
def test_who_may_lead_a_company_describes_nobody_else(noun, inserted):
    sang = "(SBAR (WHNP (WP who)) (S (VP (VBD slept))))"
    berg = f"(NP (NP (DT the) (NN {noun})) (PP (IN of) (NP (NP (NNP Ida) (NNP Berg)) (, ,) {sang})))"
    cluster = parsed_cluster(
        "(ROOT (S (NP (NNP Ida) (NNP Berg)) (VP (VBD left) (NP (NNP Vik))) (. .)))",
        f"(ROOT (S (NP (NNP Moss)) (VP (VBD saw) {berg}) (. .)))",
    )
    assert bool(results(cluster, 0, INSERTION, "relative")) == inserted


@pytest.mark.parametrize(
    ("last", "inserted"),
    [("(PRT (RP out))", False), ("(ADJP (JJ alive))", False), ("(PP (IN on) (NP (NNP Friday)))", True)],
)
def test_an_aside_does_not_part_a_particle_from_its_verb(last, inserted):
    took = "(ROOT (S (NP (NNP Vik)) (VP (VBD took) (NP {}) {}) (. .)))"
    berg = "(NP (NNP Ida) (NNP Berg)) (, ,) (NP (CD 31))"
    cluster = parsed_cluster(took.format("(NNP Berg)", last), took.format(berg, ""))
    assert bool(results(cluster, 0, INSERTION, "appositive")) == inserted


@pytest.mark.parametrize(("word", "inserted"), [("here", False), ("only", False), ("alone", True)])
def test_a_place_is_not_inserted_beside_here_and_only(word, inserted):
    left = "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) (NP (DT the) (NN ship)) {}) (. .)))"
    cluster = parsed_cluster(left.format(f"(ADVP (RB {word}))"), left.format("(PP (IN in) (NP (NNP Vik)))"))
    assert bool(results(cluster, 0, INSERTION, "place")) == inserted


@pytest.mark.parametrize(
    ("noun", "aside", "inserted"),
    [
        ("retailer", "(DT the) (NN chain)", False),
        ("pilot", "(DT a) (NN mate)", False),
        ("pilot", "(DT the) (NN winner)", False),
        ("pilot", "(NP (DT the) (NN winner)) (PP (IN of) (NP (NN gold)))", True),
        ("yard", "(DT the) (NN winner)", True),
    ],
)
def test_nobody_is_described_before_and_after_a_name(noun, aside, inserted):
    left = "(ROOT (S {} (VP (VBD left) (NP (DT the) (NN market))) (. .)))"
    cluster = parsed_cluster(
        left.format(f"(NP (NN {noun}) (NNP Ida) (NNP Berg))"),
        left.format(f"(NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP {aside}) (, ,))"),
    )
    assert bool(results(cluster, 0, INSERTION, "appositive")) == inserted


@pytest.mark.parametrize(
    ("measure", "inserted"), [("(NP (CD two) (NNS days))", False), ("(ADVP (RB soon))", True)]
)
def test_what_came_days_after_an_event_tells_when_that_was(measure, inserted):
    hit = "(S (NP (DT the) (NN ferry)) (VP (VBD hit) (NP (DT a) (NN rock)){}))"
    late = hit.format(" (PP (IN on) (NP (NNP Friday)))").replace("(DT the)", "(DT The)")
    frame = f"(ROOT (S (NP (NNP Berg)) (VP (VBD left) (SBAR {measure} (IN after) {hit.format('')})) (. .)))"
    assert (
        bool(results(parsed_cluster(frame, f"(ROOT {late[:-1]} (. .)))"), 0, INSERTION, "time")) == inserted
    )


@pytest.mark.parametrize(
    ("of", "inserted"), [("(IN in) (NP (NN club) (NN history))", False), ("(IN in) (NP (NN gold))", True)]
)
def test_the_history_of_a_club_is_not_that_of_another(of, inserted):
    left = "(ROOT (S {} (VP (VBD left) (NP (DT the) (NN market))) (. .)))"
    aside = f"(NP (NP (DT the) (JJS best) (NN pilot)) (PP {of}))"
    cluster = parsed_cluster(
        left.format("(NP (NNP Ida) (NNP Berg))"),
        left.format(f"(NP (NP (NNP Ida) (NNP Berg)) (, ,) {aside} (, ,))"),
    )
    assert bool(results(cluster, 0, INSERTION, "appositive")) == inserted


@pytest.mark.parametrize(("with_", "taken"), [("with", False), ("of", True)])
def test_with_what_somebody_is_shot_does_not_part_where(with_, taken):
    shot = "(ROOT (S (NP (NNP Berg)) (VP (VBD shot) {} {}) (. .)))"
    two = "(NP (DT the) (NNS sailors))"
    cluster = parsed_cluster(
        shot.format(two, "(PP (IN in) (NP (NNP Vik)))"),
        shot.format(f"(NP {two} (PP (IN {with_}) (NP (NNP Nes))))", ""),
    )
    assert bool(results(cluster, 0, EXCHANGE, "object")) == taken


@pytest.mark.parametrize(
    ("seen", "inserted"), [("(DT the) (NN car)", False), ("(DT the) (NN TV) (NN drama)", True)]
)
def test_a_clause_with_something_that_nobody_knows_yet_is_not_inserted(seen, inserted):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    who = f"(SBAR (WHNP (WP who)) (S (VP (VBD saw) (NP {seen}))))"
    berg = f"(NP (NNP Ida) (NNP Berg)) (, ,) {who} (, ,)"
    cluster = parsed_cluster(left.format("(NNP Ida) (NNP Berg)"), left.format(berg))
    assert bool(results(cluster, 0, INSERTION, "relative")) == inserted


@pytest.mark.parametrize(
    ("state", "inserted"),
    [("(VBN been) (VP (VBG leaving) (NP (NNP Vik)))", False), ("(VBN left) (NP (NNP Vik))", True)],
)
def test_who_had_been_doing_something_did_so_when_something_else_happened(state, inserted):
    left = "(ROOT (S (NP {}) (VP (VBD sang) (ADVP (RB early))) (. .)))"
    berg = f"(NP (NNP Ida) (NNP Berg)) (, ,) (SBAR (WHNP (WP who)) (S (VP (VBD had) (VP {state})))) (, ,)"
    cluster = parsed_cluster(left.format("(NNP Ida) (NNP Berg)"), left.format(berg))
    assert bool(results(cluster, 0, INSERTION, "relative")) == inserted


@pytest.mark.parametrize(("noun", "inserted"), [("", False), (" (NN pilot)", True)])
def test_an_appositive_has_a_noun(noun, inserted):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    berg = f"(NP (NNP Ida) (NNP Berg)) (, ,) (NP (DT the) (JJS oldest){noun}) (, ,)"
    cluster = parsed_cluster(left.format("(NNP Ida) (NNP Berg)"), left.format(berg))
    assert bool(results(cluster, 0, INSERTION, "appositive")) == inserted


def test_a_clause_may_end_a_sentence_without_a_stop():
    who = "(SBAR (WHNP (WP who)) (S (VP (VBD saw) (NP (DT the) (NN car)))))"
    left = "(ROOT (S (NP (NNP Ida) (NNP Berg)) (VP (VBD left) (NP (DT the) (NN ship)))))"
    met = f"(ROOT (S (NP (NNP Moss)) (VP (VBD met) (NP (NP (NNP Ida) (NNP Berg)) (, ,) {who}))))"
    assert results(parsed_cluster(left, met), 0, INSERTION, "relative") == []
