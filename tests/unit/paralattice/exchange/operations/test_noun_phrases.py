"""Exchange of constituents."""

import pytest

from paralattice.exchange.evidence.referents import Referents
from paralattice.exchange.evidence.sameness import is_cut, names_one_thing
from paralattice.exchange.model.operation import EXCHANGE, INSERTION, replacement
from paralattice.exchange.operations.exchange import exchanges
from support.parsed_clusters import AURORA, parsed_cluster, results


def test_a_subject_gives_way_to_another_name_of_the_same():
    found = results(parsed_cluster(*AURORA), 0, EXCHANGE, "subject")
    assert "Aurora , a small ship of 1962 , hit a rock near Lundvik on Friday ." in found


def test_a_predicate_gives_way_to_what_the_same_verb_says_of_the_same_subject():
    found = results(parsed_cluster(*AURORA), 0, EXCHANGE, "predicate")
    assert found == ["The ferry Aurora hit a rock after losing power ."]


def test_the_predicate_of_an_exclamation_stays():
    assert (
        results(parsed_cluster(AURORA[0].replace("(. .)", "(. !)"), AURORA[1]), 0, EXCHANGE, "predicate")
        == []
    )


def test_an_adjunct_gives_way_to_one_of_its_kind_about_the_same():
    other = (
        "(ROOT (S (NP (NNP Aurora)) (VP (VBD hit) (NP (DT the) (NN pier)) (PP (IN near) (NP (NP (DT"
        " the) (NN church))"
        " (PP (IN of) (NP (NNP Lundvik)))))) (. .)))"
    )
    found = results(parsed_cluster(AURORA[0], other), 0, EXCHANGE, "place")
    assert found == ["The ferry Aurora hit a rock near the church of Lundvik on Friday ."]


def test_times_are_exchanged_only_if_they_are_the_same_day():
    def with_time(time: str) -> str:
        return f"(ROOT (S (NP (NNP Aurora)) (VP (VBD hit) (NP (DT a) (NN rock)) (NP {time})) (. .)))"

    same = parsed_cluster(AURORA[0], with_time("(JJ late) (NNP Friday)"))
    assert results(same, 0, EXCHANGE, "time") == ["The ferry Aurora hit a rock near Lundvik late Friday ."]
    other = parsed_cluster(AURORA[0], with_time("(JJ late) (NNP Sunday)"))
    assert results(other, 0, EXCHANGE, "time") == []


def captain(article: str) -> str:
    return (
        f"(ROOT (S (NP (DT {article}) (JJ tired) (NN captain)) (VP (VBD blamed) (NP (DT the) (NN fog))"
        " (PP (IN in) (NP (NN court)))) (. .)))"
    )


@pytest.mark.parametrize(
    ("one", "other", "allowed"),
    [
        ("The", "A", False),
        ("A", "The", False),  # what is told for the first time is not known yet
        ("The", "This", False),  # what *this* points to stands elsewhere
        ("The", "The", True),
        ("A", "A", True),
    ],
)
def test_articles_must_fit_the_new_place(one, other, allowed):
    new = captain(other).replace("tired", "weary")
    found = results(parsed_cluster(captain(one), new), 0, EXCHANGE, "subject")
    assert found == ([f"{other} weary captain blamed the fog in court ."] if allowed else [])


def struck(thing: str) -> str:
    return (
        f"(ROOT (S (NP (NNP Aurora)) (VP (VBD rammed) (NP {thing}) (PP (IN in) (NP (DT the) (NN harbour))))"
        " (. .)))"
    )


def test_another_thing_that_the_same_verb_has_is_no_exchange():
    quay, square = "(DT the) (JJ old) (NN quay)", "(DT the) (NN square)"
    assert results(parsed_cluster(struck(quay), struck(square)), 0, EXCHANGE, "object") == []
    akin = results(
        parsed_cluster(struck(quay), struck("(DT the) (JJ old) (NN jetty)")), 0, EXCHANGE, "object"
    )
    assert akin == ["Aurora rammed the old jetty in the harbour ."]


def test_the_end_of_one_thing_is_not_the_end_of_another():
    def end(owner: str, more: str = "") -> str:
        return struck(f"(NP (DT the) {more} (NN end)) (PP (IN of) (NP (DT the) (NN {owner})))")

    assert results(parsed_cluster(end("quay"), end("street", "(JJ far)")), 0, EXCHANGE, "object") == []
    same = results(parsed_cluster(end("quay"), end("quay", "(JJ far)")), 0, EXCHANGE, "object")
    assert "Aurora rammed the far end of the quay in the harbour ." in same


def test_what_has_an_owner_keeps_one():
    cluster = parsed_cluster(struck("(PRP$ its) (JJ own) (NN quay)"), struck("(DT the) (JJ new) (NN quay)"))
    assert results(cluster, 0, EXCHANGE, "object") == []


def test_a_phrase_that_says_less_and_nothing_else_is_no_exchange():
    cluster = parsed_cluster(
        struck("(DT the) (JJ old) (JJ long) (NN quay)"), struck("(DT the) (JJ old) (NN quay)")
    )
    assert results(cluster, 0, EXCHANGE, "object") == []
    assert results(cluster, 1, EXCHANGE, "object") == ["Aurora rammed the old long quay in the harbour ."]


@pytest.mark.parametrize(
    ("told", "taken"), [("{}", True), ("(NP (NNP Lie)) (VP (VBD knew) (SBAR (IN that) (S {})))", False)]
)
def test_a_clause_within_another_takes_no_source(told, taken):
    left = "(NP (NNP Berg)) (VP (VBD left) (NP (DT the) (NN ferry)){})"
    frame = f"(ROOT (S {told.format(left.format(''))} (. .)))"
    source = " (PP (VBG according) (PP (IN to) (NP (NNS police))))"
    cluster = parsed_cluster(frame, f"(ROOT (S {left.format(source)} (. .)))")
    found = results(cluster, 0, EXCHANGE, "predicate")
    assert any("according" in text for text in found) == taken


def test_a_predicate_keeps_its_object():
    bare = "(ROOT (S (NP (NNP Aurora)) (VP (VBD rammed) (PP (IN into) (NP (DT the) (NN mole)))) (. .)))"
    cluster = parsed_cluster(struck("(DT the) (NN quay)"), bare)
    assert results(cluster, 0, EXCHANGE, "predicate") == []


def test_a_predicate_stays_with_the_phrase_before_the_subject_that_belongs_to_it():
    opened = AURORA[0].replace("(S (NP (DT The)", "(S (PP (IN {}) (NP (DT a) (NN {}))) (, ,) (NP (DT the)")
    with_bang = parsed_cluster(opened.format("With", "bang"), AURORA[1])
    assert results(with_bang, 0, EXCHANGE, "predicate") == []
    in_storm = parsed_cluster(opened.format("In", "storm"), AURORA[1])
    assert results(in_storm, 0, EXCHANGE, "predicate") == [
        "In a storm , the ferry Aurora hit a rock after losing power ."
    ]


def test_a_cut_is_no_exchange():
    one = (
        "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) (NP (NP (DT the) (NN ship)) (PP (IN of) (NP"
        " (NN steel))))) (. .)))"
    )
    other = "(ROOT (S (NP (DT The) (JJ tired) (NN crew)) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    assert results(parsed_cluster(one, other), 0, EXCHANGE, "object") == []


def test_a_pronoun_comes_along_only_where_the_subject_is_the_same():
    one = "(ROOT (S (NP (NNP Berg)) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    other = "(ROOT (S (NP (NNP {})) (VP (VBD left) (NP (PRP$ his) (NN ship))) (. .)))"
    fits = results(parsed_cluster(one, other.format("Berg")), 0, EXCHANGE, "object")
    assert fits == ["Berg left his ship ."]
    strange = parsed_cluster(
        one, other.format("Lind"), "(ROOT (S (NP (DT The) (NN ship)) (VP (VBD sank)) (. .)))"
    )
    assert not [text for text in results(strange, 0, EXCHANGE, "object") if "his" in text]


def test_prose_takes_nothing_from_headlines():
    headline = "(ROOT (S (NP (JJ Old) (NN ferry) (NNP Aurora)) (VP (VBZ hits) (NP (NN rock)))))"
    cluster = parsed_cluster(AURORA[0], headline)
    assert list(exchanges(cluster, cluster.sentences[0])) == []


def test_what_somebody_owns_does_not_become_anothers():
    one = (
        "(ROOT (S (NP (NNP Berg)) (VP (VBD lost) (NP (PRP$ his) (NN ship)) (PP (IN in) (NP (NN fog))))"
        " (. .)))"
    )
    other = (
        "(ROOT (S (NP (NNP Berg)) (VP (VBD lost) (NP (NP (NNP Lind) (POS 's)) (NN ship)) (PP (IN in)"
        " (NP (NN fog)))) (. .)))"
    )
    assert results(parsed_cluster(one, other), 0, EXCHANGE, "object") == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(DT the) (JJ main) (NN building)", "(DT the) (NN entrance) (NN building)"),
        (
            "(DT the) (JJ small) (NN wave) (PP (IN of) (NP (CD 5.2)))",
            "(DT the) (JJ big) (NN 6.1-metre) (NN wave)",
        ),
        ("(DT the) (NN harbour)", "(DT the) (JJ same) (NN harbour)"),
        ("(DT the) (JJ old) (NN captain)", "(DT the) (JJ convicted) (NN captain)"),
        ("(NNP Bay) (NNP Line)", "(NNP Bay) (NNP Line) (CD 2)"),
    ],
)
def test_another_one_of_a_kind_is_no_exchange(old, new):
    assert results(parsed_cluster(struck(old), struck(new)), 0, EXCHANGE, "object") == []


def test_an_owner_is_not_taken_from_under_another_verb():
    broke = (
        "(ROOT (S (NP (NNP Berg)) (VP (VBD {}) (NP {} (NN record)) (PP (IN in) (NP (NNP Lundvik)))) (. .)))"
    )
    hers = "(NP (NNP Lind) (POS 's))"
    cluster = parsed_cluster(broke.format("set", "(DT the) (JJ new)"), broke.format("broke", hers))
    assert results(cluster, 0, EXCHANGE, "object") == []


def test_a_phrase_that_ends_in_a_figure_of_what_follows_is_cut():
    sentence = parsed_cluster(
        "(ROOT (S (NP (NNP Berg)) (VP (VBD won) (PP (IN with) (NP (CD 4:43))) (VP (VBN left))) (. .)))"
    ).sentences[0]
    phrases = {node.label: node for node in sentence.root.phrases() if node.begin == 2}
    assert is_cut(sentence, phrases["PP"])
    assert not is_cut(sentence, sentence.root)


def test_a_first_pronoun_gives_way_to_who_does_the_same_elsewhere():
    sold = "(VP (VBD sold) (NP (DT the) (NN ship)) (PP (IN on) (NP (NNP Friday))))"
    he = f"(ROOT (S (NP (PRP He)) {sold} (. .)))"
    berg = "(ROOT (S (NP (NNP Olaf) (NNP Berg)) (VP (VBD sold) (NP (DT the) (NN ship))) (. .)))"
    crew = berg.replace("(NNP Olaf) (NNP Berg)", "(DT The) (NNS sailors)")
    assert results(parsed_cluster(he, berg), 0, EXCHANGE, "pronoun") == [
        "Olaf Berg sold the ship on Friday ."
    ]
    assert results(parsed_cluster(he, crew), 0, EXCHANGE, "pronoun") == []
    had = he.replace("(VBD sold)", "(VBD 'd) (VP (VBN sold)").replace("Friday))))", "Friday)))))")
    assert results(parsed_cluster(had, berg), 0, EXCHANGE, "pronoun") == []


def test_a_phrase_that_ends_within_a_list_is_cut():
    charged = (
        "(ROOT (S (NP (NNP Berg)) (VP (VBD was) (VP (VBN charged) (PP (IN with) (NP (NP (NN theft)) (, ,) (NP"
        " {}))))) (. .)))"
    )
    for last, cut in (("(JJ gross) (NN neglect)", True), ("(DT a) (NN felony)", False)):
        sentence = parsed_cluster(charged.format(last)).sentences[0]
        node = next(node for node in sentence.root.phrases() if node.label == "PP")
        assert is_cut(sentence, node) is cut


