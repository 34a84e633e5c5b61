"""What a new sentence says beside its sources."""

import pytest

from paralattice.exchange.combining import operations_on
from paralattice.exchange.relations import EQUAL, LESS, MIXED, MORE, relations_of
from support.parsed_clusters import AURORA, candidate, candidate_of, parsed_cluster

LEFT = "(ROOT (S {} (VP (VBD left) (NP (DT the) (NN harbour)) (PP {})) (. .)))"
ON_FRIDAY = "(IN on) (NP (NNP Friday))"
BERG = (
    LEFT.format("(NP (NNP Ida) (NNP Berg))", ON_FRIDAY),
    LEFT.format("(NP (DT the) (NN pilot))", "(IN on) (NP (NNP Friday) (NN morning))"),
    LEFT.format("(NP (NNP Berg))", "(IN near) (NP (NNP Norvik))"),
    LEFT.format("(NP (DT the) (JJ young) (NN pilot) (NNP Berg))", "(IN in) (NP (NNP Norvik))"),
)
"""Somebody leaves a harbour, at another time or place in each sentence."""


def relations(trees, frame, words):
    """Return the relations of the sentence with these words, one operation on a frame."""
    cluster = parsed_cluster(*trees)
    return relations_of(candidate_of(cluster, frame, words), cluster)


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (0, "On Friday , the ferry Aurora hit a rock near Lundvik ."),
        (2, "The harbour master said the crew left the ship in boats ."),
        (2, "According to the harbour master , the crew left the ship in boats ."),
        (0, "The ferry Aurora hit a rock close to Lundvik on Friday ."),
    ],
)
def test_moves_recasts_and_wordings_say_the_same(frame, words):
    assert relations(AURORA, frame, words) == {frame: EQUAL}


def test_a_deletion_says_less():
    assert relations(AURORA, 1, "Aurora hit a rock after losing power .") == {1: LESS}
    assert relations(AURORA, 0, "The ferry Aurora hit a rock near Lundvik .") == {0: LESS}


def test_an_insertion_says_more_than_the_frame():
    words = "The ferry Aurora hit a rock near Lundvik on Friday after losing power ."
    assert relations(AURORA, 0, words)[0] == MORE


@pytest.mark.parametrize(
    ("frame", "words", "relation"),
    [
        (2, "Ida Berg left the harbour near Norvik .", EQUAL),
        (1, "Berg left the harbour on Friday morning .", EQUAL),
        (2, "The young pilot Berg left the harbour near Norvik .", MORE),
        (3, "Berg left the harbour in Norvik .", LESS),
    ],
)
def test_phrases_that_name_the_same_say_the_same_unless_one_has_further_words(frame, words, relation):
    assert relations(BERG, frame, words)[frame] == relation


def test_a_name_with_what_it_is_says_more_than_either():
    assert relations(AURORA, 0, "Aurora hit a rock near Lundvik on Friday .")[0] == LESS
    words = "Aurora , a small ship of 1962 , hit a rock near Lundvik on Friday ."
    assert relations(AURORA, 0, words)[0] == MIXED


@pytest.mark.parametrize(
    ("first", "second", "relation"),
    [
        ("(DT A) (NN woman)", "(NNP Ida) (NNP Berg)", MORE),
        ("(NNP Ida) (NNP Berg)", "(NNP Pilot) (NNP Ida) (NNP Berg)", MORE),
        ("(CD Two) (NNS sailors)", "(DT All) (CD two) (NNS sailors)", MORE),
    ],
)
def test_the_phrase_that_is_more_exact_says_more(first, second, relation):
    trees = [LEFT.format(f"(NP {phrase})", ON_FRIDAY) for phrase in (first, second)]
    cluster = parsed_cluster(*trees)
    words = " ".join(cluster.sentences[1].words)
    exchanged = [
        candidate(cluster, 0, [operation])
        for operation in operations_on(cluster, cluster.sentences[0])
        if operation.what == "subject"
    ]
    found = [relations_of(made, cluster)[0] for made in exchanged if " ".join(made.words) == words]
    assert found == [relation]


def test_a_pronoun_says_the_same_as_the_name_in_its_place():
    trees = (
        "(ROOT (S (NP (PRP She)) (VP (VBD left) (NP (DT the) (NN harbour))) (. .)))",
        BERG[0],
    )
    assert relations(trees, 0, "Ida Berg left the harbour .")[0] == EQUAL


def test_times_and_places_are_compared_word_by_word():
    assert relations(BERG, 0, "Ida Berg left the harbour on Friday morning .")[0] == MORE
    assert relations(BERG, 3, "The young pilot Berg left the harbour near Norvik .")[3] == MIXED


def test_verbs_of_one_family_say_the_same():
    bought = "(ROOT (S (NP (DT The) (NN firm)) (VP (VBD {}) (NP (DT the) (NN yard))) (. .)))"
    trees = [bought.format(verb) for verb in ("bought", "purchased")]
    assert relations(trees, 0, "The firm purchased the yard .")[0] == EQUAL


def test_a_deletion_and_an_insertion_are_mixed():
    cluster = parsed_cluster(*AURORA)
    operations = operations_on(cluster, cluster.sentences[1])
    chosen = [
        operation
        for operation in operations
        if (operation.kind, operation.what) in (("deletion", "appositive"), ("insertion", "place"))
    ]
    made = candidate(cluster, 1, chosen)
    assert " ".join(made.words) == "Aurora hit a rock near Lundvik after losing power ."
    assert relations_of(made, cluster)[1] == MIXED


def test_the_giver_of_words_is_compared_as_a_whole():
    assert relations(BERG, 0, "Ida Berg left the harbour on Friday morning .") == {0: MORE, 1: EQUAL}
    assert relations(BERG, 2, "Berg left the harbour near Norvik on Friday .") == {0: MORE, 2: MORE}


def test_a_giver_with_another_story_is_mixed():
    assert relations(AURORA, 2, "The tired crew left the ship in boats , the harbour master said .") == {
        2: MORE,
        3: MIXED,
    }
