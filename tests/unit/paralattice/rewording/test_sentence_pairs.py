"""Sentence pairs: each filter of the paper, and the counts."""

import pytest

from paralattice.errors import OptionError
from paralattice.rewording.options import SentencePairOptions
from paralattice.rewording.sentence_pairs import PairCounts, extract_sentence_pairs, join_extractions


def extract(*lines, **options):
    return extract_sentence_pairs([line.split() for line in lines], SentencePairOptions(**options))


def test_a_pair_is_lower_cased_with_its_distance_and_places():
    found = extract("Nothing else here", "The ferry sank at noon", "the old ferry SANK at dawn")
    assert [(pair.first, pair.second) for pair in found.pairs if pair.distance < 5] == [
        (("the", "ferry", "sank", "at", "noon"), ("the", "old", "ferry", "sank", "at", "dawn"))
    ]
    pair = next(pair for pair in found.pairs if pair.distance == 3)
    assert pair.places == (1, 2)


def test_a_substituted_word_is_a_deletion_and_an_insertion():
    assert extract("a b c", "a x c").pairs[0].distance == 2


def test_identical_sentences_and_those_that_differ_in_punctuation_are_rejected():
    found = extract("It sank .", "it sank .", "It sank , -- !", "it , sank")
    assert found.pairs == ()
    assert found.counts == PairCounts(compared=6, identical=6)


def test_two_thirds_of_the_length_are_enough_and_less_is_not():
    assert extract("a b", "a b c").counts.kept == 1
    assert extract("a b c", "a b c d e").counts == PairCounts(compared=1, lengths=1)


def test_a_distance_of_twelve_is_enough_and_more_is_not():
    long = [f"w{number}" for number in range(40)]
    assert extract(" ".join(long), " ".join(long[:-12])).counts.kept == 1
    assert extract(" ".join(long), " ".join(long[:-13])).counts == PairCounts(compared=1, distances=1)


def test_a_relative_bound_rejects_short_sentences_that_share_nothing():
    assert extract("a b c", "x y z").counts.kept == 1
    assert extract("a b c", "x y z", relative_distance=0.5).counts.distances == 1
    assert extract("a b c d", "a b c e", relative_distance=0.5).counts.kept == 1


def test_repeated_sentences_make_duplicates_in_a_cluster_and_over_clusters():
    found = extract("a b c", "A b c", "a b d")
    assert found.counts == PairCounts(compared=3, identical=1, duplicates=1, kept=1)
    both = join_extractions([found, extract("a b d", "a b c", "a b c e")])
    assert both.counts == PairCounts(compared=6, identical=1, duplicates=2, kept=3)
    assert len(both.pairs) == 3


@pytest.mark.parametrize("options", [{"distance": 0}, {"length_ratio": 1.5}, {"relative_distance": -1.0}])
def test_an_option_that_makes_no_sense_is_refused(options):
    with pytest.raises(OptionError, match=next(iter(options))):
        SentencePairOptions(**options)
