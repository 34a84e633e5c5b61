"""Replacement of function words and set phrases."""

import pytest

from paralattice.exchange.model.operation import MADE, RECAST
from paralattice.exchange.model.parsed import Parsed
from paralattice.exchange.rules.parse import unplanned_governors
from paralattice.formats.trees import read_tree
from support.parsed_clusters import AURORA, candidate_of, candidates_of, parsed_cluster, results


def worded(tree: str, what: str = "") -> list[str]:
    return results(parsed_cluster(tree), 0, RECAST, f"wording: {what}")


def test_a_bare_day_gets_on():
    bare = AURORA[0].replace("(PP (IN on) (NP (NNP Friday)))", "(NP (NNP Friday))")
    assert worded(bare, "on") == ["The ferry Aurora hit a rock near Lundvik on Friday ."]
    assert worded(AURORA[0], "on") == []


def test_a_day_does_not_move_away_from_its_on():
    bare = parsed_cluster(AURORA[0].replace("(PP (IN on) (NP (NNP Friday)))", "(NP (NNP Friday))"))
    made = [" ".join(one.words) for one in candidates_of(bare, 0, 3, 400, 0)]
    assert any(text.startswith("On Friday , ") for text in made)
    assert not any("on ." in text for text in made)


def test_what_is_said_gets_that():
    bare = AURORA[3].replace("(SBAR (IN that) (S", "(SBAR (S")
    assert worded(bare) == ["The harbour master said that the tired crew waited for help ."]
    assert worded(AURORA[3]) == []
    second = bare.replace(
        "(VP (VBD said)", "(VP (VBD said) (SBAR (S (NP (PRP it)) (VP (VBD sank)))) (CC and)"
    )
    assert worded(second) == []


def test_one_that_is_enough():
    believed = "(SBAR (S (NP (PRP they)) (VP (VBP believe) (SBAR {}(S (NP (PRP it)) (VP (VBD sank)))))))"
    told = f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD said) {believed}) (. .)))"
    assert worded(told.format(""), "that") == ["The crew said that they believe it sank ."]
    assert worded(told.format("(IN that) "), "that") == []


def test_who_says_it_does_not_move_away_from_that():
    bare = parsed_cluster(AURORA[3].replace("(SBAR (IN that) (S", "(SBAR (S"))
    made = candidates_of(bare, 0, 3, 400, 0)
    assert not any(candidate.words[0] == "That" for candidate in made)


def test_after_and_following_stand_for_each_other_before_an_event():
    after = AURORA[1].replace("(S (VP (VBG losing) (NP (NN power))))", "(NP (DT a) (NN storm))")
    [made] = worded(after)
    assert made == "Aurora , a small ship of 1962 , hit a rock following a storm ."
    back = after.replace("(PP (IN after)", "(PP (VBG following)")
    assert worded(back) == ["Aurora , a small ship of 1962 , hit a rock after a storm ."]
    chased = after.replace("(VBD hit) (NP (DT a) (NN rock))", "(VBD ran)")
    assert worded(chased) == []


def test_words_of_the_table_change_before_the_tags_they_ask_for():
    many = AURORA[2].replace("(NNS boats)", "(QP (RB about) (CD six)) (NNS boats)")
    assert worded(many) == ["The crew left the ship in around six boats , the harbour master said ."]
    told = AURORA[2].replace("(NNS boats)", "(NN talk) (PP (IN about) (NP (NNS boats)))")
    assert worded(told) == []


def test_a_figure_that_other_figures_precede_stays():
    told = AURORA[2].replace("(NNS boats)", "(CD 3) (NNS boats)")
    assert worded(told) == ["The crew left the ship in three boats , the harbour master said ."]
    assert worded(told.replace("(CD 3)", "(CD 2) (CC and) (CD 3)")) == []
    assert worded(told.replace("(CD 3)", "(CD 2) (TO to) (CD 3)")) == []


def test_one_percentage_of_two_keeps_its_sign():
    share = AURORA[2].replace("(NP (NNS boats))", "(NP (NP (CD 7) (NN %)) (PP (IN of) (NP (NNS boats))))")
    assert worded(share) == ["The crew left the ship in 7 percent of boats , the harbour master said ."]
    assert worded(share.replace("(NNS boats)", "(CD 9) (NN %)")) == []


def test_a_wording_may_ask_what_stands_before():
    about = AURORA[2].replace("(DT the) (NN ship)", "(RB about) (CD 30) (NNS boats)")
    assert "The crew left around 30 boats in boats , the harbour master said ." in worded(about)
    assert worded(about.replace("(RB about)", "(RB all) (RB about)"), "around") == []
    outside = AURORA[2].replace(
        "(DT the) (NN ship)", "(NP (DT the) (NN outside)) (PP (IN of) (NP (DT the) (NN ship)))"
    )
    assert worded(outside, "outside") == []


