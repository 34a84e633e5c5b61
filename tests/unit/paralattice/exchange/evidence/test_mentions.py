"""Coreference in a cluster."""

import pytest

from paralattice.exchange.evidence.entity_features import EntityEvidence
from paralattice.exchange.evidence.mentions import are_akin, is_nameable
from paralattice.exchange.evidence.referents import Referents
from paralattice.exchange.evidence.sameness import names_one_thing
from paralattice.exchange.model.operation import EXCHANGE
from support.parsed_clusters import AURORA, parsed_cluster, results


def same(cluster, one: tuple[int, str], other: tuple[int, str]) -> bool:
    places = [(number, cluster.sentences[number].words.index(word)) for number, word in (one, other)]
    return cluster.referents.same(*places)


def test_noun_phrases_with_one_name_are_the_same():
    assert same(parsed_cluster(*AURORA), (0, "Aurora"), (1, "Aurora"))


def test_definite_phrases_of_one_noun_are_the_same_and_those_of_others_are_not():
    cluster = parsed_cluster(*AURORA)
    assert same(cluster, (2, "crew"), (3, "crew"))
    assert not same(cluster, (2, "crew"), (2, "master"))


def test_different_first_names_are_different_persons():
    one, other = (
        f"(ROOT (S (NP (NNP {name}) (NNP Berg)) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
        for name in ("Ida", "Olaf")
    )
    assert not same(parsed_cluster(one, other), (0, "Berg"), (1, "Berg"))


def test_a_name_stands_for_its_initials():
    one = "(ROOT (S (NP (NNP Northern) (NNP Ferries)) (VP (VBD bought) (NP (DT the) (NN harbour))) (. .)))"
    other = "(ROOT (S (NP (NNP NF)) (VP (VBD sold) (NP (DT the) (NN ship))) (. .)))"
    assert same(parsed_cluster(one, other), (0, "Ferries"), (1, "NF"))


def test_whom_the_same_verb_has_with_the_same_thing_is_the_same():
    one = (
        "(ROOT (S (NP (DT A) (NN captain)) (VP (VBD was) (VP (VBN charged) (PP (IN with) (NP (NN"
        " neglect))))) (. .)))"
    )
    other = (
        "(ROOT (S (NP (NNP Ida) (NNP Berg)) (VP (VBD was) (VP (VBN charged) (PP (IN with) (NP (NN"
        " neglect))))) (. .)))"
    )
    assert same(parsed_cluster(one, other), (0, "captain"), (1, "Berg"))


def test_a_thing_is_not_somebody_whatever_the_verb_says():
    one, other = (
        f"(ROOT (S (NP (NNP Berg)) (VP (VBD hid) (NP {what}) (PP (IN in) (NP (DT a) (NN boat)))) (. .)))"
        for what in ("(DT the) (NN evidence)", "(NNP Lindqvist)")
    )
    assert not same(parsed_cluster(one, other), (0, "evidence"), (1, "Lindqvist"))


def test_a_name_is_not_the_thing_that_has_it():
    closed = "(ROOT (S (NP {}) (VP (VBD closed)) (. .)))"
    cluster = parsed_cluster(closed.format("(DT A) (NNP Vik) (NN hospital)"), closed.format("(NNP Vik)"))
    evidence = EntityEvidence(cluster.sentences, cluster.referents.mentions, cluster.events)
    assert evidence.forbidden[0, 1]


def test_numbers_and_plurals_keep_noun_phrases_apart():
    sentences = [
        f"(ROOT (S (NP {subject}) (VP (VBD left) (NP (DT the) (NN ship)) (PP (IN in) (NP (NN panic))))"
        f" (. .)))"
        for subject in ("(CD two) (NNS sailors)", "(CD three) (NNS sailors)", "(DT a) (NN sailor)")
    ]
    cluster = parsed_cluster(*sentences)
    assert not same(cluster, (0, "sailors"), (1, "sailors"))
    assert not same(cluster, (0, "sailors"), (2, "sailor"))


def test_a_title_alone_names_nobody():
    one = "(ROOT (S (NP (DT The) (NNP Capt.)) (VP (VBD left)) (. .)))"
    assert parsed_cluster(one).referents.mentions == {}


