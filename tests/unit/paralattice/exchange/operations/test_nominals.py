"""Recasts of noun phrases."""

import pytest

from paralattice.exchange.model.operation import RECAST
from support.parsed_clusters import parsed_cluster, results


def recast(tree: str) -> list[str]:
    return results(parsed_cluster(tree), 0, RECAST)


def subject(phrase: str) -> str:
    return f"(ROOT (S {phrase} (VP (VBD left) (NP (DT the) (NN pier))) (. .)))"


def test_two_phrases_of_a_list_change_their_order():
    pair = subject("(NP (NP (DT A) (NN pilot)) (CC and) (NP (CD two) (NNS sailors)))")
    assert recast(pair) == ["Two sailors and a pilot left the pier ."]


@pytest.mark.parametrize(
    "member",
    [
        "(PRP$ his) (NN crew)",  # of the first one
        "(DT the) (JJ other) (NN pilot)",  # than the first one
        "(NNS sailors)",  # may be one expression: *search and rescue*
        "(NP (DT a) (NN sailor)) (PP (IN from) (NP (NNP Norvik)))",  # both may be from there
        "(NP (DT a) (NN yard)) (ADVP (JJ next) (NN door))",  # to the first one
        "(CD one) (NNP Dane)",  # may be the pilot
        "(NNP Vik) (NNS pilots) (NNP Ida) (NNP Berg)",  # and others
        "(NNP Vik) (POS ') (NNP Ida) (NNP Berg)",  # the sign would seem to open a quotation
    ],
)
def test_phrases_of_a_list_that_share_something_keep_their_order(member):
    pair = subject(f"(NP (NP (DT A) (NN pilot)) (CC and) (NP {member}))")
    assert recast(pair) == []


def test_a_list_of_what_one_owns_keeps_its_order():
    owned = "(NP (NNP Berg) (POS 's)) (CD five) (NNS boats)"
    pair = subject(f"(NP (NP {owned}) (CC and) (NP (CD two) (NNS ferries)))")
    assert recast(pair) == []


def test_titles_of_one_person_keep_their_order():
    member = "(NP (NN union) (NN leader) (NNP Ida) (NNP Berg))"
    assert recast(subject(f"(NP (NP (NNP Norvik) (NN harbour) (NN pilot)) (CC and) {member})")) == []
    member = "(NP (NNP Delta) (NN union) (NN leader) (NNP Ida) (NNP Berg))"
    assert recast(subject(f"(NP (NP (NNP Norvik) (NN harbour) (NN pilot)) (CC and) {member})")) == []


def test_a_name_and_who_it_is_change_their_order():
    named = subject("(NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP (DT the) (NN pilot)) (, ,))")
    described = subject("(NP (NP (DT The) (NN pilot)) (, ,) (NP (NNP Ida) (NNP Berg)) (, ,))")
    assert recast(named) == ["The pilot , Ida Berg , left the pier ."]
    assert recast(described) == ["Ida Berg , the pilot , left the pier ."]


def test_the_address_of_a_site_stays_after_it():
    assert recast(subject("(NP (NP (DT The) (NN site)) (, ,) (NP (NNP Berg.com)) (, ,))")) == []


def test_a_sentence_does_not_open_with_a_name_that_somebody_has():
    described = subject("(NP (NP (PRP$ His) (NN pilot)) (, ,) (NP (NNP Ida) (NNP Berg)) (, ,))")
    assert recast(described) == []


def test_a_name_stays_before_what_nobody_knows_yet():
    named = subject("(NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP (DT a) (NN tenant)) (, ,))")
    assert recast(named) == []


@pytest.mark.parametrize(
    "marked", ['(DT the) (JJ "oldest) (NN pilot)', "(DT the) (`` ``) (NN pilot) ('' '')"]
)
def test_a_name_stays_before_a_quotation(marked):
    assert recast(subject(f"(NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP {marked}) (, ,))")) == []


def test_an_owner_goes_after_its_noun():
    owned = subject("(NP (NP (NNP Ida) (NNP Berg) (POS 's)) (JJ older) (NN crew))")
    brother = subject("(NP (NP (NNP Ida) (NNP Berg) (POS 's)) (NN brother))")
    assert recast(owned) == ["The older crew of Ida Berg left the pier ."]
    assert recast(brother) == []


