"""Deletion of asides, times and adverbs."""

import pytest

from paralattice.exchange.model.operation import DELETION
from support.parsed_clusters import AURORA, parsed_cluster, results


def test_an_appositive_is_left_out_with_its_commas():
    assert results(parsed_cluster(AURORA[1]), 0, DELETION, "appositive") == [
        "Aurora hit a rock after losing power ."
    ]


@pytest.mark.parametrize(("state", "left_out"), [("(JJ dead)", False), ("(JJ tired)", True)])
def test_where_somebody_was_found_dead_stays(state, left_out):
    found = f"(WHADVP (WRB where)) (S (NP (PRP he)) (VP (VBD was) (VP (VBN found) (ADJP {state}))))"
    vik = f"(NP (NP (NNP Vik)) (, ,) (SBAR {found}))"
    tree = f"(ROOT (S (NP (DT The) (NN mate)) (VP (VBD was) (VP (VBN sent) (PP (TO to) {vik}))) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "relative")) == left_out


def test_an_appositive_that_ends_a_quotation_stays():
    one = (
        "(ROOT (S (`` ``) (S (NP (PRP It)) (VP (VBD was) (NP (NP (DT a) (NN reef)) (, ,) (NP (DT a) (JJ low)"
        " (NN reef))))) (, ,) ('' '') (NP (NN Berg)) (VP (VBD said)) (. .)))"
    )
    cluster = parsed_cluster(one)
    assert "appositive" in {node.role for node in cluster.sentences[0].phrases}
    assert results(cluster, 0, DELETION) == []


def test_a_last_time_is_left_out():
    assert results(parsed_cluster(AURORA[0]), 0, DELETION) == ["The ferry Aurora hit a rock near Lundvik ."]


def test_a_first_time_is_left_out_with_its_comma():
    one = "(ROOT (S (PP (IN On) (NP (NNP Friday))) (, ,) (NP (DT the) (NN ferry)) (VP (VBD sank)) (. .)))"
    assert results(parsed_cluster(one), 0, DELETION) == ["The ferry sank ."]


def test_a_time_that_goes_with_back_stays():
    one = (
        "(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD hit) (NP (DT a) (NN rock)) (ADVP (RB back))"
        " (PP (IN in) (NP (NNP May)))) (. .)))"
    )
    assert results(parsed_cluster(one), 0, DELETION) == []


@pytest.mark.parametrize(("verb", "left_out"), [("(VBD sank)", True), ("(VBZ sinks)", False)])
def test_a_condition_stays(verb, left_out):
    when = f"(SBAR (WHADVP (WRB When)) (S (NP (NNP Vik)) (VP {verb})))"
    one = (
        f"(ROOT (S {when} (, ,) (NP (DT the) (NN crew)) (VP (MD will) (VP (VB leave) (NP (PRP it)))) (. .)))"
    )
    assert bool(results(parsed_cluster(one), 0, DELETION)) == left_out


@pytest.mark.parametrize(
    ("before", "left_out"), [("(ADVP (RB early))", True), ("(NP (DT a) (NN year))", False)]
)
def test_what_a_time_is_measured_from_stays(before, left_out):
    one = (
        f"(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD hit) (NP (DT a) (NN rock)) {before}"
        " (PP (IN after) (NP (DT the) (NN storm)))) (. .)))"
    )
    assert bool(results(parsed_cluster(one), 0, DELETION, "after")) == left_out


def test_complements_stay():
    assert results(parsed_cluster(AURORA[3]), 0, DELETION) == []


def test_how_long_something_lasts_is_no_aside():
    one = "(ROOT (S (NP (DT The) (NN repair)) (VP (MD will) (VP (VB last) (NP (NN next) (NN week)))) (. .)))"
    assert results(parsed_cluster(one), 0, DELETION) == []


def test_a_time_that_is_all_that_follows_a_verb_stays():
    one = "(ROOT (S (NP (DT The) (NN wreck)) (VP (VBD dates) (NP (JJ early) (NNP May))) (. .)))"
    assert results(parsed_cluster(one), 0, DELETION) == []


def test_an_adverb_that_says_how_bad_it_was_stays():
    one = "(ROOT (S (NP (DT The) (NN mast)) (VP (ADVP (RB fatally)) (VBD struck) (NP (NNP Berg))) (. .)))"
    assert results(parsed_cluster(one), 0, DELETION) == []


