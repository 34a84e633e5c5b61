"""Probabilities, states and entropy of a language model."""

import math

import pytest

from paralattice.ngrams import train_language_model
from paralattice.ngrams.options import LanguageModelOptions

TEXT = [
    ["the", "ferry", "left", "."],
    ["the", "ferry", "sank", "."],
    ["a", "boat", "left", "at", "noon", "."],
]


@pytest.fixture(scope="module")
def model():
    return train_language_model(TEXT, LanguageModelOptions(order=3))


def test_entropy_is_bits_a_token_with_the_end_counted(model):
    words = ["the", "boat", "sank", "."]
    scores = model.score(words)
    assert scores.shape == (5,)
    assert model.log_probability(words) == pytest.approx(scores.sum())
    assert model.entropy(words) == pytest.approx(-math.log2(10 ** scores.sum()) / 5)


def test_steps_from_state_to_state_add_up_to_the_score(model):
    words = ["a", "ferry", "never", "left", "at", "noon", "."]
    state, found = model.start, []
    for word in words:
        probability, state = model.step(state, word)
        found.append(probability)
    assert [*found, model.finish(state)] == model.score(words).tolist()


def test_equal_states_have_equal_futures(model):
    states = []
    for before in ("the ferry zebra", "a boat zebra"):
        state = model.start
        for word in before.split():
            _, state = model.step(state, word)
        states.append(state)
    assert states[0] == states[1]


def test_words_are_known_as_written(model):
    assert model.knows("ferry")
    assert not model.knows("Ferry")
    assert model.score(["Ferry"]).tolist() == model.score(["zebra"]).tolist()


def test_a_pair_is_allowed_if_it_is_known_or_too_rare_to_be_missed():
    text = [["the", one, "sank", "."] for one in ["boat", "ship", "ferry", "vessel"]] * 5
    text += [["able", "to", "sail", "."]] * 30 + [["a", "cutter", "of", "wood", "."]]
    model = train_language_model(text, LanguageModelOptions(order=2))
    assert model.allows_pair("able", "to")
    # "able" is always followed by "to".
    assert not model.allows_pair("able", "of")
    assert not model.knows_pair("the", "cutter")
    assert model.allows_pair("the", "cutter")
    assert not model.allows_pair("the", "zebra")
    assert not model.allows_pair("zebra", "the")


def test_the_frequency_of_words_is_that_of_each_by_itself(model):
    words = ["the", "ferry"]
    unigrams = [model.probabilities[model.encode([word])[0]] for word in words]
    assert model.log_frequency(words) == pytest.approx(sum(unigrams))
    assert model.log_frequency([]) == 0


def test_the_sentences_trained_on_are_more_likely_than_their_words_in_another_order(model):
    assert model.entropy(TEXT[0]) < model.entropy(TEXT[0][::-1])