@pytest.mark.parametrize(
    ("phrase", "made"),
    [
        ("(DT a) (NN company)", ["The crew left a firm in boats , the harbour master said ."]),
        # A theatre company is no firm.
        ("(DT a) (NN theatre) (NN company)", []),
        ("(DT a) (NNP company)", []),
    ],
)
def test_nouns_of_the_table_change_after_an_article_alone(phrase, made):
    assert worded(AURORA[2].replace("(DT the) (NN ship)", phrase)) == made


def test_months_titles_and_figures_are_written_out():
    dated = AURORA[0].replace("(NNP Friday)", "(NNP Dec.) (CD 4)")
    assert worded(dated, "December") == ["The ferry Aurora hit a rock near Lundvik on December 4 ."]
    figure = AURORA[2].replace("(NNS boats)", "(CD 4) (NNS boats)")
    assert worded(figure) == ["The crew left the ship in four boats , the harbour master said ."]
    assert worded(figure.replace("(CD 4)", "(CD 17) (. .) (CD 4)")) == []
    assert worded(figure.replace("(CD 4)", "(NN Year) (CD 4)")) == []


@pytest.mark.parametrize(
    ("verb", "made"),
    [
        ("(VBD shut)", ["The crew closed shops ."]),
        ("(VBD had) (VP (VBN shut)", ["The crew had closed shops ."]),
        ("(MD will) (VP (VB shut)", []),
    ],
)
def test_a_base_form_gets_no_past_form(verb, made):
    end = ")" if "VP" in verb else ""
    frame = f"(ROOT (S (NP (DT The) (NN crew)) (VP {verb} (PRT (RP down)) (NP (NNS shops))){end} (. .)))"
    assert worded(frame) == made


def test_quoted_words_stay():
    quoting = AURORA[2].replace("(NNS boats)", "(`` ``) (QP (RB about) (CD six)) (NNS boats) ('' '')")
    assert worded(quoting) == []


def test_new_words_have_no_source_and_are_no_joint():
    many = AURORA[2].replace("(NNS boats)", "(QP (RB about) (CD six)) (NNS boats)")
    made = candidate_of(
        parsed_cluster(many), 0, "The crew left the ship in around six boats , the harbour master said ."
    )
    assert [token.word for token in made.tokens if token.sentence == MADE] == ["around"]
    elsewhere = many.replace("(RB about)", "(RB around)").replace(
        "(NP (DT the) (NN ship)) (PP (IN in) (NP (QP (RB around) (CD six)) (NNS boats)))",
        "(NP (NP (DT the) (NN ship)) (PP (IN in) (NP (QP (RB around) (CD six)) (NNS boats))))",
    )
    assert unplanned_governors(Parsed.of_tree(made, read_tree(elsewhere))) == []


@pytest.mark.parametrize(
    ("verb", "changed"),
    [("(VBZ plans) (S (VP (TO to)", True), ("(VBD made) (NP (NNS plans) (S (VP (TO to)", False)],
)
def test_a_noun_is_not_replaced_as_a_verb(verb, changed):
    close = ")" * (verb.count("(") - verb.count(")"))
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP {verb} (VP (VB leave)){close}) (. .)))"
    assert bool(worded(tree, "intends to")) == changed


@pytest.mark.parametrize(("unit", "changed"), [("boats", True), ("mm", False), ("mm/h", False)])
def test_a_figure_before_a_unit_stays(unit, changed):
    tree = AURORA[2].replace("(NNS boats)", f"(CD 9) (NNS {unit})")
    assert bool(worded(tree, "nine")) == changed


@pytest.mark.parametrize(("told_again", "changed"), [(False, False), (True, True)])
def test_an_object_that_no_other_sentence_names_may_be_a_set_phrase(told_again, changed):
    sealed = "(ROOT (S (NP (NNP Berg)) (VP (VBD sealed) (NP (DT the) (NN agreement))) (. .)))"
    cluster = parsed_cluster(sealed, sealed if told_again else AURORA[2])
    assert bool(results(cluster, 0, RECAST, "wording: deal")) == changed


@pytest.mark.parametrize(
    ("verb", "new", "changed"),
    [
        ("(VBD quit)", "resigned", True),
        ("(VBP quit)", "resigned", False),
        ("(VBP put) (NP (DT an) (NN end)) (PP (TO to) (NP (NNP Vik)))", "ended", False),
        ("(VBD returned) (PP (TO to) (NP (NNP Vik)))", "went back", True),
        ("(VBP have) (VP (VBN returned) (PP (TO to) (NP (NNP Vik))))", "went back", False),
    ],
)
def test_a_past_replaces_neither_a_present_nor_a_participle(verb, new, changed):
    tree = f"(ROOT (S (NP (DT The) (JJ old) (NNP Berg)) (VP {verb}) (. .)))"
    assert bool(worded(tree, new)) == changed


