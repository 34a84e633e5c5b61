"""Ligatures become letters, and words get back the letters of lost ligatures."""

import pytest

from paralattice.rewording.words.letter_repair import LetterRepair, lost_ligatures

WHOLE = "The first official found a difficult final flight of fifty fine fish in the office and the field. "
LOST = "The rst ofcial found a dif cult nal ight of fty ne sh in the ofce and the eld. "
PLAIN = "The water rose over the road and the people went to the hall. "


@pytest.fixture(scope="module")
def letters():
    return LetterRepair([WHOLE * 40, LOST + PLAIN * 60])


def test_a_long_text_without_fi_has_lost_its_ligatures():
    assert lost_ligatures(PLAIN * 60)
    assert not lost_ligatures(PLAIN)
    assert not lost_ligatures(PLAIN * 60 + "fine")


def test_lost_letters_come_from_the_words_of_intact_texts(letters):
    found = letters.repair(LOST + PLAIN * 60)
    assert found.text == WHOLE + PLAIN * 60
    assert found.words == 10
    assert found.ligatures == 0


def test_an_intact_text_keeps_its_words_and_ligatures_become_letters(letters):
    text = "The \N{LATIN SMALL LIGATURE FI}rst rst o\N{LATIN SMALL LIGATURE FFI}ce"
    found = letters.repair(text)
    assert found.text == "The first rst office"
    assert (found.ligatures, found.words) == (2, 0)


def test_words_that_nothing_is_known_of_stay(letters):
    text = PLAIN * 60 + "Qwrt zyx."
    assert letters.repair(text).text == text
