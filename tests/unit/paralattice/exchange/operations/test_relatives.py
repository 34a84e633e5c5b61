"""Relative clauses of what other sentences tell."""

import pytest

from paralattice.exchange.model.operation import INSERTION
from support.parsed_clusters import parsed_cluster, results

LEFT = "(ROOT (S (NP (NNP Ida) (NNP Berg)) (VP (VBD left) (NP (DT the) (NN yard))) (. .)))"
OLD = "(NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP (CD 31)) (, ,))"
"""A name with an age, so that it is a person's."""
SHIP = "(NP (DT a) (JJ small) (NN ship))"


def _told(*others: str, frame: str = LEFT) -> list[str]:
    """Return what insertions of relative clauses make of the first sentence."""
    return results(parsed_cluster(frame, *others), 0, INSERTION, "relative")


def _sold(subject: str = OLD, verb: str = f"(VP (VBD sold) {SHIP})", around: str = "{} (. .)") -> str:
    return f"(ROOT (S {around.format(f'{subject} {verb}')}))"


def test_what_another_sentence_tells_of_a_person_becomes_a_relative_clause():
    assert _told(_sold()) == ["Ida Berg , who sold a small ship , left the yard ."]


@pytest.mark.parametrize("first", [True, False])
def test_the_first_of_two_predicates_is_told_alone(first):
    both = [f"(VP (VBD sold) {SHIP})", "(VP (VBD slept))"][:: 1 if first else -1]
    assert bool(_told(_sold(verb=f"(VP {both[0]} (CC and) {both[1]})"))) == first


def test_predicates_that_the_parser_puts_into_one_another_are_not_told():
    assert _told(_sold(verb=f"(VP (VBD told) (NP (NN police)) (VP (VP (VBD sold) {SHIP})))")) == []


def test_a_temporal_clause_behind_a_comma_is_left_out():
    after = "(SBAR (IN after) (S (NP (NNP Moss)) (VP (VBD slept))))"
    late = f"(VP (VBD sold) {SHIP} (, ,) {after})"
    assert _told(_sold(verb=late)) == ["Ida Berg , who sold a small ship , left the yard ."]
    # She need not have been its owner when she left.
    assert _told(_sold(verb=late.replace("after", "until"))) == []


@pytest.mark.parametrize(("clause", "inserted"), [("{}", True), ("(PP (IN By) (NP (RB then))) {}", False)])
def test_a_clause_that_begins_with_more_than_its_subject_is_not_told(clause, inserted):
    assert bool(_told(_sold(around=clause + " (. .)"))) == inserted


@pytest.mark.parametrize(("behind", "inserted"), [("(PP (IN in) (NP (NNP Vik)))", False), ("", True)])
def test_a_relative_clause_parts_nothing(behind, inserted):
    frame = f"(ROOT (S (NP (NNP Moss)) (VP (VBD saw) (NP (NNP Ida) (NNP Berg)) {behind}) (. .)))"
    assert bool(_told(_sold(), frame=frame)) == inserted


def test_a_noun_gets_no_clause():
    frame = "(ROOT (S (NP (DT The) (NN pilot)) (VP (VBD left) (NP (DT the) (NN yard))) (. .)))"
    assert _told(_sold("(NP (DT The) (NN pilot))"), frame=frame) == []


@pytest.mark.parametrize(("last", "inserted"), [("Berg", True), ("Bank", False)])
def test_a_bank_is_nobody(last, inserted):
    frame, other = (text.replace("Berg", last) for text in (LEFT, _sold()))
    assert bool(_told(other, frame=frame)) == inserted


def test_a_name_that_may_be_a_thing_gets_no_clause():
    assert _told(_sold("(NP (NNP Ida) (NNP Berg))")) == []


@pytest.mark.parametrize(
    ("frame", "verb"),
    [
        pytest.param(
            LEFT.replace("(DT the)", "(DT the) (JJ small)"), f"(VP (VBD sold) {SHIP})", id="an adjective"
        ),
        pytest.param(
            "(ROOT (S (NP (NNP Ida) (NNP Berg)) (VP (VBD was) (ADJP (JJ old))) (. .)))",
            "(VP (VBD was) (NP (DT a) (JJ small) (NN pilot)))",
            id="the verb",
        ),
    ],
)
def test_nothing_is_told_twice(frame, verb):
    assert _told(_sold(verb=verb), frame=frame) == []


def test_what_is_told_of_another_subject_is_not_told_of_a_person():
    berg = "(NP (NNP Ida) (NNP Berg))"
    other = f"(ROOT (S (NP (NNP Moss)) (VP (VBD praised) {berg} (PP (IN in) (NP (NNP Vik)))) (. .)))"
    assert _told(other, _sold()) == ["Ida Berg , who sold a small ship , left the yard ."]