def test_a_past_tense_stands_for_no_participle():
    beat = (
        "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD defeated) (NP (NNP Norvik))"
        " (PP (IN on) (NP (NNP Friday)))) (. .)))"
    )
    assert worded(beat) == ["The crew beat Norvik on Friday ."]
    assert (
        worded(beat.replace("(VBD defeated)", "(VBD had) (VP (VBN defeated)").replace("(. .)", ") (. .)"))
        == []
    )


@pytest.mark.parametrize(("number", "worded_as"), [("two", ["The crew left over two boats ."]), ("one", [])])
def test_more_than_one_is_not_over_one(number, worded_as):
    boats = f"(NP (QP (JJR more) (IN than) (CD {number})) (NNS boats))"
    left = f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) {boats}) (. .)))"
    assert worded(left) == worded_as


@pytest.mark.parametrize(("number", "changed"), [("two", True), ("one", False)])
def test_around_one_of_them_is_not_about_one_of_them(number, changed):
    yard = f"(PP (IN around) (NP (NP (CD {number})) (PP (IN of) (NP (DT the) (NNS yards)))))"
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD walked) {yard}) (. .)))"
    assert bool(worded(tree, "about")) == changed


@pytest.mark.parametrize(("opener", "changed"), [("", True), ("(IN after) ", False)])
def test_that_is_not_added_in_a_clause_that_only_names_who_says_it(opener, changed):
    says = "(S (NP (NN police)) (VP (VBP say) (SBAR (S (NP (NNP Berg)) (VP (VBD fled))))))"
    held = f"(VP (VBD was) (VP (VBN held) (SBAR {opener}{says})))"
    tree = f"(ROOT (S (NP (DT A) (NN man)) {held} (. .)))" if opener else f"(ROOT {says[:-1]} (. .)))"
    assert bool(worded(tree, "that")) == changed


@pytest.mark.parametrize(("verb", "changed"), [("(VBD sank)", True), ("(VBD was)", False)])
def test_what_is_due_to_something_is_not_because_of_it(verb, changed):
    storm = "(PP (JJ due) (IN to) (NP (DT the) (NN storm)))"
    tree = f"(ROOT (S (NP (DT The) (NN loss)) (VP {verb} {storm}) (. .)))"
    assert bool(worded(tree, "because of")) == changed


@pytest.mark.parametrize(
    ("noun", "behind", "changed"),
    [("agreement", "of", False), ("agreement", "in", True), ("takeover", "in", False)],
)
def test_a_doctor_of_something_and_what_is_only_alike_keep_their_nouns(noun, behind, changed):
    owned = f"(NP (NP (DT a) (NN {noun})) (PP (IN {behind}) (NP (NNP Vik))))"
    assert bool(worded(f"(ROOT (S (NP (NNP Berg)) (VP (VBD saw) {owned}) (. .)))")) == changed


@pytest.mark.parametrize(("opener", "changed"), [("during", True), ("after", False)])
def test_after_does_not_follow_after(opener, changed):
    rest = f"(PP (VBG following) (NP (DT the) (NN storm))) (PP (IN {opener}) (NP (DT the) (NN night)))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD left) {rest}) (. .)))"
    assert bool(worded(tree, "after")) == changed


@pytest.mark.parametrize(("verb", "changed"), [("left", True), ("named", False)])
def test_what_is_named_after_somebody_does_not_follow(verb, changed):
    day = "(NP (DT the) (NN day)) (PP (IN after) (NP (DT the) (NN girl)))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD {verb}) {day}) (. .)))"
    assert bool(worded(tree, "following")) == changed


@pytest.mark.parametrize(("verb", "changed"), [("VBD slept", True), ("VBD died", False)])
def test_somebody_dies_at_the_scene(verb, changed):
    tree = f"(ROOT (S (NP (NNP Berg)) (VP ({verb}) (PP (IN at) (NP (DT the) (NN scene)))) (. .)))"
    assert bool(worded(tree, "on the scene")) == changed


def test_even_though_is_one():
    rest = "(SBAR (IN even) (IN though) (S (NP (PRP it)) (VP (VBD rained))))"
    made = worded(f"(ROOT (S (NP (PRP She)) (VP (VBD left) {rest}) (. .)))")
    assert made == ["She left although it rained ."]


@pytest.mark.parametrize(("verb", "changed"), [("put", False), ("was", True)])
def test_somebody_is_put_in_charge(verb, changed):
    charge = "(PP (IN in) (NP (NP (NN charge)) (PP (IN of) (NP (DT the) (NN ship)))))"
    made = worded(f"(ROOT (S (NP (PRP She)) (VP (VBD {verb}) {charge}) (. .)))", "responsible")
    assert bool(made) == changed


