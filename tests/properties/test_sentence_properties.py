"""Compiled similarities and paths equal those written down plainly; what holds for all matches."""

from itertools import combinations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from paralattice.sentences import (
    PAPER_MODELS,
    MatchModel,
    index_documents,
    match_documents,
    match_similarities,
    similarities,
)
from paralattice.sentences.alignment import match_pairs
from paralattice.sentences.kernels.paths import best_path, within_limit
from paralattice.sentences.options import MatchOptions
from paralattice.sentences.terms import terms
from support import reference_sentences as reference

MODEL = PAPER_MODELS["gospels"]

WORDS = st.sampled_from(["ferry", "ferries", "Sank", "the", "a", "lake", "7", "été", "--"])
SENTENCES = st.lists(WORDS, max_size=6).map(" ".join)
DOCUMENTS = st.lists(SENTENCES, max_size=7)
WORD_MEASURES = st.sampled_from(["tfidf", "overlap", "cosine", "bm25"])
MEASURES = st.sampled_from(["tfidf", "overlap", "cosine", "bm25", "ngrams", "mixed"])
OPTIONS = st.builds(
    MatchOptions,
    measure=MEASURES,
    method=st.sampled_from([1, 2]),
    limit=st.integers(1, 3),
    added=st.integers(0, 3),
    floor=st.sampled_from([0.0, 0.005, 0.4, None]),
    context=st.sampled_from([0.0, 0.3]),
)
# Few values, so that many cells are alike.
CELLS = st.sampled_from([0.0, 0.001, 0.25, 0.5, 0.9, 1.0])


@st.composite
def matrices(draw):
    rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    return np.array(draw(st.lists(CELLS, min_size=rows * columns, max_size=rows * columns))).reshape(
        rows, columns
    )


@given(DOCUMENTS, DOCUMENTS, WORD_MEASURES)
def test_every_similarity_is_that_of_the_plain_definition(first, second, measure):
    found = similarities(*index_documents([first, second]), MatchOptions(measure=measure))
    expected = reference.cosine_matrix([terms(s) for s in first], [terms(s) for s in second], measure)
    assert found.shape == (len(first), len(second))
    np.testing.assert_allclose(found, np.array(expected).reshape(found.shape), atol=1e-12)


@given(DOCUMENTS, DOCUMENTS, st.sampled_from([0.0, 0.3, 1.0]))
def test_similarities_of_characters_and_in_context_are_those_of_the_plain_definitions(first, second, context):
    def plain(pieces):
        return reference.cosine_matrix([pieces(s) for s in first], [pieces(s) for s in second], "tfidf")

    spelt = plain(lambda s: reference.characters(s.replace("--", " ")))
    words = plain(terms)
    mixed = [[(a + b) / 2 for a, b in zip(*rows, strict=True)] for rows in zip(spelt, words, strict=True)]
    for measure, expected in (("ngrams", spelt), ("mixed", mixed)):
        options = MatchOptions(measure=measure, context=context)
        found = similarities(*index_documents([first, second], measure), options)
        plainly = np.array(reference.in_context(expected, context)).reshape(found.shape)
        np.testing.assert_allclose(found, plainly, atol=1e-12)


@given(st.lists(DOCUMENTS, min_size=2, max_size=4), OPTIONS)
def test_other_documents_of_an_event_change_nothing_about_two(documents, options):
    pairs = list(combinations(range(len(documents)), 2))
    for (i, j), found in zip(pairs, match_pairs(documents, pairs, MODEL, options), strict=True):
        alone = match_documents(documents[i], documents[j], MODEL, options)
        assert np.array_equal(found.pairs, alone.pairs)
        assert np.array_equal(found.probabilities, alone.probabilities)


@given(matrices())
def test_the_path_goes_from_the_first_pair_to_the_last_in_single_steps_and_no_path_has_a_larger_sum(matrix):
    path = best_path(matrix)
    assert path[0].tolist() == [0, 0]
    assert path[-1].tolist() == [matrix.shape[0] - 1, matrix.shape[1] - 1]
    assert {tuple(step) for step in np.diff(path, axis=0).tolist()} <= {(1, 1), (1, 0), (0, 1)}
    assert np.isclose(matrix[tuple(path.T)].sum(), reference.best_sum(matrix.tolist()))


@given(matrices(), st.integers(1, 3))
def test_the_best_of_each_sentence_are_those_of_the_plain_definition(matrix, limit):
    pairs = np.argwhere(matrix > 0.1)
    order = np.lexsort((pairs[:, 1], pairs[:, 0], -matrix[tuple(pairs.T)]))
    kept = pairs[order][within_limit(pairs[order], matrix.shape, limit)]
    expected = reference.limited([tuple(pair) for pair in pairs.tolist()], matrix.tolist(), limit)
    assert {tuple(pair) for pair in kept.tolist()} == expected


@given(matrices(), OPTIONS)
def test_matches_are_distinct_sorted_and_have_the_probability_of_their_similarity(matrix, options):
    found = match_similarities(matrix, MODEL, options)
    pairs = [tuple(pair) for pair in found.pairs.tolist()]
    assert pairs == sorted(set(pairs))
    np.testing.assert_array_equal(found.probabilities, MODEL.probability(matrix[tuple(found.pairs.T)]))


@given(matrices(), st.floats(0, 1))
def test_a_higher_threshold_takes_pairs_of_a_lower_one(matrix, threshold):
    options = MatchOptions(method=1)
    all_of_them = match_similarities(matrix, MatchModel(-9.6, 25.0, 0.0), options)
    found = match_similarities(matrix, MatchModel(-9.6, 25.0, threshold), options)
    assert {tuple(pair) for pair in found.pairs.tolist()} <= {
        tuple(pair) for pair in all_of_them.pairs.tolist()
    }


@given(st.integers(2, 12), st.sampled_from([1, 2]))
def test_identical_documents_of_different_sentences_match_on_the_diagonal(length, method):
    document = [f"unique{chr(97 + i)} term{chr(97 + i)} shared" for i in range(length)]
    found = match_documents(document, document, MODEL, MatchOptions(method=method))
    assert found.pairs.tolist() == [[i, i] for i in range(length)]
    assert found.probabilities.min() > 0.99