@pytest.mark.parametrize(
    "phrase",
    [
        "(NP (NP (NNP Berg) (POS 's)) (NN umbrella))",  # no noun that asks for somebody
        "(NP (NP (NNP Berg) (POS 's)) (JJ own) (NN brother))",  # *own* needs its owner before it
        "(NP (NP (NNP Friday) (POS 's)) (NN brother))",  # a time
    ],
)
def test_an_owner_stays_where_the_other_form_says_something_else(phrase):
    assert recast(subject(phrase)) == []


def test_a_relative_clause_loses_who_was_before_a_participle():
    relative = subject(
        "(NP (NP (DT A) (NN pilot)) (SBAR (WHNP (WP who)) (S (VP (VBD was) (VP (VBN rescued) (PP (IN off)"
        " (NP (NNP Norvik))))))))"
    )
    assert recast(relative) == ["A pilot rescued off Norvik left the pier ."]


@pytest.mark.parametrize(
    ("verb", "mark", "reduced"), [("VBG", "(, ,) ", False), ("VBG", "", True), ("VBN", "(, ,) ", True)]
)
def test_who_was_doing_something_stays_after_a_comma(verb, mark, reduced):
    clause = f"(SBAR (WHNP (WP who)) (S (VP (VBD was) (VP ({verb} singing) (PP (IN off) (NP (NNP Vik)))))))"
    relative = subject(f"(NP (NP (DT A) (NN pilot)) {mark}{clause}{' (, ,)' if mark else ''})")
    assert bool(results(parsed_cluster(relative), 0, RECAST, "relative")) == reduced


def test_who_was_stays_before_a_second_verb():
    both = "(VP (VP (VBN hired) (PP (IN in) (NP (NNP Vik)))) (CC and) (VP (VBP say)))"
    relative = subject(f"(NP (NP (DT The) (NNS pilots)) (SBAR (WHNP (WP who)) (S (VP (VBD were) {both}))))")
    assert results(parsed_cluster(relative), 0, RECAST, "relative") == []


def test_a_relative_clause_with_another_verb_stays():
    relative = subject(
        "(NP (NP (DT A) (NN pilot)) (SBAR (WHNP (WP who)) (S (VP (VBD knew) (NP (DT the) (NN bay))))))"
    )
    assert recast(relative) == []


@pytest.mark.parametrize("preposition", ["of", "at", "in"])
def test_an_apposition_of_whom_somebody_is_of_stays(preposition):
    place = "(NP (NP (NNP Vik)) (, ,) (NP (DT the) (NN captain)) (, ,))"
    assert any(
        "The captain , Vik" in text
        for text in results(parsed_cluster(f"(ROOT (S {place} (VP (VBD burned)) (. .)))"), 0)
    )
    mayor = f"(ROOT (S (NP (NP (DT The) (NN mayor)) (PP (IN {preposition}) {place})) (VP (VBD left)) (. .)))"
    assert not any("captain , Vik" in text for text in results(parsed_cluster(mayor), 0))


@pytest.mark.parametrize(("owner", "swapped"), [("(NNP Vik)", True), ("(DT the) (NN captain)", False)])
def test_an_apposition_of_a_person_that_a_thing_is_of_stays(owner, swapped):
    party = f"(NP (NP (DT The) (NN party)) (PP (IN of) (NP {owner})))"
    apposed = f"(NP {party} (, ,) (NP (NNP Ida) (NNP Berg)) (, ,))"
    found = results(parsed_cluster(f"(ROOT (S {apposed} (VP (VBD left)) (. .)))"), 0, RECAST, "apposition")
    assert bool(found) == swapped


def test_a_list_before_a_name_is_no_apposition():
    both = "(NP (NP (DT the) (NN mate)) (CC and) (NP (DT the) (NN captain)))"
    apposed = f"(NP {both} (, ,) (NP (NNP Ida) (NNP Berg)) (, ,))"
    assert (
        results(parsed_cluster(f"(ROOT (S {apposed} (VP (VBD left)) (. .)))"), 0, RECAST, "apposition") == []
    )


@pytest.mark.parametrize(("between", "swapped"), [("between", False), ("near", True)])
def test_and_that_belongs_to_between_keeps_its_order(between, swapped):
    pair = "(NP (NP (NNP Vik) (NNP City)) (CC and) (NP (NNP Nes) (NNP Island)))"
    place = f"(PP (IN {between}) (NP (NP (DT the) (NN port)) (PP (IN of) {pair})))"
    tree = f"(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD sank) {place}) (. .)))"
    assert bool(recast(tree)) == swapped


