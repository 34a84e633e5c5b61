"""Restoring case."""

import pytest

from paralattice.errors import RewordError
from paralattice.ngrams.coded_text import CodedText
from paralattice.rewording.words.truecaser import Truecaser

TEXT = [
    ["The", "ferry", "to", "Cork", "left", "in", "May", "."],
    ["Nobody", "may", "leave", "the", "ferry", "."],
    ["In", "Cork", "the", "Queen", "may", "speak", "."],
]


@pytest.mark.parametrize("cased", ["The ferry left in May .", "In Cork the Queen may leave"])
def test_words_get_the_case_of_their_context(cased):
    # Twice, because the discount of n-grams that all occur once leaves them no probability.
    caser = Truecaser.of_text(CodedText(TEXT * 2))
    assert " ".join(caser.restore(cased.lower().split())) == cased


def test_words_that_were_never_seen_take_their_case_from_the_original():
    caser = Truecaser.of_text(CodedText(TEXT))
    assert caser.restore(["the", "zorbas", "xyz"], ["A", "Zorbas"]) == ("The", "Zorbas", "xyz")


def test_the_first_word_gets_a_capital_after_quotation_marks():
    assert Truecaser.of_text(CodedText(TEXT)).restore(["``", "ferry"]) == ("``", "Ferry")
    assert Truecaser.of_text(CodedText(TEXT)).restore([]) == ()
    assert Truecaser.of_text(CodedText(TEXT)).restore(["."]) == (".",)


def test_a_sentence_that_begins_with_a_small_letter_still_does():
    caser = Truecaser.of_text(CodedText(TEXT))
    assert caser.restore(["``", "the", "ferry"], ["``", "the", "boat"]) == ("``", "the", "ferry")


def test_there_must_be_text():
    with pytest.raises(RewordError):
        Truecaser.of_text(CodedText([]))
