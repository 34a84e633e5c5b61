"""Function words, and what a replacement must keep."""

import pytest

from paralattice.rewording.words.fixed_words import fixed_parts, is_content


@pytest.mark.parametrize("word", ["ferry", "sank", "quickly", "ex-captain"])
def test_nouns_verbs_and_adverbs_have_content(word):
    assert is_content(word)


@pytest.mark.parametrize(
    "word",
    ["the", "at", "he", "n't", "n\N{RIGHT SINGLE QUOTATION MARK}t", "<number>", "7", ",", "a", "ye", "went"],
)
def test_function_words_numbers_and_signs_have_none(word):
    assert not is_content(word)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("in <number>", "then"),
        ("two boats", "three boats"),
        ("on monday", "on tuesday"),
        ("he sank", "she sank"),
        ("did not sink", "did sink"),
        ("sank ,", "sank"),
        ("said", "asked"),
        ("the 4x4", "the car"),
    ],
)
def test_numbers_times_persons_negation_signs_and_questions_must_stay(one, other):
    assert fixed_parts(one.split()) != fixed_parts(other.split())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sank at sea", "went down off the coast"),
        ("thou sankest", "you sank"),
        ("i was", "me"),
        ("was not without hope", "had hope"),
    ],
)
def test_articles_prepositions_forms_of_a_person_and_double_negations_may_change(one, other):
    assert fixed_parts(one.split()) == fixed_parts(other.split())
