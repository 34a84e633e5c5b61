"""Candidates: combined operations, written out."""

import random

import pytest

from paralattice.exchange.combining import combinations_of, operations_on
from paralattice.exchange.model.operation import (
    COMMA,
    DELETION,
    EXCHANGE,
    INSERTION,
    MOVE,
    Operation,
    SourcedToken,
    SpanEdit,
)
from paralattice.exchange.writing import lowered_words, write_out
from support.parsed_clusters import (
    AURORA,
    candidate_of,
    candidates_of,
    facts_of,
    flat,
    parsed_cluster,
    results,
)


def test_every_word_tells_the_sentence_and_the_position_that_it_comes_from():
    cluster = parsed_cluster(*AURORA)
    for number, frame in enumerate(cluster.sentences):
        for made in candidates_of(cluster, frame.number, 2, 50, 1):
            assert made.frame == number
            for token in made.tokens:
                if token.sentence < 0:
                    assert token.word.lower() in (",", "that", "according", "to", "said", "close")
                else:
                    source = cluster.sentences[token.sentence].words[token.position]
                    assert token.word.lower() == source.lower()


def test_governors_are_planned_for_the_pieces_and_their_surroundings():
    cluster = parsed_cluster(*AURORA)
    made = candidate_of(cluster, 0, "Aurora , a small ship of 1962 , hit a rock near Lundvik on Friday .")
    governor = {
        word: made.words[place] if place >= 0 else place
        for word, place in zip(made.words, made.governors, strict=True)
    }
    assert governor["Aurora"] == governor["rock"] == "hit"
    assert governor["ship"] == "Aurora"
    assert governor["hit"] == -1


def test_no_candidate_is_made_by_deletions_alone():
    cluster = parsed_cluster(*AURORA)
    for frame in cluster.sentences:
        for made in candidates_of(cluster, frame.number, 3, 50, 1):
            assert {operation.kind for operation in made.operations} != {DELETION}


def test_operations_on_one_place_are_not_combined():
    cluster = parsed_cluster(*AURORA)
    for made in candidates_of(cluster, 0, 3, 500, 1):
        replaced = [
            place for operation in made.operations for edit in operation.edits for place in range(*edit[:2])
        ]
        assert len(replaced) == len(set(replaced))


def test_what_is_inserted_after_a_word_goes_with_it_and_not_with_its_deletion():
    times = (
        "(ROOT (S (NP (NNP Aurora)) (VP (VBD left) (PP (IN after) (NP (NP (DT the) (NN storm)) {}))) (. .)))"
    )
    one, other = times.format(""), times.format("(PP (IN of) (NP (NNP Monday)))")
    cluster = parsed_cluster(one, other)
    texts = {" ".join(made.words) for made in candidates_of(cluster, 0, 3, 99, 1)}
    assert "Aurora left of Monday ." not in texts


def test_the_same_seed_gives_the_same_candidates():
    cluster = parsed_cluster(*AURORA)
    first, second = ([made.words for made in candidates_of(cluster, 0, 3, 5, 7)] for _ in range(2))
    assert first == second


def test_two_sentences_in_one_are_no_frame():
    two = "(ROOT (S (NP (NNP Aurora)) (VP (VBD sank)) (. .) (NP (DT The) (NN crew)) (VP (VBD left)) (. .)))"
    cluster = parsed_cluster(two, *AURORA)
    assert operations_on(cluster, cluster.sentences[0]) == ()


