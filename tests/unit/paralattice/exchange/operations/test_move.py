"""Moves of times and attributions."""

import pytest

from paralattice.exchange.model.operation import MOVE
from support.parsed_clusters import AURORA, parsed_cluster, results


def test_a_time_moves_to_the_front():
    assert results(parsed_cluster(AURORA[0]), 0, MOVE, "time") == [
        "On Friday , the ferry Aurora hit a rock near Lundvik ."
    ]


@pytest.mark.parametrize(("whom", "moved"), [("(NNP Vik)", True), ("(PRP him)", False)])
def test_who_says_it_does_not_precede_a_pronoun_before_the_subject(whom, moved):
    when = f"(SBAR (WHADVP (WRB When)) (S (NP (DT the) (NN storm)) (VP (VBD hit) (NP {whom}))))"
    told = f"(S {when} (, ,) (NP (DT the) (NN crew)) (VP (VBD left)))"
    tree = f"(ROOT (S {told} (, ,) (NP (NNP Berg)) (VP (VBD said)) (. .)))"
    found = results(parsed_cluster(tree), 0, MOVE, "attribution to the front")
    assert found == ["Berg said that when the storm hit Vik , the crew left ."][: int(moved)]


@pytest.mark.parametrize("clock", ["11am", "6.30pm"])
def test_the_second_of_a_clock_and_a_day_stays(clock):
    died = f"(VP (VBD died) (NP (RB about) (CD {clock})) (PP (IN on) (NP (NNP Friday))))"
    assert results(parsed_cluster(f"(ROOT (S (NP (DT A) (NN man)) {died} (. .)))"), 0, MOVE, "time") == []


@pytest.mark.parametrize(
    ("aside", "saying"),
    [
        ("", "Ida Berg said"),
        (" (, ,) (NP (CD 31)) (, ,)", "Ida Berg , 31 , said"),
        (" (, ,) (NP (DT the) (JJ tired) (NN pilot)) (, ,)", "said Ida Berg , the tired pilot"),
    ],
)
def test_said_stands_before_a_long_speaker_at_the_end(aside, saying):
    speaker = f"(NP (NP (NNP Ida) (NNP Berg)){aside})"
    told = AURORA[3].replace("(NP (DT The) (NN harbour) (NN master))", speaker)
    assert results(parsed_cluster(told), 0, MOVE, "attribution to the end") == [
        f"The tired crew waited for help , {saying} ."
    ]


@pytest.mark.parametrize(("day", "moved"), [("(NP (NNP Monday)) ", False), ("", True)])
def test_a_day_after_said_may_be_that_of_saying(day, moved):
    told = f"(SBAR (S {day}(NP (DT the) (NN ferry)) (VP (VBD sank))))"
    frame = f"(ROOT (S (NP (NNP Berg)) (VP (VBD said) {told}) (. .)))"
    assert bool(results(parsed_cluster(frame), 0, MOVE, "attribution")) == moved


@pytest.mark.parametrize("verb", ["denied", "denies"])
def test_what_somebody_denies_stays_behind_the_verb(verb):
    assert results(parsed_cluster(AURORA[3].replace("said", verb)), 0, MOVE, "attribution") == []


def test_a_date_moves_to_the_front_with_the_comma_after_it():
    date = "(PP (IN on) (NP (NNP July) (CD 5) (, ,) (CD 1962))) (, ,) (PP (IN in) (NP (NNP Vik)))"
    dated = f"(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD sank) {date}) (. .)))"
    assert results(parsed_cluster(dated), 0, MOVE, "time") == ["On July 5 , 1962 , the ferry sank in Vik ."]


def test_a_bare_day_gets_its_preposition_at_the_front():
    bare = "(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD sank) (NP (NNP Friday) (NN morning))) (. .)))"
    assert results(parsed_cluster(bare), 0, MOVE, "time") == ["On Friday morning , the ferry sank ."]


def test_a_clause_of_time_moves_to_the_front():
    assert results(parsed_cluster(AURORA[1]), 0, MOVE) == [
        "After losing power , Aurora , a small ship of 1962 , hit a rock ."
    ]


def test_who_says_it_moves_to_the_front_and_to_the_end():
    assert results(parsed_cluster(AURORA[2]), 0, MOVE) == [
        "The harbour master said the crew left the ship in boats ."
    ]
    assert results(parsed_cluster(AURORA[3]), 0, MOVE) == [
        "The tired crew waited for help , the harbour master said ."
    ]


def test_a_verb_other_than_say_takes_that():
    one = AURORA[2].replace("said", "reported")
    assert results(parsed_cluster(one), 0, MOVE) == [
        "The harbour master reported that the crew left the ship in boats ."
    ]


def test_that_opens_a_clause_that_begins_with_a_preposition():
    one = (
        "(ROOT (S (S (PP (IN In) (NP (NNP July))) (, ,) (NP (DT the) (NN ferry)) (VP (VBD sank))) (, ,)"
        " (NP (NNP Orme)) (VP (VBD said)) (. .)))"
    )
    assert results(parsed_cluster(one), 0, MOVE, "attribution") == [
        "Orme said that in July , the ferry sank ."
    ]


@pytest.mark.parametrize(("owner", "moved"), [("DT The", True), ("PRP$ Her", False)])
def test_no_pronoun_of_a_speaker_precedes_who_it_means(owner, moved):
    one = (
        f"(ROOT (S (S (NP (NNP Lie)) (VP (VBD slept))) (, ,) (NP ({owner}) (NN agent) (NN pilot)) (VP"
        " (VBD said)) (. .)))"
    )
    assert bool(results(parsed_cluster(one), 0, MOVE, "attribution")) == moved