def test_a_name_without_what_follows_it_stands_for_a_noun():
    charged = "(VP (VBD was) (VP (VBN charged) (PP (IN with) (NP (NN neglect)))))"
    man = f"(ROOT (S (NP (DT A) (NN captain)) {charged} (. .)))"
    berg = f"(ROOT (S (NP (NP (NNP Ida) (NNP Berg)) (PP (IN from) (NP (NNP Norvik)))) {charged} (. .)))"
    found = results(parsed_cluster(man, berg), 0, EXCHANGE, "subject")
    assert found == [
        "Ida Berg from Norvik was charged with neglect .",
        "Ida Berg was charged with neglect .",
    ]


def council(verb: str, thing: str) -> str:
    return (
        f"(ROOT (S (NP (DT The) (NN council)) (VP (VBD {verb}) (NP {thing}) (PP (IN in) (NP (NNP Norvik))))"
        " (. .)))"
    )


@pytest.mark.parametrize("verb", ["dropped", "adopted"])
def test_verbs_of_one_story_with_other_meanings_are_not_exchanged(verb):
    rule, other = "(DT the) (JJ new) (NN rule)", "(DT the) (JJ strict) (NN rule)"
    cluster = parsed_cluster(council("adopted", rule), council(verb, other))
    assert bool(results(cluster, 0, EXCHANGE, "predicate")) == (verb == "adopted")


@pytest.mark.parametrize(
    ("thing", "allowed"),
    [
        ("(CD two) (JJ old) (NNS boats)", True),
        ("(CD nine) (JJ old) (NNS boats)", False),
        ("(CD two) (JJ old) (NNS piers)", False),
    ],
)
def test_a_predicate_about_another_object_is_no_exchange(thing, allowed):
    cluster = parsed_cluster(council("sold", "(CD two) (NNS boats)"), council("sold", thing))
    assert bool(results(cluster, 0, EXCHANGE, "predicate")) == allowed


@pytest.mark.parametrize(("weight", "allowed"), [("221g", True), ("188g", False)])
def test_a_predicate_about_another_measure_is_no_exchange(weight, allowed):
    told = "(ROOT (S (NP (NNP Berg)) (VP (VBD sold) (NP (CD {})) (PP (IN on) (NP (NNP {})))) (. .)))"
    cluster = parsed_cluster(told.format("221g", "Friday"), told.format(weight, "Saturday"))
    assert bool(results(cluster, 0, EXCHANGE, "predicate")) == allowed


def test_a_predicate_that_shares_its_opening_phrase_with_another_is_no_exchange():
    frame = (
        "(ROOT (S (PP (IN With) (NP (DT a) (JJ late) (NN goal))) (, ,) (NP (NNP Berg)) (VP (VP (VBD won) (NP"
        " (DT the) (NN match))) (CC and) (VP (VBD left))) (. .)))"
    )
    other = (
        "(ROOT (S (NP (NNP Berg)) (VP (VBD won) (NP (DT the) (NN match)) (PP (IN in) (NP (NNP Moss))))"
        " (. .)))"
    )
    assert results(parsed_cluster(frame, other), 0, EXCHANGE, "predicate") == []
    plain = frame.replace("(PP (IN With) (NP (DT a) (JJ late) (NN goal))) (, ,) ", "")
    assert results(parsed_cluster(plain, other), 0, EXCHANGE, "predicate")


@pytest.mark.parametrize(
    ("other", "allowed"),
    [
        ("(NP (DT the) (JJ old) (NN port)) (PP (IN of) (NP (NNP Moss)))", False),
        ("(NP (DT the) (JJ old) (NN port)) (PP (IN of) (NP (NNP Norvik)))", True),
        ("(NP (DT the) (JJ old) (NN port)) (PP (IN by) (NP (DT the) (NN sea)))", True),
    ],
)
def test_a_place_gives_way_to_none_of_another_name(other, allowed):
    cluster = parsed_cluster(struck("(DT the) (NNP Norvik) (NN port)"), struck(f"(NP {other})"))
    assert bool(results(cluster, 0, EXCHANGE, "object")) == allowed


def test_a_phrase_that_the_parser_cuts_is_no_exchange():
    cut = "(NP (NNP Aurora)) (PRN (-LRB- -LRB-) (NNP AUR) (-RRB- -RRB-)) (NNP Captain) (NNP Ida) (NNP Berg)"
    cluster = parsed_cluster(
        f"(ROOT (S (NP {cut}) (VP (VBD smiled) (PP (IN in) (NP (NN court)))) (. .)))",
        "(ROOT (S (NP (DT the) (NN ferry) (NNP Aurora)) (VP (VBD sank) (PP (IN in) (NP (NN fog)))) (. .)))",
    )
    assert cluster.referents.same((0, 0), (1, 2))
    assert results(cluster, 0, EXCHANGE, "subject") == []
    assert results(cluster, 1, EXCHANGE, "subject") == []


@pytest.mark.parametrize(("opening", "allowed"), [("(PRP$ its) (JJ old)", False), ("(DT a) (JJ old)", True)])
def test_an_apposition_about_somebody_who_is_not_named_is_not_taken(opening, allowed):
    rival = f"(NP (NP (NNP Moss) (NNP Ferries)) (, ,) (NP {opening} (NN rival)) (, ,))"
    given = f"(ROOT (S {rival} (VP (VBD bought) (NP (DT a) (NN pier))) (. .)))"
    frame = "(ROOT (S (NP (NNP Moss) (NNP Ferries)) (VP (VBD sold) (NP (DT a) (NN ship))) (. .)))"
    assert bool(results(parsed_cluster(frame, given), 0)) == allowed


def arrest(who: str, when: str) -> str:
    return (
        f"(ROOT (S (NP {who}) (VP (VBD was) (VP (VBN arrested) (PP (IN {when}) (NP (DT the) (NN match)))))"
        " (. .)))"
    )


@pytest.mark.parametrize("who", ["(DT a) (JJ drunken) (NN man)", "(DT another) (JJ drunken) (NN man)"])
def test_another_man_and_his_arrest_are_not_those_of_a_man(who):
    other = arrest(who, "in").replace("the) (NN match", "a) (NN bar")
    cluster = parsed_cluster(arrest("(DT a) (NN man)", "after"), other)
    found = results(cluster, 0, EXCHANGE) + results(cluster, 0, INSERTION)
    assert bool(found) == ("another" not in who)


@pytest.mark.parametrize(("when", "allowed"), [("before", False), ("following", True)])
def test_what_came_after_is_not_exchanged_for_what_came_before(when, allowed):
    other = arrest("(DT a) (NN man)", when).replace("the) (NN", "the) (JJ big) (NN")
    cluster = parsed_cluster(arrest("(DT a) (NN man)", "after"), other)
    assert bool(results(cluster, 0, EXCHANGE, "after")) == allowed


@pytest.mark.parametrize("may", ["(VP (MD could) {})", "{}"])
def test_what_could_be_has_no_number_of_what_was(may):
    def advanced(verb: str, win: str, may: str = "{}") -> str:
        ending = f"(VP {verb} (PP (IN with) (NP {win} (NN win))))"
        return f"(ROOT (S (NP (NNP Norvik)) {may.format(ending)} (. .)))"

    frame = advanced("(VB advance)" if "MD" in may else "(VBD advanced)", "(DT a) (JJ narrow)", may)
    cluster = parsed_cluster(frame, advanced("(VBD advanced)", "(DT a) (CD 3-1)"))
    assert bool(results(cluster, 0, EXCHANGE, "prep")) == ("MD" not in may)


def test_a_phrase_with_such_but_without_its_as_is_cut():
    tree = (
        "(ROOT (S (NP (NP (DT The) (NN star)) (PP (IN of) (NP (JJ such) (NN film)))) (VP (VBZ hits) (PP (IN"
        " as) (NP (NNP Norvik)))) (. .)))"
    )
    (sentence,) = parsed_cluster(tree).sentences
    assert is_cut(sentence, sentence.phrases[2])


def test_a_phrase_with_a_word_of_an_aside_in_dashes_is_cut():
    tree = "(ROOT (S (NP (DT any) (: -) (NN ship) (POS 's)) (VP (VBD sank)) (. .)))"
    (sentence,) = parsed_cluster(tree).sentences
    assert is_cut(sentence, sentence.phrases[2])


@pytest.mark.parametrize(
    ("after", "allowed"),
    [("(PP (IN of) (NP (NNP Norvik)))", True), ("(VP (VBG singing) (PP (IN of) (NP (NN home))))", False)],
)
def test_a_name_with_what_it_does_is_no_name(after, allowed):
    other = f"(ROOT (S (NP (NP (NNP Aurora)) {after}) (VP (VBD pleased) (NP (DT the) (NN crew))) (. .)))"
    found = results(parsed_cluster(AURORA[0], other), 0, EXCHANGE, "subject")
    assert any("of" in text for text in found) == allowed


@pytest.mark.parametrize(
    "name",
    [
        "(DT a) (JJ tired) (NNP Aurora)",
        "(DT the) (JJ tired) (NNP Aurora)",
        "(NP (NNP Aurora)) (NP (NN today))",
        "(NP (NNP Aurora)) (, ,) (VP (VBN tired)) (, ,)",
        "(NP (NNP Aurora)) (ADJP (JJ tired) (PP (IN of) (NP (NN fog))))",
    ],
)
def test_a_name_in_a_state_is_no_name(name):
    tired = f"(ROOT (S (NP {name}) (VP (VBD left) (NP (NNP Norvik))) (. .)))"
    found = results(parsed_cluster(AURORA[0], tired), 0, EXCHANGE, "subject")
    assert not any("tired" in text or "today" in text for text in found)


def test_where_somebody_was_born_is_no_state():
    born = "(NP (NNP Aurora)) (, ,) (VP (VBN born) (PP (IN in) (NP (NNP Vik)))) (, ,)"
    other = f"(ROOT (S (NP {born}) (VP (VBD left) (NP (NNP Norvik))) (. .)))"
    assert any("born" in text for text in results(parsed_cluster(AURORA[0], other), 0, EXCHANGE, "subject"))


@pytest.mark.parametrize(("verb", "allowed"), [("VBD fought", True), ("VBP fight", False)])
def test_a_phrase_with_a_day_does_not_stand_beside_a_present(verb, allowed):
    frame = f"(ROOT (S (NP (NNS Crews)) (VP ({verb}) (NP (DT a) (NN fire))) (. .)))"
    fire = "(NP (NP (DT a) (JJ huge) (NN fire)) (PP (IN on) (NP (NNP Friday) (NN night))))"
    other = f"(ROOT (S (NP (NNS Crews)) (VP (VBD fought) {fire}) (. .)))"
    found = results(parsed_cluster(frame, other), 0, EXCHANGE, "object")
    assert any("Friday" in text for text in found) == allowed


@pytest.mark.parametrize(("verb", "allowed"), [("VBD hit", False), ("VBZ hits", True)])
def test_what_goes_on_does_not_stand_beside_a_past(verb, allowed):
    frame = f"(ROOT (S (NP (DT The) (NN storm)) (VP ({verb}) (NP (NNP Vik))) (. .)))"
    found = results(
        parsed_cluster(frame, frame.replace("(NN", "(JJ current) (NN", 1)), 0, EXCHANGE, "subject"
    )
    assert any("current" in text for text in found) == allowed


@pytest.mark.parametrize(
    ("mark", "inside", "taken"),
    [
        ("-LRB-", "(NP (DT the) (JJ old) (NN pilot))", True),
        ("[", "(NP (DT the) (JJ old) (NN pilot))", False),
        ("-LRB-", "(NP (NNP AUR) (NNP Quote) (NNP Page))", False),
        ("-LRB-", "(NP (NNP Tor) (NNP Moss))", False),
        ("-LRB-", "(NP (NNP AUR))", True),
        ("-LRB-", "(NP (NN berg.org))", False),
        ("-LRB-", "(NP (NN Vik) (: :) (NN pilot))", False),
        ("-LRB-", "(NP (CD 3-0))", False),
    ],
)
def test_no_phrase_with_an_address_or_the_brackets_of_an_editor_is_taken(mark, inside, taken):
    made = "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD led) (NP {})) (. .)))"
    aside = f"(PRN (-LRB- {mark}) {inside} (-RRB- -RRB-))"
    other = made.format(f"(NP (NNP Ida) (NNP Berg)) {aside}")
    found = results(parsed_cluster(made.format("(NNP Berg)"), other), 0, EXCHANGE, "object")
    assert any("led Ida Berg" in text and text != "The crew led Ida Berg ." for text in found) == taken


