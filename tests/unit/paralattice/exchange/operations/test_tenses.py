"""Past tense for the present perfect."""

import pytest

from support.parsed_clusters import parsed_cluster, results


def sentence(verbs: str, after: str = "") -> str:
    """Return the tree of a sentence about a ferry."""
    return f"(ROOT (S (NP (DT The) (NN ferry)) (VP {verbs}{after}) (. .)))"


HIT = "(VBN hit) (NP (DT a) (NN rock))"


@pytest.mark.parametrize(
    ("tree", "made"),
    [
        (sentence(f"(VBZ has) (VP {HIT})"), ["The ferry hit a rock ."]),
        (
            sentence("(VBZ has) (VP (VBN sunk) (PP (IN near) (NP (NNP Lundvik))))"),
            ["The ferry sank near Lundvik ."],
        ),
        (sentence("(VBZ has) (VP (VBN reached) (NP (NNP Lundvik)))"), ["The ferry reached Lundvik ."]),
        (
            sentence("(VBZ has) (VP (VBN been) (VP (VBN lost) (PP (IN near) (NP (NNP Lundvik)))))"),
            ["The ferry was lost near Lundvik ."],
        ),
        (
            "(ROOT (S (NP (DT Two) (NNS ferries)) (VP (VBP have) (VP (VBN been) (VP (VBN lost)"
            " (PP (IN near) (NP (NNP Lundvik)))))) (. .)))",
            ["Two ferries were lost near Lundvik ."],
        ),
        (
            "(ROOT (S (NP (PRP It)) (VP (VBZ is) (NP (NP (DT the) (JJ first) (NN time)) (SBAR (S (NP (DT the)"
            " (NN ferry)) (VP (VBZ has) (VP (VBN sunk))))))) (. .)))",
            [],
        ),
        (sentence("(VBZ has) (VP (VBN sunk))"), ["The ferry sank ."]),
        # Such a sentence would end abruptly.
        (sentence("(VBZ has) (VP (VBN sunk))").replace("(DT The)", "(DT The)" + " (JJ old)" * 8), []),
        # It is late now.
        (sentence("(VBZ has) (VP (VBN been) (ADJP (JJ late)) (PP (IN in) (NP (NNP Lundvik))))"), []),
        # It is still being repaired, or has just been.
        (sentence("(VBZ has) (VP (VBN been) (VP (VBG waiting) (PP (IN in) (NP (NNP Lundvik)))))"), []),
        (sentence("(VBZ has) (VP (VBN sailed) (PP (IN since) (NP (NNP May))))"), []),
        (sentence("(VBZ has) (VP (VBN sailed) (PP (IN during) (NP (DT the) (NN war))))"), []),
        (sentence("(VBZ has) (VP (VBN sunk) (PP (IN over) (NP (DT the) (JJ last) (NNS days))))"), []),
        (sentence("(VBZ has) (VP (VBN had) (NP (DT a) (NN storm)) (PP (IN near) (NP (NNP Lundvik))))"), []),
        (
            sentence("(VBZ has) (VP (VBN clung) (PP (TO to) (NP (DT the) (NN rock))))"),
            ["The ferry clung to the rock ."],
        ),
        (
            sentence("(VBZ has) (VP (VBN gone) (PP (IN to) (NP (NNP Lundvik))))"),
            ["The ferry went to Lundvik ."],
        ),
        (sentence(f"(VBZ seems) (S (VP (TO to) (VP (VB have) (VP {HIT}))))"), []),
        # Another tense.
        (sentence(f"(VBD had) (VP {HIT})"), []),
        (sentence(f"(VBZ has) (ADVP (RB now)) (VP {HIT})"), []),
        (sentence(f"(VBZ has) (VP {HIT} (PP (IN in) (NP (JJ recent) (NNS weeks))))"), []),
        (
            f"(ROOT (S (ADVP (RB Now)) (, ,) (NP (DT the) (NN ferry)) (VP (VBZ has) (VP {HIT})) (. .)))",
            [],
        ),
        (
            "(ROOT (S (ADVP (RB Now)) (SBAR (IN that) (S (NP (DT the) (NN ferry))"
            f" (VP (VBZ has) (VP {HIT})))) (, ,) (NP (NNP Berg)) (VP (VBZ waits)) (. .)))",
            [],
        ),
        (
            f"(ROOT (S (SBAR (RB Now) (IN that) (S (NP (DT the) (NN ferry)) (VP (VBZ has) (VP {HIT}))))"
            " (, ,) (NP (NNP Berg)) (VP (VBZ waits)) (. .)))",
            [],
        ),
        (
            f"(ROOT (S (SBAR (WHADVP (WRB When)) (S (NP (DT the) (NN ferry)) (VP (VBZ has) (VP {HIT}))))"
            " (, ,) (NP (NNP Berg)) (VP (MD will) (VP (VB wait))) (. .)))",
            [],
        ),
        (
            f"(ROOT (S (NP (DT The) (NN ferry)) (VP (VBZ has) (VP {HIT} (SBAR (IN after) (S (NP (NN crews))"
            " (VP (VBP say) (SBAR (S (NP (PRP it)) (VP (VBD left))))))))) (. .)))",
            [],
        ),
    ],
)
def test_the_perfect_becomes_the_past_tense(tree, made):
    assert results(parsed_cluster(tree), 0, "recast", "wording: past") == made