@pytest.mark.parametrize(("rest", "changed"), [("(CD 8) (NNS seconds)", False), ("(RB later)", True)])
def test_a_time_in_figures_has_no_word_beside_them(rest, changed):
    tree = f"(ROOT (S (NP (PRP She)) (VP (VBD left) (NP (CD 4) (NNS minutes) {rest})) (. .)))"
    assert bool(worded(tree, "four")) == changed


@pytest.mark.parametrize(("more", "changed"), [("(TO to) (CD 40)", False), ("", True)])
def test_a_range_has_no_second_limit(more, changed):
    boats = f"(NP (QP (RB as) (JJ many) (IN as) (CD 30) {more}) (NNS boats))"
    assert bool(worded(f"(ROOT (S (NP (NNP Berg)) (VP (VBD saw) {boats}) (. .)))", "up to")) == changed


@pytest.mark.parametrize(("limit", "changed"), [("mph", False), ("knots", True)])
def test_one_speed_of_two_keeps_its_sign(limit, changed):
    speed = f"(PP (IN at) (NP (CD 81) (NN mph))) (PP (IN in) (NP (CD 40) (NN {limit})))"
    assert bool(worded(f"(ROOT (S (NP (NNP Berg)) (VP (VBD sailed) {speed}) (. .)))", "miles")) == changed


@pytest.mark.parametrize(("before", "made"), [("(VBG Speaking)", False), ("(VBN Asked)", True)])
def test_following_does_not_follow_a_verb_in_ing(before, made):
    after = "(PP (IN after) (NP (DT the) (NN trial)))"
    tree = f"(ROOT (S (S (VP {before} {after})) (, ,) (NP (NNP Berg)) (VP (VBD wept)) (. .)))"
    assert bool(worded(tree, "following")) == made


@pytest.mark.parametrize(("end", "made"), [("(DT the) (NN line)", False), ("(NN noon)", True)])
def test_just_before_a_place_is_no_time(end, made):
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD fell) (PP (RB just) (IN before) (NP {end}))) (. .)))"
    assert bool(worded(tree, "shortly before")) == made


@pytest.mark.parametrize(("rest", "made"), [("(, ,) (CD 11) (NNS ounces)", False), ("", True)])
def test_a_figure_before_another_measure_stays(rest, made):
    tree = f"(ROOT (S (NP (DT The) (NN cub)) (VP (VBD weighed) (NP (CD 4) (NNS pounds) {rest})) (. .)))"
    assert bool(worded(tree, "four")) == made


def test_a_first_word_that_stays_keeps_its_tag():
    quake = "(NP (DT a) (CD 5.6) (NN magnitude) (NN earthquake))"
    tree = f"(ROOT (S {quake.replace('(DT a)', '(DT A)')} (VP (VBD hit) (NP (NNP Vik))) (. .)))"
    assert worded(tree, "earthquake struck") == ["A 5.6-magnitude earthquake struck Vik ."]


@pytest.mark.parametrize(
    ("rest", "made"), [("(VBD cut) (NP (NN power))", False), ("(PP (IN in) (NP (NNP Vik)))", True)]
)
def test_a_clause_does_not_follow_a_preposition(rest, made):
    fire = f"(PP (IN after) (NP (NP (DT a) (NN fire)) {rest}))"
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) (NP (NNP Nes)) {fire}) (. .)))"
    assert any("following" in text for text in worded(tree)) == made


@pytest.mark.parametrize(("verb", "changed"), [("spent", False), ("slept", True)])
def test_a_day_that_somebody_spent_is_no_time(verb, changed):
    when = "(NP (NNP Friday) (NN night)) (PP (IN in) (NP (NNP Vik)))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD {verb}) {when}) (. .)))"
    assert any("on Friday" in text for text in worded(tree)) == changed


@pytest.mark.parametrize(("behind", "changed"), [("(VBD left) (NP (NNP Nes))", False), ("", True)])
def test_after_before_a_clause_that_the_parser_cuts_stays(behind, changed):
    after = f"(PP (IN after) (NP (DT a) (NN storm))) {behind}"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD saw) (NP (NNP Vik)) {after}) (. .)))"
    assert bool(worded(tree, "following")) == changed


@pytest.mark.parametrize(("ordinal", "changed"), [("fifth", False), ("great", True)])
def test_nothing_follows_the_fifth_part(ordinal, changed):
    after = f"(PP (IN after) (NP (DT the) (JJ {ordinal}) (NN storm)))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD left) (NP (NNP Vik)) {after}) (. .)))"
    assert bool(worded(tree, "following")) == changed