@pytest.mark.parametrize(("said", "moved"), [("Vik", False), ("Ida", False), ("crew", True)])
def test_a_group_that_speaks_does_not_precede_its_name(said, moved):
    subject = "(DT the) (NN crew)" if said == "crew" else f"(NNP {said})"
    told = f"(S (NP {subject}) (VP (VBD left)))"
    one = f"(ROOT (S {told} (, ,) (NP (DT the) (NN agency)) (VP (VBD said)) (. .)))"
    assert bool(results(parsed_cluster(one), 0, MOVE, "attribution to the front")) == moved


def test_a_phrase_with_a_pronoun_does_not_move_before_what_it_refers_to():
    one = AURORA[1].replace("(S (VP (VBG losing) (NP (NN power))))", "(NP (PRP$ its) (NN launch))")
    assert results(parsed_cluster(one), 0, MOVE) == []


def test_a_phrase_whose_pronoun_is_the_subject_s_moves_to_the_front():
    one = AURORA[1].replace("(NP (NN power))", "(NP (PRP$ its) (NN power))")
    assert results(parsed_cluster(one), 0, MOVE) == [
        "After losing its power , Aurora , a small ship of 1962 , hit a rock ."
    ]


def test_a_time_moves_beside_a_quotation_and_who_says_one_stays():
    quoting = AURORA[0].replace("(DT a) (NN rock)", "(`` ``) (NN rock) ('' '')")
    crew = "(NP (DT the) (JJ tired) (NN crew))"
    said = AURORA[3].replace(crew, f"(`` ``) {crew} ('' '')")
    assert results(parsed_cluster(quoting), 0, MOVE) == [
        "On Friday , the ferry Aurora hit `` rock '' near Lundvik ."
    ]
    assert results(parsed_cluster(said), 0, MOVE) == []


def test_a_time_after_an_adverb_or_a_bare_date_does_not_move():
    for adverb in ("RB back", "RBR later"):
        back = AURORA[0].replace("(PP (IN on)", f"(ADVP ({adverb})) (PP (IN on)")
        assert results(parsed_cluster(back), 0, MOVE, "time") == []
    dated = AURORA[0].replace("(PP (IN on) (NP (NNP Friday)))", "(NP (NNP May) (CD 2))")
    assert results(parsed_cluster(dated), 0, MOVE, "time") == []


def test_how_long_something_lasts_does_not_move():
    for phrase in "(JJ many) (NNS hours)", "(CD seven) (NNS hours) (NNP Friday)":
        hours = AURORA[0].replace("(PP (IN on) (NP (NNP Friday)))", f"(NP {phrase})")
        assert results(parsed_cluster(hours), 0, MOVE, "time") == []


def test_a_time_does_not_leave_behind_what_it_is_for():
    left = (
        "(ROOT (S (NP (NNP Berg)) (VP (VBD scored) (PP (IN with) (NP (CD four) (NNS minutes)))"
        " {}(PP (IN in) (NP (NNP Norvik)))) (. .)))"
    )
    assert "With four minutes , Berg scored in Norvik ." in results(parsed_cluster(left.format("")), 0, MOVE)
    play = left.format("(S (VP (TO to) (VP (VB play)))) ")
    assert not any(text.startswith("With") for text in results(parsed_cluster(play), 0, MOVE))


@pytest.mark.parametrize(("owner", "moved"), [("(PRP$ its)", False), ("(DT the)", True)])
def test_who_says_it_does_not_precede_a_pronoun_that_precedes_its_noun(owner, moved):
    told = f"(PP (IN In) (NP {owner} (NN harbour))) (, ,) (NP (NNP Vik) (NNP Ferries)) (VP (VBD waited))"
    tree = f"(ROOT (S (S {told}) (, ,) (NP (DT the) (NNS pilots)) (VP (VBD said)) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "attribution to the front")) == moved


def test_who_says_it_does_not_move_before_a_pronoun_that_would_mean_the_speaker():
    his = AURORA[2].replace("(NP (DT The) (NN crew))", "(NP (PRP$ His) (NN crew))")
    assert results(parsed_cluster(his), 0, MOVE) == []


def test_a_time_that_a_verb_asks_for_does_not_move():
    for verb, moved in (("spent", False), ("sank", True)):
        one = (
            f"(ROOT (S (NP (NNP Berg)) (VP (VBD {verb}) (PP (IN in) (NP (DT the) (NN town)))"
            " (PP (IN over) (NP (DT the) (JJ next) (CD two) (NNS hours)))) (. .)))"
        )
        assert bool(results(parsed_cluster(one), 0, MOVE)) is moved


def test_a_time_of_what_is_told_moves_before_it():
    told = (
        "(ROOT (S (S (NP (DT The) (NN crew)) (VP (VBD left) (NP (DT the) (NN ship)) (PP (IN on) (NP (NNP"
        " Friday))))) (, ,) (NP (NNS pilots)) (VP (VBD said)) (. .)))"
    )
    assert "On Friday , the crew left the ship , pilots said ." in results(
        parsed_cluster(told), 0, MOVE, "time"
    )


