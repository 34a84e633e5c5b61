import numpy as np
import pytest

from paralattice.align import GAP, align_pair, encode
from paralattice.align.options import AlignOptions
from paralattice.align.versions import VERSIONS
from paralattice.errors import AlignError

PLAIN = AlignOptions()


def trace(first, second, options=PLAIN):
    encoded = encode([first.split(), second.split()], options)
    return align_pair(encoded, 0, 1, VERSIONS["V1"], options).trace.tolist()


def test_equal_sentences_align_token_by_token():
    assert trace("a b c", "a b c") == [[0, 0], [1, 1], [2, 2]]


def test_tokens_left_at_the_border_are_not_aligned():
    assert trace("x y a", "a") == [[0, GAP], [1, GAP], [2, 0]]
    assert trace("a", "x y a") == [[GAP, 0], [GAP, 1], [0, 2]]


def test_tokens_left_at_the_end_are_not_aligned():
    assert trace("a x", "a") == [[0, 0], [1, GAP]]


def test_a_diagonal_step_over_different_words_aligns_both_to_gaps():
    assert trace("a x b", "a y b") == [[0, 0], [1, GAP], [GAP, 1], [2, 2]]


def test_sentences_without_a_common_word_align_nothing():
    assert trace("a", "b c") == [[GAP, 0], [0, GAP], [GAP, 1]]


def test_a_diagonal_step_comes_before_a_gap():
    # With mismatch = 2 * gap both explain the corner's value.
    options = AlignOptions(mismatch=-2)
    assert trace("a x", "a y", options) == [[0, 0], [1, GAP], [GAP, 1]]


def test_the_last_of_several_equal_words_is_aligned_as_the_end_is_not_free():
    assert trace("a", "a a") == [[GAP, 0], [0, 1]]
    assert trace("a a", "a") == [[0, GAP], [1, 0]]


def test_skipping_a_token_of_the_second_sentence_comes_before_skipping_one_of_the_first():
    # Gaps are free, so either word can be aligned.
    options = AlignOptions(match=1, mismatch=-9, gap=0)
    assert trace("a b", "b a", options) == [[0, GAP], [1, 0], [GAP, 1]]


def test_an_empty_sentence_leaves_the_other_unaligned():
    assert trace("", "a b") == [[GAP, 0], [GAP, 1]]
    assert trace("a b", "") == [[0, GAP], [1, GAP]]
    assert trace("", "") == []


def test_the_pairs_are_the_aligned_rows_of_the_trace():
    encoded = encode([["a", "x", "b"], ["a", "b"]], PLAIN)
    found = align_pair(encoded, 0, 1, VERSIONS["V1"], PLAIN)
    assert found.pairs.tolist() == [[0, 0], [2, 1]]
    assert found.trace.dtype == np.int32
    assert found.trace.shape == (3, 2)
    assert found.score == 3
    assert type(found.score) is int


@pytest.mark.parametrize(("first", "second"), [(1, 0), (0, 0), (0, 2), (-1, 1)])
def test_sentences_that_are_no_rising_pair_are_refused(first, second):
    with pytest.raises(AlignError, match="not a rising pair out of 2"):
        align_pair(encode([["a"], ["a"]], PLAIN), first, second, VERSIONS["V1"], PLAIN)