@pytest.mark.parametrize(("verb", "inserted"), [("VBZ sells", True), ("VBP sell", False)])
def test_a_verb_has_the_number_of_its_subject(verb, inserted):
    frame = LEFT.replace("VBD left", "VBZ leaves")
    assert bool(_told(_sold(verb=f"(VP ({verb}) {SHIP})"), frame=frame)) == inserted


@pytest.mark.parametrize(
    "verb",
    [
        pytest.param("(VP (VBD slept))", id="short"),
        pytest.param(f"(VP (VBD did) (RB not) (VP (VB sell) {SHIP}))", id="hedged"),
        pytest.param(f"(VP (VBZ sells) {SHIP})", id="another tense"),
        pytest.param("(VP (VBD sold) (NP (PRP$ her) (JJ small) (NN ship)))", id="a pronoun"),
        pytest.param(f"(VP (VBD sold) {SHIP} (ADVP (RB later)))", id="later than something"),
        pytest.param(f"(VP (VBD announced) {SHIP})", id="a report"),
    ],
)
def test_what_is_not_plain_becomes_no_relative_clause(verb):
    assert _told(_sold(verb=verb)) == []


@pytest.mark.parametrize(("opener", "told"), [("(RB Only)", False), ("(NN Pilot)", True)])
def test_what_only_one_did_is_not_told_without_only(opener, told):
    subject = f"(NP (NP {opener} (NNP Ida) (NNP Berg)) (, ,) (NP (CD 31)) (, ,))"
    assert bool(_told(_sold(subject=subject))) == told


@pytest.mark.parametrize(
    ("opener", "claimed"),
    [("(IN if)", False), ("(IN because)", True), ("(IN after)", False), ("(WHADVP (WRB why))", False)],
)
def test_a_condition_is_not_claimed(opener, claimed):
    other = (
        f"(ROOT (S (NP (NNP Moss)) (VP (VBD slept) (SBAR {opener} (S {OLD} (VP (VBD sold) {SHIP})))) (. .)))"
    )
    assert bool(_told(other)) == claimed


@pytest.mark.parametrize(("speaker", "inserted"), [("(NNP Moss)", True), ("(NNP Lie)", False), (None, False)])
def test_a_speaker_says_no_more_than_before(speaker, inserted):
    said = "(ROOT (S (S {} {}) (, ,) (NP {}) (VP (VBD said)) (. .)))"
    left = "(VP (VBD left) (NP (DT the) (NN yard)))"
    frame = said.format("(NP (NNP Ida) (NNP Berg))", left, "(NNP Moss)")
    other = said.format(OLD, f"(VP (VBD sold) {SHIP})", speaker) if speaker else _sold()
    assert bool(_told(other, frame=frame)) == inserted


def test_what_somebody_says_is_not_told_without_its_speaker():
    said = f"(ROOT (S (S {OLD} (VP (VBD sold) {SHIP})) (, ,) (NP (NNP Moss)) (VP (VBD said)) (. .)))"
    assert _told(said) == []


def test_no_verb_of_saying_is_parted_from_its_last_subject():
    said = (
        "(ROOT (S (S (NP (PRP It)) (VP (VBD sank))) (, ,) (NP (NNP Ida) (NNP Berg)) (VP (VBD said)) (. .)))"
    )
    assert _told(_sold(), frame=said) == []


@pytest.mark.parametrize(("verb", "inserted"), [("feared", False), ("saw", True)])
def test_what_somebody_thinks_need_not_be_so(verb, inserted):
    thought = f"(ROOT (S (NP (NNP Moss)) (VP (VBD {verb}) (SBAR (S {OLD} (VP (VBD sold) {SHIP})))) (. .)))"
    assert bool(_told(thought)) == inserted


@pytest.mark.parametrize(
    ("verbs", "told"),
    [
        ("(VBD was) (VP (VBG selling) {})", False),
        ("(VBD was) (VP (VBN sold) {})", True),
        ("(VBD were) (VP (VBN sold) {})", False),
    ],
)
def test_what_was_so_at_that_time_or_of_several_is_not_told(verbs, told):
    place = verbs.format("(PP (IN in) (NP (NNP Vik)))")
    assert bool(_told(_sold(verb=f"(VP {place})"))) == told


def test_what_two_did_is_not_told_of_one():
    both = f"(NP {OLD} (CC and) (NP (NNP Jan) (NNP Moss)))"
    assert _told(_sold(both)) == []


