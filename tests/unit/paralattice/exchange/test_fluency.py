"""Signals of a language model, relative to the sources."""

from __future__ import annotations

import pytest

from paralattice.exchange.fluency import fluency_signals
from support.parsed_clusters import AURORA, WORDS, candidate_of, parsed_cluster

CLUSTER = parsed_cluster(*AURORA)
TEXTS = [sentence.words for sentence in CLUSTER.sentences]
CANDIDATE = candidate_of(CLUSTER, 0, WORDS)


def signals(changes, asked=None):
    """Return the signals if words of the candidate change by so much, and all others have one probability."""

    def score(sentences):
        if asked is not None:
            asked.extend(sentences)
        return [
            [-3 + (changes.get(word, 0) if words == CANDIDATE.words else 0) for word in words]
            for words in sentences
        ]

    (found,) = fluency_signals([CANDIDATE], TEXTS, score)
    return found


def test_a_sentence_whose_words_are_as_probable_as_before_is_perfect():
    assert signals({}) == {"least": 1, "losses": 1, "plain": 1}


def test_the_least_is_that_of_the_word_that_has_lost_most():
    assert signals({"rock": -4, "near": -2})["least"] == pytest.approx(0.6)


def test_losses_add_up_and_gains_do_not_count():
    assert signals({"rock": -4, "near": -2, "Lundvik": 9})["losses"] == pytest.approx(0.7)


def test_a_sentence_that_has_lost_too_much_has_the_signal_0():
    assert signals({"rock": -200}) == {"least": 0, "losses": 0, "plain": 0}


def test_words_that_are_improbable_in_sources_too_are_not_plain():
    def score(sentences):
        return [[-6.0] * len(words) for words in sentences]

    (found,) = fluency_signals([CANDIDATE], TEXTS, score)
    assert found == {"least": 1, "losses": 1, "plain": 0.25}


def test_each_sentence_is_scored_once():
    asked = []
    signals({}, asked)
    assert sorted(asked) == sorted([*TEXTS, CANDIDATE.words])