@pytest.mark.parametrize(
    ("words", "closed"),
    [
        ("in Boise , Idaho the", "in Boise , Idaho , the"),
        ("in Reno , Nev. she", "in Reno , Nev. , she"),
        ("in Albany , New York the", "in Albany , New York , the"),
        ("on May 2 , 2009 the", "on May 2 , 2009 , the"),
        ("in Tampa , Fla . she", "in Tampa , Fla . , she"),
        ("in Troy , N . Y . she", "in Troy , N . Y . , she"),
        ("in Florida , Texas yards", "in Florida , Texas yards"),
        ("in rain , Florida closed", "in rain , Florida closed"),
        ("in Norway , Germany and Spain", "in Norway , Germany and Spain"),
        ("in Boise , Idaho .", "in Boise , Idaho ."),
        ("in Tampa , Fla .", "in Tampa , Fla ."),
        ("in Boise , Idaho and", "in Boise , Idaho and"),
        ("of Ida , Berg and", "of Ida , Berg and"),
        ("Ida Berg , Jr. left", "Ida Berg , Jr. , left"),
        ("Ida Berg Jr. left", "Ida Berg Jr. left"),
    ],
)
def test_a_comma_closes_what_the_comma_after_a_city_or_a_day_opened(words, closed):
    tree = "(ROOT (S " + " ".join(f"(NN {word})" for word in words.split()) + "))"
    made = write_out(parsed_cluster(tree), parsed_cluster(tree).sentences[0], [], frozenset())
    assert " ".join(made.words).lower() == closed.lower()


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        ("The ferry sank according to the yard .", "The ferry sank , according to the yard ."),
        ("The ferry sank , according to the yard .", "The ferry sank , according to the yard ."),
        ("According to the yard , the ferry sank .", "According to the yard , the ferry sank ."),
        ("It sank and according to Moss burnt .", "It sank and according to Moss burnt ."),
        ("Vik Ferries ( vik.com ) sold a ship .", "Vik Ferries sold a ship ."),
        ("Vik Ferries ( www . vik . no ) sold a ship .", "Vik Ferries sold a ship ."),
        ("Vik Ferries ( Vik ) sold a ship .", "Vik Ferries ( Vik ) sold a ship ."),
        ("Vik Ferries ( vik.com sold a ship .", "Vik Ferries ( vik.com sold a ship ."),
        ("A 34 - year old pilot sank .", "A 34 - year-old pilot sank ."),
        ("A 34 - year - old pilot sank .", "A 34 - year - old pilot sank ."),
        ("It sank -/: after a leak .", "It sank -- after a leak ."),
        ("The pilot -/: Ida Berg -/: left .", "The pilot -- Ida Berg -- left ."),
        ("The pilot -- Ida Berg -/: -/: left .", "The pilot -- Ida Berg - - left ."),
        ("Moss -/: Vik Ferries left .", "Moss - Vik Ferries left ."),
        ("It was a well -/HYPH known ship .", "It was a well - known ship ."),
    ],
)
def test_a_source_is_printed_as_an_editor_would(words, printed):
    cluster = parsed_cluster(flat(words))
    assert " ".join(write_out(cluster, cluster.sentences[0], [], frozenset()).words) == printed


def test_what_an_editor_leaves_out_of_a_source_is_no_difference():
    facts = facts_of(parsed_cluster(flat("Vik Ferries ( vik.com ) sold a ship .")))
    printed = ("vik", "ferries", "sold", "a", "ship", ".")
    assert facts.distance(printed) == facts.difference(printed) == 0


def test_the_stop_of_an_abbreviation_ends_a_sentence_as_well():
    late = AURORA[2].replace("(PP (IN in) (NP (NNS boats)))", "(PP (IN at) (NP (CD 9) (NN a.m) (. .)))")
    made = results(parsed_cluster(late), 0, "recast", "according to in front")
    assert made == ["According to the harbour master , the crew left the ship at 9 a.m ."]


@pytest.mark.parametrize(
    ("phrase", "written"),
    [
        ("(IN at) (NP (CD 9) (NN a.m))", "at 9 a.m."),
        ("(IN for) (NP (NNP Vik) (NNP Corp))", "for Vik Corp."),
        ("(IN for) (NP (NNP Vik))", "for Vik"),
    ],
)
def test_an_abbreviation_gets_its_stop_back_within_a_sentence(phrase, written):
    late = AURORA[3].replace("(PP (IN for) (NP (NN help)))", f"(PP {phrase})")
    made = results(parsed_cluster(late), 0, MOVE)
    assert made == [f"The tired crew waited {written} , the harbour master said ."]