@pytest.mark.parametrize(("thing", "inserted"), [("(DT the) (NN show)", False), ("(DT a) (NN show)", True)])
def test_what_nobody_knows_yet_is_not_told_aside(thing, inserted):
    watched = f"(VP (VBD watched) (NP {thing}) (PP (IN from) (NP (NNP Vik))))"
    assert bool(_told(_sold(verb=watched))) == inserted


@pytest.mark.parametrize(("noun", "inserted"), [("winner", False), ("member", True)])
def test_a_winner_is_not_told_beside_what_she_won(noun, inserted):
    became = f"(VP (VBD became) (NP (NP (DT a) (JJ young) (NN {noun})) (PP (IN of) (NP (NNP Vik)))))"
    won = LEFT.replace("(VBD left)", "(VBD won)")
    assert bool(_told(_sold(verb=became), frame=won)) == inserted


@pytest.mark.parametrize(("word", "inserted"), [("ahead", False), ("late", True)])
def test_what_others_were_behind_is_not_told_aside(word, inserted):
    finished = f"(VP (VBD finished) (NP (CD four) (NNS seconds)) (ADVP (RB {word})))"
    assert bool(_told(_sold(verb=finished))) == inserted


@pytest.mark.parametrize(("last", "inserted"), [("(JJ last) (CD six)", False), ("(JJ last) (NN lap)", True)])
def test_what_lacks_its_noun_is_not_told_aside(last, inserted):
    walked = f"(VP (VBD walked) (NP (NP (RBS most)) (PP (IN of) (NP (DT the) {last}))))"
    assert bool(_told(_sold(verb=walked))) == inserted


@pytest.mark.parametrize(("verb", "inserted"), [("claimed", False), ("saw", True)])
def test_how_somebody_won_is_not_told_twice(verb, inserted):
    lifted = "(VP (VBD lifted) (NP (DT a) (JJ small) (NN cup)))"
    frame = LEFT.replace("(VBD left) (NP (DT the) (NN yard))", f"(VBD {verb}) (NP (DT the) (NN prize))")
    assert bool(_told(_sold(verb=lifted), frame=frame)) == inserted


@pytest.mark.parametrize(("last", "inserted"), [("Lindqvist", False), ("Berg", True)])
def test_a_name_that_ends_like_a_person_may_be_a_company(last, inserted):
    maker = "(NP (JJ Norwegian) (NN {}) (NNP {}))"
    noun = "drugmaker" if last == "Lindqvist" else "pilot"
    frame, other = LEFT.replace("(NNP Ida) (NNP Berg)", f"(NNP {last})"), _sold(maker.format(noun, last))
    assert bool(_told(other, frame=frame)) == inserted


@pytest.mark.parametrize(
    ("verb", "when", "inserted"),
    [("left", "Monday", False), ("will", "Monday", True), ("left", "May", True), ("said", "Monday", True)],
)
def test_what_somebody_did_on_one_day_may_have_come_later(verb, when, inserted):
    tags = {"will": "(MD will) (VP (VB leave)", "said": "(VBD said) (ADVP (RB so)"}
    frame = LEFT.replace("(VBD left)", tags.get(verb, "(VBD left) (ADVP (RB soon)") + ")")
    late = f"(VP (VBD sold) {SHIP} (PP (IN on) (NP (NNP {when}))))"
    assert bool(_told(_sold(verb=late), frame=frame)) == inserted


@pytest.mark.parametrize(
    ("opener", "inserted"), [("(IN In) (NP (CD 1968))", False), ("(IN In) (NP (NNP Vik))", True)]
)
def test_nobody_did_in_one_year_what_another_sentence_tells(opener, inserted):
    assert bool(_told(_sold(), frame=LEFT.replace("(S (NP", f"(S (PP {opener}) (, ,) (NP", 1))) == inserted


@pytest.mark.parametrize(
    ("verbs", "inserted"), [("(VBD had) (VP (VBN left)", False), ("(VBZ has) (VP (VBN left)", True)]
)
def test_what_somebody_did_is_not_told_of_a_time_before(verbs, inserted):
    assert (
        bool(_told(_sold(), frame=LEFT.replace("(VBD left)", verbs).replace(") (. .)", ")) (. .)")))
        == inserted
    )


@pytest.mark.parametrize(("measure", "told"), [("day", False), ("gun", True)])
def test_a_time_is_not_cut_in_two(measure, told):
    yard = "(NP (DT the) (JJ old) (JJ small) (JJ red) (JJ grey) (JJ big) (NN yard))"
    after = f"(PP (IN after) (S (VP (VBG leaving) {yard})))"
    late = f"(VP (VBD sold) (NP (DT a) (JJ small) (NN ship)) (NP (CD one) (NN {measure})) {after})"
    assert bool(_told(_sold(verb=late))) == told