def test_a_long_aside_stands_at_the_end_alone():
    made = "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD led) {}) (. .)))"
    long = "(NP (NP (DT a) (NN dozen)) (PP (IN of) (NP {}(NNS sailors))))".format("(JJ tired) " * 10)
    other = made.format(f"(NP (NP (NNP Ida) (NNP Berg)) (, ,) {long})")
    for after, taken in (("", True), ("(PP (TO to) (NP (NNP Norvik)))", False)):
        frame = made.format(f"(NP (NNP Berg)) {after}")
        found = results(parsed_cluster(frame, other), 0, EXCHANGE, "object")
        assert any("dozen" in text for text in found) == taken


@pytest.mark.parametrize(("after", "taken"), [("", True), ("(PP (TO to) (NP (NNP Norvik)))", False)])
@pytest.mark.parametrize(
    "clause",
    [
        "(SBAR (WHNP (WDT that)) (S (VP (VBD lost) (NP (NN power)))))",
        "(VP (VBG lost) (NP (NN power)))",
        "(PP (IN with) (NP (NP (DT a) (NN mast)) (VP (VBN lost) (PP (IN in) (NP (NN fog))))))",
    ],
)
def test_a_clause_that_identifies_does_not_take_what_follows(clause, after, taken):
    made = "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD led) {} {}) (. .)))"
    ships = "(NP (NP (DT the) (JJ old) (NN ship)) {})"
    cluster = parsed_cluster(
        made.format("(NP (DT the) (NN ship))", after), made.format(ships.format(clause), "")
    )
    assert any("lost" in text for text in results(cluster, 0, EXCHANGE, "object")) == taken


@pytest.mark.parametrize(("day", "allowed"), [("(NN day)", True), ("(NNP Sunday)", False)])
def test_a_phrase_with_a_day_does_not_stand_beside_another_day(day, allowed):
    on = f"(PP (IN On) (NP (DT that) {day}))"
    frame = f"(ROOT (S {on} (NP (DT the) (NN quake)) (VP (VBD hit) (NP (NNP Vik))) (. .)))"
    quake = "(NP (NP (NNP Monday) (POS 's)) (NN quake))"
    other = f"(ROOT (S (NP {quake}) (VP (VBD hit) (NP (NNP Vik))) (. .)))"
    found = results(parsed_cluster(frame, other), 0, EXCHANGE, "subject")
    assert any("Monday" in text for text in found) == allowed


def test_a_cup_of_a_year_is_not_one_of_a_place():
    cup = "(ROOT (S (NP (NNP Berg)) (VP (VBD won) (NP (DT the) {} (NN cup))) (. .)))"
    cluster = parsed_cluster(cup.format("(NNP Vik)"), cup.format("(CD 2012)"))
    assert results(cluster, 0, EXCHANGE, "object") == []


@pytest.mark.parametrize(
    ("name", "one"),
    [("(NNP Bay)", True), ("(NNP Norvik)", False), ("(NNP Norvik) (NNP Bay) (NNP School)", False)],
)
def test_a_longer_name_that_begins_with_another_is_not_the_same(name, one):
    closed = "(ROOT (S (NP {}) (VP (VBD closed)) (. .)))"
    cluster = parsed_cluster(closed.format("(NNP Norvik) (NNP Bay)"), closed.format(name))
    old, new = (
        cluster.referents.mentions[number, head] for number, head in sorted(cluster.referents.mentions)
    )
    assert names_one_thing(cluster, old, new) == one


@pytest.mark.parametrize(
    ("told", "pilot", "allowed"),
    [
        ("(ROOT (S {} (. .)))", "(NP (DT The) (NN pilot)) (PP (IN from) (NP (NNP Moss)))", True),
        ("(ROOT (S {} (. .)))", "(DT The) (NN pilot)", False),
        (
            "(ROOT (S (NP (NNP Lie)) (VP (VBD said) (SBAR (S {}))) (. .)))",
            "(NP (DT The) (NN pilot)) (PP (IN from) (NP (NNP Moss)))",
            False,
        ),
    ],
)
def test_a_description_of_a_name_tells_who_is_meant(monkeypatch, told, pilot, allowed):
    monkeypatch.setattr(Referents, "certainty", lambda *_: 1.0)
    left = "(NP {}) (VP (VBD left) (NP (DT the) (NN harbour)) (PP (IN on) (NP (NNP Friday))))"
    described = "(NP (NNP Berg)) (, ,) (NP (DT the) (NN pilot)) (, ,)"
    frame = told.format(left.format("(NNP Berg)"))
    cluster = parsed_cluster(
        frame,
        f"(ROOT (S {left.format(described)} (. .)))",
        f"(ROOT (S {left.format(pilot)} (. .)))",
    )
    found = results(cluster, 0, EXCHANGE, "subject")
    assert any("he pilot from Moss left" in text or "he pilot left" in text for text in found) == allowed


@pytest.mark.parametrize(("verb", "allowed"), [("attended", False), ("near", True)])
def test_a_bare_object_of_a_set_phrase_gets_no_article(verb, allowed):
    inner = "(NP {})" if verb == "attended" else "(NP (NP (NNS crews)) (PP (IN near) (NP {})))"
    attended = f"(ROOT (S (NP (NNP Berg)) (VP (VBD attended) {inner}) (. .)))"
    cluster = parsed_cluster(attended.format("(NN church)"), attended.format("(DT an) (JJ old) (NN church)"))
    assert any("an old church" in text for text in results(cluster, 0, EXCHANGE)) == allowed


@pytest.mark.parametrize(
    ("opening", "taken"), [("(NP (DT The) (NN captain)) (, ,)", False), ("(NP (DT The) (NN captain))", True)]
)
def test_a_name_with_an_aside_that_is_an_aside_itself_keeps_its_comma(opening, taken):
    aged = "(NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP (CD 40)))"
    cluster = parsed_cluster(
        f"(ROOT (S (NP {opening} {aged} (, ,)) (VP (VBD left)) (. .)))",
        "(ROOT (S (NP (NNP Berg)) (VP (VBD left)) (. .)))",
    )
    frame, source = cluster.sentences
    old = next(node for node in frame.phrases if frame.text(node) == ("Ida", "Berg", ",", "40"))
    (edit,) = replacement(frame, old, source, source.phrases[2], "object").edits
    assert (frame.words[edit.end - 1] == ",") == taken


@pytest.mark.parametrize(("article", "allowed"), [("(DT the) ", True), ("", False)])
def test_a_plural_name_with_an_adjective_alone_is_no_name(article, allowed):
    sailed = (
        "(ROOT (S (NP {}) (VP (VBD beat) (NP (DT the) (NNPS Vikings)) (PP (IN in) (NP (NNP Bern)))) (. .)))"
    )
    new = sailed.format(f"{article}(JJ tired) (NNPS Norvikers)")
    found = results(parsed_cluster(sailed.format("(DT The) (NNPS Norvikers)"), new), 0, EXCHANGE, "subject")
    assert bool(found) == allowed


def test_a_last_name_with_an_aside_is_exchanged_without_a_stop_too():
    cluster = parsed_cluster(
        "(ROOT (S (NP (NNP Lie)) (VP (VBD met) (NP (NP (NNP Berg)) (, ,) (NP (CD 40))))))",
        "(ROOT (S (NP (NNP Berg)) (VP (VBD left))))",
    )
    frame, source = cluster.sentences
    old = next(node for node in frame.phrases if node.begin == 2 and node.role == "object")
    (edit,) = replacement(frame, old, source, source.phrases[2], "object").edits
    assert edit.end == len(frame.words)


@pytest.mark.parametrize(
    ("rest", "taken"), [("(VP (VBD left))", True), ("(NP (DT the) (NN crew)) (VP (VBD left))", False)]
)
def test_a_comma_after_an_opener_stays(rest, taken):
    aged = "(NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP (CD 40)))"
    opening = f"(PP (IN With) {aged})" if "NP" in rest else aged
    cluster = parsed_cluster(
        f"(ROOT (S {opening} (, ,) {rest} (. .)))", "(ROOT (S (NP (NNP Berg)) (VP (VBD left)) (. .)))"
    )
    frame, source = cluster.sentences
    old = next(node for node in frame.phrases if frame.text(node) == ("Ida", "Berg", ",", "40"))
    (edit,) = replacement(frame, old, source, source.phrases[2], "object").edits
    assert (frame.words[edit.end - 1] == ",") == taken


@pytest.mark.parametrize(
    ("new", "one"),
    [
        ("(NP (JJ young) (NNS sailors))", True),
        ("(NP (NP (NNS sailors)) (PP (IN over) (NP (CD 55))))", False),
        ("(NP (NP (NNS sailors)) (PP (IN in) (NP (NNP Vik))))", False),
        ("(NP (NNS sailors))", False),
    ],
)
@pytest.mark.parametrize("alike", [False, True])
def test_plurals_that_different_words_narrow_are_two(new, one, alike):
    told = "(ROOT (S (NP (NNP Berg)) (VP (VBD helped) {}) (. .)))"
    if not alike:
        # The sailors are no argument of the event.
        told = told.format("(NP (NP (DT the) (NN club)) (PP (IN for) {}))")
    cluster = parsed_cluster(told.format("(NP (JJ young) (NNS sailors))"), told.format(new))
    old, other = (
        next(each for each in cluster.referents.mentions.values() if (each.sentence, each.base) == which)
        for which in ((0, "sailor"), (1, "sailor"))
    )
    assert names_one_thing(cluster, old, other) == (alike or one)