@pytest.mark.parametrize(
    ("second", "made"),
    [
        ("(VBZ has) (VP (VBN sunk))", ["The ferry hit a rock and sank ."]),
        ("(VBZ has) (ADVP (RB now)) (VP (VBN sunk))", []),
        ("(VBD sank)", ["The ferry hit a rock and sank ."]),
    ],
)
def test_all_perfects_become_past_or_none(second, made):
    both = f"(VP (VBZ has) (VP {HIT})) (CC and) (VP {second})"
    tree = f"(ROOT (S (NP (DT The) (NN ferry)) {both} (. .)))"
    assert results(parsed_cluster(tree), 0, "recast", "wording: past") == made


@pytest.mark.parametrize(("like", "changed"), [("(VBD liked)", True), ("(VBP like)", False)])
def test_what_is_still_so_was_not_seen_once(like, changed):
    how = f"(SBAR (WHADVP (WRB how) (RB much)) (S (NP (NNS pilots)) (VP {like} (NP (NNP Vik)))))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBZ has) (VP (VBN seen) {how})) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, "recast", "wording: past")) == changed


@pytest.mark.parametrize(
    ("verb", "reason", "changed"),
    [
        ("left", "(PP (IN in) (NP (NN fog)))", True),
        ("left", "(SBAR (IN because) (S (NP (PRP it)) (VP (VBZ leaks))))", False),
        ("become", "(PP (IN in) (NP (NN fog)))", False),
        ("grown", "(PP (IN in) (NP (NN fog)))", False),
        ("spent", "(PP (IN in) (NP (NN fog)))", False),
        ("recovered", "(PP (IN in) (NP (NN fog)))", False),
        ("left", "(PP (IN in) (NP (DT a) (NN row)))", False),
        ("left", "(PP (IN at) (NP (DT that) (NN time)))", True),
        ("left", "(SBAR (NP (CD two) (NNS days)) (IN before) (S (NP (PRP it)) (VP (VBZ sails))))", False),
        ("left", "(PP (IN at) (NP (DT this) (NN time)))", False),
    ],
)
def test_what_has_become_so_or_has_a_present_reason_stays(verb, reason, changed):
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBZ has) (VP (VBN {verb}) (NP (NNP Vik)) {reason})) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, "recast", "wording: past")) == changed


@pytest.mark.parametrize(("second", "changed"), [("(CC and) (VP (VBN sunk))", False), ("", True)])
def test_two_participles_keep_their_auxiliary(second, changed):
    verbs = f"(VP (VBN sailed) (PP (TO to) (NP (NNP Vik)))) {second}"
    tree = f"(ROOT (S (NP (DT The) (NN ferry)) (VP (VBZ has) (VP {verbs})) (. .)))"
    tree = tree if second else tree.replace("(VP (VP", "(VP").replace(")) )", ") )")
    assert bool(results(parsed_cluster(tree), 0, "recast", "wording: past")) == changed


@pytest.mark.parametrize(
    ("second", "changed"), [("(VBZ is) (ADJP (JJ ill))", False), ("(VBD was) (ADJP (JJ ill))", True)]
)
def test_what_has_been_stays_beside_what_is(second, changed):
    both = f"(VP (VBZ has) (VP (VBN returned) (PP (TO to) (NP (NNP Vik))))) (CC but) (VP {second})"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP {both}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, "recast", "wording: past")) == changed