def test_events_are_the_same_if_the_verb_and_an_argument_are():
    cluster = parsed_cluster(*AURORA)
    (hit,), (again, _) = cluster.events[0], cluster.events[1]
    (left, _) = cluster.events[2]
    assert cluster.referents.same_event(hit, again)
    assert not cluster.referents.same_event(hit, left)


def test_a_surname_of_two_persons_is_neither():
    trees = [
        f"(ROOT (S (NP {name}) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
        for name in ("(NNP Ida) (NNP Berg)", "(NNP Olaf) (NNP Berg)", "(NNP Berg)")
    ]
    cluster = parsed_cluster(*trees)
    assert not same(cluster, (0, "Berg"), (2, "Berg"))
    assert same(parsed_cluster(trees[0], trees[2]), (0, "Berg"), (1, "Berg"))


def test_who_drives_is_not_what_is_driven():
    one, other = (
        f"(ROOT (S (NP (DT The) (NN {noun})) (VP (VBD hit) (NP (DT the) (NN wall)) (PP (IN at) (NP (NN"
        f" night)))) (. .)))"
        for noun in ("driver", "car")
    )
    assert not same(parsed_cluster(one, other), (0, "driver"), (1, "car"))


@pytest.mark.parametrize(
    ("one", "other", "akin"),
    [
        ("(CD 200) (NNS feet)", "(CD 200) (NNS metres)", False),
        ("(DT a) (JJ huge) (NN fire)", "(DT a) (NN blaze)", True),
        ("(DT a) (NN harbour) (NN wall)", "(DT the) (NN harbour)", True),
    ],
)
def test_nouns_of_one_family_are_akin_but_not_those_of_one_number(one, other, akin):
    cluster = parsed_cluster(f"(ROOT (NP {one}))", f"(ROOT (NP {other}))")
    assert are_akin(*cluster.referents.mentions.values()) == akin


def test_a_name_stands_for_the_initials_of_parts_with_a_hyphen():
    long, short = (
        AURORA[0].replace("(NNP Aurora)", name) for name in ("(NNP Berg) (HYPH -) (NNP Lie)", "(NNP BL)")
    )
    assert same(parsed_cluster(long, short), (0, "Lie"), (1, "BL"))


def test_a_noun_may_be_a_name_that_is_equal():
    name, noun = (
        AURORA[0].replace("(DT The) (NN ferry) (NNP Aurora)", words)
        for words in ("(DT The) (NNP Port) (NNP Board)", "(DT The) (NN port) (NN board)")
    )
    assert same(parsed_cluster(name, noun), (0, "Board"), (1, "board"))
    assert not same(parsed_cluster(name, noun.replace("board", "wall")), (0, "Board"), (1, "wall"))


@pytest.mark.parametrize(
    ("one", "other", "joined"),
    [
        ("(NNS researchers)", "(NNS sailors)", False),
        ("(NNS researchers)", "(NNS researchers)", True),
        ("(DT the) (NN number)", "(DT the) (VBN increased) (NN number)", False),
        ("(DT a) (NN half)", "(DT a) (NN part)", False),
        ("(DT the) (JJ old) (NN captain)", "(DT the) (NN captain)", True),
    ],
)
def test_persons_without_article_and_amounts_are_others_in_other_words(one, other, joined):
    clauses = (
        f"(ROOT (S (NP {subject}) (VP (VBD alarmed) (NP (DT the) (NN council)) (PP (IN on)"
        " (NP (NNP Friday)))) (. .)))"
        for subject in (one, other, one, other)
    )
    cluster = parsed_cluster(*clauses)
    heads = [tree.split()[-1].rstrip(")") for tree in (one, other)]
    assert same(cluster, (0, heads[0]), (1, heads[1])) == joined


@pytest.mark.parametrize(
    ("objects", "heads"),
    [
        # Two objects that a parser takes for one noun phrase.
        ("(NP (NP (DT the) (NN council)) (NP (PRP$ its) (NN plan)))", {"crew", "plan"}),
        ("(NP (NP (DT the) (NN council)) (, ,) (NP (DT a) (NN plan)))", {"crew", "council", "plan"}),
        ("(NP (DT the) (NN council)) (NP (PRP$ its) (NN plan))", {"crew", "council", "plan"}),
    ],
)
def test_one_noun_phrase_of_two_objects_is_no_mention(objects, heads):
    cluster = parsed_cluster(f"(ROOT (S (NP (DT The) (NN crew)) (VP (VBD sent) {objects}) (. .)))")
    words = cluster.sentences[0].words
    assert {words[mention.head] for mention in cluster.referents.mentions.values()} == heads