@pytest.mark.parametrize(
    ("given", "written"),
    [("a", "an old ferry"), ("An", "An old ferry"), ("the", "the old ferry")],
)
def test_an_article_agrees_with_the_word_after_it(given, written):
    cluster = parsed_cluster(
        f"(ROOT (S (NP (DT {given}) (JJ new) (NN ferry)) (VP (VBD sank)) (. .)))",
        "(ROOT (S (NP (DT The) (JJ old) (NN boat)) (VP (VBD sank)) (. .)))",
    )
    old = SpanEdit(1, 2, (SourcedToken("old", 1, 1),))
    made = write_out(cluster, cluster.sentences[0], [Operation(EXCHANGE, "modifier", 1, (old,))], frozenset())
    assert " ".join(made.words[:3]).lower() == written.lower()


@pytest.mark.parametrize(("told", "kept"), [("Skipper", True), ("skipper", False)])
def test_a_title_before_a_name_keeps_the_capital_letter_that_it_has_elsewhere(told, kept):
    left = "(ROOT (S (NP ({}) ({}) (NNP {})) (VP (VBD left) (PP (IN on) (NP (NNP Friday)))) (. .)))"
    cluster = parsed_cluster(
        left.format("NNP Skipper", "NNP Ida", "Orme"),
        left.format("DT The", "NN skipper", "Lie"),
        left.format("DT The", f"NNP {told}", "Berg"),
    )
    texts = {" ".join(made.words) for made in candidates_of(cluster, 0, 1, 99, 1)}
    assert ("On Friday , Skipper Ida Orme left ." in texts) == kept


@pytest.mark.parametrize(("word", "kept"), [("President", True), ("Sailor", False)])
def test_a_president_keeps_the_capital_letter_before_a_name(word, kept):
    left = "(ROOT (S (NP (NN {}) (NNP Ida) (NNP Orme)) (VP (VBD left) (PP (IN on) (NP (NNP Friday)))) (. .)))"
    met = f"(ROOT (S (NP (NNP Berg)) (VP (VBD met) (NP (DT the) (NN {word.lower()}))) (. .)))"
    texts = {
        " ".join(made.words) for made in candidates_of(parsed_cluster(left.format(word), met), 0, 1, 99, 1)
    }
    assert (f"On Friday , {word} Ida Orme left ." in texts) == kept


def test_a_word_that_is_a_whole_sentence_is_no_title():
    left = "(ROOT (S (NP (DT The) (NNP Skipper) (NNP Berg)) (VP (VBD left)) (. .)))"
    cluster = parsed_cluster(left, "(ROOT (NP (NNP Skipper)))")
    met = SpanEdit(4, 4, (SourcedToken("Skipper", 1, 0),))
    made = write_out(cluster, cluster.sentences[0], [Operation(EXCHANGE, "object", 1, (met,))], frozenset())
    assert made.words == ("The", "Skipper", "Berg", "left", "skipper", ".")


def test_the_adjective_of_a_nation_keeps_its_capital_letter():
    left = "(ROOT (S (NP (JJ {}) (NNS ships)) (VP (VBD left) (PP (IN on) (NP (NNP Friday)))) (. .)))"
    fronted = [
        results(parsed_cluster(left.format(word)), 0, MOVE)[0] for word in ("Danish", "Norwegian", "Tired")
    ]
    assert fronted == [
        "On Friday , Danish ships left .",
        "On Friday , Norwegian ships left .",
        "On Friday , tired ships left .",
    ]


