"""Phrase pairs and their scores."""

import math
from collections import Counter

import pytest

from paralattice.errors import OptionError
from paralattice.rewording.alignment.shard_training import train_word_alignment
from paralattice.rewording.options import PhraseOptions, WordAlignmentOptions
from paralattice.rewording.phrases import (
    cepts_of,
    count_phrases,
    model1_scores,
    phrase_spans,
    score_phrases,
)

TEXT = [
    (("the", "house", "burned"), ("the", "building", "burned")),
    (("a", "house", "fell"), ("a", "building", "fell")),
    (("the", "ship", "sank"), ("the", "vessel", "sank")),
]


def found(links, first, second, most=5):
    spans = list(phrase_spans(links, first, second, most))
    assert len(set(spans)) == len(spans)
    return set(spans)


def test_words_linked_through_others_share_a_cept():
    first, second = cepts_of([(0, 0), (1, 0), (1, 2)], 3, 3)
    assert first[0] == first[1] == second[0] == second[2]
    assert len({first[0], first[2], second[1]}) == 3


def test_words_next_to_each_other_make_phrases_alone_and_together():
    assert found([(0, 0), (1, 1)], 2, 2) == {(0, 1, 0, 1), (1, 2, 1, 2), (0, 2, 0, 2)}


def test_words_may_change_places_within_a_phrase():
    # margin of error, error margin
    spans = found([(0, 1), (2, 0)], 3, 2)
    assert (0, 3, 0, 2) in spans
    assert (0, 2, 1, 2) in spans
    assert (0, 2, 0, 2) not in spans


def test_phrases_with_gaps_are_none():
    # or, either ... or: the first word's cept has a foreign word between.
    assert found([(0, 0), (0, 2), (1, 1)], 2, 3) == {(0, 2, 0, 3), (1, 2, 1, 2)}


def test_words_without_a_link_go_with_their_neighbours_and_count_as_cepts():
    assert found([(0, 0)], 1, 2) == {(0, 1, 0, 1), (0, 1, 0, 2)}
    assert found([(0, 0)], 1, 2, most=1) == {(0, 1, 0, 1)}
    assert found([], 2, 2) == set()


def test_words_without_a_link_may_be_left_out_of_phrases():
    pairs, links = [(("of", "the", "ship"), ("a", "ship"))], [[(0, 0), (2, 1)]]
    with_them = count_phrases(pairs, links, PhraseOptions(both_ways=False))
    assert (("of", "the"), ("a",)) in with_them
    without = count_phrases(pairs, links, PhraseOptions(both_ways=False, unlinked=False))
    assert set(without) == {(("of",), ("a",)), (("ship",), ("ship",))}


def test_no_phrase_has_more_cepts_than_allowed():
    links = [(place, place) for place in range(7)]
    assert max(end - begin for begin, end, _, _ in found(links, 7, 7)) == 5
    # Two words linked with two are one cept.
    assert found([(0, 0), (0, 1), (1, 1)], 2, 2, most=1) == {(0, 2, 0, 2)}


def test_phrases_are_counted_both_ways_unless_told_otherwise():
    pair = [(("a", "b"), ("c",))]
    assert count_phrases(pair, [[(0, 0), (1, 0)]]) == Counter(
        {(("a", "b"), ("c",)): 1, (("c",), ("a", "b")): 1}
    )
    one_way = count_phrases(pair, [[(0, 0), (1, 0)]], PhraseOptions(both_ways=False))
    assert one_way == Counter({(("a", "b"), ("c",)): 1})


def test_the_score_is_model_1_with_the_empty_word():
    model, _ = train_word_alignment([(second, first) for first, second in TEXT])
    source, target = ("the", "house"), ("the", "building")
    expected = 1.0
    for word in source:
        expected *= sum(model.probability(given, word) for given in (None, *target)) / 3
    scores = model1_scores(model, [(source, target), (("zebra",), ("the",)), (("sank",), ("sank",))])
    assert scores[0] == pytest.approx(math.log10(expected))
    assert scores[1] == -math.inf
    assert len(model1_scores(model, [])) == 0
    entries = score_phrases({(source, target): 2, (("zebra",), ("the",)): 9}, model)
    assert [(entry.source, entry.target, entry.counts) for entry in entries] == [(source, target, (2,))]
    assert entries[0].scores[0] == pytest.approx(expected)


@pytest.mark.parametrize("both_ways", [True, False])
def test_sentence_pairs_become_a_replacement_database(build_replacements, both_ways):
    entries = build_replacements(TEXT, WordAlignmentOptions(), PhraseOptions(both_ways=both_ways))
    pairs = {(entry.source, entry.target) for entry in entries}
    assert (("house",), ("building",)) in pairs
    assert ((("building",), ("house",)) in pairs) == both_ways
    assert [entry.source for entry in entries] == sorted(entry.source for entry in entries)


def test_a_limit_that_makes_no_sense_is_refused():
    with pytest.raises(OptionError, match="cepts"):
        PhraseOptions(cepts=0)
