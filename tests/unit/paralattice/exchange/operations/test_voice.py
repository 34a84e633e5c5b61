"""Changes of voice."""

import pytest

from paralattice.exchange.combining import operations_on
from paralattice.exchange.model.operation import RECAST
from support.parsed_clusters import candidate, parsed_cluster, results

HIT = (
    "(ROOT (S {opening}(NP {subject}) (VP (VBD {verb}) (NP {object}) (PP (IN on) (NP (NNP Friday)))) (. .)))"
)
GIVEN = {
    "opening": "",
    "subject": "(DT A) (JJ big) (NN wave)",
    "verb": "struck",
    "object": "(DT the) (NNS ferries)",
}


def hit(**parts: str) -> str:
    return HIT.format(**{**GIVEN, **parts})


def recast(tree: str) -> list[str]:
    return results(parsed_cluster(tree), 0, RECAST)


def test_an_active_clause_becomes_passive():
    assert recast(hit()) == ["The ferries were struck by a big wave on Friday ."]


@pytest.mark.parametrize(
    "parts",
    [
        {"verb": "resembled"},  # no verb of the table
        {"object": "(PRP$ its) (NN shore)"},  # *its* would come before what it refers to
        {"object": "(NNPS Sharks)"},  # a team: singular or plural
        {"subject": "(DT The) (NN wave)", "object": "(DT a) (NN ferry)"},
        {"subject": "(NN nothing)"},
    ],
)
def test_a_clause_whose_passive_is_not_safe_stays_active(parts):
    assert recast(hit(**parts)) == []


def test_a_phrase_that_may_belong_to_the_object_keeps_it_where_it_is():
    place = hit().replace("(PP (IN on) (NP (NNP Friday)))", "(PP (IN at) (NP (NNP Norvik)))")
    assert recast(place) == []


def test_the_age_of_an_object_keeps_it_where_it_is():
    aged = hit(object="(NNP Ida) (NNP Berg)").replace(
        " (PP (IN on) (NP (NNP Friday)))", "{} (PP (IN on) (NP (NNP Friday)))"
    )
    assert recast(aged.format("")) == ["Ida Berg was struck by a big wave on Friday ."]
    assert recast(aged.format(" (, ,) (NP (CD 31)) (, ,)")) == []


def test_a_perfect_changes_its_voice_and_the_number_of_its_auxiliary():
    active = (
        "(ROOT (S (NP (DT A) (NN wave)) (VP (VBZ has) (ADVP (RB slowly)) (VP (VBN damaged) (NP (DT the)"
        " (NNS ferries)))) (. .)))"
    )
    assert recast(active) == ["The ferries have been slowly damaged by a wave ."]


def test_a_progressive_stays_active():
    active = (
        "(ROOT (S (NP (NNS Inspectors)) (VP (VBP are) (VP (VBG investigating) (NP (CD two) (NNS leaks))))"
        " (. .)))"
    )
    assert recast(active) == []


def test_a_clause_that_is_told_changes_its_voice():
    told = (
        "(ROOT (S (NP (NNP Berg)) (VP (VBD recalled) (SBAR (IN that) (S (NP (DT a) (NN wave)) (VP (VBD hit)"
        " (NP (DT a) (NN ferry)))))) (. .)))"
    )
    assert recast(told) == ["Berg recalled that a ferry was hit by a wave ."]


def test_a_subject_that_a_later_phrase_needs_stays():
    leaving = hit().replace(
        "(PP (IN on) (NP (NNP Friday)))", "(PP (IN after) (S (VP (VBG crossing) (NP (DT the) (NN bay)))))"
    )
    assert recast(leaving) == []


def test_a_hedge_stays_where_it_is():
    hedged = hit().replace("(VP (VBD", "(ADVP (RB nearly)) (VP (VBD")
    assert not any("by a big wave" in words for words in recast(hedged))


def test_words_of_a_recast_without_source_are_those_that_no_source_has():
    cluster = parsed_cluster(hit())
    (operation,) = (one for one in operations_on(cluster, cluster.sentences[0]) if one.kind == RECAST)
    made = candidate(cluster, 0, [operation])
    assert [token.word for token in made.tokens if token.sentence < 0] == ["were", "struck", "by"]


def test_an_object_that_no_other_sentence_mentions_may_belong_to_a_set_phrase():
    fell = "(ROOT (S (NP (NNP Berg)) (VP (VBD hit) (NP (DT the) (NN deck))) (. .)))"
    scrubbed = "(ROOT (S (NP (NNP Lie)) (VP (VBD scrubbed) (NP (DT the) (NN {}))) (. .)))"
    cluster = parsed_cluster(fell, scrubbed.format("galley"))
    assert results(cluster, 0, RECAST, "passive") == []
    cluster = parsed_cluster(fell, scrubbed.format("deck"))
    assert results(cluster, 0, RECAST, "passive") == ["The deck was hit by Berg ."]


