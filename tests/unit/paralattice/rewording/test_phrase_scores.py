"""Scores of phrase pairs by relative frequency, by hand on a few occurrences."""

import math

import pytest

from paralattice.english.wordnet import WordNet
from paralattice.rewording.alignment.shard_training import train_word_alignment
from paralattice.rewording.options import PhraseOptions
from paralattice.rewording.phrase_scores import Knowledge, lexical_weight, score_by_frequency
from paralattice.rewording.phrases import phrase_occurrences
from paralattice.rewording.words.word_relations import Relation, WordRelations
from support.tiny_wordnet import wordnet_files

BOAT, SHIP, TRAM = ("boat",), ("ship",), ("tram",)
PAIRS = [
    (("the", "boat"), ("the", "ship")),
    (("a", "boat"), ("a", "boat")),
    (("the", "boat"), ("the", "tram")),
]


@pytest.fixture(scope="module")
def words():
    return train_word_alignment([*PAIRS, *((b, a) for a, b in PAIRS)])[1]


def scored(words, occurrences, events, knowledge=None):
    found = score_by_frequency(occurrences, events, words, knowledge or Knowledge(least_affinity=0.0))
    return {(entry.source, entry.target): (entry, numbers) for entry, numbers in found}


def test_occurrences_name_each_sentence_pair_once_and_include_phrases_that_stay():
    links = [((0, 0), (1, 1))] * 3
    found = phrase_occurrences(PAIRS, links, PhraseOptions(unlinked=False))
    assert found[BOAT, SHIP] == found[SHIP, BOAT] == [0]
    assert found[BOAT, BOAT] == [1]
    assert found[("a", "boat"), ("a", "boat")] == [1]


def test_the_identity_counts_and_repetitions_within_an_event_count_little(words):
    occurrences = {(BOAT, BOAT): [0, 1], (BOAT, SHIP): [2, 3, 4], (SHIP, BOAT): [2, 3, 4]}
    found = scored(words, occurrences, [0, 1, 0, 0, 1])
    entry, numbers = found[BOAT, SHIP]
    # Three phrase pairs with two events each: nothing was seen once, so the discount is 0.
    ship = 2 + math.log(2)
    assert entry.scores[2] == pytest.approx(ship / (ship + 2))
    assert entry.scores[0] == pytest.approx(1.0)
    assert entry.counts == (3, 2, Relation.NONE)
    assert numbers == [2, 3, 4]


def test_what_only_one_event_shows_is_discounted_and_needs_a_synonym(words):
    occurrences = {(BOAT, BOAT): [0, 1], (BOAT, SHIP): [2], (SHIP, BOAT): [2], (BOAT, TRAM): [3]}
    events = [0, 1, 2, 3]
    assert not scored(words, occurrences, events)
    wordnet = WordNet(wordnet_files([("n", ["boat", "ship"]), ("n", ["tram"])]))
    found = scored(words, occurrences, events, Knowledge(WordRelations(wordnet)))
    assert set(found) == {(BOAT, SHIP), (SHIP, BOAT)}
    # Three pairs of one event and one of two: the discount is 3 / (3 + 2 * 1).
    assert found[BOAT, SHIP][0].scores[2] == pytest.approx((1 - 0.6) / 4)
    assert found[BOAT, SHIP][0].counts == (1, 1, Relation.SYNONYM)


def test_words_that_wordnet_does_not_relate_need_affinity(words):
    occurrences = {
        (BOAT, BOAT): [*range(40)],
        (BOAT, SHIP): [0, 1],
        (SHIP, BOAT): [0, 1],
        (SHIP, SHIP): [*range(40)],
    }
    events = [*range(40)]
    assert not scored(words, occurrences, events, Knowledge(least_affinity=0.2))
    assert scored(words, occurrences, events, Knowledge(least_affinity=0.01))


@pytest.mark.parametrize(("pairs", "shown"), [(4, False), (5, True)])
def test_many_sentence_pairs_of_one_event_show_a_replacement_that_is_frequent_there(words, pairs, shown):
    together = [*range(pairs)]
    occurrences = {(BOAT, SHIP): together, (SHIP, BOAT): together, (BOAT, BOAT): [8, 9], (TRAM, TRAM): [9]}
    events = [0] * 8 + [1, 2]
    found = scored(words, occurrences, events, Knowledge(least_affinity=0.1))
    assert ((BOAT, SHIP) in found) == shown
    assert not scored(words, occurrences, events, Knowledge(least_affinity=0.9))


def test_the_lexical_weight_is_the_mean_of_the_best_links(words):
    one = words.probability("boat", "ship")
    same = words.probability("the", "the")
    assert lexical_weight(("the", "boat"), ("the", "ship"), words) == pytest.approx(math.sqrt(one * same))
    assert lexical_weight(("qwrt",), ("ship",), words) == pytest.approx(1e-4)