@pytest.mark.parametrize(("crew", "taken"), [("(NN everybody) (JJ else)", False), ("(NN everybody)", True)])
def test_who_else_it_is_depends_on_others(crew, taken):
    left = "(ROOT (S (NP (NP (NNP {}) (NNP Berg)) (CC and) (NP {})) (VP (VBD left) (NP (NNP Vik))) (. .)))"
    cluster = parsed_cluster(left.format("Ida", "(DT the) (NN crew)"), left.format("Ida", crew))
    assert bool(results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(
    ("after", "made"),
    [
        (" (, ,) (NP (DT the) (NN pilot)) (, ,)", ["Ida Berg , the pilot , left Vik on Friday ."]),
        (" (PRP herself)", []),
        (" (, ,) (ADVP (RB also)) (NP (DT a) (NN pilot)) (, ,)", []),
        (" (RB alone)", []),
        (" (, ,) (VP (VBN known) (PP (IN as) (NP (NNP Vik))) (PP (TO to) (NP (NNP Moss)))) (, ,)", []),
        (" (, ,) (ADVP (NP (CD two) (NNS miles)) (RB away))", []),
        (" (, ,) (SBAR (WHADVP (WRB where)) (S (NP (PRP it)) (VP (VBD sank)))) (, ,)", []),
    ],
)
def test_a_name_that_is_stressed_or_tells_what_happened_there_stays(after, made):
    left = "(ROOT (S {} (VP (VBD left) (NP (NNP Vik)) (PP (IN on) (NP (NNP Friday)))) (. .)))"
    new = f"(NP (NP (NNP Ida) (NNP Berg)){after})"
    cluster = parsed_cluster(left.format("(NP (NNP Berg))"), left.format(new))
    found = results(cluster, 0, EXCHANGE, "subject")
    assert [text for text in found if not text.startswith("Ida Berg left")] == made


@pytest.mark.parametrize(
    ("old", "new", "made"),
    [
        ("(NP (NP (NNP Vik)) (CC and) (NP (NNP Nes)))", "(NP (NP (NNP Vik)) (CC and) (NP (NNP Moss)))", []),
        (
            "(NP (NP (NNP Vik)) (CC and) (NP (NNP Nes)))",
            "(NP (NP (NNP Port) (NNP Vik)) (CC and) (NP (NNP Nes)))",
            ["Port Vik and Nes"],
        ),
        (
            "(NP (NP (NNP Vik)) (: --) (NP (DT a) (NN port))) (: --)",
            "(NP (NNP Port) (NNP Vik))",
            ["Port Vik -- a port --"],
        ),
        (
            "(NP (NNP Vik))",
            "(NP (NP (DT the) (NN mayor)) (PP (IN of) (NP (NP (NNP Port) (NNP Vik)) (, ,) (NP (NNP Tor) (NNP"
            " Lie)))))",
            ["Port Vik"],
        ),
        (
            "(NP (NNP Aurora))",
            "(NP (NP (DT the) (NNP Aurora)) (PP (IN of) (NP (NNP Moss))))",
            ["the Aurora of Moss"],
        ),
        (
            "(NP (PRP$ her) (NN ship))",
            "(NP (NP (DT the) (NN ship)) (PP (IN of) (NP (NN iron))))",
            [],
        ),
    ],
)
def test_no_part_of_a_list_an_aside_or_a_possessor_is_lost(old, new, made):
    left = "(ROOT (S (NP (NNP Berg)) (VP (VBD left) {}) (ADVP (RB early)) (. .)))"
    found = results(parsed_cluster(left.format(old), left.format(new)), 0, EXCHANGE, "object")
    assert set(found) == {f"Berg left {each} early ." for each in made}


@pytest.mark.parametrize(("quantifier", "one"), [("(DT some)", False), ("(DT the)", True)])
def test_a_part_is_not_the_whole(quantifier, one):
    left = "(ROOT (S (NP {} (NNS sailors)) (VP (VBD left) (NP (NNP Vik))) (. .)))"
    cluster = parsed_cluster(left.format("(DT the)"), left.format(quantifier))
    old, new = (each for each in cluster.referents.mentions.values() if each.base == "sailor")
    assert names_one_thing(cluster, old, new) == one


@pytest.mark.parametrize(
    ("old", "new", "one"),
    [
        ("(NNP India)", "(NNP Air) (NNP India)", False),
        ("(NNP Vik)", "(NNP Port) (NNP Vik)", True),
        ("(NNP Berg)", "(DT the) (NN name) (NNP Berg)", False),
        ("(NNP Berg)", "(DT the) (NN artist) (NNP Berg)", True),
        ("(DT the) (NN ferry)", "(DT the) (JJS largest) (NN ferry)", False),
        ("(DT the) (NN ferry)", "(DT the) (JJ large) (NN ferry)", True),
        ("(DT the) (NN ferry)", "(DT the) (JJ 24th) (NN ferry)", False),
        ("(DT the) (NN ferry)", "(DT the) (JJR larger) (NN ferry)", False),
        ("(DT the) (NN ferry)", "(DT the) (JJ previous) (NN ferry)", False),
        ("(DT the) (NN ferry)", "(DT the) (JJ same) (NN ferry)", False),
        ("(DT the) (NN ferry)", "(DT a) (JJ future) (NN ferry)", False),
        ("(DT the) (NN ferry)", "(DT the) (JJ main) (NN ferry)", False),
        ("(DT the) (NN ferry)", "(DT the) (JJ initial) (NN ferry)", False),
        ("(DT the) (NN ferry)", "(DT the) (JJ correct) (NN ferry)", False),
        ("(DT the) (NN pilot)", "(DT the) (JJ injured) (NN pilot)", False),
        ("(DT the) (NN ferry)", "(DT the) (VBG visiting) (NN ferry)", False),
        ("(DT the) (NN ferry)", "(DT the) (CD 1980) (NN ferry)", False),
        ("(DT the) (NN ferry)", "(DT the) (JJ separate) (NN ferry)", False),
        ("(DT the) (NN ferry)", "(DT the) (NN ex) (HYPH -) (NN ferry)", False),
        ("(DT the) (NN ferry)", "(DT the) (JJ non) (HYPH -) (NN ferry)", False),
        ("(NNP Norvik)", "(NN mainland) (NNP Norvik)", False),
        ("(NNP Norvik)", "(JJ northeast) (NNP Norvik)", False),
        ("(PRP$ his) (NN ferry)", "(PRP$ his) (JJ own) (NN ferry)", False),
        ("(NNP Nes) (NNP Club)", "(NNP Vik) (NNP Club)", False),
        ("(NNP Vik)", "(NNP Vik) (NNP One)", False),
        ("(NNP N) (NNP Club)", "(NNP Ny) (NNP Vik) (NNP Club)", False),
        ("(NNP Ida) (NNP Berg)", "(NNP I.) (NNP Berg)", True),
        ("(NNP Berg)", "(`` ``) (NNP Berg) ('' '')", False),
        ("(NNP Berg)", "(NN singer) (NNP The) (NNP Berg)", False),
    ],
)
def test_a_word_that_tells_one_of_several_is_kept(old, new, one):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (NNP Moss))) (. .)))"
    cluster = parsed_cluster(left.format(old), left.format(new))
    mentions = (each for each in cluster.referents.mentions.values() if each.base != "moss")
    assert names_one_thing(cluster, *mentions) == one


@pytest.mark.parametrize(("verb", "allowed"), [("(VBD won)", True), ("(MD may) (VP (VB win)", False)])
def test_what_may_be_is_not_what_is(verb, allowed):
    end = ")" if "MD" in verb else ""
    won = "(ROOT (S (NP (NNP Berg)) (VP {} (NP (DT a) {}(NN cup))){} (. .)))"
    cluster = parsed_cluster(
        won.format("(VBD won)", "(JJ silver) ", ""), won.format(verb, "(JJ small) ", end)
    )
    assert bool(results(cluster, 0, EXCHANGE, "object")) == allowed


@pytest.mark.parametrize(
    ("words", "one"),
    [
        ("(NP (NNPS Norwegians))", True),
        ("(NP (JJ northern) (NNPS Norwegians))", False),
        ("(NP (NP (DT a) (NN crowd)) (PP (IN of) (NP (JJ young) (NNPS Norwegians))))", False),
        ("(NP (NP (DT the) (NN king)) (PP (IN of) (NP (DT the) (NNPS Norwegians))))", True),
    ],
)
def test_a_part_of_what_a_name_names_is_another(words, one):
    left = "(ROOT (S {} (VP (VBD left) (NP (NNP Vik))) (. .)))"
    cluster = parsed_cluster(left.format("(NP (DT The) (NNPS Norwegians))"), left.format(words))
    old, new = (each for each in cluster.referents.mentions.values() if each.base == "norwegians")
    assert names_one_thing(cluster, old, new) == one


@pytest.mark.parametrize("of", ["", " (PP (IN of) (NP (DT the) (NN ship)))"])
def test_nothing_gets_a_second_owner(of):
    left = "(ROOT (S (NP (NNP Berg)) (VP (VBD left) {} (PP (IN on) (NP (NNP Friday)))) (. .)))"
    cluster = parsed_cluster(
        left.format(f"(NP (NP (DT the) (NN deck)){of})"),
        left.format("(NP (NP (DT the) (NN ship) (POS 's)) (NN deck))"),
    )
    found = results(cluster, 0, EXCHANGE, "object")
    assert found == ["Berg left the ship 's deck on Friday ."]


@pytest.mark.parametrize(("kind", "taken"), [("Norwegian", False), ("new", True)])
def test_an_ambassador_of_a_country_is_not_called_by_it_too(kind, taken):
    left = "(ROOT (S (NP (NNP Berg)) (VP (VBD left) {} (PP (IN on) (NP (NNP Friday)))) (. .)))"
    cluster = parsed_cluster(
        left.format("(NP (NP (DT the) (NN captain)) (PP (IN of) (NP (NNP Norway))))"),
        left.format(f"(NP (DT the) (JJ {kind}) (NN captain))"),
    )
    made = f"Berg left the {kind} captain of Norway on Friday ."
    assert (made in results(cluster, 0, EXCHANGE, "object")) == taken


@pytest.mark.parametrize(("word", "taken"), [("as", False), ("of", True)])
def test_a_name_with_what_it_is_for_once_stays_in_its_sentence(word, taken):
    left = "(ROOT (S {} (VP (VBD left) (NP (NNP Vik)) (PP (IN on) (NP (NNP Friday)))) (. .)))"
    comma = "(, ,) " if word == "as" else ""
    new = f"(NP (NP (NNP Ida) (NNP Berg)) {comma}(PP (IN {word}) (NP (NNP Norvik))) {comma})"
    cluster = parsed_cluster(left.format("(NP (NNP Berg))"), left.format(new))
    found = results(cluster, 0, EXCHANGE, "subject")
    assert any(f"Berg {', ' if comma else ''}{word} Norvik" in text for text in found) == taken


@pytest.mark.parametrize(
    ("numbers", "taken"), [(("25", "16"), True), (("22", "nine"), False), (("25", "nine"), False)]
)
def test_a_phrase_with_other_numbers_is_no_exchange(numbers, taken):
    won = "(ROOT (S (NP (NNP Berg)) (VP (VBD finished) (NP (DT the) (NN match)) (PP (IN with) {})) (. .)))"
    one, other = (
        f"(NP (NP (CD {points}) (NNS points)) (CC and) (NP (CD {rebounds}) {word}(NNS rebounds)))"
        for (points, rebounds), word in ((("25", "16"), ""), (numbers, "(JJ fine) "))
    )
    cluster = parsed_cluster(won.format(one), won.format(other))
    assert any("fine rebounds" in text for text in results(cluster, 0, EXCHANGE, "with")) == taken


@pytest.mark.parametrize(
    ("phrases", "verbs", "one"),
    [
        (("(NP (DT a) (JJ big) (NN boat))", "(NP (DT a) (NN boat))"), ("left", "sank"), False),
        (("(NP (DT a) (JJ big) (NN boat))", "(NP (DT a) (NN boat))"), ("left", "left"), True),
        (("(NP (DT the) (JJ big) (NN boat))", "(NP (DT the) (NN boat))"), ("left", "sank"), True),
        (("(NP (DT a) (JJ big) (NN boat))", "(NP (DT the) (NN boat))"), ("left", "sank"), True),
        (("(NP (DT a) (JJ big) (NN boat))", "(NP (PRP$ her) (NN boat))"), ("left", "sank"), False),
        (("(NP (DT a) (JJ big) (NN boat))", "(NP (PRP$ her) (NN boat))"), ("left", "left"), True),
    ],
)
@pytest.mark.parametrize("doer", ["Berg", "Vik"])
def test_two_indefinite_nouns_of_other_events_are_two(phrases, verbs, one, doer):
    trees = (
        f"(ROOT (S (NP (NNP {name})) (VP (VBD {verb}) {phrase} (PP (IN on) (NP (NNP Friday)))) (. .)))"
        for phrase, verb, name in zip(phrases, verbs, ("Berg", doer), strict=True)
    )
    cluster = parsed_cluster(*trees)
    old, new = (each for each in cluster.referents.mentions.values() if each.base == "boat")
    # The same verb is another event with another doer.
    assert names_one_thing(cluster, old, new) == (one and (doer == "Berg" or verbs[0] != verbs[1]))


@pytest.mark.parametrize(("word", "taken"), [("as", False), ("with", True)])
def test_nobody_works_as_somebody(monkeypatch, word, taken):
    monkeypatch.setattr(Referents, "certainty", lambda *_: 1)
    works = "(ROOT (S (NP (NNP Moss)) (VP (VBD began) (PP (IN {}) (NP {}))) (. .)))"
    cluster = parsed_cluster(
        works.format(word, "(DT the) (NN captain)"), works.format(word, "(NNP Captain) (NNP Berg)")
    )
    assert cluster.referents.same((0, 4), (1, 4))
    assert bool(results(cluster, 0, EXCHANGE, "preposition")) == taken


