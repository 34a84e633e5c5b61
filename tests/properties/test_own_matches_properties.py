"""Alignments by a test of the user's own, against the plain programme and the versions of the paper."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paralattice.align import DEFAULT_STOP_WORDS, OWN, align, encode_matches, score_pairs
from paralattice.align.options import AlignOptions
from paralattice.align.versions import VERSIONS
from paralattice.corpus import Sentence, Token
from support.reference_align import Reference

FIFTY = settings(max_examples=50)

WORDS = st.lists(st.sampled_from("abcde"), max_size=8)
CLUSTERS = st.lists(WORDS, min_size=1, max_size=5)
OPTIONS = st.builds(
    AlignOptions, match=st.integers(1, 5), mismatch=st.integers(-5, 0), gap=st.integers(-5, 0)
)
RELATIONS = st.frozensets(st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde")))
IOBS = st.sampled_from(["O", "B-NP", "I-NP", "B-VP"])
TOKENS = st.builds(
    Token,
    word=st.sampled_from(["a", "the", ",", "crash", "crashed"]),
    pos=st.sampled_from(["DT", "NN"]),
    iob=IOBS,
    chain=st.lists(IOBS, min_size=1, max_size=5).map(tuple),
)
PARSED = st.lists(st.lists(TOKENS, max_size=8).map(tuple).map(Sentence), min_size=1, max_size=4)


@pytest.fixture(scope="module")
def plain():
    """The programme of the paper with any test: a class that asks a function about two places."""

    class Asked(Reference):
        def matched(self, first, i, second, j):
            return self.version(first, i, second, j)

    def make(sentences, asked, options):
        return Asked(tuple(map(Sentence.from_words, sentences)), asked, options, frozenset())

    make.of_version = lambda sentences, name, options: Reference(
        sentences, VERSIONS[name], options, DEFAULT_STOP_WORDS
    )
    return make


def check(found, reference):
    """Scores, order and columns are those of the plain programme."""
    assert found.scores.tolist() == reference.scores()
    order, expected = reference.merged()
    assert list(found.merged.order) == order
    columns = [set() for _ in range(found.merged.width)]
    for sentence, places in enumerate(found.columns):
        for token, column in enumerate(places.tolist()):
            columns[column].add((sentence, token))
    assert columns == expected


def same(found, other):
    assert np.array_equal(found.scores, other.scores)
    assert found.merged.order == other.merged.order
    assert [row.tolist() for row in found.columns] == [row.tolist() for row in other.columns]


def everything(*_places):
    return True


@FIFTY
@given(CLUSTERS, RELATIONS, OPTIONS)
def test_a_function_need_be_neither_symmetric_nor_transitive(plain, sentences, relation, options):
    found = align(sentences, options=options, match=lambda a, b: (a, b) in relation)
    check(
        found,
        plain(sentences, lambda i, k, j, m: (sentences[i][k], sentences[j][m]) in relation, options),
    )


@FIFTY
@given(CLUSTERS, OPTIONS, st.randoms(use_true_random=False), st.floats(0, 1))
def test_matrices_of_pairs_say_what_matches(plain, sentences, options, random, share):
    matrices = {
        (i, j): np.array(
            [[random.random() < share for _ in sentences[j]] for _ in sentences[i]], np.bool_
        ).reshape(len(sentences[i]), len(sentences[j]))
        for i, j in combinations(range(len(sentences)), 2)
    }
    found = align(sentences, options=options, match=matrices)
    check(found, plain(sentences, lambda i, k, j, m: bool(matrices[i, j][k, m]), options))


@FIFTY
@given(CLUSTERS, OPTIONS, st.integers(0, 2**32 - 1), st.floats(0, 1))
def test_one_matrix_over_all_tokens_says_what_matches(plain, sentences, options, seed, share):
    starts = np.cumsum([0, *map(len, sentences)])
    matrix = np.random.default_rng(seed).random((starts[-1], starts[-1])) < share
    found = align(sentences, options=options, match=matrix)
    check(found, plain(sentences, lambda i, k, j, m: bool(matrix[starts[i] + k, starts[j] + m]), options))


@FIFTY
@given(CLUSTERS, OPTIONS)
def test_equal_keys_match_and_a_key_of_none_does_not(plain, sentences, options):
    keys = [[None if word == "e" else word for word in words] for words in sentences]
    found = align(sentences, options=options, match=keys)
    check(
        found,
        plain(sentences, lambda i, k, j, m: keys[i][k] is not None and keys[i][k] == keys[j][m], options),
    )


@FIFTY
@given(CLUSTERS, st.data())
def test_features_as_integers_match_where_all_are_equal_and_none_is_negative(sentences, data):
    features = [
        np.array(
            data.draw(st.lists(st.tuples(*[st.integers(-1, 2)] * 2), min_size=len(w), max_size=len(w)))
        ).reshape(len(w), 2)
        for w in sentences
    ]
    rows = [list(map(tuple, row.tolist())) for row in features]
    found = align(rows, match=lambda a, b: a == b and min(a) >= 0)
    same(found, align(sentences, match=features))


@FIFTY
@given(PARSED, st.sampled_from(list(VERSIONS)), OPTIONS)
def test_a_version_told_as_matrices_gives_the_alignment_of_the_version(plain, sentences, name, options):
    reference = plain.of_version(sentences, name, options)
    matrices = {
        (i, j): np.array(
            [
                [reference.matched(i, k, j, m) for m in range(len(sentences[j]))]
                for k in range(len(sentences[i]))
            ],
            np.bool_,
        ).reshape(len(sentences[i]), len(sentences[j]))
        for i, j in combinations(range(len(sentences)), 2)
    }
    same(align(sentences, options=options, match=matrices), align(sentences, name, options))


@FIFTY
@given(PARSED, st.sampled_from(["V1", "V2", "V3"]), OPTIONS)
def test_a_lexical_version_told_as_keys_gives_the_alignment_of_the_version(sentences, name, options):
    version = VERSIONS[name]
    barred = {","} if not version.commas else set()
    barred |= DEFAULT_STOP_WORDS if not version.stop_words else set()
    keys = [[None if word.lower() in barred else word for word in each.words] for each in sentences]
    same(align(sentences, options=options, match=keys), align(sentences, name, options))


@FIFTY
@given(PARSED, OPTIONS)
def test_v5_told_as_a_function_of_tokens_and_places_gives_its_alignment(plain, sentences, options):
    places = [[(i, k) for k in range(len(each))] for i, each in enumerate(sentences)]
    reference = plain.of_version(sentences, "V5", options)
    found = align(places, options=options, match=lambda a, b: reference.matched(*a, *b))
    same(found, align(sentences, "V5", options))


@FIFTY
@given(st.integers(17, 40), st.integers(17, 40), OPTIONS)
def test_pairs_with_very_many_matching_cells_are_scored_too(plain, rows, columns, options):
    sentences = [["a"] * rows, ["b"] * columns]
    found = align(sentences, options=options, match=everything)
    check(found, plain(sentences, everything, options))


@FIFTY
@given(CLUSTERS, RELATIONS, OPTIONS, st.data())
def test_shards_put_below_each_other_are_the_whole(sentences, relation, options, data):
    encoded = encode_matches(sentences, lambda a, b: (a, b) in relation)
    cut = data.draw(st.integers(0, len(sentences)))
    parts = [score_pairs(encoded, OWN, options, rows) for rows in ((0, cut), (cut, len(sentences)))]
    assert np.array_equal(np.vstack(parts), score_pairs(encoded, OWN, options))
