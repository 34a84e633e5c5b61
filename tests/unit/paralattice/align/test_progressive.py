import numpy as np
import pytest

from paralattice.align import encode, merge, score_pairs
from paralattice.align.options import AlignOptions
from paralattice.align.versions import VERSIONS
from paralattice.errors import MergeError

PLAIN = AlignOptions()


def merged(texts, version="V1"):
    encoded = encode([text.split() for text in texts], PLAIN)
    scores = score_pairs(encoded, VERSIONS[version], PLAIN)
    return merge(encoded, scores, VERSIONS[version], PLAIN)


def columns(texts):
    return [places.tolist() for places in merged(texts).columns]


def test_one_sentence_has_columns_and_no_joins():
    found = merged(["a b c"])
    assert found.order == ()
    assert [places.tolist() for places in found.columns] == [[0, 1, 2]]
    assert found.width == 3


def test_the_most_similar_pair_comes_first_and_the_rest_in_the_clusters_order():
    found = merged(["x", "a b c", "y", "a b c", "z"])
    assert [sentence for sentence, _ in found.order] == [1, 0, 2, 4]
    assert found.order[0] == (1, 3)


def test_of_equally_similar_pairs_the_one_with_the_smaller_indices_comes_first():
    assert merged(["a", "b", "b", "a"]).order[0] == (0, 3)
    assert merged(["a", "a", "a"]).order[0] == (0, 1)


def test_of_equally_similar_partners_the_first_in_the_cluster_is_taken():
    # The pool begins with sentences 2 and 3; sentence 0 joins it and is then first.
    found = merged(["a", "a", "a b", "a b"])
    assert found.order == ((2, 3), (0, 2), (1, 0))


def test_an_earlier_sentence_that_joins_later_wins_a_tie():
    found = merged(["q", "b c", "b c", "z"])
    assert found.order == ((1, 2), (0, 1), (3, 0))


def test_aligned_tokens_share_a_column_and_others_get_their_own():
    assert columns(["a b c", "a x c"]) == [[0, 1, 2], [0, 3, 2]]


def test_columns_are_numbered_as_they_are_made():
    found = merged(["p q", "a b c", "a b d"])
    assert [places.tolist() for places in found.columns] == [[4, 5], [0, 1, 2], [0, 1, 3]]
    assert found.width == 6


def test_a_sentence_is_aligned_to_its_partner_alone():
    # The last sentence shares "x" with the second, but is closest to the first.
    assert columns(["a b c d", "a b x d", "a b c x"]) == [[0, 1, 2, 3], [0, 1, 4, 3], [0, 1, 2, 5]]


def test_the_earlier_sentence_of_a_pair_is_traced_as_the_first():
    # A word that comes twice is aligned by the traceback's preferences, which tell the two apart.
    for texts in (["a b", "a b", "b a"], ["b a", "a b", "a b"]):
        encoded = encode([text.split() for text in texts], PLAIN)
        scores = score_pairs(encoded, VERSIONS["V1"], PLAIN)
        found = merge(encoded, scores, VERSIONS["V1"], PLAIN)
        assert found.width == 3


def test_sentences_without_a_token_are_merged_too():
    found = merged(["", "a", ""])
    assert found.width == 1
    assert [places.tolist() for places in found.columns] == [[], [0], []]


def test_read_only_scores_and_those_of_other_layouts_are_taken():
    encoded = encode([["a"], ["a"], ["b"]], PLAIN)
    scores = score_pairs(encoded, VERSIONS["V1"], PLAIN)
    expected = merge(encoded, scores, VERSIONS["V1"], PLAIN)
    other = np.asfortranarray(scores.astype(np.int64))
    other.flags.writeable = False
    assert merge(encoded, other, VERSIONS["V1"], PLAIN).order == expected.order


def test_scores_below_the_diagonal_are_not_read():
    encoded = encode([["a"], ["a"], ["b"]], PLAIN)
    scores = score_pairs(encoded, VERSIONS["V1"], PLAIN)
    noise = np.tril(np.full((3, 3), 99, dtype=np.int32))
    assert merge(encoded, scores + noise, VERSIONS["V1"], PLAIN).order == ((0, 1), (2, 0))


def test_scores_of_another_shape_are_refused():
    with pytest.raises(MergeError, match=r"shape \(2, 3\) for 2 sentences"):
        merge(encode([["a"], ["b"]], PLAIN), np.zeros((2, 3), dtype=np.int32), VERSIONS["V1"], PLAIN)


def test_a_cluster_without_sentences_is_refused():
    with pytest.raises(MergeError, match="without sentences"):
        merge(encode([], PLAIN), np.zeros((0, 0), dtype=np.int32), VERSIONS["V1"], PLAIN)