@pytest.mark.parametrize(
    ("one", "other", "joined"),
    [
        # They share only the place.
        ("(NNP Norvik) (NNP Daily) (NNP News)", "(NNP Norvik) (NN lawyer) (NNP Ida) (NNP Berg)", False),
        (
            "(NNP Norvik) (NNP County) (NNP Jail)",
            "(NNP Norvik) (NNP County) (NNP Judge) (NNP Ida) (NNP Berg)",
            False,
        ),
        ("(NNP Norvik)", "(NNP Norvik) (NN spokeswoman) (NNP Ida) (NNP Berg)", False),
        ("(NNP Berg) (NNP Sea) (NNP Lines)", "(NNP Berg) (NNP Sea) (NNP Ships)", False),
        ("(NNP Berg) (NNP Sea) (NNP Lines)", "(NNP Berg) (NNP Sea) (NNP Line)", True),
        ("(NNP Berg) (NNP Harbour) (NNP Lines)", "(NNP Berg)", True),
    ],
)
def test_names_that_share_a_small_part_are_two(one, other, joined):
    trees = (AURORA[0].replace("(DT The) (NN ferry) (NNP Aurora)", name) for name in (one, other))
    cluster = parsed_cluster(*trees)
    heads = (name.split()[-1].rstrip(")") for name in (one, other))
    places = tuple((number, cluster.sentences[number].words.index(head)) for number, head in enumerate(heads))
    forbidden = EntityEvidence(
        cluster.sentences,
        {place: cluster.referents.mentions[place] for place in places},
        cluster.events,
    ).forbidden
    assert forbidden[0, 1] != joined


@pytest.mark.parametrize(
    ("phrase", "numbers"),
    [
        ("(NP (DT a) (NN depth)) (PP (IN of) (NP (CD 2.7) (NNS miles)))", {"2.7"}),
        (
            "(NP (DT a) (NN depth)) (PP (IN of) (NP (NP (NNS two-tenths)) (PP (IN of) (NP (NN mile)))))",
            {"two-tenths"},
        ),
        (
            "(NP (DT a) (NN quake)) (PP (IN with) (NP (NP (DT a) (NN force)) (PP (IN of) (NP (CD 5.9)))))",
            {"5.9"},
        ),
        ("(NP (DT a) (NN quake)) (VP (VBG measuring) (NP (CD 5.9)))", {"5.9"}),
        ("(DT a) (JJ 5.9-point) (NN quake)", {"5.9"}),
        ("(DT a) (CD 21-14) (NN win)", {"21-14"}),
        ("(DT a) (JJ one-sided) (NN win)", set()),
        ("(DT a) (JJ 31-year-old) (NN sailor)", set()),
        ("(NP (DT the) (NN captain)) (PP (IN of) (NP (DT the) (NN ship)))", set()),
    ],
)
def test_a_number_that_measures_a_noun_is_its_own(phrase, numbers):
    cluster = parsed_cluster(f"(ROOT (S (NP {phrase}) (VP (VBD alarmed) (NP (NNS sailors))) (. .)))")
    assert min(cluster.referents.mentions.values(), key=lambda one: one.head).numbers == numbers


def test_a_noun_with_an_ending_of_persons_may_be_a_thing():
    name = AURORA[0].replace("(DT The) (NN ferry) (NNP Aurora)", "(NNP Lindqvist)")
    for noun, named in (("driver", True), ("center", False), ("river", False)):
        other = AURORA[0].replace("(DT The) (NN ferry) (NNP Aurora)", f"(DT the) (NN {noun})")
        cluster = parsed_cluster(name, other)
        assert is_nameable(cluster.referents.mentions[1, 1]) == named


def test_a_title_that_takes_no_article_makes_no_mention():
    for title, count in (("Mr", 0), ("Captain", 1)):
        tree = f"(ROOT (S (NP (DT The) (NNP {title}) (NNP Berg)) (VP (VBD left)) (. .)))"
        assert len(parsed_cluster(tree).referents.mentions) == count