@pytest.mark.parametrize(("verb", "changed"), [("will", False), ("may", True)])
def test_what_has_been_stays_beside_what_will_be(verb, changed):
    told = f"(SBAR (IN that) (S (NP (NNP Lie)) (VP (MD {verb}) (VP (VB sign)))))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBZ has) (VP (VBN told) (NP (NNS reporters)) {told})) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, "recast", "wording: past")) == changed


@pytest.mark.parametrize(
    ("who", "changed"), [("(NN nobody)", False), ("(RB Only) (NNP Berg)", False), ("(NN somebody)", True)]
)
def test_what_nobody_has_done_is_so_until_now(who, changed):
    tree = f"(ROOT (S (NP {who}) (VP (VBZ has) (VP (VBN sailed) (PP (TO to) (NP (NNP Vik))))) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, "recast", "wording: past")) == changed


@pytest.mark.parametrize(("verb", "changed"), [("announced", False), ("said", True)])
def test_what_somebody_announced_to_have_been_stays(verb, changed):
    sunk = "(VP (VBZ has) (VP (VBN been) (VP (VBN sunk) (PP (IN off) (NP (NNP Vik))))))"
    told = f"(SBAR (IN that) (S (NP (DT a) (NN ship)) {sunk}))"
    tree = f"(ROOT (S (NP (NNP Berg)) (VP (VBD {verb}) {told}) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, "recast", "wording: past")) == changed


@pytest.mark.parametrize(("verb", "changed"), [("look", False), ("looked", True)])
def test_what_lasts_while_others_look_stays(verb, changed):
    tag = "VBP" if verb == "look" else "VBD"
    rest = f"(SBAR (IN while) (S (NP (NNS pilots)) (VP ({tag} {verb}))))"
    tree = sentence("(VBZ has) (VP (VBN left) (NP (NNP Vik)) " + rest + ")")
    assert bool(results(parsed_cluster(tree), 0, "recast", "wording: past")) == changed


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_was_and_then_has_been_are_two_times(order):
    pair = "(VP (VBD lost) (NP (NN money)))", f"(VP (VBZ has) (VP {HIT}))"
    both = f"{pair[order[0]]} (CC and) {pair[order[1]]}"
    assert bool(results(parsed_cluster(sentence(both)), 0, "recast", "wording: past")) == (order == (1, 0))


@pytest.mark.parametrize(
    ("when", "made"), [("this) (NN year", False), ("this) (NN week", True), ("last) (NNS days", False)]
)
def test_what_has_been_this_year_may_go_on(when, made):
    tree = sentence(f"(VBZ has) (VP {HIT} (NP (DT {when})))")
    assert bool(results(parsed_cluster(tree), 0, "recast", "wording: past")) == made


@pytest.mark.parametrize(("joint", "changed"), [("(, ,) (CC and)", False), ("(: ;)", True)])
def test_what_happened_at_one_time_does_not_date_what_has_happened(joint, changed):
    one = "(S (NP (DT A) (NN yard)) (VP (VBD burned) (PP (IN in) (NP (NNP May)))))"
    tree = f"(ROOT (S {one} {joint} (S (NP (DT the) (NN ferry)) (VP (VBZ has) (VP {HIT}))) (. .)))"
    assert bool(results(parsed_cluster(tree), 0, "recast", "wording: past")) == changed


@pytest.mark.parametrize(("verb", "changed"), [("made", False), ("hit", True)])
def test_what_something_has_been_made_it_still_is(verb, changed):
    tree = sentence(f"(VBZ has) (VP (VBN {verb}) (NP (DT the) (NN yard)) (ADVP (RB hard)))")
    assert bool(results(parsed_cluster(tree), 0, "recast", "wording: past")) == changed


@pytest.mark.parametrize(
    ("speaker", "changed"), [("(NP (NNP Berg)) (VP (VBD said) {})", False), ("{}", True)]
)
def test_what_somebody_said_to_have_been_done_needs_had(speaker, changed):
    told = f"(S (NP (DT the) (NN ferry)) (VP (VBZ has) (VP {HIT})))"
    tree = f"(ROOT (S {speaker.format(told)} (. .)))"
    assert bool(results(parsed_cluster(tree), 0, "recast", "wording: past")) == changed