def test_who_says_several_clauses_moves_where_no_pronoun_is():
    left = "(S (NP (DT The) (NN crew)) (VP (VBD left) (NP (DT the) (NN ship))))"
    two = (
        f"(ROOT (S (S {left} (CC and) (S (NP (DT the) (NNS boats)) (VP (VBD drifted)))) (, ,)"
        " (NP (DT the) (NN pilot)) (VP (VBD said)) (. .)))"
    )
    assert results(parsed_cluster(two), 0, MOVE) == [
        "The pilot said the crew left the ship and the boats drifted ."
    ]
    assert (
        results(parsed_cluster(two.replace("(DT the) (NNS boats)", "(PRP$ his) (NNS boats)")), 0, MOVE) == []
    )


def test_a_bare_day_gets_on_in_front():
    bare = AURORA[0].replace("(PP (IN on) (NP (NNP Friday)))", "(NP (NNP Friday))")
    assert results(parsed_cluster(bare), 0, MOVE, "time") == [
        "On Friday , the ferry Aurora hit a rock near Lundvik ."
    ]


@pytest.mark.parametrize(
    ("verb", "day", "moved"),
    [
        ("(VBD sank)", "Friday", ["After a storm on Friday , the ferry sank ."]),
        ("(VBZ has) (VP (VBN sunk)", "Friday", []),
        ("(VBZ has) (VP (VBN sunk)", "Lundvik", ["After a storm on Lundvik , the ferry has sunk ."]),
    ],
)
def test_no_past_day_stands_before_a_perfect(verb, day, moved):
    storm = f"(PP (IN after) (NP (NP (DT a) (NN storm)) (PP (IN on) (NP (NNP {day})))))"
    end = ")" if "sunk" in verb else ""
    frame = f"(ROOT (S (NP (DT The) (NN ferry)) (VP {verb} {storm}){end} (. .)))"
    assert results(parsed_cluster(frame), 0, MOVE) == moved


@pytest.mark.parametrize(
    ("predicate", "moved"),
    [
        ("(VBD sank) LATER", True),
        ("(ADVP (RB then)) (VBD sank) LATER", False),
        ("(VBZ has) (VP (VBN sunk) LATER)", False),
    ],
)
def test_neither_then_nor_a_perfect_follows_what_happened_before(predicate, moved):
    later = "(PP (IN after) (S (VP (VBG hitting) (NP (DT a) (NN rock)))))"
    frame = f"(ROOT (S (NP (DT The) (NN ferry)) (VP {predicate.replace('LATER', later)}) (. .)))"
    made = ["After hitting a rock , the ferry sank ."] if moved else []
    assert results(parsed_cluster(frame), 0, MOVE) == made


@pytest.mark.parametrize(
    ("second", "moved"),
    [
        ("(VBD disappeared)", ["In July , the ferry sank off Vik and disappeared ."]),
        ("(VBZ has) (VP (VBN disappeared))", []),
    ],
)
def test_no_time_of_one_predicate_stands_before_a_perfect(second, moved):
    first = "(VBD sank) (PP (IN off) (NP (NNP Vik))) (PP (IN in) (NP (NNP July)))"
    frame = f"(ROOT (S (NP (DT The) (NN ferry)) (VP {first}) (CC and) (VP {second}) (. .)))"
    assert results(parsed_cluster(frame), 0, MOVE, "time") == moved


@pytest.mark.parametrize(
    ("predicate", "moved"),
    [
        ("(VBD sank) {}", ["After a storm , the ferry sank ."]),
        ("(VBD was) (PP (IN in) (NP (NN dock))) {}", []),
        ("(VBD was) (VP (VBG sinking) {})", []),
    ],
)
def test_what_goes_on_has_no_after_in_front(predicate, moved):
    storm = "(PP (IN after) (NP (DT a) (NN storm)))"
    frame = f"(ROOT (S (NP (DT The) (NN ferry)) (VP {predicate.format(storm)}) (. .)))"
    assert results(parsed_cluster(frame), 0, MOVE) == moved


def test_a_time_that_comes_asks_for_stays():
    frame = (
        "(ROOT (S (NP (DT The) (NN news)) (VP (VBD came) (SBAR (IN as) (S (NP (DT the) (NN ferry)) (VP (VBD"
        " sank))))) (. .)))"
    )
    assert results(parsed_cluster(frame), 0, MOVE) == []


@pytest.mark.parametrize(("before", "moved"), [("(NP (DT a) (NN day)) ", False), ("", True)])
def test_a_time_after_a_measure_of_it_does_not_move(before, moved):
    sang = "(SBAR (IN {}) (S (NP (NNP Lie)) (VP (VBD sang))))"
    frame = f"(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD left) {before}{sang}) (. .)))"
    assert bool(results(parsed_cluster(frame.format("after")), 0, MOVE)) == moved
    # *Before Lie sang, the ferry left* makes the main thing a minor one.
    assert not results(parsed_cluster(frame.format("before")), 0, MOVE)


@pytest.mark.parametrize(("subject", "moved"), [("(NNP Berg)", True), ("(DT The) (NNS cracks)", False)])
def test_a_long_subject_that_says_something_goes_to_the_end_if_it_is_a_name(subject, moved):
    frame = (
        f"(ROOT (S (NP (NP {subject}) (, ,) (PP (IN with) (NP (NNP Lie))) (, ,)) (VP (VBD suggested) (SBAR"
        " (IN that) (S (NP (DT the) (NN ferry)) (VP (VBD sank))))) (. .)))"
    )
    assert bool(results(parsed_cluster(frame), 0, MOVE, "attribution")) == moved


@pytest.mark.parametrize(
    ("rest", "moved"),
    [
        ("(, ,) (NP (NNP May) (CD 2))", False),
        ("", True),
    ],
)
def test_a_time_that_goes_on_stays(rest, moved):
    time = "(PP (IN for) (NP (DT the) (JJ first) (NN time)) (PP (IN since) (NP (NNP May))))"
    tree = f"(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD sank) {time} {rest}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time")) == moved


