"""Terms, similarities, the fitted curve, and reciprocal best hits."""

import math

import numpy as np
import pytest

from paralattice.errors import MatchError, OptionError
from paralattice.sentences import (
    PAPER_MODELS,
    MatchModel,
    fit_model,
    index_documents,
    reciprocal_best_hits,
    similarities,
)
from paralattice.sentences.options import MatchOptions
from paralattice.sentences.terms import terms


def compare(first, second, **options):
    return similarities(*index_documents([first, second]), MatchOptions(**options))


def test_terms_are_lower_cased_words_of_letters_and_digits_stemmed():
    assert terms("Two FERRIES ferried 300 people's_cars!") == [
        "two",
        "ferri",
        "ferri",
        "300",
        "peopl",
        "s",
        "car",
    ]


def test_the_stemmer_is_the_one_of_1980_which_stems_short_words_too():
    assert terms("as is relational generously") == ["a", "i", "relat", "gener"]


def test_other_scripts_have_terms_as_well():
    assert terms("Паром затонул, 渡船 沈没") == ["паром", "затонул", "渡船", "沈没"]


def test_a_lone_surrogate_is_no_letter():
    assert terms("ferry \ud800 sank") == ["ferri", "sank"]


def test_similarity_weighs_a_term_by_its_rarity_among_the_sentences_of_both_documents():
    # Of four sentences three have "boat", two "sank" and one "fire".
    found = compare(["boat sank", "boat fire"], ["boat sank", "calm"])
    boat, sank, fire = (math.log(4 / count) for count in (3, 2, 1))
    assert found[0, 0] == pytest.approx(1.0)
    assert found[1, 0] == pytest.approx(boat**2 / math.hypot(boat, fire) / math.hypot(boat, sank))
    assert found[:, 1].tolist() == [0.0, 0.0]


def test_a_repeated_word_counts_once_except_for_the_plain_cosine():
    first, second = ["boat boat sank", "calm"], ["boat", "fire"]
    assert compare(first, second, measure="overlap")[0, 0] == pytest.approx(1 / math.sqrt(2))
    assert compare(first, second, measure="cosine")[0, 0] == pytest.approx(2 / math.sqrt(5))


def test_a_word_that_every_sentence_has_makes_nothing_similar():
    assert compare(["the"], ["the"]).tolist() == [[0.0]]


@pytest.mark.parametrize(("first", "second"), [([], []), ([], ["a"]), (["a"], []), (["", " "], ["--"])])
def test_empty_documents_and_sentences_have_no_similarity(first, second):
    found = compare(first, second)
    assert found.shape == (len(first), len(second))
    assert not found.any()


def test_too_many_pairs_are_refused_before_any_memory_is_taken():
    document = index_documents([["word"] * 100_000])[0]
    with pytest.raises(MatchError, match="100,000 x 100,000 sentences are 10,000,000,000 pairs, more than"):
        similarities(document, document, MatchOptions())


def test_a_long_document_beside_a_short_one_is_compared():
    long, short = index_documents([[f"word{i} common" for i in range(100_000)], ["word7 common"]])
    assert similarities(long, short, MatchOptions()).argmax() == 7


def test_probability_and_similarity_are_each_others_inverse():
    model = PAPER_MODELS["gospels"]
    assert model.probability(np.array([0.384])).tolist() == [0.5]
    assert model.similarity(0.5) == pytest.approx(0.384)
    assert (model.similarity(0.0), model.similarity(1.0)) == (-math.inf, math.inf)


def test_a_steep_curve_neither_overflows_nor_leaves_the_unit_interval():
    found = MatchModel(-1e6, 2e6, 0.5).probability(np.array([0.0, 0.5, 1.0]))
    assert found.tolist() == pytest.approx([0.0, 0.5, 1.0], abs=1e-12)


@pytest.mark.parametrize(
    "values", [(math.nan, 1.0, 0.5), (0.0, 0.0, 0.5), (0.0, math.inf, 0.5), (0.0, 1.0, 1.1)]
)
def test_a_curve_that_is_none_is_refused(values):
    with pytest.raises(MatchError, match="must be"):
        MatchModel(*values)


def test_training_finds_the_curve_that_made_the_data():
    rng = np.random.default_rng(5)
    values = rng.random((400, 250))
    truth = rng.random(values.shape) < MatchModel(-6.0, 12.0, 0.5).probability(values)
    model = fit_model([values], [truth])
    assert (model.intercept, model.slope) == pytest.approx((-6.0, 12.0), rel=0.03)


def test_the_threshold_is_the_one_with_the_best_f1_on_the_training_data():
    values = np.array([[0.9, 0.8, 0.6, 0.6, 0.5, 0.4, 0.3, 0.2]])
    truth = np.array([[True, True, True, False, False, False, False, True]])
    model = fit_model([values], [truth])
    # Above 0.55: three of four right, three of four found; above 0.7: two of two, and half.
    assert model.similarity(model.threshold) == pytest.approx(0.55)


@pytest.mark.parametrize(
    ("truth", "reason"),
    [([[True, True]], "do not"), ([[False, False]], "do not"), ([[False, True]], "not more similar")],
)
def test_training_data_from_which_nothing_can_be_learnt_are_refused(truth, reason):
    with pytest.raises(MatchError, match=reason):
        fit_model([np.array([[0.5, 0.1]])], [np.array(truth)])


def test_best_hits_must_be_mutual_as_in_figure_2():
    values = np.array([[0.1, 0.2, 0.1], [0.2, 0.9, 0.1], [0.1, 0.8, 0.3], [0.0, 0.1, 0.7]])
    block = (np.arange(4), np.arange(3))
    assert np.argwhere(reciprocal_best_hits(values, [block])).tolist() == [[1, 1], [3, 2]]


def test_best_hits_are_sought_within_each_block_and_never_without_similarity():
    values = np.array([[0.1, 0.9], [0.0, 0.0]])
    blocks = [
        (np.array([0]), np.array([0])),
        (np.array([1]), np.array([1])),
        (np.array([], int), np.array([1])),
    ]
    assert np.argwhere(reciprocal_best_hits(values, blocks)).tolist() == [[0, 0]]


@pytest.mark.parametrize(
    "values",
    [
        {"measure": "jaccard"},
        {"method": 3},
        {"limit": 0},
        {"added": -1},
        {"floor": 1.5},
        {"added_above": float("nan")},
        {"most_pairs": 0},
    ],
)
def test_options_that_are_not_allowed_are_named(values):
    with pytest.raises(OptionError, match=next(iter(values))):
        MatchOptions(**values)


def test_stems_are_those_of_the_language():
    first, second = ["Les enfants chantaient ."], ["Un enfant chante ."]
    values = {
        language: similarities(
            *index_documents([first, second], language=language), MatchOptions(measure="cosine")
        )[0, 0]
        for language in ("en", "fr")
    }
    assert values["fr"] > values["en"]