@pytest.mark.parametrize(
    ("phrase", "definite"),
    [
        ("(NP (DT A) (NNS women) (POS 's)) (NN club)", False),
        ("(NP (DT The) (NNS women) (POS 's)) (NN club)", True),
        ("(PRP$ Their) (NN club)", True),
    ],
)
def test_what_somebody_has_is_definite_but_for_an_article(phrase, definite):
    cluster = parsed_cluster(f"(ROOT (S (NP {phrase}) (VP (VBD left) (NP (NNP Vik))) (. .)))")
    mentions = cluster.referents.mentions.values()
    assert next(each for each in mentions if each.base == "club").definite == definite


def test_a_sentence_may_end_where_a_number_would_follow():
    cut = "(ROOT (S (NP (NNP Vik)) (VP (VBD felt) (NP (NP (DT a) (NN quake)) (PP (IN of))))))"
    assert not any(each.numbers for each in parsed_cluster(cut).referents.mentions.values())


@pytest.mark.parametrize(
    ("name", "one"),
    [
        ("(NNP Ida) (NNP Berg)", True),
        ("(NNP Ida) (NNP Berg) (HYPH -) (NNP Moss)", False),
        ("(NNP Moss) (HYPH -) (NNP Berg)", False),
        ("(NP (NNP Ida) (NNP Berg)) (: -) (NP (NNP Moss))", False),
    ],
)
def test_half_of_a_double_name_is_another_name(name, one):
    subject = "(DT The) (NN ferry) (NNP Aurora)"
    names = ("(NNP Berg)", name)
    cluster = parsed_cluster(*(AURORA[0].replace(subject, name) for name in names))
    named = [each for each in cluster.referents.mentions.values() if each.node.role == "subject"]
    assert names_one_thing(cluster, *named) == one


@pytest.mark.parametrize(
    ("owner", "joined"), [("(NNP Berg) (POS 's)", True), ("(POS Berg's)", True), ("(POS Olsen's)", False)]
)
def test_what_two_have_is_two_even_if_a_corpus_left_the_apostrophe_to_the_name(owner, joined):
    trees = (
        AURORA[0].replace("(DT The) (NN ferry) (NNP Aurora)", f"(NP {words}) (NN boat)")
        for words in ("(NNP Berg) (POS 's)", owner)
    )
    cluster = parsed_cluster(*trees)
    mentions = [each for each in cluster.referents.mentions.values() if each.base == "boat"]
    assert names_one_thing(cluster, *mentions) == joined


def test_an_apposition_may_be_the_name_that_it_describes():
    described = AURORA[0].replace(
        "(DT The) (NN ferry) (NNP Aurora)", "(NP (NNP Berg)) (, ,) (NP (DT the) (NN pilot)) (, ,)"
    )
    others = (
        AURORA[0].replace("(DT The) (NN ferry) (NNP Aurora)", words)
        for words in ("(NNP Berg)", "(DT The) (NN pilot)")
    )
    cluster = parsed_cluster(described, *others)
    assert same(cluster, (1, "Berg"), (2, "pilot"))
    assert same(cluster, (0, "Berg"), (2, "pilot"))


@pytest.mark.parametrize(
    ("one", "apposition", "other", "apart"),
    [
        ("(DT the) (NN minister)", "(NNP Ida) (NNP Berg)", "(NNP Tove) (NNP Dahl)", True),
        ("(DT the) (NN minister)", "(NNP Ida) (NNP Berg)", "(NNP Ida) (NNP Berg)", False),
        ("(NNP Vik)", "(NNP Norway)", "(NNP Vik)", False),
        ("(DT the) (NN captain)", "(DT a) (NN sailor)", "(NNS sailors)", False),
    ],
)
def test_somebody_with_a_name_in_apposition_is_nobody_of_another_name(one, apposition, other, apart):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (NNP Moss))) (. .)))"
    cluster = parsed_cluster(left.format(f"(NP {one}) (, ,) (NP {apposition}) (, ,)"), left.format(other))
    evidence = EntityEvidence(cluster.sentences, cluster.referents.mentions, cluster.events)
    described, _, _, rival, _ = range(len(evidence.mentions))
    assert evidence.mentions[rival].sentence == 1
    assert evidence.forbidden[described, rival] == evidence.forbidden[rival, described] == apart