@pytest.mark.parametrize(("of", "moved"), [("on Monday", False), ("in Vik", True)])
def test_the_second_of_two_times_does_not_move(of, moved):
    first, second = of.split()
    charged = (
        f"(ROOT (S (NP (NNP Berg)) (VP (VBD was) (VP (VBN charged) (PP (IN {first}) (NP (NNP {second}))) (PP"
        " (IN with) (NP (NN arson))) (PP (IN on) (NP (NNP Friday))))) (. .)))"
    )
    assert any(text.startswith("On Friday") for text in results(parsed_cluster(charged), 0, MOVE)) == moved


@pytest.mark.parametrize(
    ("place", "moved"), [("(PP (IN in) (NP (NNP Vik)))", True), ("(NP (NNP Friday))", False)]
)
def test_the_first_of_two_times_does_not_move(place, moved):
    hurt = (
        "(ROOT (S (NP (PRP He)) (VP (VBD was) (VP (VBN hurt) (PP (IN in) (NP (DT the) (JJ first) (NN hour)))"
        f" {place})) (. .)))"
    )
    assert any(text.startswith("In the") for text in results(parsed_cluster(hurt), 0, MOVE)) == moved


@pytest.mark.parametrize(
    ("day", "moved"),
    [("(NP (NNP Friday))", True), ("(NN overnight) (NP (NNP Friday))", False)],
)
def test_a_time_is_not_torn_from_the_time_before_it(day, moved):
    shook = f"(ROOT (S (NP (DT A) (NN quake)) (VP (VBD shook) (NP (NNP Vik)) {day}) (. .)))"
    assert bool(results(parsed_cluster(shook), 0, MOVE, "time")) == moved


def test_the_first_of_two_times_stays_before_how_long_ago_it_was():
    ago = "(ADVP (NP (CD two) (NNS years)) (RB ago))"
    hurt = (
        "(ROOT (S (NP (NNP Berg)) (VP (VBD was) (VP (VBN hurt) (PP (IN in) (NP (DT the) (JJ last) (NN hour)))"
        f" {ago})) (. .)))"
    )
    assert not any(text.startswith("In the") for text in results(parsed_cluster(hurt), 0, MOVE))


@pytest.mark.parametrize(
    ("race", "cup", "moved"),
    [("(JJ first)", "(DT the)", False), ("(JJ long)", "(DT that)", False), ("(JJ long)", "(DT the)", True)],
)
def test_a_clause_stays_behind_what_it_counts_from_or_refers_to(race, cup, moved):
    after = f"(PP (IN after) (S (VP (VBG winning) (NP {cup} (NN cup)))))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD lost) (NP (DT the) {race} (NN race)) {after}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "after to the front")) == moved


@pytest.mark.parametrize(("negation", "moved"), [("(RB not) ", False), ("", True)])
def test_how_long_something_has_not_been_does_not_open(negation, moved):
    left = f"(VBZ has) {negation}(VP (VBN left) (NP (NNP Vik)) (PP (IN in) (NP (NNS years))))"
    tree = f"(ROOT (S (NP (DT The) (NN ferry)) (VP {left}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(("word", "moved"), [("until", False), ("to", False), ("before", True)])
def test_until_when_something_lasts_does_not_open(word, moved):
    sleep = f"(VBD slept) (PP (IN in) (NP (NNP Vik))) (PP (IN {word}) (NP (NNP Friday)))"
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP {sleep}) (. .)))"
    assert (
        any(text.endswith(", the crew slept in Vik .") for text in results(parsed_cluster(tree), 0)) == moved
    )


@pytest.mark.parametrize(
    ("subject", "rest", "moved"),
    [
        ("(NNP Berg)", "(NP (DT a) (NN rock)) (SBAR (WRB when) (S (NP (NNP Lie)) (VP (VBD sang))))", True),
        ("(PRP It)", "(NP (DT a) (NN rock)) (SBAR (WRB when) (S (NP (NNP Lie)) (VP (VBD sang))))", False),
        ("(NNP Berg)", "(NP (DT a) (NN rock)) (SBAR (IN while) (S (NP (NNP Lie)) (VP (VBD sang))))", False),
        ("(NNP Berg)", "(NP (DT a) (NN rock)) (SBAR (IN as) (S (NP (NN mate)) (VP (VBD sang))))", True),
        ("(NNP Berg)", "(SBAR (IN as) (S (NP (NN mate)) (VP (VBD sang))))", False),
    ],
)
def test_a_clause_that_may_say_something_else_in_front_stays(subject, rest, moved):
    tree = f"(ROOT (S (NP {subject}) (VP (VBD hit) {rest}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "after to the front")) == moved


