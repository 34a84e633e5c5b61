import numpy as np
import pytest

from paralattice.align import align
from paralattice.corpus import Sentence, Token
from paralattice.errors import AlignError
from paralattice.lattice import count_paths, enumerate_sentences

CATS = [["the", "cat", "sat"], ["the", "old", "cat", "sat", "down"], ["cats", "sat"]]


def stem(word):
    return word.removesuffix("s")


def everything(_one, _other):
    return True


def test_a_function_keys_and_a_matrix_that_say_the_same_give_the_same():
    tokens = [word for words in CATS for word in words]
    by_function = align(CATS, match=lambda a, b: stem(a) == stem(b))
    by_keys = align(CATS, match=[[stem(word) for word in words] for words in CATS])
    matrix = np.array([[stem(a) == stem(b) for a in tokens] for b in tokens])
    by_matrix = align(CATS, match=matrix)
    for found in (by_function, by_keys, by_matrix):
        assert found.version == "own"
        assert found.scores.tolist() == [[0, 4, 4], [0, 0, 3], [0, 0, 0]]
        assert [row.tolist() for row in found.columns] == [[0, 1, 2], [0, 3, 1, 2, 4], [1, 2]]


def test_the_table_has_a_row_a_sentence_in_the_order_of_reading():
    assert align(CATS, match=lambda a, b: stem(a) == stem(b)).table() == [
        ["the", None, "cat", "sat", None],
        ["the", "old", "cat", "sat", "down"],
        [None, None, "cats", "sat", None],
    ]


def test_the_lattice_has_an_arc_for_every_word_of_a_column():
    found = align(CATS, match=lambda a, b: stem(a) == stem(b)).lattice
    assert count_paths(found) == 6
    assert ("cats", "sat", "down") in enumerate_sentences(found, 100)


def test_pairs_are_the_tokens_of_two_sentences_that_share_a_column():
    found = align(CATS, match=lambda a, b: stem(a) == stem(b))
    assert found.pairs(0, 1).tolist() == [[0, 0], [1, 2], [2, 3]]
    assert found.pairs(2, 1).tolist() == [[0, 2], [1, 3]]
    assert found.pairs(0, 0).tolist() == [[0, 0], [1, 1], [2, 2]]


def test_two_sentences_may_have_a_matrix_of_their_own_size():
    found = align(CATS[:2], match=np.array([[a == b for b in CATS[1]] for a in CATS[0]]))
    assert found.pairs(0, 1).tolist() == [[0, 0], [1, 2], [2, 3]]


def test_tokens_that_cannot_be_hashed_are_compared_one_by_one():
    sentences = [[{"t": "The"}, {"t": "end"}], [{"t": "END"}]]
    found = align(sentences, match=lambda a, b: a["t"].lower() == b["t"].lower())
    assert found.pairs(0, 1).tolist() == [[1, 0]]


def test_a_function_is_asked_once_about_two_tokens_and_never_about_one_sentence():
    asked = []
    align([["a", "b", "a"], ["a", "c"]], match=lambda a, b: asked.append((a, b)))
    assert sorted(asked) == [("a", "a"), ("a", "c"), ("b", "a"), ("b", "c")]


def test_sentences_with_features_hand_their_tokens_to_the_function():
    saw = [Sentence((Token("saw", "VBD"), Token("saw", "NN"))), Sentence((Token("saw", "NN"),))]
    found = align(saw, match=lambda a, b: (a.word, a.pos) == (b.word, b.pos))
    assert found.pairs(0, 1).tolist() == [[1, 0]]
    assert found.sentences == (("saw", "saw"), ("saw",))


def test_lists_of_tokens_are_sentences():
    token = Token("plane", "NN", "B-NP", ("I-S", "B-NP"))
    assert align([[token], [token]], "V4").scores[0, 1] == 2


def test_a_single_sentence_and_empty_ones_have_tables():
    assert align([["a", "b"]]).table() == [["a", "b"]]
    assert align([[], ["a"], []], match=everything).table() == [[None], ["a"], [None]]


@pytest.mark.parametrize(
    ("match", "message"),
    [
        ([["a", "b"]], "keys for 1 sentences, of which there are 2"),
        ([["a", "b"], ["a", "b"]], "sentence 1 has 1 tokens, but 2 keys"),
        ([[["a"], ["b"]], [["a"]]], "keys must be texts, numbers or tuples"),
        (np.ones((2, 2), np.bool_), r"shape \(2, 2\) for 3 tokens: must be \(3, 3\), or \(2, 1\)"),
        ({}, "no matrix of the sentences 0 and 1"),
        ({(0, 1): np.ones((1, 1), np.bool_)}, r"has shape \(1, 1\): must be \(2, 1\)"),
        ({(0, 1): np.ones((2, 1))}, r"holds float64: must hold booleans, such as `matrix > 0\.5`"),
    ],
)
def test_what_does_not_fit_the_sentences_is_refused(match, message):
    with pytest.raises(AlignError, match=message):
        align([["a", "b"], ["c"]], match=match)


def test_a_version_and_a_match_of_ones_own_are_not_taken_together():
    with pytest.raises(AlignError, match="not both"):
        align(CATS, "V1", match=lambda a, b: a == b)


def test_a_text_instead_of_a_list_of_tokens_is_refused_here_too():
    with pytest.raises(AlignError, match="is a text"):
        align(["a b", "a c"], match=lambda a, b: a == b)


def test_a_matrix_of_numbers_is_not_taken_for_keys():
    with pytest.raises(AlignError, match="the matrix holds float64"):
        align([["a", "b"], ["c"]], match=np.ones((3, 3)))