def test_two_who_say_something_need_not_be_one():
    said = (
        "(ROOT (S (NP {}) (VP (VBD said) (SBAR (S (NP (NNP Vik)) (VP (VBD sank) (ADVP (RB early)))))) (. .)))"
    )
    cluster = parsed_cluster(said.format("(DT a) (NN guard)"), said.format("(DT a) (JJ tired) (NN guard)"))
    old, new = (each for each in cluster.referents.mentions.values() if each.base == "guard")
    assert not names_one_thing(cluster, old, new)
    cluster = parsed_cluster(said.format("(DT a) (NN captain)"), said.format("(NNP Captain) (NNP Berg)"))
    assert cluster.referents.same((0, 1), (1, 1))
    assert results(cluster, 0, EXCHANGE, "subject") == []


@pytest.mark.parametrize(
    ("place", "other", "one"),
    [
        ("(NNP Vik)", "(NNP Nes) (NNP City)", False),
        ("(NNP Vik)", "(NNP Vik)", True),
        ("(JJ Norwegian)", "(NNP UK)", False),
        ("(JJ Norwegian)", "(NNP Norway)", True),
    ],
)
def test_a_short_name_before_a_noun_may_contradict_another(place, other, one):
    left = "(ROOT (S (NP (DT The) {} (NN harbour)) (VP (VBD closed)) (. .)))"
    cluster = parsed_cluster(left.format(place), left.format(other))
    old, new = (each for each in cluster.referents.mentions.values() if each.base == "harbour")
    assert names_one_thing(cluster, old, new) == one


@pytest.mark.parametrize(
    ("phrases", "one"),
    [
        (("(NN court)", "(NN court) (CD six)", "(NN court) (CD eight)"), False),
        (("(NN court)", "(NN court) (CD six)", "(NN court) (CD six)"), True),
        (("(NN court)", "(NN court) (CD six)", "(NNS courts) (CD eight)"), True),
        (("(NN court) (CD six)", "(NN court)", "(NN court) (CD eight)"), True),
        (("(NN court) (CD six)", "(JJ old) (NN court) (CD six)", "(NN court) (CD eight)"), True),
        (("(NN pier)", "(NNP Vik) (NN pier)", "(NNP Nes) (NN pier)"), False),
        (("(NN pier) (PP (IN for) (NP (NNP Vik)))", "(NN pier)", "(NN pier)"), True),
        (("(NN pier) (PP (IN for) (NP (NNP Vik)))", "(NNP Nes) (NN pier)", "(NN pier)"), False),
        (
            ("(NNP Pier) (PP (IN of) (NP (NNP Vik)))", "(NNP Pier) (PP (IN of) (NP (NNP Nes)))", "(NN pier)"),
            False,
        ),
    ],
)
def test_a_noun_of_which_there_are_several_is_none_of_them(phrases, one):
    left = "(ROOT (S (NP (NNP Berg)) (VP (VBD left) (NP (DT the) {})) (. .)))"
    cluster = parsed_cluster(*map(left.format, phrases))
    old, new, _ = (each for each in cluster.referents.mentions.values() if each.base in ("court", "pier"))
    assert names_one_thing(cluster, old, new) == one


@pytest.mark.parametrize(("article", "allowed"), [("the", True), ("a", True), ("A", False)])
def test_the_title_of_a_work_keeps_its_names(article, allowed):
    look = f"(NP (NP (DT {article}) (NN Look)) (PP (IN at) (NP (NNP Aurora))))"
    frame = f"(ROOT (S (NP (NNP Berg)) (VP (VBD wrote) {look}) (. .)))"
    found = results(parsed_cluster(frame, AURORA[0]), 0, EXCHANGE)
    assert any("ferry" in text for text in found) == allowed


@pytest.mark.parametrize(("between", "cut"), [("", False), ("(, ,) ", True)])
def test_a_phrase_with_as_after_a_comma_is_cut(between, cut):
    sailor = f"(NP (DT a) (NN sailor) (PP (IN from) (NP (NNP Vik))) {between}(PP (IN as) (NP (NN captain))))"
    tree = f"(ROOT (S (NP (NP (NNP Ida) (NNP Orme)) (, ,) {sailor}) (VP (VBD left) (NP (NNP Moss))) (. .)))"
    (sentence,) = parsed_cluster(tree).sentences
    node = next(node for node in sentence.phrases if node.begin == 3)
    assert is_cut(sentence, node) is cut


@pytest.mark.parametrize(("after", "allowed"), [("", True), ("(VP (VBN hit))", False)])
def test_a_name_at_the_end_of_a_phrase_may_be_who_did_what_follows(after, allowed):
    ship = f"(NP (NP (DT a) (NN ship) (NNP Aurora)) {after})"
    frame = f"(ROOT (S (NP (NNP Berg)) (VP (VBD left) {ship}) (. .)))"
    assert bool(results(parsed_cluster(frame, AURORA[0]), 0, EXCHANGE, "object")) == allowed


@pytest.mark.parametrize(("first", "allowed"), [("(DT the) (NN yard)", True), ("(NNP University)", False)])
def test_of_and_a_place_is_part_of_a_name(first, allowed):
    of = "(PP (IN of) (NP {} (NNP Norvik)))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD left) (NP (NP {first}) {of})) (. .)))"
    cluster = parsed_cluster(tree.format(""), tree.format("(JJ old)"))
    assert bool(results(cluster, 0, EXCHANGE, "modifier")) == allowed


def test_a_college_of_a_town_is_not_that_of_another():
    left = "(ROOT (S (NP (NNP Berg)) (VP (VBD left) (NP {})) (. .)))"
    frame = left.format("(NP (DT the) (NNP College)) (PP (IN of) (NP (NNP Norvik)))")
    cluster = parsed_cluster(frame, left.format("(NNP Vik) (NNP College)"))
    assert not any("Vik College of" in text for text in results(cluster, 0, EXCHANGE))


@pytest.mark.parametrize(
    ("more", "allowed"), [("", True), ("(, ,) (S (VP (VBG taking) (NP (NN gold))))", False)]
)
def test_a_predicate_with_a_participle_joins_no_other(more, allowed):
    won = "(VBD won) (NP (DT the) (NN match)) {}"
    frame = f"(ROOT (S (NP (NNP Berg)) (VP (VP {won.format('')}) (CC and) (VP (VBD left))) (. .)))"
    vik = f"(PP (IN in) (NP (NNP Vik))) {more}"
    other = f"(ROOT (S (NP (NNP Berg)) (VP {won.format(vik)}) (. .)))"
    assert bool(results(parsed_cluster(frame, other), 0, EXCHANGE, "predicate")) == allowed


@pytest.mark.parametrize(("old", "new"), [("", "(DT the) "), ("(DT the) ", "")])
def test_a_bare_name_neither_takes_nor_loses_an_article(old, new):
    left = "(ROOT (S (NP (NNP Berg)) (VP (VBD left) (NP {}{}(NNP Norvik) (NNP Yard))) (. .)))"
    cluster = parsed_cluster(left.format(old, "(NNP Old) "), left.format(new, ""))
    assert results(cluster, 0, EXCHANGE, "object") == []
    both = parsed_cluster(left.format(old, "(NNP Old) "), left.format(old, ""))
    assert results(both, 0, EXCHANGE, "object")


@pytest.mark.parametrize(("article", "allowed"), [("", True), ("(DT the) ", False)])
def test_a_possessor_takes_no_article_from_a_mistake(article, allowed):
    left = "(ROOT (S (NP (NNP Orme)) (VP (VBD left) (NP (NP {} (NNP Berg) (POS 's)) (NN yard))) (. .)))"
    cluster = parsed_cluster(left.format(""), left.format(article + "(NNP Ida)"))
    assert bool(results(cluster, 0, EXCHANGE, "possessive")) == allowed


@pytest.mark.parametrize(
    ("name", "taken"), [("(NNP Berg)", False), ("(NN captain) (NNP Ida) (NNP Berg)", True)]
)
def test_a_bare_surname_stands_for_a_full_name_only_as_the_subject(name, taken):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP {})) (. .)))"
    berg, crew = "(NNP Ida) (NNP Berg)", "(DT the) (NN crew)"
    cluster = parsed_cluster(left.format(crew, berg), left.format(crew, name))
    assert bool(results(cluster, 0, EXCHANGE, "object")) == taken
    cluster = parsed_cluster(left.format(berg, crew), left.format(name, crew))
    assert results(cluster, 0, EXCHANGE, "subject")