@pytest.mark.parametrize(
    ("one", "other", "forbidden"),
    [
        ("(CD Ten) (NNS sailors)", "(CD 10) (NNS sailors)", False),
        ("(CD Ten) (NNS sailors)", "(CD 11) (NNS sailors)", True),
        ("(NNP Norway)", "(DT The) (NN island)", True),
        ("(NNP Norway)", "(DT The) (NN team)", False),
        ("(NNP Ida) (NNP Berg)", "(NNP Ida) (NNP Marie) (NNP Berg)", False),
        ("(NNP Ida) (NNP Berg)", "(NNP Tove) (NNP Marie) (NNP Berg)", True),
        ("(NNP Vik)", "(NNP Lake) (NNP Vik)", True),
    ],
)
def test_what_contradicts_is_not_one(one, other, forbidden):
    cluster = parsed_cluster(
        *(AURORA[0].replace("(DT The) (NN ferry) (NNP Aurora)", words) for words in (one, other))
    )
    evidence = EntityEvidence(cluster.sentences, cluster.referents.mentions, cluster.events)
    subjects = [place for place, each in enumerate(evidence.mentions) if each.node.role == "subject"]
    assert evidence.forbidden[tuple(subjects)] == forbidden


@pytest.mark.parametrize(
    ("told", "other", "allowed"), [(2, "Moss", False), (1, "Moss", True), (2, "Berg", True)]
)
def test_whom_several_sentences_call_so_is_nobody_of_another_name(told, other, allowed):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (DT the) (NN ship))) (. .)))"
    named = [left.format("(NN agent) (NNP Ida) (NNP Berg)")] * told
    cluster = parsed_cluster(left.format("(DT the) (NN agent)"), left.format(f"(NNP {other})"), *named)
    mentions = cluster.referents.mentions
    assert cluster.referents.may_be(mentions[0, 1], mentions[1, 0]) == allowed


def test_a_name_stands_for_a_noun_of_its_own_alone(monkeypatch):
    monkeypatch.setattr(Referents, "certainty", lambda *_: 1.0)
    met = "(ROOT (S (NP (NNP Moss)) (VP (VBD met) (NP {})) (. .)))"
    trees = met.format("(DT the) (NN captain)"), met.format("(NNP Ida) (NNP Berg)")
    monkeypatch.setattr(Referents, "coreferent", lambda self, _: list(self.mentions.values()))
    assert "Moss met Ida Berg ." in results(parsed_cluster(*trees), 0, EXCHANGE, "object")
    monkeypatch.setattr(Referents, "may_be", lambda *_: False)
    assert "Moss met Ida Berg ." not in results(parsed_cluster(*trees), 0, EXCHANGE, "object")


@pytest.mark.parametrize(("owner", "joined"), [("Norvik", False), ("White", True)])
def test_a_hall_of_one_place_is_not_that_of_another_name(owner, joined):
    white = "(ROOT (S (NP (DT The) (NNP White) (NNP Hall)) (VP (VBD burnt)) (. .)))"
    hall = f"(NP (NP (DT The) (NNP Hall)) (PP (IN of) (NP (NNP {owner}))))"
    cluster = parsed_cluster(white, f"(ROOT (S {hall} (VP (VBD burnt)) (. .)))")
    mentions = {place: cluster.referents.mentions[place] for place in ((0, 2), (1, 1))}
    assert EntityEvidence(cluster.sentences, mentions, cluster.events).forbidden[0, 1] != joined


@pytest.mark.parametrize(("owner", "joined"), [("yard", False), ("harbour", True)])
def test_a_flat_phrase_has_its_owner_too(owner, joined):
    left = "(ROOT (S (NP {}) (VP (VBD left) (NP (NNP Moss))) (. .)))"
    cluster = parsed_cluster(
        left.format("(DT the) (NNP Harbour) (POS 's) (NN crew)"),
        left.format(f"(NP (DT the) (NN crew)) (PP (IN of) (NP (DT the) (NN {owner})))"),
    )
    crews = [each for each in cluster.referents.mentions.values() if each.node.role == "subject"]
    assert names_one_thing(cluster, *crews) == joined


@pytest.mark.parametrize(("first", "one"), [("White", False), ("Full", True)])
def test_the_house_is_not_the_white_house(first, one):
    subject = "(DT The) (NN ferry) (NNP Aurora)"
    names = ("(DT the) (NNP House)", f"(DT the) (NNP {first}) (NNP House)")
    cluster = parsed_cluster(*(AURORA[0].replace(subject, name) for name in names))
    named = [each for each in cluster.referents.mentions.values() if each.node.role == "subject"]
    assert names_one_thing(cluster, *named) == one
