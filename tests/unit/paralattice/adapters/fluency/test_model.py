"""Words have log probabilities that depend on their sentence alone."""

from __future__ import annotations

import pytest
import torch

from benchmarks.llama_in_floats import log_probabilities
from paralattice.adapters.chart import products
from paralattice.adapters.fluency.model import NeuralLanguageModel, shared_language_model
from paralattice.adapters.fluency.pieces import MOST
from paralattice.adapters.fluency.storage import read_llama_weights
from support.tiny_llama import SIZES, tensors, write_weights

SENTENCES = [
    ["The", "ferry", "left", "the", "harbour", "at", "dawn", "."],
    ["The", "ferry", "left", "at", "dawn", "."],
    ["Storms", "are", "near", ",", "they", "said", "."],
    ["Yes"],
]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return write_weights(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="module")
def model(file):
    return NeuralLanguageModel(read_llama_weights(file))


def test_a_word_has_the_sum_of_its_pieces(model):
    (found,) = model.score([SENTENCES[0]])
    numbers, owners = model._splitter.split(SENTENCES[0])
    given = {name: torch.from_numpy(values) for name, values in tensors().items()}
    table = log_probabilities(given, SIZES, [0, *numbers])
    expected = [0.0] * (len(SENTENCES[0]) + 1)
    for place, (number, owner) in enumerate(zip(numbers, owners, strict=True)):
        expected[owner] += float(table[place, number])
    expected[-1] = float(table[-1, 0])
    assert found == pytest.approx(expected, abs=0.6)
    assert sum(found) == pytest.approx(sum(expected), rel=0.01)


def test_a_sentence_has_the_same_scores_alone_as_among_others(file, model):
    together = model.score(SENTENCES)
    assert [model.score([words])[0] for words in SENTENCES] == together
    forgetful = NeuralLanguageModel(read_llama_weights(file), 0)
    many = SENTENCES * 20 + [["ferry", *words] for words in SENTENCES] + [["a"] * 250, ["the"] * 250]
    assert forgetful.score(many)[-6:-3] == model.score(many[-6:-3])
    assert forgetful.score(SENTENCES[::-1])[::-1] == together


def test_words_have_the_same_scores_without_the_end(model):
    assert model.score_words(SENTENCES) == [values[:-1] for values in model.score(SENTENCES)]
    assert model.score_words([[]]) == [[]]


def test_scores_are_the_same_on_one_and_two_threads(file):
    found = []
    for threads in (2, 1):
        products._library().omp_set_num_threads(threads)
        # A new model, since one remembers what it was asked for.
        found.append(NeuralLanguageModel(read_llama_weights(file)).score(SENTENCES))
    assert found[0] == found[1]


def test_no_sentences_have_no_scores(model):
    assert model.score([]) == []


def test_words_beyond_the_most_pieces_count_nothing(model):
    (found,) = model.score([["a"] * (MOST + 3)])
    assert len(found) == MOST + 4
    assert found[MOST - 1] < 0
    assert found[MOST:-1] == [0, 0, 0]


def test_a_model_is_loaded_once_per_process(file):
    assert shared_language_model(file) is shared_language_model(file)