@pytest.mark.parametrize(
    ("people", "made"),
    [
        ("(NNP Police)", "On Friday , police left ."),
        ("(NNPS Passengers)", "On Friday , passengers left ."),
        ("(NNP Police) (NNP Berg)", "On Friday , Police Berg left ."),
        ("(NNP Sea) (HYPH -) (NNS pilots)", "On Friday , sea - pilots left ."),
        ("(NNP Gale) (HYPH -) (NN force) (NNS winds)", "On Friday , gale - force winds left ."),
        ("(NNP Vik) (HYPH -) (NN area) (NNS pilots)", "On Friday , Vik - area pilots left ."),
        ("(NN Nobel) (HYPH -) (VBG winning) (NNP Berg)", "On Friday , Nobel - winning Berg left ."),
        ("(NN Award) (HYPH -) (VBG winning) (NNP Berg)", "On Friday , award - winning Berg left ."),
        ("(NN Norland) (HYPH -) (VBN born) (NNP Berg)", "On Friday , Norland - born Berg left ."),
        ("(NN Fear) (HYPH -) (VBN driven) (NNP Berg)", "On Friday , fear - driven Berg left ."),
        ("(NN Solicitor) (NNP Berg)", "On Friday , solicitor Berg left ."),
        ("(NNPS Keepers)", "On Friday , keepers left ."),
        ("(NNP Aurora)", "On Friday , Aurora left ."),
        ("(NN Storm) (NNP Berg)", "On Friday , Storm Berg left ."),
        ("(NP (NNP Governor) (POS 's)) (NNS pilots)", "On Friday , governor 's pilots left ."),
        ("(NP (NNP Berg) (POS 's)) (NNS pilots)", "On Friday , Berg 's pilots left ."),
        ("(NN Storm) (NN water)", "On Friday , storm water left ."),
    ],
)
def test_a_noun_of_persons_and_a_compound_in_the_plural_are_no_names_whatever_their_tags(people, made):
    left = f"(ROOT (S (NP {people}) (VP (VBD left) (PP (IN on) (NP (NNP Friday)))) (. .)))"
    named = (
        "(ROOT (S (NP (NNP Berg)) (VP (VBD saw) (NP (NNP Vik)) (PP (IN in) (NP (DT a) (NN storm)))) (. .)))"
    )
    assert results(parsed_cluster(left, named), 0, MOVE) == [made]


def test_an_apposition_is_not_inserted_after_a_phrase_that_brings_one():
    aside = "(NP (NP (NNP {}) (NNP Berg)) (, ,) (NP (DT a) (NN {})) (, ,))"
    left = "(ROOT (S {} (VP (VBD left) (NP (DT the) (NN harbour))) (. .)))"
    pilot, sailor = aside.format("Ida", "pilot"), aside.format("Ida", "sailor")
    cluster = parsed_cluster(
        left.format("(NP (NNP Ida) (NNP Berg))"), left.format(pilot), left.format(sailor)
    )
    made = {" ".join(each.words) for each in candidates_of(cluster, 0, 2, 100, 1)}
    assert "Ida Berg , a sailor , left the harbour ." in made
    assert not any("pilot" in text and "sailor" in text for text in made)


@pytest.mark.parametrize(
    ("words", "what", "combined"),
    [
        ("Ida Berg", "appositive", True),
        ("Ida Berg", "modifier", True),
        ("The pilot", "appositive", False),
        ("The pilot", "relative", True),
        ("Berg of Vik", "relative", False),
        ("Berg , 31", "time", False),
        ("retailer Berg", "appositive", False),
        ("retailer Berg", "modifier", True),
    ],
)
def test_what_is_inserted_after_a_new_noun_must_be_beside_it(words, what, combined):
    def edit(begin: int, end: int, text: str) -> tuple[SpanEdit, ...]:
        tokens = (SourcedToken(word, 1, place) for place, word in enumerate(text.split()))
        return (SpanEdit(begin, end, tuple(tokens)),)

    head = 1 if words.count(" ") == 1 else 0
    exchange = Operation(EXCHANGE, "subject", 1, edit(0, 2, words), replaced=((1, (1, head)),))
    insertion = Operation(INSERTION, what, 1, edit(2, 2, ", the chain ,"))
    pairs = combinations_of([exchange, insertion], 2, 10, random.Random(1))
    assert ((exchange, insertion) in pairs) == combined


