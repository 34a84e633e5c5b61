"""What tells persons apart: genders, culprits and victims."""

import pytest

from paralattice.exchange.evidence.entity_features import EntityEvidence
from paralattice.exchange.evidence.opposites import genders, parties
from support.parsed_clusters import parsed_cluster

SAID = "(ROOT (S (NP {}) (VP (VBD said) (SBAR (S (NP (PRP {})) (VP (VBD saw) (NP {}))))) (. .)))"


def gender(*sentences) -> list[int]:
    cluster = parsed_cluster(*(SAID.format(*words) for words in sentences))
    mentions = list(cluster.referents.mentions.values())
    names = [mention.base if mention.named else "" for mention in mentions]
    return genders(cluster.sentences, mentions, names)


@pytest.mark.parametrize(
    ("subject", "pronoun", "sign"),
    [
        ("(DT The) (NN woman)", "they", -1),
        ("(DT The) (NN pilot)", "he", 1),
        ("(NNP Berg)", "she", -1),
        ("(NNP Mr.) (NNP Berg)", "they", 1),
        ("(NNP Mrs) (NNP Berg)", "they", -1),
        ("(NN spokeswoman) (NNP Berg)", "they", -1),
        ("(NNP Berg)", "they", 0),
        ("(NNP Mr.) (NNP Berg)", "she", 0),
        ("(DT The) (NN boat)", "she", 0),
    ],
)
def test_nouns_titles_and_pronouns_tell_a_gender(subject, pronoun, sign):
    assert gender((subject, pronoun, "(NN fog)"))[0] == sign


def test_a_pronoun_after_two_persons_tells_nothing():
    two = "(NP (NNP Berg)) (PP (IN with) (NP (NNP Lie)))"
    assert gender((two, "she", "(NN fog)"))[:2] == [0, 0]


@pytest.mark.parametrize(("before", "sign"), [("in", -1), ("with", 0)])
def test_a_place_is_no_person_before_a_pronoun(before, sign):
    both = f"(NP (NNP Berg)) (PP (IN {before}) (NP (NNP Vik)))"
    assert gender((both, "she", "(NN fog)"))[0] == sign


def test_all_mentions_of_a_name_have_its_gender():
    assert gender(("(NNP Berg)", "they", "(NN fog)"), ("(NNP Berg)", "she", "(NN fog)")) == [-1, 0, -1, 0]


@pytest.mark.parametrize(("pronoun", "forbidden"), [("he", True), ("she", False), ("they", False)])
def test_a_woman_is_nobody_who_is_he(pronoun, forbidden):
    cluster = parsed_cluster(
        SAID.format("(NNP Berg)", pronoun, "(NN fog)"),
        SAID.format("(DT The) (NN woman)", "they", "(NN fog)"),
    )
    evidence = EntityEvidence(cluster.sentences, cluster.referents.mentions, cluster.events)
    assert evidence.forbidden[0, 2] == forbidden


@pytest.mark.parametrize(("first", "forbidden"), [("Jan", True), ("Ida", False)])
def test_a_surname_of_two_is_not_that_of_the_wife(first, forbidden):
    names = "(NNP Berg)", "(NNP Mrs) (NNP Berg)", f"(NNP {first}) (NNP Berg)", "(NNP Ida) (NNP Berg)"
    cluster = parsed_cluster(*(SAID.format(name, "they", "(NN fog)") for name in names))
    evidence = EntityEvidence(cluster.sentences, cluster.referents.mentions, cluster.events)
    assert evidence.forbidden[0, 2] == forbidden


@pytest.mark.parametrize(("first", "forbidden"), [("AIIMS", True), ("Ida", False)])
def test_an_institution_of_a_town_is_not_the_town(first, forbidden):
    names = "(NNP Berg)", f"(NNP {first}) (NNP Berg)"
    cluster = parsed_cluster(*(SAID.format(name, "they", "(NN fog)") for name in names))
    evidence = EntityEvidence(cluster.sentences, cluster.referents.mentions, cluster.events)
    assert evidence.forbidden[0, 2] == forbidden


def party(tree) -> list[int]:
    cluster = parsed_cluster(tree)
    mentions = list(cluster.referents.mentions.values())
    return parties(cluster.sentences, mentions, [mention.base for mention in mentions], cluster.events[0])