def test_a_name_between_commas_stays():
    one = (
        "(ROOT (S (NP (NP (DT The) (NN captain)) (, ,) (NP (NNP Ida) (NNP Berg)) (, ,)) (VP (VBD left) (NP"
        " (DT the) (NN ship))) (. .)))"
    )
    assert results(parsed_cluster(one), 0, DELETION) == []
    assert results(parsed_cluster(one.replace("(NNP Ida) (NNP Berg)", "(DT a) (NN hero)")), 0, DELETION) == [
        "The captain left the ship ."
    ]


def test_a_participle_that_may_be_one_of_a_list_stays():
    one = (
        "(ROOT (S (NP (NNP Berg)) (VP (VBD was) (VP (VBN charged) (PP (IN with) (NP (NN theft){})) (, ,) (S"
        " (VP (VBG leaving) (NP (DT the) (NN ship)))))) (. .)))"
    )
    assert results(parsed_cluster(one.format("")), 0, DELETION) == ["Berg was charged with theft ."]
    assert results(parsed_cluster(one.format(" (, ,) (NN neglect)")), 0, DELETION) == []


JOINED = (
    "(ROOT (S (S (NP (DT The) (NN ferry)) (VP (VBD hit) (NP (DT a) (NN rock)) (PP (IN off) (NP (NNP Moss)))))"
    " (, ,) (CC and) (S (NP (DT the) (NN crew)) (VP (VBD left) (NP (PRP it)))) (. .)))"
)


def test_the_second_of_two_clauses_is_left_out():
    assert results(parsed_cluster(JOINED), 0, DELETION, "clause") == ["The ferry hit a rock off Moss ."]
    # A scrap says too little alone.
    scrap = JOINED.replace("(NP (DT a) (NN rock)) (PP (IN off) (NP (NNP Moss)))", "(ADVP (RB there))")
    assert results(parsed_cluster(scrap), 0, DELETION) == []


@pytest.mark.parametrize(("opener", "left_out"), [("(RB so)", False), ("(RB then)", True)])
def test_a_clause_that_gives_a_reason_stays(opener, left_out):
    clause = JOINED.removeprefix("(ROOT ").removesuffix(" (. .)))") + ")"
    more = f"(ROOT (S {clause} (, ,) {opener} (S (NP (PRP they)) (VP (VBD swam))) (. .)))"
    assert bool(results(parsed_cluster(more), 0, DELETION, "clause")) == left_out


def test_the_comma_before_a_second_clause_stays():
    after = "(, ,) (CC and) (S (NP (DT the) (NN crew)) (VP (VBD left))) (. .)))"
    one = "(ROOT (S (S (NP (DT The) (NN ferry)) (VP (VBD hit) {})) " + after
    slept = "(SBAR (WHNP (WP who)) (S (VP (VBD slept))))"
    losing = "(NP (NNP Berg)) (, ,) (S (VP (VBG losing) (NP (DT a) (NN man))))"
    for aside in (f"(NP (NP (NNP Berg)) (, ,) {slept})", losing):
        found = results(parsed_cluster(one.format(aside)), 0, DELETION)
        assert "The ferry hit Berg , and the crew left ." in found


def test_the_second_of_two_predicates_is_left_out():
    both = (
        "(ROOT (S (NP (DT The) (NN crew)) (VP (VP (VBD left) (NP (DT the) (JJ old) (NN ship))) (CC and)"
        " (VP (VBD rowed) (ADVP (RB ashore)))) (. .)))"
    )
    assert results(parsed_cluster(both), 0, DELETION) == ["The crew left the old ship ."]
    infinite = both.replace("(VBD left)", "(VB leave)")
    assert results(parsed_cluster(infinite), 0, DELETION) == []


def test_what_came_before_or_after_is_left_out():
    one = AURORA[0].replace(
        "(PP (IN on) (NP (NNP Friday)))",
        "(SBAR (IN after) (S (NP (PRP it)) (VP (VBD lost) (NP (NN power)))))",
    )
    assert results(parsed_cluster(one), 0, DELETION) == ["The ferry Aurora hit a rock near Lundvik ."]


def test_a_clause_stays_if_its_subject_may_begin_in_the_clause_before():
    one = (
        "(ROOT (S (S (NP (DT The) (NN ferry)) (VP (VBD hit) (NP (DT a) (NN rock) {} (DT the) (NN mate))))"
        " (CC and) (S (NP (DT the) (NN cook)) (VP (VBD fled))) (. .)))"
    )
    assert results(parsed_cluster(one.format("(CC and)")), 0, DELETION, "clause") == []
    assert results(parsed_cluster(one.format("(IN near)")), 0, DELETION, "clause") == [
        "The ferry hit a rock near the mate ."
    ]