@pytest.mark.parametrize(
    ("subject", "verb", "moved"),
    [
        ("(DT The) (JJ last) (NN winner)", "(VBD was)", False),
        ("(DT The) (JJ happy) (NN winner)", "(VBD was)", True),
        ("(DT The) (JJ last) (NN winner)", "(VBD met)", True),
    ],
)
def test_who_was_the_last_one_does_not_follow_a_time(subject, verb, moved):
    vik = "(NP (NNP Berg)) (PP (IN in) (NP (NNP July)))"
    tree = f"(ROOT (S (NP {subject}) (VP {verb} {vik}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(
    ("verbs", "moved"),
    [
        ("(VBD had) (VP (VBN left) {})", False),
        ("(VBD had) (VP (VBN been) (VP (VBN shown) {}))", False),
        ("(MD would) (VP (VB leave) {})", True),
    ],
)
def test_what_had_been_by_then_does_not_follow_the_time(verbs, moved):
    rest = verbs.format("(NP (NNP Vik)) (PP (IN at) (NP (NN noon)))")
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP {rest}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(
    ("aside", "time", "moved"),
    [("(CD 36)", "(CD 1998)", False), ("(CD 36)", "(NNP July)", True), ("(NN pilot)", "(CD 1998)", False)],
)
def test_a_year_does_not_open_before_an_age_or_an_aside(aside, time, moved):
    berg = f"(NP (NP (NNP Berg)) (, ,) (NP {aside}) (, ,))"
    tree = f"(ROOT (S {berg} (VP (VBD won) (NP (DT a) (NN cup)) (PP (IN in) (NP {time}))) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(("end", "moved"), [("(NNP Norvik) (NNP Ferries)", False), ("(NNP Vik)", True)])
def test_who_says_it_does_not_follow_the_same_name(end, moved):
    left = f"(SBAR (IN that) (S (NP (DT the) (NN pilot)) (VP (VBD left) (NP {end}))))"
    tree = f"(ROOT (S (NP (NNP Norvik) (NNP Ferries)) (VP (VBD said) {left}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "attribution to the end")) == moved


@pytest.mark.parametrize(("ordinal", "moved"), [("long", True), ("second", False)])
@pytest.mark.parametrize("verb", ["was", "met"])
def test_the_time_in_which_something_is_counted_stays(verb, ordinal, moved):
    storm = f"(NP (DT the) (JJ {ordinal}) (NN storm)) (NP (DT this) (NN season))"
    tree = f"(ROOT (S (NP (DT The) (NN gale)) (VP (VBD {verb}) {storm}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(("word", "moved"), [("late", True), ("same", False)])
def test_at_the_same_time_stays(word, moved):
    time = f"(PP (IN at) (NP (DT the) (JJ {word}) (NN hour)))"
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) (NP (NNP Vik)) {time}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(("opener", "moved"), [("in", True), ("per", False)])
def test_a_rate_stays(opener, moved):
    time = f"(PP (IN {opener}) (NP (NN July)))"
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) (NP (NNP Vik)) {time}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(
    ("time", "moved"),
    [
        ("(IN for) (NP (NNS weeks))", False),
        ("(IN for) (NP (DT the) (JJ first) (NN time))", True),
        ("(IN in) (NP (CD five) (NNS weeks))", False),
        ("(IN in) (NP (CD 1998))", True),
    ],
)
def test_how_long_something_takes_does_not_open(time, moved):
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) (NP (NNP Vik)) (PP {time})) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(("time", "moved"), [("after", False), ("in", True)])
def test_a_phrase_with_two_afters_stays(time, moved):
    cup = f"(PP (IN after) (S (VP (VBG winning) (NP (DT a) (NN cup)) (PP (IN {time}) (NP (NNP May))))))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD lost) (NP (DT the) (NN race)) {cup}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "after to the front")) == moved


@pytest.mark.parametrize(
    ("aside", "moved"),
    [("(NP (DT the) (JJS largest) (NN ship))", False), ("(PP (IN off) (NP (NNP Vik)))", True)],
)
def test_a_time_before_what_describes_another_noun_stays(aside, moved):
    sank = f"(VBD sank) (PP (IN near) (NP (NNP Moss))) (PP (IN on) (NP (NNP Sunday))) (, ,) {aside}"
    tree = f"(ROOT (S (NP (DT A) (NN ferry)) (VP {sank}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(
    ("rest", "moved"),
    [
        ("(, ,) (SBAR (IN while) (S (NP (NNP Lie)) (VP (VBZ stays))))", False),
        ("(, ,) (SBAR (IN as) (S (NP (NNP Lie)) (VP (VBD stayed))))", True),
        ("(ADVP (RB as) (RB well))", False),
        ("(, ,) (SBAR (WHADVP (WRB when)) (S (NP (NNP Lie)) (VP (VBD stayed))))", False),
    ],
)
def test_a_time_stays_before_what_goes_with_it_or_happens_at_another(rest, moved):
    left = f"(VBD left) (NP (NNP Vik)) (PP (IN in) (NP (NNP July))) {rest}"
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP {left}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(("time", "moved"), [("(PP (IN in) (NP (CD 2022)))", False), ("", True)])
def test_a_clause_stays_behind_the_time_that_it_explains(time, moved):
    when = "(SBAR (WHADVP (WRB when)) (S (NP (DT the) (NN storm)) (VP (VBD came))))"
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) (NP (NNP Vik)) {time} {when}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "after to the front")) == moved


@pytest.mark.parametrize("opener", ["within", "through", "since", "until"])
def test_the_limit_of_a_time_does_not_open(opener):
    time = f"(PP (IN {opener}) (NP (NNP July)))"
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD wanted) (NP (DT a) (NN ship)) {time}) (. .)))"
    assert results(parsed_cluster(tree), 0, MOVE, "time to the front") == []


@pytest.mark.parametrize(
    ("aside", "hit", "moved"),
    [
        ("(, ,) (NP (CD 67)) (, ,)", "(NNP Aurora)", False),
        ("(, ,) (NP (CD 67)) (, ,)", "(DT the) (NN ship)", True),
        ("", "(NNP Aurora)", True),
    ],
)
def test_no_name_precedes_a_noun_that_would_describe_it(aside, hit, moved):
    when = f"(SBAR (WHADVP (WRB when)) (S (NP (DT a) (NN wave)) (VP (VBD hit) (NP {hit}))))"
    pilot = f"(NP (NP (DT The) (NN pilot)) {aside})"
    tree = f"(ROOT (S {pilot} (VP (VBD saw) (NP (DT the) (NN coast)) {when}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "after to the front")) == moved