def test_a_number_and_its_unit_get_their_hyphen():
    fight = "(NP (DT a) (JJ third) (NN round) (NN fight))"
    frame = f"(ROOT (S (NP (NNP Berg)) (VP (VBD won) {fight} (PP (IN on) (NP (NNP Friday)))) (. .)))"
    assert "On Friday , Berg won a third-round fight ." in results(parsed_cluster(frame), 0, MOVE)


def test_three_dots_stay():
    frame = (
        "(ROOT (S (NP (NNP Berg)) (. .) (. .) (. .) (VP (VBD left) (PP (IN on) (NP (NNP Friday)))) (. .)))"
    )
    made = write_out(cluster := parsed_cluster(frame), cluster.sentences[0], (), frozenset())
    assert " ".join(made.words) == "Berg . . . left on Friday ."


@pytest.mark.parametrize(("title", "written"), [("Prosecutor", "prosecutor"), ("Senator", "Senator")])
def test_an_occupation_before_a_name_is_no_title(title, written):
    said = "(S (NP (NNP {title}) (NNP Ida) (NNP Berg)) (VP (VBD left) (NP (DT the) (NN ship))))"
    friday = "(PP (IN {}) (NP (NNP Friday)))"
    late = said.replace("(NN ship))", "(NN ship)) " + friday.format("on")).format(title=title)
    cluster = parsed_cluster(f"(ROOT {late[:-1]} (. .)))")
    assert f"On Friday , {written} Ida Berg left the ship ." in results(cluster, 0, MOVE)


@pytest.mark.parametrize("tag", ["NNP", "NN"])
def test_what_opens_other_sentences_as_a_name_is_one(tag):
    frame = "(ROOT (S (NP ({} Page)) (VP (VBD left) (PP (IN on) (NP (NNP Friday)))) (. .)))"
    word = {"NNP": "Page", "NN": "page"}[tag]
    assert f"On Friday , {word} left ." in results(
        parsed_cluster(frame.format("NN"), frame.format(tag)), 0, MOVE
    )


@pytest.mark.parametrize(("office", "written"), [("Governor", "Governor"), ("Teen", "teen")])
def test_an_office_before_a_name_keeps_its_capital(office, written):
    frame = f"(ROOT (S (NP (NNP {office}) (NNP Berg)) (VP (VBD left) (PP (IN on) (NP (NNP Friday)))) (. .)))"
    other = f"(ROOT (S (NP (DT The) (NN {office.lower()})) (VP (VBD sang) (ADVP (RB late))) (. .)))"
    cluster = parsed_cluster(frame, other)
    move = next(each for each in operations_on(cluster, cluster.sentences[0]) if each.kind == MOVE)
    made = write_out(cluster, cluster.sentences[0], (move,), lowered_words(cluster))
    assert made.words[:5] == ("On", "Friday", ",", written, "Berg")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("VIK , Norland - The ferry sank on Friday .", "The ferry sank on Friday ."),
        ("Vik ( ANP ) - 12 sailors left on Friday .", "12 sailors left on Friday ."),
        ("Vik - Nes ferries sank on Friday .", "Vik - Nes ferries sank on Friday ."),
        ("NATO - the alliance - met on Friday .", "NATO - the alliance - met on Friday ."),
    ],
)
def test_a_dateline_is_left_out(text, written):
    found = filter(None, parsed_cluster(flat(text)).sentences[0].written)
    assert " ".join(found) == written


@pytest.mark.parametrize(
    ("crew", "told"),
    [("(DT The) (NN crew)", "the crew"), ("(NN Television) (NNS crews)", "television crews")],
)
def test_what_follows_a_dateline_loses_its_capital_letter_within_a_sentence(crew, told):
    left = f"(NP {crew}) (VP (VBD left) (NP (NNP Vik)))"
    said = f"(ROOT (S (S (NP (NNP NES)) (: -) {left}) (, ,) (NP (NNP Berg)) (VP (VBD said)) (. .)))"
    assert f"Berg said {told} left Vik ." in results(parsed_cluster(said, said), 0)