def test_an_aside_before_another_leaves_it_a_comma():
    tree = (
        "(ROOT (S (NP (NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP (CD 31))) (, ,) (NP (DT the) (NN pilot)) (, ,))"
        " (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    )
    assert "Ida Berg , the pilot , left the ship ." in results(parsed_cluster(tree), 0, DELETION)


def test_a_time_of_what_identifies_a_noun_stays():
    last = "(PP (IN in) (NP (DT the) (NN week)))"
    tree = (
        "(ROOT (S (NP (PRP It)) (VP (VBD was) (NP (NP (DT the) (JJ second) (NN storm)) (S (VP (TO to) (VP (VB"
        f" hit) (NP (NNP Vik)) {last}))))) (. .)))"
    )
    assert results(parsed_cluster(tree), 0, DELETION) == []
    assert results(parsed_cluster(tree.replace("(S (VP (TO to)", "(, ,) (S (VP (TO to)")), 0, DELETION)


@pytest.mark.parametrize(("verb", "deleted"), [("explained", False), ("waved", True)])
def test_who_says_it_stays_in_an_opening_clause(verb, deleted):
    opening = f"(SBAR (IN As) (S (NP (DT the) (NN mayor)) (VP (VBD {verb}))))"
    tree = f"(ROOT (S {opening} (, ,) (NP (NNP Berg)) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION)) == deleted


def test_a_member_of_a_list_that_is_read_as_an_aside_stays():
    tree = (
        "(ROOT (S (NP (NNP Berg)) (VP (VBD was) (VP (VBN charged) (PP (IN with) (NP (NP (NN theft)) (, ,)"
        " (NP (JJ gross) (NN neglect)) (, ,))) (S (VP (VBG leaving) (NP (DT the) (NN pier)))) (, ,) (CC and)"
        " (VP (VBG lying)))) (. .)))"
    )
    assert not any("theft , leaving" in text for text in results(parsed_cluster(tree), 0, DELETION))
    alone = tree.replace(" (, ,) (CC and) (VP (VBG lying))", "")
    assert any("theft , leaving" in text for text in results(parsed_cluster(alone), 0, DELETION))


def test_a_comma_that_closes_a_longer_aside_or_an_opener_stays():
    pilot = (
        "(NP (NP (NNP Berg)) (, ,) (NP (NP (NN pilot)) (PP (IN of) (NP (NP (NNP Aurora)) (, ,) (NP (DT a)"
        " (NN ferry))))) (, ,))"
    )
    nested = f"(ROOT (S {pilot} (VP (VBD left)) (. .)))"
    assert "Berg , pilot of Aurora , left ." in results(parsed_cluster(nested), 0, DELETION, "appositive")
    place = "(NP (NP (NNP Vik)) (, ,) (NP (DT a) (NN town)))"
    opener = f"(ROOT (S (PP (IN In) {place}) (, ,) (NP (DT the) (NN crew)) (VP (VBD left)) (. .)))"
    assert results(parsed_cluster(opener), 0, DELETION, "appositive") == ["In Vik , the crew left ."]


@pytest.mark.parametrize(
    ("tree", "made"),
    [
        ("(VBD bought) (NP (CD six) (NNS boats)) (NP (DT each) (NN year))", []),
        ("(VBD bought) (NP (CD six) (NNS boats)) (PP (IN in) (NP (CD 1990)))", []),
        ("(VBD was) (NP (DT a) (NN club)) (PP (IN in) (NP (CD 1990)))", []),
        ("(VBD bought) (NP (CD six) (NNS boats)) (PP (IN on) (NP (CD one) (NNP Friday)))", []),
        ("(VBD was) (NP (DT a) (NN club)) (ADVP (NP (DT a) (NN year)) (RB ago))", []),
        ("(VBD bought) (NP (DT a) (NN boat)) (PP (IN in) (NP (CD 1990)))", []),
        ("(VBD bought) (NP (DT a) (NN boat)) (PP (IN in) (NP (NNP June) (CD 1990)))", []),
        ("(VBD bought) (NP (DT a) (NN boat)) (PP (IN in) (NP (NNP June)))", ["The firm bought a boat ."]),
        ("(VBD bought) (NP (DT no) (NN boat)) (PP (IN for) (NP (NNS years)))", []),
        ("(VBD bought) (NP (DT a) (NN boat)) (PP (IN for) (NP (NNS years)))", ["The firm bought a boat ."]),
        (
            "(VBD bought) (NP (CD six) (NNS boats)) (PP (IN on) (NP (NNP Friday)))",
            ["The firm bought six boats ."],
        ),
    ],
)
def test_a_time_that_a_number_or_a_state_needs_stays(tree, made):
    cluster = parsed_cluster(f"(ROOT (S (NP (DT The) (NN firm)) (VP {tree}) (. .)))")
    assert results(cluster, 0, DELETION) == made


@pytest.mark.parametrize(
    ("predicate", "left_out"), [("(VBD had) (VP (VBN left))", False), ("(VBD left)", True)]
)
def test_the_time_that_something_had_happened_before_stays(predicate, left_out):
    came = "(SBAR (WHADVP (WRB When)) (S (NP (DT the) (NN mate)) (VP (VBD came))))"
    cluster = parsed_cluster(f"(ROOT (S {came} (, ,) (NP (NNP Berg)) (VP {predicate}) (. .)))")
    assert bool(results(cluster, 0, DELETION)) == left_out


@pytest.mark.parametrize(("game", "left_out"), [("next", False), ("long", True)])
def test_a_time_stays_before_what_is_counted_from_it(game, left_out):
    after = "(PP (IN After) (NP (DT a) (NN defeat)))"
    won = f"(VP (VBD won) (NP (DT the) (JJ {game}) (NN game)))"
    tree = f"(ROOT (S {after} (, ,) (NP (NNP Vik)) {won} (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "after")) == left_out


@pytest.mark.parametrize("first", ["(DT the) (NN wind)", "(CD 45) (NN %)"])
def test_a_member_of_a_list_stays(first):
    members = f"(NP (NN frost)) (, ,) (NP {first}) (, ,) (NP (DT the) (NN rain)) (, ,) (CC and) (NP (NN sea))"
    listed = f"(ROOT (S (NP (NNP Berg)) (VP (VBD heard) (NP {members})) (. .)))"
    assert results(parsed_cluster(listed), 0, DELETION) == []


def test_a_comma_before_that_goes_with_an_appositive():
    sold = "(SBAR (WHNP (WDT that)) (S (VP (VBD sold))))"
    book = f"(NP (NP (DT a) (NN book)) (, ,) (NP (DT the) (NN Log)) (, ,) {sold})"
    wrote = f"(ROOT (S (NP (NNP Berg)) (VP (VBD wrote) {book}) (. .)))"
    assert "Berg wrote a book that sold ." in results(parsed_cluster(wrote), 0, DELETION, "appositive")


@pytest.mark.parametrize(("subject", "made"), [("(PRP It)", []), ("(NNP Berg)", ["Berg is in Vik , Moss ."])])
def test_what_it_is_where_says_stays(subject, made):
    where = "(SBAR (WHADVP (WRB where)) (S (NP (PRP he)) (VP (VBD sang))))"
    place = f"(PP (IN in) (NP (NP (NNP Vik)) (, ,) (NP (NNP Moss)) (, ,) {where}))"
    tree = f"(ROOT (S (NP {subject}) (VP (VBZ is) {place}) (. .)))"
    assert results(parsed_cluster(tree), 0, DELETION, "relative") == made


@pytest.mark.parametrize(
    ("second", "made"), [("", ["Berg sold some old ferries ."]), ("(PRN (-LRB- () (CD 3) (-RRB- )))", [])]
)
def test_one_of_several_brackets_stays(second, made):
    first = "(NP (NP (DT some) (JJ old) (NNS ferries)) (PRN (-LRB- -LRB-) (CD 5) (-RRB- -RRB-)))"
    second = second.replace("-LRB- (", "-LRB- -LRB-").replace("-RRB- )", "-RRB- -RRB-")
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD sold) {first}{second}) (. .)))"
    assert results(parsed_cluster(tree), 0, DELETION, "aside") == made


