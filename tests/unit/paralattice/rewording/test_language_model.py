"""Probabilities, states and entropy of a language model."""

import math

import pytest

from paralattice.rewording import train_language_model
from paralattice.rewording.options import LanguageModelOptions

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


def test_the_sentences_trained_on_are_more_likely_than_their_words_in_another_order(model):
    assert model.entropy(TEXT[0]) < model.entropy(TEXT[0][::-1])