@pytest.mark.parametrize(
    ("noun", "other", "made"),
    [
        ("hotel", "in", "A hotel in Nes left the pier ."),
        ("woman", "in", "A woman from Nes left the pier ."),
        ("hotel", "with", None),
        ("scandal", "in", None),
    ],
)
def test_a_name_of_a_place_goes_after_its_noun(noun, other, made):
    hotel = subject(f"(NP (DT A) (NNP Nes) (NN {noun}))")
    place = f"(ROOT (S (NP (NNP Berg)) (VP (VBD sang) (PP (IN {other}) (NP (NNP Nes)))) (. .)))"
    found = results(parsed_cluster(hotel, place), 0, RECAST, "place after its noun")
    assert found == ([made] if made else [])


@pytest.mark.parametrize(
    "behind", ["(PP (IN of) (NP (NN rank)))", "(SBAR (WHNP (WDT that)) (S (VP (VBD sank))))"]
)
def test_a_name_of_a_place_stays_before_what_identifies_its_noun(behind):
    mother = subject(f"(NP (NP (DT A) (NNP Nes) (NN woman)) {behind})")
    place = "(ROOT (S (NP (NNP Berg)) (VP (VBD sang) (PP (IN in) (NP (NNP Nes)))) (. .)))"
    assert results(parsed_cluster(mother, place), 0, RECAST, "place after its noun") == []


@pytest.mark.parametrize(("pilot", "reduced"), [("", True), (" (PP (IN of) (NP (DT the) (NN ship)))", False)])
def test_who_was_stays_behind_another_noun(pilot, reduced):
    hired = "(SBAR (WHNP (WP who)) (S (VP (VBD was) (VP (VBN hired) (PP (IN in) (NP (NNP May)))))))"
    person = (
        f"(NP (NP (NP (DT the) (NN pilot)){pilot}) {hired})"
        if pilot
        else f"(NP (NP (DT the) (NN pilot)) {hired})"
    )
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD met) {person}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, RECAST, "relative")) == reduced


@pytest.mark.parametrize(("article", "swapped"), [("", True), ("(DT the) ", False)])
def test_names_that_share_an_article_keep_their_order(article, swapped):
    both = f"(NP (NP {article}(NNP Vik) (NNP Bank)) (CC and) (NP (NNP Nes) (NNP Fund)))"
    tree = f"(ROOT (S {both} (VP (VBD lent) (NP (NN money))) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, RECAST, "list")) == swapped


@pytest.mark.parametrize(
    ("verb", "preposition", "swapped"),
    [("led", "by", True), ("followed", "by", False), ("led", "after", False)],
)
def test_a_list_in_order_keeps_it(verb, preposition, swapped):
    two = "(NP (NP (DT the) (NN yard)) (CC and) (NP (DT the) (NN port)))"
    led = f"(VP (VBD was) (VP (VBN {verb}) (PP (IN {preposition}) {two})))"
    tree = f"(ROOT (S (NP (NNP Berg)) {led} (. .)))"
    assert bool(results(parsed_cluster(tree), 0, RECAST, "list")) == swapped


@pytest.mark.parametrize(("score", "made"), [("(CD 13-3)", False), ("(JJ narrow)", True)])
def test_what_made_a_score_precedes_it(score, made):
    pair = subject(f"(NP (NP (DT A) (NN goal)) (CC and) (NP (DT a) {score} (NN lead)))")
    assert bool(recast(pair)) == made


@pytest.mark.parametrize(
    ("aside", "swapped"),
    [
        ("(, ,) (NP (NP (CD one)) (PP (IN of) (NP (PRP them))))", False),
        ("(, ,) (PP (IN against) (NP (CD one) (NN pilot)))", False),
        ("", True),
    ],
)
def test_a_list_before_one_of_its_last_member_keeps_its_order(aside, swapped):
    pair = "(NP (NP (DT a) (NN pilot)) (CC and) (NP (CD two) (NNS sailors)))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD saw) {pair} {aside}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, RECAST, "list")) == swapped


@pytest.mark.parametrize(("noun", "swapped"), [("interceptions", False), ("touchdowns", True)])
def test_the_yards_of_passes_stand_before_their_interceptions(noun, swapped):
    pair = f"(NP (NP (CD ten) (NNS yards)) (CC and) (NP (CD two) (NNS {noun})))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD threw) (PP (IN for) {pair})) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, RECAST, "list")) == swapped


