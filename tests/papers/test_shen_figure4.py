"""Figure 4 of Shen et al. 2006, branch by branch: when two words match syntactically."""

from fractions import Fraction

import pytest

from paralattice.align import align_pair, encode
from paralattice.align.codes import rules_of, tokens_of
from paralattice.align.kernels.dense import match_matrix
from paralattice.align.options import AlignOptions
from paralattice.align.versions import Version
from paralattice.corpus import Sentence, Token

EVERYTHING = Version("everything", syntactic=True, commas=True, stop_words=True)


def match(one, other, **scores):
    """Tell whether the tokens of two sentences of one token each match."""
    options = AlignOptions(**scores)
    encoded = encode([Sentence((one,)), Sentence((other,))], options)
    found = align_pair(encoded, 0, 1, EVERYTHING, options)
    assert found.score == (options.match if len(found.pairs) else options.mismatch)
    return len(found.pairs) == 1


def token(iob="B-NP", inner="", word="race", pos="NN", ends=("I-S", "B-NP")):
    """Return a token whose trace has the elements of `inner` between its first and its last."""
    return Token(word, pos, iob, (ends[0], *inner.split(), ends[1]))


def threshold_of(one, other, **scores):
    """Return, in quarters from -20 to 20, the highest threshold that the sum still reaches."""
    reached = [k / 4 for k in range(-80, 81) if match(one, other, threshold=k / 4, **scores)]
    assert reached == [k / 4 for k in range(-80, -80 + len(reached))]
    return reached[-1]


def test_the_same_word_with_the_same_features_matches():
    assert match(token(), token())


def test_another_word_does_not_match():
    assert not match(token(), token(word="races"))


def test_another_case_does_not_match_unless_asked_for():
    assert not match(token(), token(word="Race"))
    assert match(token(), token(word="Race"), casefold=True)


def test_another_part_of_speech_does_not_match():
    assert not match(token(pos="VB"), token(pos="NN"), threshold=-10)


@pytest.mark.parametrize(
    ("one", "other", "score"),
    [
        ("B-NP", "B-NP", 1),
        ("O", "O", 1),
        ("B-PP", "I-PP", 0),
        ("I-PP", "B-PP", 0),
        ("B-NP", "B-VP", -1),
        ("B-NP", "I-VP", -1),
        ("O", "B-NP", -1),
        ("I-NP", "O", -1),
        ("B-S", "B-SBAR", -1),
    ],
)
def test_iob_values_score_by_what_they_share(one, other, score):
    assert threshold_of(token(one), token(other)) == score


def test_partly_equal_iobs_match_as_their_sum_is_not_below_zero():
    assert match(token("B-NP"), token("I-NP"))


def test_unequal_iobs_do_not_match_without_a_trace_to_outweigh_them():
    assert not match(token("B-NP"), token("O"))
    assert match(token("B-NP", "I-VP I-NP"), token("O", "I-VP I-NP"))


@pytest.mark.parametrize(
    ("one", "other", "score"),
    [
        ("I-VP", "I-VP", 0.5),
        ("I-VP", "B-VP", 0),
        ("I-VP", "I-NP", -0.5),
        ("I-VP I-PP", "I-VP I-PP", 1),
        ("I-VP B-PP", "I-VP I-PP", 0.5),
        ("I-VP B-PP", "I-NP I-NP", -1),
        ("I-VP", "", -0.5),
        ("", "I-VP I-PP", -1),
        ("I-S I-VP I-PP", "I-PP", 0.5 - 1),
        ("I-PP", "I-PP I-VP", -0.5 - 0.5),
        ("I-S I-VP I-PP", "I-VP B-PP", 0.5 + 0 - 0.5),
    ],
)
def test_traces_are_compared_from_their_ends_and_pay_for_their_difference_in_length(one, other, score):
    assert threshold_of(token(inner=one), token(inner=other)) == 1 + score
    assert threshold_of(token(inner=other), token(inner=one)) == 1 + score


def test_the_first_and_the_last_element_of_a_trace_do_not_count():
    one, other = token(inner="I-VP"), token(inner="I-VP", ends=("B-X", "O"))
    assert threshold_of(one, other) == 1.5


@pytest.mark.parametrize("chain", [(), ("I-S",), ("I-S", "B-NP")])
def test_traces_of_up_to_two_elements_are_empty(chain):
    one = Token("race", "NN", "B-NP", chain)
    assert threshold_of(one, token()) == 1
    assert threshold_of(one, token(inner="I-VP")) == 0.5


def test_every_number_is_an_option():
    one, other = token("B-NP", "I-VP I-NP I-PP"), token("I-NP", "I-NP B-PP")
    scores = {"iob_exact": 3.0, "iob_partial": 0.5, "iob_none": -2.0}
    weights = {"trace_weight": 2.0, "trace_length_discount": 1.25}
    assert threshold_of(one, other, **scores, **weights) == 0.5 + 2 * (0.5 + 3) - 1.25


def test_a_sum_that_meets_the_threshold_in_decimals_is_not_below_it():
    scores = {"iob_exact": 0.1, "trace_weight": 1.0}
    one = token(inner="I-VP I-VP")
    assert 0.1 + 0.1 + 0.1 != 0.3
    assert match(one, one, threshold=0.3, **scores)
    assert not match(one, one, threshold=0.3 + 1e-9, **scores)


def place(length):
    """Return a sentence of so many equal tokens."""
    return Sentence((token(),) * length)


def matches(first, second, limit):
    options = AlignOptions(position_limit=limit)
    encoded = encode([first, second], options)
    return match_matrix(tokens_of(encoded, EVERYTHING), rules_of(encoded, EVERYTHING, options), 0, 1)


@pytest.mark.parametrize("limit", [Fraction(2, 5), Fraction(1, 3), Fraction(0), Fraction(1, 10)])
def test_positions_may_differ_by_exactly_the_limit_and_not_by_more(limit):
    for rows in range(1, 16):
        for columns in range(1, 16):
            found = matches(place(rows), place(columns), float(limit))
            for i in range(rows):
                for j in range(columns):
                    distance = abs(Fraction(i + 1, rows) - Fraction(j + 1, columns))
                    assert found[i, j] == (distance <= limit), (i, rows, j, columns)


def test_a_difference_of_four_tenths_matches_and_a_little_more_does_not():
    found = matches(place(5), place(5), 0.4)
    assert found[0].tolist() == [True, True, True, False, False]
    assert matches(place(1000), place(1000), 0.4)[0, 400]
    assert not matches(place(1000), place(1000), 0.4)[0, 401]