def test_a_comma_that_closes_a_longer_phrase_stays():
    pilots = "(PP (JJ such) (IN as) (NP (NP (NNP Berg)) (, ,) (NP (DT the) (NN captain))))"
    some = f"(NP (NP (DT Some) (NNS pilots)) (, ,) {pilots} (, ,))"
    tree = f"(ROOT (S {some} (VP (VBD left)) (. .)))"
    assert results(parsed_cluster(tree), 0, DELETION, "appositive") == ["Some pilots , such as Berg , left ."]


def test_a_comma_before_who_says_it_stays_though_the_parser_puts_both_into_the_predicate():
    vik = "(NP (NP (NNP Vik)) (, ,) (SBAR (WHADVP (WRB where)) (S (NP (PRP he)) (VP (VBD lived)))))"
    sailed = f"(VP (VP (VBD sailed) (PP (TO to) {vik})) (, ,) (NP (DT a) (NN pilot)) (VP (VBD said)))"
    cluster = parsed_cluster(f"(ROOT (S (NP (NNP Berg)) {sailed} (. .)))")
    assert results(cluster, 0, DELETION, "relative") == ["Berg sailed to Vik , a pilot said ."]


@pytest.mark.parametrize(("joint", "deleted"), [("but", False), ("and", True)])
def test_a_time_that_contrasts_with_another_stays(joint, deleted):
    sank = "(S (NP (DT The) (NN ferry)) (VP (VBD hit) (NP (DT a) (NN rock)) (PP (IN in) (NP (NNP July)))))"
    left = "(S (NP (DT the) (NN crew)) (VP (VBD left) (PP (IN in) (NP (NNP June)))))"
    tree = f"(ROOT (S {sank} (, ,) (CC {joint}) {left} (. .)))"
    found = results(parsed_cluster(tree), 0, DELETION, "time")
    assert any("rock ," in text for text in found) == deleted