@pytest.mark.parametrize(
    ("crew", "speaker", "moved"),
    [
        ("(NNS Sailors)", "(NN wife) (NNP Berg)", True),
        ("(PRP They)", "(NN wife) (NNP Berg)", False),
        ("(NNS Sailors) (IN of) (NNP Vik)", "(DT the) (CD two) (NNS companies)", False),
        ("(NNS Sailors)", "(DT the) (CD two) (NNS companies)", True),
        ("(NNS Sailors)", "(NP (DT the) (NN ship) (POS 's)) (NN mate)", False),
        ("(NNS Sailors)", "(DT the) (NN mate)", True),
    ],
)
def test_whom_a_speaker_or_they_refer_to_stays_before_them(crew, speaker, moved):
    told = f"(S (NP {crew}) (VP (VBD left)))"
    tree = f"(ROOT (S {told} (, ,) (NP {speaker}) (VP (VBD said)) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "attribution to the front")) == moved


@pytest.mark.parametrize(("word", "moved"), [("also", False), ("even", True)])
def test_what_also_adds_to_stays_before_it(word, moved):
    hit = f"(S (ADVP (RB {word})) (VP (VBD hit) (NP (NNP Nes))))"
    storm = f"(NP (NP (DT a) (NN storm)) (SBAR (WHNP (WDT that)) {hit}))"
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) (NP (NNP Vik)) (PP (IN after) {storm})) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "after to the front")) == moved


@pytest.mark.parametrize(
    ("rest", "moved"),
    [
        ("(, ,) (SBAR (IN although) (S (NP (NNP Lie)) (VP (VBD slept))))", False),
        ("(, ,) (S (VP (VBG hitting) (NP (NNP Nes))))", False),
        ("(, ,) (SBAR (WHNP (WDT which)) (S (NP (NNP Lie)) (VP (VBD denied))))", False),
        ("(, ,) (NP (NP (DT a) (NN claim)) (VP (VBN denied) (PP (IN by) (NP (NNP Lie)))))", False),
        ("(, ,) (NP (NP (DT a) (NN port)) (PP (IN by) (NP (NNP Lie))))", True),
        ("(PP (IN in) (NP (NNP Vik)))", True),
    ],
)
def test_who_says_it_does_not_follow_what_the_teller_adds(rest, moved):
    left = f"(SBAR (IN that) (S (NP (DT the) (NN crew)) (VP (VBD left) {rest})))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD said) {left}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "attribution to the end")) == moved


@pytest.mark.parametrize(("whom", "moved"), [("(PRP him)", False), ("(NNP Vik)", True)])
def test_whom_a_speaker_tells_it_does_not_precede_his_name(whom, moved):
    told = "(S (NP (NNP Lie)) (VP (VBD left)))"
    tree = f"(ROOT (S {told} (, ,) (NP (NNP Berg)) (VP (VBD told) (NP {whom})) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "attribution to the front")) == moved


@pytest.mark.parametrize(("word", "moved"), [("still", False), ("now", True)])
def test_a_time_does_not_open_what_is_still_so(word, moved):
    faces = f"(ADVP (RB {word})) (VP (VBZ faces) (NP (DT a) (NN trial)) (PP (IN in) (NP (NN autumn))))"
    tree = f"(ROOT (S (NP (DT The) (NN crew)) {faces} (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(
    ("subject", "opener", "moved"),
    [
        (
            "(NP (NP (NNP Berg)) (, ,) (NP (NP (DT the) (NN pilot)) (PP (IN of) (NP (NNP Vik)))) (, ,))",
            "",
            False,
        ),
        ("(NP (NNP Berg))", "", True),
        (
            "(NP (NP (NNP Berg)) (, ,) (NP (NP (DT the) (NN pilot)) (PP (IN of) (NP (NNP Vik)))) (, ,))",
            "x",
            True,
        ),
    ],
)
def test_what_came_before_does_not_leave_a_lone_verb_behind_an_aside(subject, opener, moved):
    verb = "(VBD left) (NP (DT the) (NN yard))" if opener else "(VBD died)"
    after = "(PP (IN after) (NP (DT a) (JJ short) (NN illness)))"
    tree = f"(ROOT (S {subject} (VP {verb} {after}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "after to the front")) == moved


@pytest.mark.parametrize(("article", "moved"), [("a", False), ("the", True)])
def test_as_does_not_open_before_somebody_new(article, moved):
    read = f"(S (NP (DT {article}) (NN mate)) (VP (VBD read) (NP (DT the) (NNS names))))"
    stood = f"(VP (VBD stood) (PP (IN on) (NP (DT the) (NN pier))) (SBAR (IN as) {read}))"
    tree = f"(ROOT (S (NP (DT The) (NNS sailors)) {stood} (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "after to the front")) == moved


@pytest.mark.parametrize(
    ("verb", "moved"),
    [("(VBD was) (PP (IN on) (NP (PRP$ its) (NN way)))", False), ("(VBD left) (NP (NNP Vik))", True)],
)
def test_when_something_hit_it_is_the_news_of_what_was(verb, moved):
    when = "(SBAR (WHADVP (WRB when)) (S (NP (DT a) (NN wave)) (VP (VBD hit) (NP (DT the) (NN pier)))))"
    tree = f"(ROOT (S (NP (DT The) (NN ferry)) (VP {verb} {when}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "after to the front")) == moved


