import subprocess
import sys

import pytest

from paralattice.align import LONGEST_SENTENCE, encode
from paralattice.align.options import AlignOptions
from paralattice.corpus import Sentence, Token
from paralattice.errors import AlignError

PLAIN = AlignOptions()


def test_equal_words_get_equal_numbers_across_sentences():
    encoded = encode([["a", "b", "a"], [], ["b", "c"]], PLAIN)
    assert encoded.words.tolist() == [0, 1, 0, 1, 2]
    assert encoded.starts.tolist() == [0, 3, 3, 5]
    assert encoded.vocabulary == 3
    assert len(encoded) == 3


def test_case_makes_words_differ_unless_it_is_folded():
    words = [["The", "the", "STRASSE", "straße"]]
    assert encode(words, PLAIN).words.tolist() == [0, 1, 2, 3]
    assert encode(words, AlignOptions(casefold=True)).words.tolist() == [0, 0, 1, 1]


def test_commas_are_told_by_the_token_alone():
    assert encode([[",", ",,", "a,", ","]], PLAIN).commas.tolist() == [True, False, False, True]


def test_stop_words_are_told_without_regard_to_case():
    words = [["The", "THE", "fire", "Isn't"]]
    assert encode(words, PLAIN).stop_words.tolist() == [True, True, False, True]
    assert encode(words, PLAIN, frozenset({"fire"})).stop_words.tolist() == [False, False, True, False]
    assert not encode(words, PLAIN, frozenset()).stop_words.any()


def test_sentences_and_lists_of_words_are_encoded_alike():
    lists = [["a", ","], ["the", "a"]]
    from_lists = encode(lists, PLAIN)
    from_sentences = encode([Sentence.from_words(words) for words in lists], PLAIN)
    for name in ("starts", "words", "commas", "stop_words"):
        assert getattr(from_lists, name).tolist() == getattr(from_sentences, name).tolist()


def test_no_sentence_and_no_token_are_encoded_too():
    assert encode([], PLAIN).starts.tolist() == [0]
    assert encode([[]], PLAIN).words.tolist() == []


def test_a_sentence_that_is_too_long_is_named():
    with pytest.raises(AlignError, match=f"sentence 2 has {LONGEST_SENTENCE + 1} tokens"):
        encode([["a"], ["a"] * (LONGEST_SENTENCE + 1)], PLAIN)


def test_traces_lose_their_ends_and_are_turned_round():
    chains = [("I-S", "B-VP", "I-NP", "B-NP"), ("I-S",), ()]
    sentence = Sentence(tuple(Token("a", "NN", "B-NP", chain) for chain in chains))
    features = encode([sentence], PLAIN).features
    assert features.traces.tolist() == [0, 1, 2]
    assert features.trace_starts.tolist() == [0, 2, 2, 2]
    turned = encode([Sentence((Token("a", "NN", "I-NP"), Token("a", "NN", "B-VP")))], PLAIN).features
    assert (features.trace_values[0] ^ features.trace_values[1]) >> features.label_shift != 0
    assert (turned.iobs[0] ^ turned.iobs[1]) >> turned.label_shift != 0


@pytest.mark.parametrize(
    ("one", "other", "same_label"),
    [
        ("B-NP", "I-NP", True),
        ("O", "", True),
        ("O", "B", True),
        ("B-NP", "B-VP", False),
        ("O", "B-NP", False),
        ("é-NP", "語-NP", True),
    ],
)
def test_iob_numbers_share_their_high_bits_where_the_text_differs_in_the_first_character_alone(
    one, other, same_label
):
    tokens = (
        Token("a", "NN", one),
        Token("a", "NN", other),
        *(Token("a", "NN", f"{k:c}-X") for k in range(65, 90)),
    )
    features = encode([Sentence(tokens)], PLAIN).features
    difference = features.iobs[0] ^ features.iobs[1]
    assert difference != 0
    assert (difference >> features.label_shift == 0) == same_label


def test_lists_of_words_have_no_features():
    with pytest.raises(AlignError, match="sentence 1 is a list of words"):
        _ = encode([["a"]], PLAIN).features


def test_a_token_without_features_is_named():
    sentences = [Sentence((Token("a", "NN"),)), Sentence.from_words(["b"])]
    with pytest.raises(AlignError, match="sentence 2: 'b' has no syntactic features"):
        _ = encode(sentences, PLAIN).features


def test_importing_the_package_does_not_load_the_compiler():
    command = "import sys; from paralattice.align import *; print('numba' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
