"""Classes of words."""

from paralattice.english.tables import word_class
from paralattice.english.words import ends_as_person, is_content_word, is_punctuation, is_saying


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


def test_endings_of_persons_are_also_those_of_things():
    assert ends_as_person("driver")
    assert not ends_as_person("river")
    assert not ends_as_person("captain")
    assert all(noun.endswith(("er", "or", "ian", "ist")) for noun in word_class("nouns", "thing"))