@pytest.mark.parametrize(
    ("predicate", "signs"),
    [
        ("(VBD killed) (NP (NNP Lie))", [1, -1]),
        ("(VBD charged) (NP (NNP Lie))", [0, 1]),
        ("(VBD saw) (NP (NNP Lie))", [0, 0]),
        ("(VBD died)", [-1]),
        ("(VBD pleaded)", [1]),
        ("(VBD hit)", [0]),
    ],
)
def test_who_kills_or_is_charged_is_a_culprit_and_who_dies_a_victim(predicate, signs):
    assert party(f"(ROOT (S (NP (NNP Berg)) (VP {predicate}) (. .)))") == signs


@pytest.mark.parametrize(
    ("phrase", "sign"),
    [
        ("(NP (NP (DT the) (NN murder)) (PP (IN of) (NP (NNP Lie))))", -1),
        ("(NP (NP (NNP Lie) (POS 's)) (NN arrest))", 1),
        ("(NP (NP (DT the) (NN boat)) (PP (IN of) (NP (NNP Lie))))", 0),
    ],
)
def test_nouns_tell_who_was_murdered_or_arrested(phrase, sign):
    assert sign in party(f"(ROOT (S (NP (PRP They)) (VP (VBD saw) {phrase}) (. .)))")


@pytest.mark.parametrize(("predicate", "forbidden"), [("(VBD died)", True), ("(VBD rested)", False)])
def test_a_culprit_is_no_victim(predicate, forbidden):
    cluster = parsed_cluster(
        "(ROOT (S (NP (DT A) (NN man)) (VP (VBD was) (VP (VBN charged))) (. .)))",
        f"(ROOT (S (NP (DT A) (NN man)) (VP {predicate}) (. .)))",
    )
    evidence = EntityEvidence(cluster.sentences, cluster.referents.mentions, cluster.events)
    assert evidence.forbidden[0, 1] == forbidden


@pytest.mark.parametrize(("noun", "forbidden"), [("unidentified", True), ("tall", False)])
def test_an_unidentified_man_has_no_name(noun, forbidden):
    cluster = parsed_cluster(
        "(ROOT (S (NP (NNP Berg)) (VP (VBD rested)) (. .)))",
        f"(ROOT (S (NP (DT The) (JJ {noun}) (NN man)) (VP (VBD rested)) (. .)))",
    )
    evidence = EntityEvidence(cluster.sentences, cluster.referents.mentions, cluster.events)
    assert evidence.forbidden[0, 1] == forbidden


@pytest.mark.parametrize(
    ("first", "second", "forbidden"),
    [
        ("(JJ key) (NN role)", "(JJ main) (NN argument)", True),
        ("(NN role)", "(NNS roles)", True),
        ("(NN deal)", "(NN agreement)", False),
        ("(NN sales) (NN record)", "(NN sales) (NN mark)", False),
        ("(NN wife)", "(NN widow)", False),
    ],
)
def test_two_things_of_one_owner_are_two(first, second, forbidden):
    saw = "(ROOT (S (NP (PRP They)) (VP (VBD saw) (NP (NP (NNP Berg) (POS 's)) {})) (. .)))"
    cluster = parsed_cluster(saw.format(first), saw.format(second))
    evidence = EntityEvidence(cluster.sentences, cluster.referents.mentions, cluster.events)
    places = [mention.place for mention in evidence.mentions]
    things = [places.index((number, len(cluster.sentences[number].words) - 2)) for number in (0, 1)]
    assert evidence.forbidden[tuple(things)] == forbidden


@pytest.mark.parametrize(
    ("age", "number", "forbidden"),
    [("19", "31 year old", True), ("31", "31 year old", False), ("19", "6 foot tall", False)],
)
def test_a_woman_of_31_is_nobody_of_19(age, number, forbidden):
    left = "(ROOT (S (NP {}) (VP (VBD left)) (. .)))"
    berg = f"(NP (NNP Ida) (NNP Berg)) (, ,) (NP (CD {age})) (, ,)"
    count, unit, what = number.split()
    woman = f"(DT the) (ADJP (CD {count}) (HYPH -) (NN {unit}) (HYPH -) (JJ {what})) (NN woman)"
    cluster = parsed_cluster(left.format(berg), left.format(woman))
    evidence = EntityEvidence(cluster.sentences, cluster.referents.mentions, cluster.events)
    heads = [place for place in cluster.referents.mentions if place[1] != 3 or place[0]]
    one, other = (list(cluster.referents.mentions).index(place) for place in (heads[0], heads[-1]))
    assert evidence.forbidden[one, other] == forbidden
