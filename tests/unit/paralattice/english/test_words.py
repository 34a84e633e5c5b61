"""Classes of words."""

from paralattice.english.words import is_content_word, is_punctuation, is_saying


def test_forms_of_verbs_of_saying_are_known():
    assert is_saying("announced")
    assert is_saying("says")
    assert not is_saying("sank")


def test_function_words_and_marks_have_no_content():
    assert [word for word in ("The", "ferry", ",", "was", "5", "his") if is_content_word(word)] == [
        "ferry",
        "5",
    ]
    assert is_punctuation("--")
    assert not is_punctuation("5")