@pytest.mark.parametrize(("first", "kept"), [("South", True), ("Tired", False)])
def test_the_first_word_of_a_country_keeps_its_capital(first, kept):
    left = f"(NP (JJ {first}) (NNP Norvikers)) (VP (VBD left) (PP (IN on) (NP (NNP Friday))))"
    other = "(ROOT (S (NP (PRP It)) (VP (VBD sank) (ADVP (RB south) (PP (IN of) (NP (NNP Vik))))) (. .)))"
    [fronted] = results(parsed_cluster(f"(ROOT (S {left} (. .)))", other), 0, MOVE)
    assert (first in fronted) == kept


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ("(NNP Security) (NNP Minister) (NNP Berg)", "Security Minister Berg"),
        ("(NN Security) (NNP Minister) (NNP Berg)", "Security Minister Berg"),
        ("(NNP Chipmaker) (NNP Vik) (NNPS Chips)", "chipmaker Vik Chips"),
        ("(CD Fourteen) (NNS sailors)", "14 sailors"),
        ("(CD Four) (NNS sailors)", "four sailors"),
        ("(CD Fourteen) (CD million) (NNS sailors)", "fourteen million sailors"),
        ("(CD Twenty) (HYPH -) (CD six) (NNS sailors)", "26 sailors"),
        ("(CD Twenty) (HYPH -) (CD six) (NN percent)", "twenty - six percent"),
        ("(NNP Jogger) (NNP Ida) (NNP Berg)", "jogger Ida Berg"),
        ("(VBG Acting) (NNP Inspector) (NNP Berg)", "Acting Inspector Berg"),
    ],
)
def test_a_title_keeps_its_capital_and_a_number_becomes_figures_within_a_sentence(first, told):
    left = f"(NP {first}) (VP (VBD left) (PP (IN on) (NP (NNP Friday))))"
    other = "(ROOT (S (NP (PRP It)) (VP (VBD lacked) (NP (NN security))) (. .)))"
    [fronted] = results(parsed_cluster(f"(ROOT (S {left} (. .)))", other), 0, MOVE)
    assert fronted == f"On Friday , {told} left ."


@pytest.mark.parametrize(("second", "told"), [("Norway", "Police Norway"), ("Orme", "police Orme")])
def test_a_force_of_a_country_keeps_its_capital(second, told):
    left = f"(NP (NNP Police) (NNP {second})) (VP (VBD left) (PP (IN on) (NP (NNP Friday))))"
    other = "(ROOT (S (NP (PRP They)) (VP (VBD called) (NP (DT the) (NNS police))) (. .)))"
    cluster = parsed_cluster(f"(ROOT (S {left} (. .)))", other)
    [move] = [each for each in operations_on(cluster, cluster.sentences[0]) if each.kind == MOVE]
    made = write_out(cluster, cluster.sentences[0], (move,), lowered_words(cluster))
    assert " ".join(made.words) == f"On Friday , {told} left ."


@pytest.mark.parametrize(("after", "told"), [("(CD 618)", "Flight 618"), ("(NN time)", "flight time")])
def test_what_a_number_names_keeps_its_capital(after, told):
    left = f"(NP (NN Flight) {after}) (VP (VBD ended) (PP (IN on) (NP (NNP Friday))))"
    other = "(ROOT (S (NP (PRP They)) (VP (VBD liked) (NP (DT the) (NN flight))) (. .)))"
    cluster = parsed_cluster(f"(ROOT (S {left} (. .)))", other)
    [move] = [each for each in operations_on(cluster, cluster.sentences[0]) if each.kind == MOVE]
    made = write_out(cluster, cluster.sentences[0], (move,), lowered_words(cluster))
    assert " ".join(made.words) == f"On Friday , {told} ended ."


