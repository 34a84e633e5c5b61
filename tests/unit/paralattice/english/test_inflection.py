"""Forms of words, and the indefinite article."""

import pytest

from paralattice.english.inflection import article, inflect, is_verb, key, lemma


@pytest.mark.parametrize(
    "forms",
    [
        "charge charges charged charging",
        "stop stopped Stopping",
        "carry carried",
        "strike struck striking",
        "make makes made making",
        "use used using",
        "shoot shot shootings",
        "wound wounds wounded",
        "city cities",
        "person people persons",
        "life lives",
        "be is 's were been being",
        "crew-member crew-members",
    ],
)
def test_forms_of_a_word_have_one_key(forms):
    assert len({key(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    "words",
    [
        "rock rocket",
        "hit sank",
        "car care",
        "site sit",
        "note not",
        "new news",
        "found founded",
        "cases casings",
        "park parking",
    ],
)
def test_other_words_have_other_keys(words):
    assert len({key(word) for word in words.split()}) == 2


@pytest.mark.parametrize(
    ("singular", "plural"),
    [("microserver", "microservers"), ("aftershock", "aftershocks"), ("county", "counties")],
)
def test_an_unknown_plural_has_the_key_of_its_singular(singular, plural):
    assert key(singular) == key(plural) == singular


def test_marks_and_names_are_their_own_keys():
    assert [key(word) for word in (",", "42", "''", "Norvik", "Ida's")] == [
        ",",
        "42",
        "''",
        "norvik",
        "ida's",
    ]


@pytest.mark.parametrize(
    ("form", "tag", "base"),
    [("gone", "VBN", "go"), ("Crews", "NNS", "crew"), ("found", "VBD", "find"), ("fitter", "JJR", "fit")],
)
def test_the_lemma_is_that_of_the_part_of_speech(form, tag, base):
    assert lemma(form, tag) == base


@pytest.mark.parametrize(
    ("base", "tag", "form"),
    [
        ("go", "VBD", "went"),
        ("plan", "VBD", "planned"),
        ("free", "VBG", "freeing"),
        ("lie", "VBG", "lying"),
        ("wife", "NNS", "wives"),
    ],
)
def test_a_base_form_is_inflected_by_its_tag(base, tag, form):
    assert inflect(base, tag) == form


def test_verbs_are_known_by_their_base_forms():
    assert [word for word in ("remove", "removed", "remov", "crew") if is_verb(word)] == ["remove", "crew"]


@pytest.mark.parametrize(
    "words",
    [
        "apple hour honest honour heir umpire unusual unidentified uproar onerous SUV MP FBI EU X-ray L.A.",
        "8 80 81-year-old 11 11th 18-year-old 11,000 1800s 18,500",
    ],
)
def test_an_precedes_the_sound_of_a_vowel(words):
    assert {word: article(word) for word in words.split()} == dict.fromkeys(words.split(), "an")


@pytest.mark.parametrize(
    "words",
    [
        "rock house Honolulu university unanimous usual European Ukrainian one-day once UN U.S. NATO DVD",
        "7 1 110 1,100 180 100",
    ],
)
def test_a_precedes_the_sound_of_a_consonant(words):
    assert {word: article(word) for word in words.split()} == dict.fromkeys(words.split(), "a")