@pytest.mark.parametrize(("before", "moved"), [("(PP (IN before) (NP (NN dawn)))", False), ("", True)])
def test_dawn_and_its_day_stay_together(before, moved):
    hit = f"(VP (VBD hit) (NP (NNP Vik)) {before} (PP (IN on) (NP (NNP Friday))))"
    tree = f"(ROOT (S (NP (DT A) (NN storm)) {hit} (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(("time", "moved"), [("(CD 70) (NNS days)", False), ("(DT the) (NN weekend)", True)])
def test_over_some_days_is_how_long_it_lasts(time, moved):
    fixed = f"(VP (VBN repaired) (PP (IN in) (NP (NNP Vik))) (PP (IN over) (NP {time})))"
    tree = f"(ROOT (S (NP (DT The) (NN ferry)) (VP (MD will) (VP (VB be) {fixed})) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(("verbs", "moved"), [("(VBZ has) (VP (VBN been)", False), ("(VBD was)", True)])
def test_a_perfect_has_no_month_in_front(verbs, moved):
    sale = "(VP (VBN fixed) (PP (IN for) (NP (NN sale))) (PP (IN in) (NP (NNP October))))"
    closing = ")" * verbs.count("(VP")
    tree = f"(ROOT (S (NP (DT The) (NN ferry)) (VP {verbs} {sale}){closing} (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(
    ("opener", "moved"), [("(PP (IN Under) (NP (DT a) (NN contract))) (, ,) ", False), ("", True)]
)
def test_according_to_does_not_stand_before_another_opening(opener, moved):
    said = "(PP (VBG according) (PP (TO to) (NP (NNP Berg))))"
    sold = f"(VP (VBD sold) (NP (DT the) (NN ferry)) (, ,) {said})"
    tree = f"(ROOT (S {opener}(NP (NNP Vik) (NNPS Ferries)) {sold} (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "attribution to the front")) == moved


@pytest.mark.parametrize(
    ("first", "second", "moved"),
    [
        ("had", "promised", False),
        ("was", "promised", False),
        ("had", "had", True),
        ("lost", "promised", True),
    ],
)
def test_a_second_predicate_of_the_speaker_stays_behind_it(first, second, moved):
    help_ = "(NP (NN help))"
    both = f"(VP (VP (VBD {first}) (NP (DT a) (NN mast))) (CC and) (VP (VBD {second}) {help_}))"
    clause = f"(SBAR (IN that) (S (NP (DT the) (NN ferry)) {both}))"
    tree = f"(ROOT (S (NP (DT The) (NN yard)) (VP (VBD said) {clause}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "attribution to the end")) == moved


def test_a_perfect_does_not_follow_what_was_before():
    lost = "(SBAR (IN after) (S (NP (PRP it)) (VP {} (NP (DT a) (NN mast)))))"
    tree = "(ROOT (S (NP (DT The) (NN yard)) (VP (VBZ has) (VP (VBN sold) (NP (NNP Aurora)) {})) (. .)))"
    for verbs, moved in (("(VBD lost)", False), ("(VBZ loses)", True)):
        frame = tree.format(lost.format(verbs).replace("(PRP it)", "(NNP Vik)"))
        assert bool(results(parsed_cluster(frame), 0, MOVE, "after to the front")) is moved


@pytest.mark.parametrize(("behind", "moved"), [("(PP (IN on) (NP (NP (NNP Friday)) {}))", False), ("", True)])
def test_a_clock_does_not_leave_its_day(behind, moved):
    when = "(, ,) (SBAR (WHADVP (WRB when)) (S (NP (PRP it)) (VP (VBD rained))))"
    hit = f"(VBD hit) (NP (NNP Vik)) (PP (IN at) (NP (NN noon))) {behind.format(when)}"
    tree = f"(ROOT (S (NP (DT A) (NN storm)) (VP {hit}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("(NP (PRP$ Its) (NN pilot))", ""),
        (
            "(S (VP (VBN Sold))) (, ,) (NP (DT the) (NN pilot))",
            "Berg said that sold , the pilot left the yard .",
        ),
        ("(NP (DT The) (NN pilot))", "Berg said the pilot left the yard ."),
    ],
)
def test_what_a_speaker_in_front_would_own(said, told):
    clause = f"(S {said} (VP (VBD left) (NP (DT the) (NN yard))))"
    tree = f"(ROOT (S {clause} (, ,) (NP (NNP Berg)) (VP (VBD said)) (. .)))"
    assert results(parsed_cluster(tree), 0, MOVE, "attribution to the front") == [told] * bool(told)


@pytest.mark.parametrize(
    ("verb", "moved"),
    [("(VBD announced)", False), ("(VBD said) (PP (IN on) (NP (NNP Friday)))", True), ("(VBD said)", True)],
)
def test_what_has_been_was_so_when_it_was_announced(verb, moved):
    told = "(S (NP (DT The) (NN ferry)) (VP (VBZ has) (VP (VBN sunk))))"
    tree = f"(ROOT (S {told} (, ,) (NP (NNP Berg)) (VP {verb}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "attribution to the front")) == moved


def test_a_participle_that_the_parser_joins_may_be_a_predicate_of_the_speaker():
    both = "(VP (VBZ has) (VP (VP (VBN been) (ADJP (JJ rare))) (CC and) (VP (VBN {}) (NP (NN help)))))"
    clause = f"(SBAR (IN that) (S (NP (DT the) (NN storm)) {both}))"
    tree = f"(ROOT (S (NP (DT The) (NN yard)) (VP (VBD said) {clause}) (. .)))"
    assert results(parsed_cluster(tree.format("promised")), 0, MOVE, "attribution to the end") == []
    assert results(parsed_cluster(tree.format("been")), 0, MOVE, "attribution to the end") != []