def test_a_clause_whose_object_is_a_relative_pronoun_stays_active():
    tree = (
        "(ROOT (S (NP (NP (DT The) (NN boy)) (SBAR (WHNP (WP whom)) (S (NP (DT the) (NN couple)) (VP (VBD"
        " found) (NP (DT the) (NN prize)))))) (VP (VBD slept)) (. .)))"
    )
    told = tree.replace("(WHNP (WP whom))", "(IN that)")
    assert not any("was" in text for text in recast(tree))
    assert any("that the prize was found by the couple" in text for text in recast(told))


@pytest.mark.parametrize(
    ("clause", "made"),
    [("(WRB where) (NP (PRP it)) (VP (VBD rained))", []), ("", ["The ferries were struck by a big wave ."])],
)
def test_a_relative_clause_stays_with_its_noun(clause, made):
    where = f"(, ,) (SBAR (S {clause}))" if clause else ""
    struck = f"(VP (VBD struck) (NP (DT the) (NNS ferries)){where})"
    tree = f"(ROOT (S (NP (DT A) (JJ big) (NN wave)) {struck} (. .)))"
    assert recast(tree) == made


def test_an_adverb_of_manner_alone_follows_been():
    active = (
        "(ROOT (S (NP (DT A) (NN wave)) (VP (VBZ has) (ADVP (RB also)) (VP (VBN damaged) (NP (DT the)"
        " (NNS ferries)))) (. .)))"
    )
    assert recast(active) == ["The ferries have also been damaged by a wave ."]


def test_a_clause_after_how_keeps_its_voice():
    tree = (
        "(ROOT (S (NP (PRP It)) (VP (VBZ is) (SBAR (WHADJP (WRB how) (JJ hard)) (S (NP (DT a) (NN wave)) (VP"
        " (VBD struck) (NP (DT the) (NNS ferries)))))) (. .)))"
    )
    assert recast(tree) == []


@pytest.mark.parametrize(("word", "passive"), [("of", False), ("at", True)])
def test_where_an_object_is_from_stays_beside_it(word, passive):
    place = f"(, ,) (PP (IN {word}) (NP (NNP Norvik))) (, ,) (PP (IN on)"
    tree = hit(object="(NNP Ida) (NNP Berg)").replace("(PP (IN on)", place)
    assert any("was struck" in made for made in recast(tree)) == passive


@pytest.mark.parametrize(("rest", "passive"), [("(ADVP (RB down))", False), ("(ADVP (RB today))", True)])
def test_where_a_verb_puts_its_object_keeps_the_clause_active(rest, passive):
    tree = hit(verb="hit", object="(NNP Ida) (NNP Berg)").replace("(PP (IN on)", f"{rest} (PP (IN on)")
    assert any("was hit" in made for made in recast(tree)) == passive


@pytest.mark.parametrize(("second", "changed"), [("", True), (" (NP (DT a) (NN blow))", False)])
def test_a_clause_with_two_objects_stays_active(second, changed):
    fell = f"(ROOT (S (NP (NNP Berg)) (VP (VBD hit) (NP (DT the) (NN deck)){second}) (. .)))"
    scrubbed = "(ROOT (S (NP (NNP Lie)) (VP (VBD scrubbed) (NP (DT the) (NN deck))) (. .)))"
    assert bool(results(parsed_cluster(fell, scrubbed), 0, RECAST, "passive")) == changed


@pytest.mark.parametrize(("opener", "made"), [("to", False), ("near", True)])
def test_what_is_hit_to_the_ground_is_not_hit_by_somebody_to_it(opener, made):
    place = f"(PP (IN {opener}) (NP (DT the) (NN ground)))"
    tree = hit(object="(NNP Berg)").replace("(PP (IN on) (NP (NNP Friday)))", place)
    assert bool(recast(tree)) == made


@pytest.mark.parametrize(
    ("opening", "changed"),
    [
        ("(S (VP (VBG Leaving) (NP (NNP Vik))))", False),
        ("(PP (IN After) (S (VP (VBG leaving) (NP (NNP Vik)))))", False),
        ("(PP (IN In) (NP (NP (DT a) (NN talk)) (PP (IN with) (NP (NNP Lie)))))", False),
        ("(PP (IN On) (NP (NNP Friday)))", True),
    ],
)
def test_what_opens_a_clause_may_tell_of_its_subject(opening, changed):
    backed = "(NP (NNP Berg)) (VP (VBD supported) (NP (DT the) (NN claim)))"
    cluster = parsed_cluster(f"(ROOT (S {opening} (, ,) {backed} (. .)))")
    assert bool(results(cluster, 0, RECAST, "passive")) == changed
