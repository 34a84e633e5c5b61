import pytest

from paralattice.align import DEFAULT_STOP_WORDS


def test_the_list_has_the_174_words_of_snowball():
    assert len(DEFAULT_STOP_WORDS) == 174


def test_the_list_is_lower_cased():
    assert all(word == word.lower().strip() for word in DEFAULT_STOP_WORDS)


@pytest.mark.parametrize(
    "word", ["the", "i", "our", "isn't", "let's", "cannot", "ought", "i'm", "too", "very"]
)
def test_function_words_are_in_it(word):
    assert word in DEFAULT_STOP_WORDS


@pytest.mark.parametrize(
    "word", ["fire", "call", "said", "two", "bill", "system", "first", "will", "us", ","]
)
def test_content_words_are_not_in_it(word):
    assert word not in DEFAULT_STOP_WORDS