@pytest.mark.parametrize(("when", "moved"), [("next", False), ("this", True)])
def test_what_has_been_given_is_not_for_next_year(when, moved):
    given = f"(VP (VBN given) (NP (DT a) (NN ship)) (NP (JJ {when}) (NN year)))"
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBZ has) (VP (VBN been) {given})) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(
    ("before", "moved"), [("(ADVP (NP (CD 51) (NNS minutes)) (RB later))", False), ("", True)]
)
def test_what_is_counted_from_something_stays_before_when(before, moved):
    when = "(SBAR (WHADVP (WRB when)) (S (NP (NNP Berg)) (VP (VBD left) (NP (NNP Vik)))))"
    tree = f"(ROOT (S (NP (NN Applause)) (VP (VBD filled) (NP (DT the) (NN ship)) {before} {when}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "after to the front")) == moved


@pytest.mark.parametrize(("verb", "moved"), [("believed", False), ("said", True)])
def test_the_reason_of_a_belief_stays_behind_it(verb, moved):
    leaked = "(SBAR (IN because) (S (NP (DT the) (NN hull)) (VP (VBD leaked))))"
    left = f"(SBAR (IN that) (S (NP (DT the) (NN crew)) (VP (VBD left) {leaked})))"
    tree = f"(ROOT (S (NP (NNS Pilots)) (VP (VBD {verb}) {left}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "attribution to the end")) == moved


@pytest.mark.parametrize(
    ("joined", "moved"), [("(CC and) (S (NP (NNP Berg)) (VP (VBD slept)))", False), ("", True)]
)
def test_the_time_of_the_first_of_two_clauses_stays_in_it(joined, moved):
    left = "(NP (DT The) (NN crew)) (VP (VBD left) (NP (NNP Vik)) (PP (IN on) (NP (NNP Friday))))"
    tree = f"(ROOT (S (S {left}) {joined} (, ,) (NP (NNP Lie)) (VP (VBD said)) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(("rest", "moved"), [("", False), ("(NP (DT a) (NN war))", True)])
def test_a_verb_is_not_left_alone_behind_a_long_subject(rest, moved):
    port = "(, ,) (NP (DT a) (JJ small) (NN port)) (, ,)"
    trip = f"(NP (NP (DT The) (NN trip)) (PP (TO to) (NP (NNP Vik))) {port})"
    tree = f"(ROOT (S {trip} (VP (VBD ended) {rest} (PP (IN at) (NP (NN noon)))) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(("opener", "moved"), [("in", False), ("since", False), ("off", True)])
@pytest.mark.parametrize(
    "first", ["(IN for) (NP (DT the) (JJ first) (NN time))", "(IN after) (NP (CD two) (NNS days))"]
)
def test_the_first_time_in_weeks_is_one_time(opener, moved, first):
    first = f"(PP {first})"
    behind = (
        f"(PP (IN {opener}) (NP (NP (NNS weeks)) (SBAR (IN after) (S (NP (NNP Nes)) (VP (VBD burned))))))"
    )
    tree = f"(ROOT (S (NP (DT The) (NN mate)) (VP (VBD left) (NP (NNP Vik)) {first} {behind}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved


@pytest.mark.parametrize(
    ("when", "moved"), [("(S (VP (VBG leaving) (NP (NNP Nes))))", False), ("(NP (NN noon))", True)]
)
def test_what_somebody_did_before_speaking_stays_behind_the_speaker(when, moved):
    told = "(S (NP (DT The) (NN ferry)) (VP (VBD hit) (NP (DT a) (NN rock))))"
    said = f"(NP (NNP Berg)) (VP (VBD said) (PP (IN after) {when}))"
    tree = f"(ROOT (S {told} (, ,) {said} (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "attribution to the front")) == moved


@pytest.mark.parametrize(("verb", "moved"), [("(VBD had) (VP (VBN sunk))", False), ("(VBD sank)", True)])
def test_what_had_been_needs_who_said_it_before(verb, moved):
    told = f"(SBAR (IN that) (S (NP (DT the) (NN ferry)) (VP {verb})))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD said) {told}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "attribution to the end")) == moved


@pytest.mark.parametrize(("article", "moved"), [("the", False), ("a", True)])
def test_the_yard_of_a_speaker_does_not_stand_before_its_name(article, moved):
    told = "(S (NP (NNP Norvik) (NNPS Ferries)) (VP (VBD left) (NP (NNP Vik))))"
    pilot = f"(NP (NP (DT a) (NN pilot)) (PP (IN of) (NP (DT {article}) (NN yard))))"
    tree = f"(ROOT (S {told} (, ,) {pilot} (VP (VBD said)) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "attribution to the front")) == moved


@pytest.mark.parametrize(("measure", "moved"), [("(CD two) (NNS days)", False), ("(RB long)", True)])
def test_a_time_keeps_what_tells_when_it_was(measure, moved):
    burned = "(S (NP (NNP Nes)) (VP (VBD burned)))"
    late = f"(NP (JJ last) (NN night)) (, ,) (SBAR (NP {measure}) (IN before) {burned})"
    tree = f"(ROOT (S (NP (DT The) (NN mate)) (VP (VBD left) (NP (NNP Vik)) {late}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, MOVE, "time to the front")) == moved