def test_a_wife_stands_before_the_children():
    pair = "(NP (NP (DT a) (NN {})) (CC and) (NP (CD five) (NNS boats)))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBZ leaves) {pair}) (. .)))"
    assert results(parsed_cluster(tree.format("wife")), 0, RECAST, "list") == []
    assert results(parsed_cluster(tree.format("yard")), 0, RECAST, "list") != []


@pytest.mark.parametrize(("noun", "swapped"), [("charity", False), ("pilot", True), ("old charity", True)])
def test_a_thing_that_has_no_other_word_stays_before_its_name(noun, swapped):
    words = " ".join(f"(NN {word})" for word in noun.split())
    described = subject(f"(NP (NP (DT The) {words}) (, ,) (NP (NNP Aurora)) (, ,))")
    assert bool(recast(described)) == swapped


@pytest.mark.parametrize(("where", "reduced"), [(" (PP (IN in) (NP (NNP Vik)))", True), ("", False)])
def test_who_was_stays_before_a_lone_participle_behind_a_comma(where, reduced):
    clause = f"(SBAR (WHNP (WP who)) (S (VP (VBD was) (VP (VBN hired){where}))))"
    relative = subject(f"(NP (NP (DT A) (NN pilot)) (, ,) {clause} (, ,))")
    assert bool(results(parsed_cluster(relative), 0, RECAST, "relative")) == reduced


@pytest.mark.parametrize(("before", "swapped"), [("of", False), ("near", True)])
def test_and_behind_of_may_join_more(before, swapped):
    pair = "(NP (NP (DT the) (NN prize)) (CC and) (NP (DT a) (NN car)))"
    share = f"(NP (NP (DT a) (NN share)) (PP (IN {before}) {pair}))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD got) {share}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, RECAST, "list")) == swapped


@pytest.mark.parametrize(
    ("owner", "swapped"),
    [
        ("(CD one) (NN captain)", False),
        ("(DT the) (NN year)", True),
        ("(NP (DT the) (NN end)) (PP (IN in) (NP (DT the) (NN story)))", False),
    ],
)
def test_a_name_does_not_go_behind_another_person(owner, swapped):
    pilot = f"(NP (NP (DT the) (NN pilot)) (PP (IN of) (NP {owner})))"
    apposed = f"(NP (NP (NNP Ida) (NNP Berg)) (, ,) {pilot} (, ,))"
    found = results(parsed_cluster(f"(ROOT (S {apposed} (VP (VBD left)) (. .)))"), 0, RECAST, "apposition")
    assert bool(found) == swapped


@pytest.mark.parametrize(
    ("called", "told"),
    [
        ("(NN harbour) (NN captain)", "Ida Berg , the harbour captain , left the pier ."),
        ("(DT The) (NN captain)", "Ida Berg , the captain , left the pier ."),
        ("(JJ Former) (NN captain)", "Ida Berg , a former captain , left the pier ."),
        ("(NN Analyst)", "Ida Berg , an analyst , left the pier ."),
        ("(NP (NNP Vik) (POS 's)) (NN captain)", "Ida Berg , Vik 's captain , left the pier ."),
        ("(NN Quarterback)", ""),
        ("(NN Captain)", ""),  # a title
        ("(NP (NN President) (POS 's)) (NN captain)", ""),
        ("(NNP Royal) (NN captain)", ""),  # or a *royal* one
        ("(NNP Vik) (NN captain)", "Ida Berg , the Vik captain , left the pier ."),
        ("(NN harbour) (NNP Captain)", ""),
        ("(PRP$ His) (NN captain)", ""),
        ("(NN sister)", ""),
    ],
)
def test_what_a_person_does_goes_behind_the_name(called, told):
    cluster = parsed_cluster(
        subject(f"(NP {called} (NNP Ida) (NNP Berg))"), subject("(NP (DT The) (NNP Vik) (NN mate))")
    )
    assert results(cluster, 0, RECAST, "title") == [told] * bool(told)


@pytest.mark.parametrize(
    ("named", "behind", "made"),
    [
        ("(NN captain) (NNP Ida) (NNP Berg)", "", True),
        ("(NNP Chief) (NNP Executive) (NNP Berg)", "", False),
        ("(NN captain) (NNP Berg)", "", False),  # a reader may not know the surname
        ("(NN captain) (NNP Ida) (NNP Berg)", "(, ,) (NP (CD 31)) (, ,)", False),
    ],
)
def test_what_a_person_does_goes_only_behind_a_full_name_before_the_verb(named, behind, made):
    pilot = f"(NP (NP {named}) {behind})" if behind else f"(NP {named})"
    tree = f"(ROOT (S (NP (NNP Orme)) (VP (VBD said) (SBAR (S {pilot} (VP (VBD slept))))) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, RECAST, "title")) == made


