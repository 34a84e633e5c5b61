"""Word alignment of small texts, symmetrisation, and error rates computed by hand."""

import numpy as np
import pytest

from paralattice.errors import OptionError, RewordError
from paralattice.rewording.alignment.alignment_error import alignment_error, split_links
from paralattice.rewording.alignment.bitext import Bitext, Vocabulary, join_entries
from paralattice.rewording.alignment.shard_training import train_word_alignment
from paralattice.rewording.alignment.symmetrise import symmetrise
from paralattice.rewording.alignment.word_alignment import (
    align_words,
    expected_counts,
    maximise,
    start_hmm,
    start_model,
)
from paralattice.rewording.options import WordAlignmentOptions

TEXT = [
    (["the", "house", "burned"], ["the", "building", "burned"]),
    (["a", "house", "fell"], ["a", "building", "fell"]),
    (["the", "ship", "sank"], ["the", "vessel", "sank"]),
    (["a", "ship", "burned"], ["a", "vessel", "burned"]),
]


def test_model_1_starts_alike_for_all_and_its_first_iteration_is_known_by_hand():
    vocabulary = Vocabulary(["a", "b", "x", "y"])
    bitext = Bitext.of_pairs([(["a", "b"], ["x", "y"]), (["a"], ["x"])], vocabulary)
    model = start_model(vocabulary, join_entries([bitext.keys]))
    assert model.probability("a", "x") == model.probability(None, "y") == 0.5
    counts = expected_counts(model, bitext)
    assert counts.log_likelihood == pytest.approx(3 * np.log(0.5))
    # Each of three words shares the first pair's x and y, each of two the second one's x.
    model = maximise(model, counts)
    assert model.probability("a", "x") == pytest.approx((1 / 3 + 1 / 2) / (1 / 3 + 1 / 2 + 1 / 3))
    assert model.probability("b", "y") == pytest.approx(0.5)
    assert model.probability("b", "a") == 0


def test_words_that_stand_for_each_other_are_linked():
    _, model = train_word_alignment(TEXT)
    assert align_words(model, TEXT) == [[(0, 0), (1, 1), (2, 2)]] * 4


def test_sentences_with_unseen_words_are_aligned_too():
    _, model = train_word_alignment(TEXT)
    links = align_words(
        model, [(["the", "zebra", "burned"], ["the", "zebra", "burned", "at", "noon"]), ([], ["a"])]
    )
    assert {(0, 0), (2, 2)} <= set(links[0])
    assert links[1] == []


def test_long_sentences_are_aligned_to_the_end():
    words = [f"w{place}" for place in range(900)]
    _, model = train_word_alignment([([word], [word]) for word in words])
    unseen = [word.upper() for word in words]
    links = align_words(model, [(words, words), (unseen, words), (words, unseen)])
    assert links[0] == [(place, place) for place in range(900)]
    assert all(0 <= i < 900 for found in links[1:] for i, _ in found)


def test_without_iterations_of_the_hmm_the_model_is_model_1():
    model1, last = train_word_alignment(TEXT, WordAlignmentOptions(hmm_iterations=0))
    assert last is model1
    assert not last.is_hmm
    assert (1, 1) in align_words(last, TEXT)[0]


def test_the_identity_lexicon_makes_equal_words_likelier():
    with_it, _ = train_word_alignment(TEXT)
    without, _ = train_word_alignment(TEXT, WordAlignmentOptions(identity_lexicon=False))
    assert with_it.probability("burned", "burned") > without.probability("burned", "burned")


def test_pseudo_counts_link_words_that_were_seen_once():
    pairs = [*TEXT, (["seventy", "sailors", "drowned"], ["drowning", "victims", "numbered", "seventy"])]
    known, _ = train_word_alignment(pairs, WordAlignmentOptions(lexical_prior=10.0))
    unknown, _ = train_word_alignment(pairs)
    assert known.probability("drowned", "drowning") > 10 * known.probability("drowned", "victims")
    assert unknown.probability("drowned", "drowning") == pytest.approx(
        unknown.probability("drowned", "victims")
    )
    total = sum(
        known.probability("drowned", word)
        for word in {word for pair in pairs for side in pair for word in side}
    )
    assert total == pytest.approx(1)


def test_pairs_that_the_table_lacks_cannot_be_counted():
    model, hmm = train_word_alignment(TEXT)
    foreign = Bitext.of_pairs([(["house"], ["vessel"])], model.vocabulary)
    with pytest.raises(RewordError, match="lacks"):
        expected_counts(model, foreign)
    long = Bitext.of_pairs([(["the"] * 9, ["the"])], model.vocabulary)
    with pytest.raises(RewordError, match="longer than the 3 words"):
        expected_counts(hmm, long)
    assert len(start_hmm(model, 3).weights) == 7


def test_nothing_to_train_on_is_told():
    with pytest.raises(RewordError, match="at least one pair"):
        train_word_alignment([([], ["a"])])


FORWARD, BACKWARD = [(0, 0), (1, 1), (2, 1), (4, 4)], [(0, 0), (1, 1), (1, 2), (3, 3)]


@pytest.mark.parametrize(
    ("method", "links"),
    [
        ("intersection", [(0, 0), (1, 1)]),
        ("union", [(0, 0), (1, 1), (1, 2), (2, 1), (3, 3), (4, 4)]),
        # (1, 2) and (2, 1) touch (1, 1); (3, 3) touches neither.
        ("grow-diag", [(0, 0), (1, 1), (1, 2), (2, 1)]),
        ("grow-diag-final-and", [(0, 0), (1, 1), (1, 2), (2, 1), (3, 3), (4, 4)]),
    ],
)
def test_both_directions_become_one_alignment(method, links):
    assert list(symmetrise(FORWARD, BACKWARD, method)) == links


def test_growing_refuses_links_between_words_that_both_have_one():
    assert (1, 1) not in symmetrise([(0, 1), (1, 0), (1, 1)], [(0, 1), (1, 0)], "grow-diag")
    assert symmetrise([(0, 0), (2, 0)], [(0, 0)]) == ((0, 0),)


def test_an_unknown_method_is_refused():
    with pytest.raises(OptionError, match="choose from intersection"):
        symmetrise([], [], "magic")
    with pytest.raises(OptionError, match="symmetrisation"):
        WordAlignmentOptions(symmetrisation="magic")


def test_error_rates_follow_their_formulas():
    error = alignment_error([(0, 0), (1, 1), (2, 2)], [(0, 0), (3, 3)], [(1, 1)])
    assert (error.precision, error.recall) == (2 / 3, 1 / 2)
    assert error.aer == pytest.approx(1 - 3 / 5)
    both = error + alignment_error([(0, 0)], [(0, 0)], [(0, 0)])
    assert both.aer == pytest.approx(1 - 5 / 7)
    assert str(alignment_error([], []).aer) == "nan"


def test_links_are_split_by_whether_their_words_are_identical():
    assert split_links([(0, 0), (1, 1)], ["The", "ship"], ["the", "boat"]) == ([(0, 0)], [(1, 1)])