@pytest.mark.parametrize(("joint", "deleted"), [("and", False), ("near", True)])
def test_a_time_that_is_parallel_to_another_stays(joint, deleted):
    work = "(VBD worked) (PP (IN in) (NP (NNP Vik))) (PP (IN on) (NP (NNP Monday)))"
    rest = f"({'CC' if joint == 'and' else 'IN'} {joint}) (PP (IN in) (NP (NNP Moss)))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP {work} {rest} (PP (IN on) (NP (NNP Friday)))) (. .)))"
    found = results(parsed_cluster(tree), 0, DELETION, "time")
    assert any("Friday" not in text for text in found) == deleted


@pytest.mark.parametrize(("rest", "deleted"), [("(, ,) (NP (NNP May) (CD 2))", False), ("", True)])
def test_a_day_stays_with_its_date(rest, deleted):
    tree = (
        "(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD hit) (NP (DT a) (NN rock)) (NP (NNP Friday))"
        f" {rest} (, ,) (PP (IN near) (NP (NNP Vik)))) (. .)))"
    )
    assert bool(results(parsed_cluster(tree), 0, DELETION, "time")) == deleted


@pytest.mark.parametrize(
    ("first", "second", "deleted"),
    [
        ("", "(CC but) (VP (VBD lost)", True),
        ("", "(CC but) (VP (RB never) (VBD lost)", False),
        ("(RB never)", "(CC but) (VP (VBD lost)", False),
        ("(RB never)", "(CC and) (VP (VBD lost)", True),
    ],
)
def test_a_second_predicate_beside_what_is_denied_stays(first, second, deleted):
    tree = (
        f"(ROOT (S (NP (DT the) (NN ferry)) (VP (VP {first} (VBD hit) (NP (DT a) (NN rock)) (PP (IN off) (NP"
        f" (NNP Vik)))) {second} (NP (DT a) (NN boat)))) (. .)))"
    )
    assert bool(results(parsed_cluster(tree), 0, DELETION, "second predicate")) == deleted


@pytest.mark.parametrize("listed", [True, False])
def test_the_last_of_three_predicates_stays_even_if_the_parser_joins_two(listed):
    first = "(VP (VBD hit) (NP (DT a) (NN rock)) (PP (IN off) (NP (NNP Vik))))"
    first = f"(VP {first} (, ,) (VP (VBD burned)))" if listed else first
    tree = f"(ROOT (S (NP (DT the) (NN ferry)) (VP {first} (CC and) (VP (VBD sank))) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "second predicate")) != listed


@pytest.mark.parametrize(("ordinal", "cut"), [("long", True), ("second", False)])
def test_both_of_what_happened_for_the_second_time_stay(ordinal, cut):
    both = "(VP (VBD hit) (NP (DT a) (NN rock)) (ADVP (RB again))) (CC and) (VP (VBD left) (NP (NNP Vik)))"
    time = f"(PP (IN for) (NP (DT a) (JJ {ordinal}) (NN time)))"
    tree = f"(ROOT (S {time} (, ,) (NP (DT the) (NN ferry)) (VP {both}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "second predicate")) == cut


@pytest.mark.parametrize("cleft", [True, False])
def test_the_second_predicate_of_what_it_was_that_happened_stays(cleft):
    tree = (
        "(NP (DT the) (NN ferry)) (VP (VP (VBD hit) (NP (DT a) (NN rock)) (PP (IN off) (NP (NNP Vik))))"
        " (CC and) (VP (VBD left) (NP (DT the) (NN crew))))"
    )
    if cleft:
        tree = f"(NP (PRP It)) (VP (VBD was) (NP (NN time)) (SBAR (IN that) (S {tree})))"
    found = results(parsed_cluster(f"(ROOT (S {tree} (. .)))"), 0, DELETION, "second predicate")
    assert bool(found) != cleft