def test_an_article_within_a_name_stays_as_it_is():
    name = "(NP (NNP Coire) (DT an) (NNP Fhuarain))"
    left = f"(ROOT (S (NP (NNP Berg)) (VP (VBD left) {name} (PP (IN on) (NP (NNP Friday)))) (. .)))"
    assert "On Friday , Berg left Coire an Fhuarain ." in results(parsed_cluster(left), 0, MOVE)


@pytest.mark.parametrize(
    ("number", "figures"), [("(CD Twenty) (HYPH -) (CD two)", "22"), ("(CD Seventeen)", "17")]
)
def test_an_age_that_opens_a_sentence_becomes_figures_within_another(number, figures):
    aged = f"(ADJP {number} (HYPH -) (NN year) (HYPH -) (JJ old))"
    left = f"(NP {aged} (NNP Ida) (NNP Berg)) (VP (VBD left) (PP (IN on) (NP (NNP Friday))))"
    [fronted] = results(parsed_cluster(f"(ROOT (S {left} (. .)))"), 0, MOVE)
    assert fronted == f"On Friday , {figures} - year - old Ida Berg left ."


def test_a_number_whose_second_half_is_replaced_keeps_its_letters():
    left = "(NP (CD Twenty) (HYPH -) (CD six) (NNS sailors)) (VP (VBD left) (PP (IN on) (NP (NNP Friday))))"
    cluster = parsed_cluster(f"(ROOT (S {left} (. .)))")
    cut = Operation(DELETION, "number", 0, (SpanEdit(1, 3, ()),))
    [move] = [each for each in operations_on(cluster, cluster.sentences[0]) if each.kind == MOVE]
    made = write_out(cluster, cluster.sentences[0], (move, cut), lowered_words(cluster))
    assert " ".join(made.words) == "On Friday , twenty sailors left ."


@pytest.mark.parametrize(("dateline", "written"), [("(NNP NES) (: -)", "rookie"), ("(DT The)", "Rookie")])
def test_what_follows_a_dateline_is_no_title(dateline, written):
    left = "(NP (NNP Rookie) (NNP Ida) (NNP Berg)) (VP (VBD left) (NP (NNP Vik)))"
    said = f"(ROOT (S (S (NP (NNP NES)) (: -) {left}) (, ,) (NP (NNP Moss)) (VP (VBD said)) (. .)))"
    other = f"(ROOT (S (NP {dateline} (NNP Rookie) (NNP Lie)) (VP (VBD left) (NP (NNP Nes))) (. .)))"
    assert f"Moss said {written} Ida Berg left Vik ." in results(parsed_cluster(said, other), 0)


def test_a_comma_within_quotation_marks_is_enough():
    song = "(NP (DT the) (NN singer) (IN of) (`` ``) (NNP Vik) (, ,) ('' ''))"
    told = f"(NP (NP (NNP Ida) (NNP Berg)) (, ,) {song})"
    cluster = parsed_cluster(f"(ROOT (S {told} (VP (VBD left)) (. .)))")
    comma = Operation(INSERTION, "age", 0, (SpanEdit(10, 10, (COMMA,)),))
    made = write_out(cluster, cluster.sentences[0], [comma], frozenset())
    assert " ".join(made.words) == "Ida Berg , the singer of `` Vik , '' left ."


@pytest.mark.parametrize(("when", "combined"), [("1968", False), ("May", True)])
def test_what_is_told_of_somebody_does_not_join_a_year_in_front(when, combined):
    tokens = tuple(SourcedToken(word, 0, place) for place, word in enumerate(["In", when]))
    move = Operation(MOVE, "time to the front", 0, (SpanEdit(0, 0, tokens), SpanEdit(4, 6, ())))
    star = tuple(SourcedToken(word, 1, place) for place, word in enumerate([",", "a", "star", ","]))
    insertion = Operation(INSERTION, "appositive", 1, (SpanEdit(2, 2, star),))
    pairs = combinations_of([move, insertion], 2, 10, random.Random(1))
    assert ((move, insertion) in pairs) == combined