@pytest.mark.parametrize(
    ("called", "end", "told"),
    [
        ("(NN captain)", "(. .)", "It sank , said Ida Berg , the captain ."),
        ("(JJ lead) (NN analyst)", "(. .)", "It sank , said Ida Berg , the lead analyst ."),
        ("(NN founder)", "(. .)", "It sank , said Ida Berg , the founder ."),
        ("(NN captain)", "(, ,) (NP (CD 31)) (. .)", ""),
    ],
)
def test_what_a_person_does_goes_behind_the_name_of_who_said_it(called, end, told):
    sank = "(S (NP (PRP It)) (VP (VBD sank)))"
    tree = f"(ROOT (SINV {sank} (, ,) (VP (VBD said)) (NP {called} (NNP Ida) (NNP Berg)) {end}))"
    assert results(parsed_cluster(tree), 0, RECAST, "title") == [told] * bool(told)


@pytest.mark.parametrize(("word", "swapped"), [("only", False), ("also", True)])
def test_what_names_somebody_stays_before_the_name(word, swapped):
    berg = "(NP (NP (PRP$ his) (NN pilot)) (, ,) (NP (NNP Berg)) (, ,))"
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) (ADVP (RB {word})) (PP (IN by) {berg})) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, RECAST, "apposition")) == swapped


@pytest.mark.parametrize(("rate", "swapped"), [(" (NP (DT a) (NN game))", False), ("", True)])
def test_a_rate_stays_behind_all_that_it_measures(rate, swapped):
    points = f"(NP (NP (CD 39) (NNS points)){rate})" if rate else "(NP (CD 39) (NNS points))"
    both = subject(f"(NP (NP (CD 502) (NNS yards)) (CC and) {points})")
    assert bool(results(parsed_cluster(both), 0, RECAST, "list")) == swapped


@pytest.mark.parametrize(
    ("end", "swapped"), [(" (PP (IN with) (NP (CD two) (NNS decks)))", False), ("", True)]
)
def test_a_name_does_not_part_a_noun_from_what_follows_it(end, swapped):
    pair = f"(NP (NP (DT the) (NN pilot)) (, ,) (NP (NNP Ida) (NNP Berg)){end})"
    tree = (
        f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD met) {pair}) (, ,) (NP (NNP Vik)) (VP (VBD said)) (. .)))"
    )
    assert bool(results(parsed_cluster(tree), 0, RECAST, "apposition")) == swapped


@pytest.mark.parametrize(("name", "swapped"), [("Wednesday", False), ("Berg", True)])
def test_a_day_and_what_happened_keep_their_order(name, swapped):
    pair = f"(NP (NP (NNP {name})) (, ,) (NP (PRP$ their) (JJ fifth) (NN pilot)))"
    tree = f"(ROOT (S (NP (DT The) (NNS crews)) (VP (VBD lost) {pair}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, RECAST, "apposition")) == swapped


@pytest.mark.parametrize(("behind", "recast_"), [("(, ,) (NP (NNP Vik)) (, ,)", False), ("", True)])
def test_the_owner_of_what_a_name_names_stays(behind, recast_):
    owned = f"(NP (NP (NP (NNP Norland) (POS 's)) (NN death)) {behind})"
    assert bool(recast(subject(owned))) == recast_


@pytest.mark.parametrize(("after", "swapped"), [("the", False), ("a", True)])
def test_the_last_of_a_list_stays_beside_it(after, swapped):
    both = "(NP (NP (CD four) (NNS boats)) (CC and) (NP (CD six) (NNS ferries)))"
    last = f"(, ,) (NP (DT {after}) (JJ last)) (PP (IN in) (NP (NNP May)))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD built) {both} {last}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, RECAST, "list")) == swapped


@pytest.mark.parametrize(("noun", "swapped"), [("ferry", False), ("pilot", True)])
def test_the_ferry_is_not_told_before_its_name(noun, swapped):
    named = subject(f"(NP (NP (NNP Aurora)) (, ,) (NP (DT the) (JJ popular) (NN {noun})) (, ,))")
    assert bool(recast(named)) == swapped