@pytest.mark.parametrize(("verb", "deleted"), [("could", False), ("will", True)])
def test_when_something_is_possible_stays(verb, deleted):
    hit = f"(MD {verb}) (VP (VB hit) (NP (DT a) (NN rock)) (PP (IN on) (NP (NNP Friday))))"
    tree = f"(ROOT (S (NP (DT The) (NN ferry)) (VP {hit}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "time")) == deleted


@pytest.mark.parametrize(("first", "deleted"), [("first", False), ("second", False), ("long", True)])
def test_what_a_first_time_is_counted_from_stays(first, deleted):
    after = "(PP (IN after) (NP (DT a) (NN storm)))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD lost) (NP (PRP$ her) (JJ {first}) (NN race)) {after}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "after")) == deleted


@pytest.mark.parametrize(
    ("inside", "buyer", "deleted"),
    [
        ("(NP (NNP VF))", "Moss", True),
        ("(NP (NNP VF))", "VF", False),
        ("(PP (IN except) (NP (NNS oars)))", "Moss", False),
        ("(VP (VBG including) (NP (NNS oars)))", "Moss", False),
    ],
)
def test_brackets_that_abbreviate_or_limit_what_is_told_stay(inside, buyer, deleted):
    ferries = f"(NP (NP (JJ old) (NNS ferries)) (PRN (-LRB- -LRB-) {inside} (-RRB- -RRB-)))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD sold) {ferries} (PP (TO to) (NP (NNP {buyer})))) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "aside")) == deleted


@pytest.mark.parametrize(
    ("verb", "deleted"),
    [
        ("(VBD gave) {}", True),
        ("(VBZ has) (VP (VBN given) {})", False),
        ("(VBD had) (VP (VBN given) {})", False),
    ],
)
def test_what_has_been_done_whenever_something_happened_keeps_its_condition(verb, deleted):
    when = "(SBAR (WRB when) (S (NP (DT the) (NN yard)) (VP (VBD lost) (NP (NN money)))))"
    given = verb.format(f"(NP (NNS loans)) {when}")
    tree = f"(ROOT (S (NP (NNP Berg)) (VP {given}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "after")) == deleted


@pytest.mark.parametrize(("after", "deleted"), [("", True), (" (PP (IN of) (NP (NNP Vik))) (, ,)", False)])
def test_an_age_before_an_origin_stays(after, deleted):
    berg = f"(NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP (CD 31)) (, ,){after})"
    tree = f"(ROOT (S (NP (NNP Orme)) (VP (VBD met) {berg} (NP (NNP Friday))) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "appositive")) == deleted


@pytest.mark.parametrize(("opener", "deleted"), [("The", True), ("Each", False)])
def test_a_rate_keeps_its_time(opener, deleted):
    hit = "(NP (DT a) (NN rock)) (PP (IN on) (NP (NNP Friday)))"
    tree = f"(ROOT (S (NP (DT {opener}) (NN crew)) (VP (VBD hit) {hit}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "time")) == deleted


@pytest.mark.parametrize(("verb", "left"), [("VBG", ", letting"), ("VBD", "letting")])
def test_the_comma_before_a_participle_stays(verb, left):
    vik = "(NP (NP (NNP Vik)) (, ,) (NP (DT a) (NN port)) (, ,))"
    letting = f"(S (VP ({verb} letting) (NP (PRP it)) (VP (VB sink))))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD left) {vik} {letting}) (. .)))"
    assert results(parsed_cluster(tree), 0, DELETION, "appositive") == [f"Berg left Vik {left} it sink ."]


@pytest.mark.parametrize(
    ("after", "deleted"), [("", True), ("(, ,) (SBAR (WHNP (WDT which)) (S (VP (VBZ sails))))", False)]
)
def test_a_clause_about_the_last_name_of_an_aside_keeps_the_aside(after, deleted):
    head = "(NP (NP (NN head)) (PP (IN of) (NP (NNP Vik) (NNP Ferries))))"
    tree = f"(ROOT (S (NP (NNP Orme)) (VP (VBD met) (NP (NP (NNP Berg)) (, ,) {head} {after})) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "appositive")) == deleted


@pytest.mark.parametrize(("opener", "deleted"), [("on", True), ("since", False)])
def test_a_number_keeps_the_time_since_when_it_counts(opener, deleted):
    sold = f"(NP (CD ten) (NNS boats)) (PP (IN {opener}) (NP (NNP Friday)))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD sold) {sold}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION)) == deleted