@pytest.mark.parametrize(("verb", "taken"), [("said", False), ("saw", True)])
def test_an_unnamed_speaker_keeps_its_noun(monkeypatch, verb, taken):
    monkeypatch.setattr(Referents, "certainty", lambda *_: 1.0)
    monkeypatch.setattr(Referents, "may_be", lambda *_: True)
    sank = "(SBAR (S (NP (DT the) (NN ship)) (VP (VBD sank))))"
    told = f"(ROOT (S (NP {{}}) (VP (VBD {verb}) {sank} (PP (IN on) (NP (NNP Friday)))) (. .)))"
    minister = "(NP (NNP Vik) (POS 's)) (JJ foreign) (NN minister)"
    cluster = parsed_cluster(told.format("(DT An) (NN adviser)"), told.format(minister))
    assert any(text.startswith("Vik") for text in results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(("other", "taken"), [("Mr", False), ("Captain", True)])
def test_of_two_men_with_a_title_none_loses_it(other, taken):
    met = f"(ROOT (S (NP {{}}) (VP (VBD met) (NP (NNP {other}) (NNP Orme))) (. .)))"
    left = "(ROOT (S (NP (NNP Berg)) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    cluster = parsed_cluster(met.format("(NNP Mr) (NNP Berg)"), left)
    assert bool(results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(("verb", "taken"), [("born", False), ("named", True)])
def test_nobody_was_born_under_half_a_name(verb, taken):
    called = f"(ROOT (S (NP (DT The) (NN girl)) (VP (VBD was) (VP (VBN {verb}) (NP {{}}))) (. .)))"
    cluster = parsed_cluster(called.format("(NNP Berg)"), called.format("(NNP Ida) (NNP Berg)"))
    assert bool(results(cluster, 0, EXCHANGE, "object")) == taken


@pytest.mark.parametrize(
    ("role", "certainty", "taken"),
    [
        ("subject", 0.899, False),
        ("subject", 0.9, True),
        ("object", 0.949, False),
        ("object", 0.95, True),
        ("preposition's object", 0.949, False),
        ("preposition's object", 0.95, True),
    ],
)
def test_common_nouns_replace_each_other_if_it_is_sure_that_they_corefer(monkeypatch, role, certainty, taken):
    monkeypatch.setattr(Referents, "certainty", lambda *_: certainty)
    captain = "(NP (DT the) {}(NN captain))"
    trees = {
        "subject": f"(ROOT (S {captain} (VP (VBD {{}}) (PRP her)) (. .)))",
        "object": f"(ROOT (S (NP (PRP She)) (VP (VBD {{}}) {captain}) (. .)))",
        "preposition's object": f"(ROOT (S (NP (PRP She)) (VP (VBD {{}}) (PP (IN by) {captain})) (. .)))",
    }
    words = ("", "met"), ("(NN harbour) ", "saw")
    sentences = (trees[role].format(*(each if role == "subject" else each[::-1])) for each in words)
    assert bool(results(parsed_cluster(*sentences), 0, EXCHANGE, role)) == taken


@pytest.mark.parametrize(("certainty", "taken"), [(0.799, False), (0.8, True)])
def test_names_replace_each_other_if_it_is_probable_that_they_corefer(monkeypatch, certainty, taken):
    monkeypatch.setattr(Referents, "certainty", lambda *_: certainty)
    left = "(ROOT (S (NP {}(NNP Berg)) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    cluster = parsed_cluster(left.format(""), left.format("(NNP Ida) "))
    assert bool(results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(("certainty", "taken"), [(0.899, False), (0.9, True)])
def test_a_name_gets_a_place_only_if_it_is_surely_the_same(monkeypatch, certainty, taken):
    monkeypatch.setattr(Referents, "certainty", lambda *_: certainty)
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    cluster = parsed_cluster(
        left.format("(NNP Northern) (NNP Ferries)"),
        left.format("(NP (NNP Northern) (NNP Ferries)) (PP (IN of) (NP (NNP Vik)))"),
    )
    found = results(cluster, 0, EXCHANGE, "subject")
    assert ("Northern Ferries of Vik left the ship ." in found) == taken


@pytest.mark.parametrize(
    ("third", "taken"),
    [
        ("(NP (NNP Moss)) (VP (VBD left))", True),
        ("(NP (DT The) (NN storm)) (VP (VBD killed) (NP (NNP Moss)))", False),
        ("(NP (DT A) (JJ second) (NN pilot)) (VP (VBD left))", False),
    ],
)
@pytest.mark.parametrize("role", ["subject", "predicate"])
def test_nobody_knows_who_of_several_persons_a_pilot_is(role, third, taken):
    died = "(ROOT (S (NP {}) (VP (VBD died) (PP (IN in) (NP (NNP Vik))) {}) (. .)))"
    cluster = parsed_cluster(
        died.format("(NNP Jan) (NNP Berg)", ""),
        died.format("(DT The) (JJ old) (NN pilot)", "(PP (IN on) (NP (NNP Friday)))"),
        f"(ROOT (S {third} (. .)))",
    )
    assert bool(results(cluster, 0, EXCHANGE, role)) == taken


@pytest.mark.parametrize(("title", "taken"), [("Mr.", False), ("President", True)])
def test_a_full_name_does_not_become_mr(title, taken):
    died = "(ROOT (S (NP {}) (VP (VBD died) (PP (IN in) (NP (NNP Vik)))) (. .)))"
    cluster = parsed_cluster(died.format("(NNP Jan) (NNP Berg)"), died.format(f"(NNP {title}) (NNP Berg)"))
    assert bool(results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(("noun", "taken"), [("man", False), ("pilot", True)])
def test_the_man_is_nobody_yet(noun, taken):
    died = "(ROOT (S (NP {}) (VP (VBD died) (PP (IN in) (NP (NNP Vik))) {}) (. .)))"
    cluster = parsed_cluster(
        died.format("(NNP Jan) (NNP Berg)", ""),
        died.format(f"(DT The) (JJ old) (NN {noun})", "(PP (IN on) (NP (NNP Friday)))"),
    )
    assert bool(results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(("speaker", "taken"), [("Berg", False), ("Moss", True)])
def test_nobody_is_made_to_say_how_others_describe_somebody(speaker, taken):
    left = "(S (NP (DT the) {}(NN driver)) (VP (VBD left) (NP (DT the) (NN ship))))"
    said = "(ROOT (S (NP (NNP {})) (VP (VBD said) (SBAR (IN that) {})) (. .)))"
    frame = said.format("Moss", left.format(""))
    cluster = parsed_cluster(frame, said.format(speaker, left.format("(JJ cruel) ")))
    assert bool(results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(("noun", "taken"), [("company", False), ("pilot", True)])
def test_who_is_described_as_a_person_is_no_company(noun, taken):
    says = "(ROOT (S (NP {}) (VP (VBZ sails) (NP (DT a) (NN ship))) (. .)))"
    cluster = parsed_cluster(
        says.format(f"(DT The) (NN {noun})"),
        says.format("(NP (NNP Berg)) (, ,) (NP (DT the) (NN secretary)) (, ,)"),
    )
    noun, name = (cluster.referents.mentions[place] for place in ((0, 1), (1, 0)))
    assert cluster.referents.may_be(noun, name) == taken


@pytest.mark.parametrize(("conjunction", "taken"), [("but", False), ("and", True)])
def test_a_contrast_stays(conjunction, taken):
    rained = "(ROOT (S (S (NP (PRP It)) (VP (VBD rained))) (, ,) (CC {}) (S (NP (NNP Berg)) {}) (. .)))"
    left = "(VP (VBD left) (NP (DT the) (NN ship)) {})"
    cluster = parsed_cluster(
        rained.format(conjunction, left.format("")),
        f"(ROOT (S (NP (NNP Berg)) {left.format('(PP (IN on) (NP (NNP Friday)))')} (. .)))",
    )
    assert bool(results(cluster, 0, EXCHANGE, "predicate")) == taken


@pytest.mark.parametrize(("second", "taken"), [(" (CC and) (NP (NNP Moss))", False), ("", True)])
def test_what_several_did_is_not_what_one_of_them_did(second, taken):
    left = "(ROOT (S {} (VP (VBD left) (NP (DT the) (NN ship)) {}) (. .)))"
    cluster = parsed_cluster(
        left.format(f"(NP (NP (NNP Berg)){second})", ""),
        left.format("(NP (NNP Berg))", "(PP (IN on) (NP (NNP Friday)))"),
    )
    assert bool(results(cluster, 0, EXCHANGE, "predicate")) == taken


def test_a_comma_before_a_second_clause_stays():
    berg = "(NP (NP (NNP Berg)) (, ,) (SBAR (WHNP (WP who)) (S (VP (VBD slept)))))"
    cluster = parsed_cluster(
        f"(ROOT (S (S (NP (PRP They)) (VP (VBD met) {berg})) (, ,) (CC and) (S (NP (DT the) (NN crew))"
        " (VP (VBD left))) (. .)))",
        "(ROOT (S (NP (PRP They)) (VP (VBD saw) (NP (NNP Ida) (NNP Berg))) (. .)))",
    )
    assert "They met Ida Berg , and the crew left ." in results(cluster, 0, EXCHANGE, "object")


@pytest.mark.parametrize(("verb", "taken"), [("became", False), ("met", True)])
def test_who_became_one_thing_did_not_become_another(verb, taken):
    met = "(ROOT (S (NP (PRP She)) (VP (VBD {}) (NP (DT the) {}(NN captain))) (. .)))"
    cluster = parsed_cluster(met.format(verb, ""), met.format("saw", "(NN harbour) "))
    assert bool(results(cluster, 0, EXCHANGE, "object")) == taken


@pytest.mark.parametrize(("noun", "taken"), [("captain", False), ("sale", True)])
def test_nobody_announces_a_person(noun, taken):
    announced = "(ROOT (S (NP (PRP She)) (VP (VBD announced) (NP (DT the) {}(NN {}))) (. .)))"
    cluster = parsed_cluster(announced.format("", noun), announced.format("(NN harbour) ", noun))
    assert bool(results(cluster, 0, EXCHANGE, "object")) == taken


@pytest.mark.parametrize(("phrase", "cut"), [("(PP (IN on) {})", False), ("(VP (VBG announcing) {})", True)])
def test_a_participle_may_belong_to_what_governs_a_phrase(phrase, cut):
    sale = "(NP (NP (DT the) (NN sale)) (VP (VBN held) (PP (IN in) (NP (NNP Vik)))))"
    tree = f"(ROOT (S (NP (NP (DT a) (NN meeting)) {phrase.format(sale)}) (VP (VBD ended)) (. .)))"
    (sentence,) = parsed_cluster(tree).sentences
    node = next(
        node for node in sentence.phrases if node.label == "NP" and sentence.words[node.begin] == "the"
    )
    assert is_cut(sentence, node) is cut


@pytest.mark.parametrize(("parted", "taken"), [("(POS 's)", True), ("(POS \u2019)) (POS s)", False)])
def test_a_possessive_that_is_parted_is_not_taken(parted, taken):
    old = "(NP (NP (NNP Berg) (POS 's)) (NN ship))"
    new = f"(NP (NP {'(NP ' if '))' in parted else ''}(NNP Ida) (NNP Berg) {parted}) (NN ship))"
    left = "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) {}) (. .)))"
    found = results(parsed_cluster(left.format(old), left.format(new)), 0, EXCHANGE, "possessive")
    assert bool(found) == taken


@pytest.mark.parametrize(
    ("owner", "taken"),
    [
        ("(DT the) (JJ tired) (NN captain)", True),
        ("(DT a) (JJ tired) (NN captain)", False),
        ("(JJ tired) (NNS men)", False),
    ],
)
def test_what_somebody_owns_is_not_what_others_own(monkeypatch, owner, taken):
    monkeypatch.setattr(Referents, "certainty", lambda *_: 1.0)
    old = "(NP (NP (DT the) (NN captain) (POS 's)) (JJ old) (NN ship))"
    new = f"(NP (NP (DT the) (NN ship)) (PP (IN of) (NP {owner})))"
    left = "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) {}) (. .)))"
    found = results(parsed_cluster(left.format(old), left.format(new)), 0, EXCHANGE, "object")
    assert any(" of " in text for text in found) == taken


@pytest.mark.parametrize(
    ("rest", "taken"),
    [
        ("(, ,) (SBAR (WHNP (WP who)) (S (VP (VBD sailed) (CC and) (VBD sang)))) (, ,)", True),
        ("(CC and) (NP (NNP Lie))", False),
    ],
)
def test_a_list_in_an_aside_makes_no_list(rest, taken):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    cluster = parsed_cluster(left.format("(NNP Berg)"), left.format(f"(NP (NNP Ida) (NNP Berg)) {rest}"))
    assert any("and" in text for text in results(cluster, 0, EXCHANGE, "subject")) == taken


def test_a_phrase_with_a_preposition_that_ends_in_an_aside_gets_its_comma():
    which = "(SBAR (WHNP (WDT which)) (S (VP (VBZ is) (ADJP (JJ old)))))"
    called = "(ROOT (S (NP (NNS Crews)) (VP (VBD went) (PP (IN to) {}) {}) (. .)))"
    cluster = parsed_cluster(
        called.format("(NP (NNP Vik))", "(PP (IN on) (NP (NNP Friday)))"),
        called.format(f"(NP (NP (NNP Port) (NNP Vik)) (, ,) {which})", ""),
    )
    assert "Crews went to Port Vik , which is old , on Friday ." in results(cluster, 0, EXCHANGE, "to")


@pytest.mark.parametrize(("goal", "taken"), [("(DT a) (NN port)", True), ("(CD one)", False)])
def test_one_stays_with_what_it_counts(goal, taken):
    went = "(ROOT (S (NP (NNP Berg)) (VP (VBD went) (PP (IN to) (NP (NP {}) (PP (IN in) (NP {}))))) (. .)))"
    cluster = parsed_cluster(
        went.format("(DT a) (NN port)", "(NNP Vik)"), went.format(goal, "(NNP Vik) (, ,) (NNP Lund)")
    )
    assert bool(results(cluster, 0, EXCHANGE, "to")) == taken


@pytest.mark.parametrize(("before", "taken"), [("(NP (NN fog)) (PP (IN off) {})", False), ("{}", True)])
def test_what_which_tells_may_be_told_of_the_noun_before(before, taken):
    which = "(SBAR (WHNP (WDT which)) (S (VP (VBD was) (ADJP (JJ old)))))"
    ferry = f"(NP (NP (DT the) (NN ferry) (NNP Aurora)) (, ,) {which} (, ,))"
    sank = "(ROOT (S (NP {}) (VP (VBD sank) (PP (IN in) (NP (NN fog)))) (. .)))"
    cluster = parsed_cluster(sank.format("(NNP Aurora)"), sank.format(before.format(ferry)))
    assert any("which" in text for text in results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(
    ("aside", "stays"),
    [("(S (NP (NNS prosecutors)) (VP (VBP charge)))", True), ("(NP (DT a) (NN sailor))", False)],
)
def test_who_says_it_stays_where_the_parser_puts_it_into_a_phrase(aside, stays):
    left = "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) (NP {})) (. .)))"
    cluster = parsed_cluster(
        left.format(f"(NP (NNP Berg)) (, ,) {aside}"), left.format("(NP (NNP Ida) (NNP Berg))")
    )
    assert ("The crew left Ida Berg ." not in results(cluster, 0, EXCHANGE, "object")) == stays


@pytest.mark.parametrize(
    ("old", "new", "taken"),
    [
        ("(NNS sailors) (NNP Berg)", "(NNP Ida) (NNP Berg)", False),
        ("(NN sailor) (NNP Berg)", "(NNP Ida) (NNP Berg)", True),
    ],
)
def test_a_title_of_several_stays_before_the_first_of_them(old, new, taken):
    met = "(ROOT (S (NP (NNP Moss)) (VP (VBD met) (NP {})) (. .)))"
    assert bool(results(parsed_cluster(met.format(old), met.format(new)), 0, EXCHANGE, "object")) == taken


@pytest.mark.parametrize(("first", "taken"), [("(NNP Berg)", False), ("(NNP Ida) (NNP Berg)", True)])
def test_a_name_in_full_does_not_follow_a_shorter_one(first, taken):
    told = f"(ROOT (S (NP {first}) (VP (VBD said) (SBAR (S (NP (NNP Berg)) (VP (VBD left))))) (. .)))"
    other = "(ROOT (S (NP (NNP Ida) (NNP Berg)) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    made = results(parsed_cluster(told, other), 0, EXCHANGE, "subject")
    assert any(text.endswith("said Ida Berg left .") for text in made) == taken


@pytest.mark.parametrize(("old", "taken"), [("", False), ("(PP (IN of) (NP (DT a) (NN fire)))", True)])
def test_a_phrase_of_any_event_is_not_that_of_one(old, taken):
    left = "(ROOT (S (NP (NNP Berg)) (VP (VBD left) (NP (NP (DT the) {}(NN scene)) {})) (. .)))"
    fire = "(PP (IN of) (NP (DT a) (NN fire)))"
    cluster = parsed_cluster(left.format("(JJ sad) ", old), left.format("(JJ old) ", fire))
    made = results(cluster, 0, EXCHANGE, "object")
    assert any(text.endswith("the old scene of a fire .") for text in made) == taken


@pytest.mark.parametrize(("article", "taken"), [("(DT a) (JJ long) ", True), ("", False)])
def test_life_in_prison_is_no_life_in_prison(article, taken):
    chose = "(ROOT (S (NP (NNP Berg)) (VP (VBD decided) (PP (IN on) (NP {}(NN life)))) (. .)))"
    cluster = parsed_cluster(chose.format(article), chose.format("(DT a) (JJ free) "))
    assert bool(results(cluster, 0, EXCHANGE, "preposition's object")) == taken


@pytest.mark.parametrize(("word", "taken"), [("whole", False), ("tired", True)])
def test_the_whole_of_it_does_not_stand_for_it(word, taken):
    left = "(ROOT (S (NP (DT The) {}(NN crew)) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    cluster = parsed_cluster(left.format(""), left.format(f"(JJ {word}) "))
    assert bool(results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(("owner", "taken"), [("Moss", False), ("Berg", True)])
def test_help_that_somebody_gave_is_not_that_of_others(owner, taken):
    came = "(ROOT (S (NP (NP (DT the) {}(NN help)) {}) (VP (VBD arrived)) (. .)))"
    given = "(SBAR (S (NP (NNP Berg)) (VP (VBD gave))))"
    cluster = parsed_cluster(
        came.format("", given), came.format("(JJ good) ", f"(PP (IN of) (NP (NNP {owner})))")
    )
    assert bool(results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(
    ("behind", "taken"), [(" (SBAR (WHNP (WP who)) (S (VP (VBD slept))))", False), ("", True)]
)
def test_no_name_is_put_before_who(behind, taken):
    woke = "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD woke) (NP {}){}) (. .)))"
    cluster = parsed_cluster(woke.format("(NNP Berg)", behind), woke.format("(NNP Ida) (NNP Berg)", ""))
    assert bool(results(cluster, 0, EXCHANGE, "object")) == taken


@pytest.mark.parametrize(("behind", "taken"), [("(RB there)", False), ("(RB aboard)", True)])
def test_nobody_is_there_where_no_place_was_named(behind, taken):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (NNP Vik))) (. .)))"
    sailors = "(NP (DT the) (NNS sailors))"
    cluster = parsed_cluster(left.format(sailors[4:-1]), left.format(f"{sailors} (ADVP {behind})"))
    assert bool(results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(("versus", "taken"), [("vs.", False), ("vs", False), ("Marie", True)])
def test_a_fight_of_two_is_neither_of_them(versus, taken):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (NNP Vik)) (ADVP (RB {}))) (. .)))"
    fight = f"(NNP Berg) (NNP {versus}) (NNP Orme)"
    cluster = parsed_cluster(left.format(fight, "early"), left.format("(NNP Orme)", "late"))
    found = results(cluster, 0, EXCHANGE, "subject")
    assert ("Orme left Vik early ." in found) == taken


@pytest.mark.parametrize(("other", "taken"), [("compatriot", False), ("captain", True)])
def test_somebody_of_the_same_country_needs_the_other(other, taken):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    cluster = parsed_cluster(left.format("(NNP Berg)"), left.format(f"(NN {other}) (NNP Ida) (NNP Berg)"))
    found = results(cluster, 0, EXCHANGE, "subject")
    assert any(other in text.lower() for text in found) == taken


@pytest.mark.parametrize(("opener", "cut"), [("as", True), ("when", False)])
def test_a_subject_after_as_may_begin_before_it(opener, cut):
    left = f"(SBAR (IN {opener}) (S (NP (NN mate) (NNP Jan) (NNP Berg)) (VP (VBD left))))"
    (sentence,) = parsed_cluster(f"(ROOT (S (NP (NNP Orme)) (VP (VBD came) {left}) (. .)))").sentences
    node = next(node for node in sentence.phrases if sentence.text(node) == ("mate", "Jan", "Berg"))
    assert is_cut(sentence, node) is cut


@pytest.mark.parametrize(("end", "taken"), [("(POS ')", False), ("", True)])
def test_a_subject_that_ends_like_an_owner_is_not_taken(end, taken):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (NNP Vik)) (ADVP (RB {}))) (. .)))"
    cluster = parsed_cluster(
        left.format("(NNP Berg)", "early"), left.format(f"(NNP Ida) (NNP Berg) {end}", "late")
    )
    assert bool(results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(
    ("names", "taken"), [("(NNP Vik) (NNP Hospital)", True), ("(NNP Moss) (NNP Hospital)", False)]
)
def test_a_place_of_another_name_is_another(names, taken):
    died = "(ROOT (S (NP (NNP Berg)) (VP (VBD died) (PP (IN {}) (NP {}))) (. .)))"
    cluster = parsed_cluster(died.format("at", "(NNP Vik) (NNP Hospital)"), died.format("inside", names))
    assert bool(results(cluster, 0, EXCHANGE, "place")) == taken


@pytest.mark.parametrize(
    ("owner", "taken"),
    [
        ("(NP (NP (NNP Nes) (NNP Berg) (POS 's)) (NN captain))", True),
        ("(NP (NP (NNP Nes)) (HYPH -) (NP (NP (NNP Berg) (POS 's)) (NN captain)))", False),
    ],
)
def test_half_of_a_name_with_a_hyphen_is_no_name(owner, taken):
    says = "(ROOT (S {} (VP (VBZ says) (SBAR (S (NP (NN work)) (VP (VBZ helps))))) (. .)))"
    cluster = parsed_cluster(says.format(owner), says.format("(NP (NP (NNP NB) (POS 's)) (NN captain))"))
    assert bool(results(cluster, 0, EXCHANGE, "possessive")) == taken


@pytest.mark.parametrize(("adverb", "taken"), [("", True), ("(ADVP (RB also)) ", False)])
def test_a_man_who_also_left_may_be_another(adverb, taken):
    left = "(ROOT (S (NP (DT A) {}(NN pilot)) (VP {}(VBD left) (NP (NNP Vik))) (. .)))"
    cluster = parsed_cluster(left.format("", adverb), left.format("(JJ young) ", adverb))
    assert bool(results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(("number", "taken"), [("(CD 31)", True), ("(CD 3-2)", False)])
def test_a_name_with_a_score_is_a_match(number, taken):
    saw = "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD saw) (NP {})) (. .)))"
    named = f"(NP (NNP Ida) (NNP Berg)) (, ,) (NP {number}) (, ,) (NP (DT a) (NN pilot))"
    found = results(parsed_cluster(saw.format("(NNP Berg)"), saw.format(named)), 0, EXCHANGE, "object")
    assert any("pilot" in text for text in found) == taken


@pytest.mark.parametrize(("title", "taken"), [("(NNP Captain)", True), ("(NNS captains)", False)])
def test_one_of_two_does_not_take_their_title_along(title, taken):
    saw = "(ROOT (S (NP (DT The) (NN crew)) (VP (VBD saw) (NP {})) (. .)))"
    cluster = parsed_cluster(saw.format("(NNP Berg)"), saw.format(f"{title} (NNP Ida) (NNP Berg)"))
    assert bool(results(cluster, 0, EXCHANGE, "object")) == taken


@pytest.mark.parametrize(("ordinal", "taken"), [("last", True), ("second", False)])
def test_a_count_of_what_the_predicate_tells_keeps_the_predicate(ordinal, taken):
    opening = f"(PP (IN for) (NP (DT the) (JJ {ordinal}) (NN time))) (, ,) "
    won = "(ROOT (S {}(NP (NNP Berg)) (VP (VBD won) (NP (DT the) (NN cup)){}) (. .)))"
    cluster = parsed_cluster(won.format(opening, ""), won.format("", " (PP (IN in) (NP (NNP Vik)))"))
    assert bool(results(cluster, 0, EXCHANGE, "predicate")) == taken


@pytest.mark.parametrize(("verb", "taken"), [("left", True), ("said", False)])
def test_others_may_say_what_he_said(verb, taken):
    made = "(ROOT (S (NP {}) (VP (VBD {}) (NP (NNP Vik))) (. .)))"
    cluster = parsed_cluster(made.format("(PRP He)", verb), made.format("(NNP Berg)", verb))
    assert bool(results(cluster, 0, EXCHANGE, "pronoun")) == taken


@pytest.mark.parametrize(("verb", "taken"), [("hired", False), ("met", True)])
def test_who_was_given_an_office_did_not_have_it_before(verb, taken):
    met = "(ROOT (S (NP (NNP Vik)) (VP (VBD {}) (NP {}(NNP Ida) (NNP Berg))) (. .)))"
    cluster = parsed_cluster(met.format(verb, ""), met.format("saw", "(DT the) (NN captain) "))
    found = results(cluster, 0, EXCHANGE, "object")
    assert (f"Vik {verb} the captain Ida Berg ." in found) == taken


def test_who_was_given_an_office_may_have_a_title_and_an_age():
    met = "(ROOT (S (NP (NNP Vik)) (VP (VBD {}) (NP {})) (. .)))"
    doctor = "(NP (NNP Dr.) (NNP Ida) (NNP Berg)) (, ,) (NP (CD 52)) (, ,)"
    cluster = parsed_cluster(met.format("hired", "(NNP Ida) (NNP Berg)"), met.format("saw", doctor))
    assert "Vik hired Dr. Ida Berg , 52 ." in results(cluster, 0, EXCHANGE, "object")


@pytest.mark.parametrize(
    ("limit", "taken"),
    [("(IN up) (TO to)", False), ("(JJR fewer) (IN than)", False), ("(IN about)", True)],
)
def test_a_number_keeps_its_limit(limit, taken):
    ran = "(ROOT (S (NP (NNP Vik)) (VP (VBD ran) (PP (IN at) (NP {}))) (. .)))"
    speed = "(NP (DT a) (NN speed)) (PP (IN of) (NP (QP {} (CD 20)) (NNS {})))"
    cluster = parsed_cluster(
        ran.format(speed.format(limit, "miles")), ran.format(speed.format("(RB about)", "knots"))
    )
    assert bool(results(cluster, 0, EXCHANGE, "modifier")) == taken


@pytest.mark.parametrize(
    ("tag", "taken"),
    [
        ("(VBD was) (VP (VBG sleeping))", False),
        ("(VBD was) (PP (IN in) (NP (NNP Vik)))", False),
        ("(VBD slept)", True),
    ],
)
def test_what_somebody_was_doing_stays_in_its_sentence(tag, taken):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    who = f"(NP (NNP Berg)) (, ,) (SBAR (WHNP (WP who)) (S (VP {tag}))) (, ,)"
    cluster = parsed_cluster(left.format("(NNP Ida) (NNP Berg)"), left.format(who))
    assert any(" who " in text for text in results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(("word", "taken"), [("previous", False), ("old", True)])
def test_the_ship_before_is_another_in_another_sentence(word, taken):
    left = "(ROOT (S (NP (NP (DT The) (NN crew)) {}) (VP (VBD left) (NP (NNP Vik))) (. .)))"
    of_ship = f"(PP (IN of) (NP (DT the) (JJ {word}) (NN ship)))"
    cluster = parsed_cluster(left.format(""), left.format(of_ship))
    assert any(word in text for text in results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(("name", "one"), [("Moss", False), ("Bergh", True)])
def test_two_of_one_first_name_and_office_are_two(name, one):
    attorney = "(NP (NNP District) (NNP Attorney) (NNP Ida) (NNP {}))"
    left = f"(ROOT (S {attorney} (VP (VBD left) (NP (NNP Vik))) (. .)))"
    cluster = parsed_cluster(left.format("Berg"), left.format(name))
    assert cluster.referents.same((0, 3), (1, 3)) == one


@pytest.mark.parametrize(
    ("record", "taken"), [("(CD 45-1) (, ,) (CD 33) (NNS wins)", False), ("(NNP AUR)", True)]
)
def test_a_record_gives_way_to_no_other(monkeypatch, record, taken):
    monkeypatch.setattr(Referents, "certainty", lambda *_: 1.0)
    won = "(ROOT (S (NP {}) (VP (VBD won) (NP (DT the) (NN cup))) (. .)))"
    name = "(NP {}) (PRN (-LRB- -LRB-) (NP {}) (-RRB- -RRB-))"
    cluster = parsed_cluster(
        won.format(name.format("(NN champion) (NNP Ida) (NNP Berg)", "(CD 43-1)")),
        won.format(name.format("(NNP Berg)", record)),
    )
    found = results(cluster, 0, EXCHANGE, "subject")
    assert any("Berg ( " in text and "43" not in text for text in found) == taken


@pytest.mark.parametrize(("pronoun", "taken"), [("He", False), ("It", True)])
def test_a_full_name_does_not_follow_a_pronoun(pronoun, taken):
    said = "(ROOT (S (S (NP (PRP {})) (VP (VBD slept))) (CC and) (S (NP {}) (VP (VBD left))) (. .)))"
    cluster = parsed_cluster(said.format(pronoun, "(NNP Berg)"), said.format("It", "(NNP Jan) (NNP Berg)"))
    assert any("Jan" in text for text in results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(("joint", "taken"), [("(CC and)", False), ("(IN of)", True)])
def test_who_is_first_of_a_list_is_not_all_of_it(joint, taken):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    more = f"(NP (NP (NNP Moss)) {joint} (NP (NNP Vik)))"
    cluster = parsed_cluster(
        left.format("(NNP Ida) (NNP Berg)"), left.format(f"(NP (NNP Berg)) (, ,) {more} (, ,)")
    )
    assert any("Moss" in text for text in results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(("state", "exchanged"), [("former ", False), ("", True)])
def test_somebody_who_was_captain_is_not_called_captain(state, exchanged):
    berg = "(ROOT (S (NP {}) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    names = "(NNP Ida) (NNP Berg)", "(NN captain) (NNP Ida) (NNP Berg)"
    was = f"(NP (DT the) {'(JJ former) ' if state else ''}(NN captain)) (, ,) (NP (NNP Ida) (NNP Berg)) (, ,)"
    cluster = parsed_cluster(*(berg.format(each) for each in (*names, was)))
    assert (
        any("aptain Ida Berg left" in each for each in results(cluster, 0, EXCHANGE, "subject")) == exchanged
    )


@pytest.mark.parametrize(("metres", "exchanged"), [(150, False), (60, True)])
def test_other_measures_are_those_of_another_event(metres, exchanged):
    died = "(ROOT (S (NP (NNP Ida) (NNP Berg)) (VP (VBD died) {}) (. .)))"
    falling = "(PP (IN after) (S (VP (VBG falling) (NP (CD {}) (NNS metres)) (PP (IN in) (NP (NNP {}))))))"
    cluster = parsed_cluster(
        died.format(falling.format(60, "Vik")), died.format(falling.format(metres, "Nes"))
    )
    assert bool(results(cluster, 0, EXCHANGE, "predicate")) == exchanged


@pytest.mark.parametrize(("dash", "exchanged"), [("(: --)", False), ("(PP (IN near) (NP (NNP Vik)))", True)])
def test_a_phrase_with_one_dash_is_cut(dash, exchanged):
    sank = "(ROOT (S (NP {}) (VP (VBD hit) (NP (DT a) (NN rock))) (. .)))"
    ferry = f"(NP (DT the) (JJ old) (NN ferry)) {dash}"
    other = ferry + (" (NP (DT a) (JJ small) (NN boat))" if "--" in dash else "")
    cluster = parsed_cluster(sank.format("(DT the) (NN ferry)"), sank.format(other))
    assert any("old ferry" in each for each in results(cluster, 0, EXCHANGE, "subject")) == exchanged


@pytest.mark.parametrize(("owner", "taken"), [("(PRP$ His)", False), ("(DT A)", True)])
def test_a_full_name_does_not_follow_his(owner, taken):
    left = "(ROOT (S (S (NP {} (NN mate)) (VP (VBD slept))) (CC and) (S (NP {}) (VP (VBD left))) (. .)))"
    cluster = parsed_cluster(left.format(owner, "(NNP Berg)"), left.format(owner, "(NNP Jan) (NNP Berg)"))
    assert any("Jan" in text for text in results(cluster, 0, EXCHANGE, "subject")) == taken


def test_a_dateline_is_no_subject():
    left = "(ROOT (S {} (VP (VBD left) (NP (NNP Nes))) (. .)))"
    dated = "(NP (NP (NNP VIK)) (: -) (NP (NNP Ida) (NNP Berg)))"
    cluster = parsed_cluster(left.format(dated), left.format("(NP (NNP Vik))"))
    assert cluster.referents.same((0, 0), (1, 0))
    assert results(cluster, 0, EXCHANGE, "subject") == []


@pytest.mark.parametrize(
    ("verb", "other", "taken"), [("dismissed", "saw", False), ("dismissed", "fired", True)]
)
def test_who_was_dismissed_has_no_office(verb, other, taken):
    met = "(ROOT (S (NP (NNP Vik)) (VP (VBD {}) (NP {}(NNP Ida) (NNP Berg))) (. .)))"
    cluster = parsed_cluster(met.format(other, ""), met.format(verb, "(DT the) (NN captain) "))
    assert (f"Vik {other} the captain Ida Berg ." in results(cluster, 0, EXCHANGE, "object")) == taken


@pytest.mark.parametrize(("behind", "taken"), [("(VBN left)", False), ("(RB late)", True)])
def test_with_something_left_is_no_part_of_a_name(behind, taken):
    name = "(NP (NP (NNP Ida) (NNP Berg)) (PP (IN with) (NP (CD 30) (NNS metres))))"
    beat = f"(ROOT (S (NP (NNP Orme)) (VP (VBD beat) {name} {behind}) (. .)))"
    won = "(ROOT (S (NP (NNP Berg)) (VP (VBD won) (NP (DT a) (NN medal))) (. .)))"
    assert bool(results(parsed_cluster(won, beat), 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(("title", "taken"), [("Mrs", False), ("Mr", True)])
def test_a_wife_is_not_her_husband(title, taken):
    left = "(ROOT (S (NP {}(NNP Berg)) (VP (VBD left) (NP (DT the) (NN {}))) (. .)))"
    cluster = parsed_cluster(
        left.format("(NNP Mr) ", "pier"),
        left.format(f"(NNP {title}) (NNP Jan) ", "yard").replace("(NNP Jan) ", ""),
    )
    berg = cluster.referents.mentions[0, 1], cluster.referents.mentions[1, 1]
    assert cluster.referents.same(berg[0].place, berg[1].place) == taken


@pytest.mark.parametrize(("word", "taken"), [("late", False), ("old", True)])
def test_who_did_something_was_not_late(word, taken):
    left = "(ROOT (S (NP {}(NN pilot) (NNP Ida) (NNP Berg)) (VP (VBD left) (NP (DT the) (NN pier))) (. .)))"
    pilot = f"(NP (DT The) (JJ {word}) (NN pilot) (NNP Ida) (NNP Berg))"
    saw = f"(ROOT (S {pilot} (VP (VBD saw) (NP (NNP Vik))) (. .)))"
    cluster = parsed_cluster(left.format("(DT The) "), saw)
    assert any(word in text for text in results(cluster, 0, EXCHANGE, "subject")) == taken


@pytest.mark.parametrize(
    ("end", "exchanged"), [("(, ,) (S (VP (VBG leaving) (NP (NNS fires))))", False), ("", True)]
)
def test_what_follows_from_a_clause_does_not_lose_it(end, exchanged):
    burned = "(SBAR (WHNP (WDT that)) (S (VP (VBD burned) (PP (IN in) (NP (NNP Vik))))))"
    frame = f"(ROOT (S (NP (NNP Berg)) (VP (VBD left) (NP (NP (NNP Aurora)) {burned}) {end}) (. .)))"
    other = "(ROOT (S (NP (NNP Lie)) (VP (VBD saw) (NP (DT the) (NN ferry) (NNP Aurora))) (. .)))"
    found = results(parsed_cluster(frame, other), 0, EXCHANGE, "object")
    assert any("that" not in text for text in found) == exchanged


@pytest.mark.parametrize(("day", "exchanged"), [("", False), ("(NP (NNP Friday) (POS 's))", True)])
def test_what_is_of_a_day_keeps_the_day(day, exchanged):
    frame = "(ROOT (S (NP (NP (NNP Friday) (POS 's)) (NNP Aurora)) (VP (VBD left) (NP (NNP Norvik))) (. .)))"
    aside = "(, ,) (NP (NP (DT the) (JJS oldest) (NN ferry)) (PP (IN of) (NP (NNP Vik)))) (, ,)"
    sold = f"(NP (NP {day} (NNP Aurora)) {aside})"
    other = f"(ROOT (S {sold} (VP (VBD pleased) (NP (DT the) (NN crew))) (. .)))"
    assert bool(results(parsed_cluster(frame, other), 0, EXCHANGE, "subject")) == exchanged


@pytest.mark.parametrize(("noun", "exchanged"), [("husband", False), ("pilot", True)])
def test_nobody_is_a_husband_beside_nobody(noun, exchanged):
    left = "(ROOT (S (NP {} (NNP Jan) (NNP Moss)) (VP (VBD left) (NP (NNP Vik))) (. .)))"
    cluster = parsed_cluster(left.format(""), left.format(f"(JJ Danish) (NN {noun})"))
    assert bool(results(cluster, 0, EXCHANGE, "subject")) == exchanged


@pytest.mark.parametrize(("tag", "one"), [("RB", False), ("CC", True)])
def test_a_club_is_not_its_forward(tag, one):
    met = "(ROOT (S (NP (NNP Berg)) (VP (VBD met) (NP (NP (NNP Vik)) {})) (. .)))"
    cluster = parsed_cluster(met.format(""), met.format(f"({tag} forward) (NP (NNP Ida) (NNP Moss))"))
    old, new = (each for each in cluster.referents.mentions.values() if each.base == "vik")
    assert names_one_thing(cluster, old, new) == one


@pytest.mark.parametrize(
    ("thing", "taken"), [("(DT a) (JJ red) (NN crib)", True), ("(JJ red) (NNS cribs)", False)]
)
def test_a_place_is_not_several(thing, taken):
    died = "(ROOT (S (NP (DT The) (NN pilot)) (VP (VBD died) (PP (IN in) (NP {}))) (. .)))"
    cluster = parsed_cluster(died.format("(DT a) (NN crib)"), died.format(thing))
    assert bool(results(cluster, 0, EXCHANGE, "place")) == taken


@pytest.mark.parametrize(("word", "taken"), [("Rival", False), ("Old", True)])
def test_a_rival_needs_another(word, taken):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (NNP Vik))) (. .)))"
    cluster = parsed_cluster(
        left.format("(NNP Ida) (NNP Berg)"), left.format(f"(JJ {word}) (NN captain) (NNP Ida) (NNP Berg)")
    )
    assert bool(results(cluster, 0, EXCHANGE, "subject")) == taken