@pytest.mark.parametrize(
    ("rest", "left"), [("(CC and) (VP (VBD sank))", " and sank"), ("(PP (IN in) (NP (NN fog)))", " , in fog")]
)
def test_no_comma_of_a_participle_stays_before_and(rest, left):
    power = "(, ,) (S (VP (VBG losing) (NP (NN power)))) (, ,)"
    tree = f"(ROOT (S (NP (DT The) (NN ferry)) (VP (VBD hit) (NP (NN ice)) {power} {rest}) (. .)))"
    assert results(parsed_cluster(tree), 0, DELETION, "participle") == [f"The ferry hit ice{left} ."]


@pytest.mark.parametrize(("owner", "left_out"), [("their", False), ("the", True)])
def test_what_their_refers_to_stays(owner, left_out):
    berg = "(NP (NP (NNP Berg)) (, ,) (NP (NP (CD one)) (PP (IN of) (NP (CD two) (NNS pilots)))) (, ,))"
    one = f"(ROOT (S {berg} (VP (VBD left) (NP (DT {owner}) (NN ship))) (. .)))"
    assert bool(results(parsed_cluster(one), 0, DELETION, "appositive")) == left_out


def test_a_degree_between_commas_keeps_the_second_one():
    who = "(SBAR (WHNP (WP who)) (S (VP (VBD left))))"
    berg = f"(NP (NP (NP (NNP Berg)) (, ,) (NP (NNP MD))) (, ,) {who} (, ,))"
    one = f"(ROOT (S {berg} (VP (VBD saw) (NP (DT the) (NN ship))) (. .)))"
    assert "Berg , MD , saw the ship ." in results(parsed_cluster(one), 0, DELETION)


@pytest.mark.parametrize(
    ("when", "deleted"), [("(NNP May) (CD 2) (, ,) (CD 2009)", False), ("(NNP May)", True)]
)
def test_a_date_before_a_noun_keeps_it(when, deleted):
    storm = f"(NP (NP (DT the) {when}) (, ,) (NP (NP (NN storm)) (PP (IN in) (NP (NNP Vik)))) (, ,))"
    tree = f"(ROOT (S (PP (IN After) {storm}) (NP (NNP Berg)) (VP (VBD left) (NP (NNP Nes))) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "appositive")) == deleted


@pytest.mark.parametrize(("verb", "deleted"), [("(MD will) (VP (VB sail)", False), ("(VBD sailed)", True)])
def test_what_will_be_after_something_keeps_its_condition(verb, deleted):
    after = "(PP (IN after) (NP (DT the) (NN storm)))"
    sails = f"(VP {verb} (NP (DT the) (NN ship)) {after})" + ")" * verb.count("(VP")
    tree = f"(ROOT (S (NP (NNP Ida) (NNP Berg)) {sails} (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "after")) == deleted


@pytest.mark.parametrize(
    ("end", "deleted"),
    [
        ("(, ,) (NP (NNS police)) (VP (VBD said))", False),
        ("(, ,) (PP (VBG according) (PP (TO to) (NP (NNS police))))", False),
        ("", True),
    ],
)
def test_a_last_clause_stays_with_who_says_both(end, deleted):
    one = "(S (NP (DT The) (NN ferry)) (VP (VBD left) (PP (IN in) (NP (DT the) (NN fog)))))"
    other = (
        f"(S (S (NP (DT a) (NN boat)) (VP (VBD came))) {end})"
        if end
        else "(S (NP (NNP Vik)) (VP (VBD came)))"
    )
    tree = f"(ROOT (S {one} (, ,) (CC and) {other} (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "clause")) == deleted


@pytest.mark.parametrize(("verb", "deleted"), [("told", False), ("fired", True)])
def test_who_says_it_is_no_aside(verb, deleted):
    told = f"(NP (NP (DT a) (NN pilot)) (VP (VBD {verb}) (NP (NNS sailors))))"
    vik = f"(NP (NP (NNP Vik) (NNPS Ferries)) (, ,) {told})"
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD left) (PP (IN with) {vik})) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "appositive")) == deleted


@pytest.mark.parametrize(("span", "deleted"), [("two hours a day", False), ("two hours", True)])
def test_for_how_long_each_day_stays(span, deleted):
    tags = {"two": "CD", "hours": "NNS", "a": "DT", "day": "NN"}
    hours = " ".join(f"({tags[word]} {word})" for word in span.split())
    met = f"(VBD met) (NP (DT the) (NN mate)) (PP (IN in) (NP (NNP Vik))) (PP (IN for) (NP {hours}))"
    tree = f"(ROOT (S (NP (DT The) (NN crew)) (VP {met}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "time")) == deleted


@pytest.mark.parametrize(("first", "deleted"), [("(CD five)", False), ("(NN pilot)", True)])
def test_nobody_loses_the_age_that_another_keeps(first, deleted):
    ida = f"(NP (NP (NNP Ida)) (, ,) (NP {first}) (, ,))"
    jan = "(NP (NP (NNP Jan)) (, ,) (NP (CD two)) (, ,))"
    tree = f"(ROOT (S (NP {ida} (CC and) {jan}) (VP (VBD slept) (PP (IN in) (NP (NNP Vik)))) (. .)))"
    assert any("two" not in text for text in results(parsed_cluster(tree), 0, DELETION)) == deleted


@pytest.mark.parametrize(("crew", "deleted"), [("(NN nobody)", False), ("(DT the) (NN crew)", True)])
def test_until_when_nobody_did_it_stays(crew, deleted):
    until = "(SBAR (IN until) (S (NP (NNP Lie)) (VP (VBD slept))))"
    tree = f"(ROOT (S (NP {crew}) (VP (VBD saw) (NP (DT the) (NN ship)) {until}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "after")) == deleted


def test_the_comma_before_said_stays():
    ship = "(NP (NP (DT a) (NN ship)) (, ,) (SBAR (WHNP (WDT which)) (S (VP (VBD sank)))) (, ,))"
    tree = f"(ROOT (SINV (S (NP (PRP It)) (VP (VBD was) {ship})) (VP (VBD said)) (NP (NNP Berg)) (. .)))"
    assert results(parsed_cluster(tree.replace("(PRP It)", "(DT This)")), 0, DELETION, "relative") == [
        "This was a ship , said Berg ."
    ]


def test_a_speaker_without_an_aside_has_no_comma():
    berg = "(NP (NP (NNP Ida) (NNP Berg)) (, ,) (NP (DT the) (JJ tired) (NN pilot)) (, ,))"
    told = "(SBAR (IN that) (S (NP (DT the) (NN ship)) (VP (VBD sank))))"
    tree = f"(ROOT (S {berg} (VP (VBD said) {told}) (. .)))"
    assert results(parsed_cluster(tree), 0, DELETION, "appositive") == ["Ida Berg said that the ship sank ."]


@pytest.mark.parametrize(("number", "deleted"), [("(CD 16)", False), ("(DT the)", True)])
def test_what_was_counted_this_season_keeps_it(number, deleted):
    goals = f"(NP {number} (NNS goals)) (NP (DT this) (NN season))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD scored) {goals}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "time")) == deleted


@pytest.mark.parametrize(("who", "deleted"), [("(DT the) (NN rest)", False), ("(DT the) (NN crew)", True)])
def test_a_sum_stays_before_its_rest(who, deleted):
    raised = "(, ,) (S (VP (VBG raising) (NP (CD nine) (NNS crowns))))"
    sold = f"(S (NP (DT The) (NN yard)) (VP (VBD sold) (NP (CD two) (NNS boats)) {raised}))"
    tree = f"(ROOT (S {sold} (, ,) (CC and) (S (NP {who}) (VP (VBD came) (ADVP (RB later)))) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "participle")) == deleted


@pytest.mark.parametrize(
    ("verbs", "deleted"), [("(MD would) (VP (VB have) {})", False), ("(VBD had) {}", True)]
)
def test_what_would_have_been_keeps_why_it_was_not(verbs, deleted):
    lost = verbs.format("(VP (VBN lost) (NP (CD two) (NNS boats)) (PP (IN in) (NP (NNP May))))")
    one = f"(S (NP (DT The) (NN yard)) (VP {lost}))"
    tree = f"(ROOT (S {one} (, ,) (CC but) (S (NP (PRP it)) (VP (VBD had) (NP (NN help)))) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "clause")) == deleted


@pytest.mark.parametrize(("when", "deleted"), [("for", False), ("on", True)])
def test_for_how_long_somebody_has_done_something_is_kept(when, deleted):
    last = f"(PP (IN {when}) (NP (NNP Friday)))"
    sailed = f"(VP (VBZ has) (VP (VBN sailed) (PP (IN to) (NP (NNP Vik))) {last}))"
    tree = f"(ROOT (S (NP (DT The) (NN mate)) {sailed} (. .)))"
    assert bool(results(parsed_cluster(tree), 0, DELETION, "time")) == deleted
