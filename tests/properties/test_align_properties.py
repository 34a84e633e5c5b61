"""Properties of alignments, and alignments against the plain programme of the paper."""

from graphlib import TopologicalSorter
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from paralattice.align import (
    DEFAULT_STOP_WORDS,
    GAP,
    align_pair,
    compact_alignment,
    encode,
    expanded_alignment,
    merge,
    score_pairs,
)
from paralattice.align.codes import rules_of, tokens_of
from paralattice.align.kernels.dense import match_matrix
from paralattice.align.options import AlignOptions
from paralattice.align.versions import VERSIONS
from paralattice.corpus import Sentence, Token
from support.reference_align import Reference

WORDS = st.sampled_from(["a", "b", "The", "the", ",", "crash", "Crash", "STRASSE", "straße"])
IOBS = st.sampled_from(["O", "B-NP", "I-NP", "B-VP", "I-VP", "B-PP", ""])
CHAINS = st.lists(IOBS, max_size=6).map(tuple)
TOKENS = st.builds(Token, word=WORDS, pos=st.sampled_from(["DT", "NN"]), iob=IOBS, chain=CHAINS)
SENTENCES = st.lists(TOKENS, max_size=9).map(lambda tokens: Sentence(tuple(tokens)))
CLUSTERS = st.lists(SENTENCES, min_size=1, max_size=5).map(tuple)
NAMES = st.sampled_from(list(VERSIONS))
TENTHS = st.integers(-20, 20).map(lambda tenths: tenths / 10)
OPTIONS = st.builds(
    AlignOptions,
    match=st.integers(1, 5),
    mismatch=st.integers(-5, 0),
    gap=st.integers(-5, 0),
    iob_exact=TENTHS,
    iob_partial=TENTHS,
    iob_none=TENTHS,
    trace_weight=st.sampled_from([0.0, 0.1, 0.5, 1.3]),
    trace_length_discount=st.sampled_from([0.0, 0.2, 0.5, 0.7]),
    threshold=TENTHS,
    position_limit=st.sampled_from([0.0, 0.1, 0.25, 0.4, 1.0]),
    casefold=st.booleans(),
)
SCORED = st.one_of(st.just(AlignOptions()), OPTIONS)


def reference(sentences, name, options):
    """Return the plain programme of the paper for a version."""
    return Reference(sentences, VERSIONS[name], options, DEFAULT_STOP_WORDS)


def scores_of(sentences, name, options):
    return score_pairs(encode(sentences, options), VERSIONS[name], options)


def merged_of(sentences, name, options):
    encoded = encode(sentences, options)
    version = VERSIONS[name]
    return merge(encoded, score_pairs(encoded, version, options), version, options)


@given(CLUSTERS, NAMES, SCORED)
def test_scores_from_the_matching_cells_are_those_of_the_whole_matrix(sentences, name, options):
    expected = reference(sentences, name, options).scores()
    assert scores_of(sentences, name, options).tolist() == expected


@given(CLUSTERS, NAMES, SCORED, st.data())
def test_shards_put_below_each_other_are_the_whole(sentences, name, options, data):
    encoded, version = encode(sentences, options), VERSIONS[name]
    cuts = sorted(data.draw(st.lists(st.integers(0, len(sentences)), max_size=3)))
    ranges = pairwise([0, *cuts, len(sentences)])
    parts = [score_pairs(encoded, version, options, rows) for rows in ranges]
    assert np.array_equal(np.vstack(parts), score_pairs(encoded, version, options))


@given(SENTENCES, SENTENCES, NAMES, SCORED)
def test_a_traceback_aligns_the_tokens_that_the_paper_aligns(first, second, name, options):
    encoded = encode([first, second], options)
    plain = reference((first, second), name, options)
    found = align_pair(encoded, 0, 1, VERSIONS[name], options)
    pairs, total = plain.traced(0, 1)
    assert [tuple(pair) for pair in found.pairs.tolist()] == pairs
    assert found.score == plain.score(0, 1) == total


@given(SENTENCES, SENTENCES, NAMES, SCORED)
def test_a_trace_holds_every_token_of_both_sentences_once_and_in_order(first, second, name, options):
    trace = align_pair(encode([first, second], options), 0, 1, VERSIONS[name], options).trace
    for sentence, column in ((first, trace[:, 0]), (second, trace[:, 1])):
        assert [token for token in column.tolist() if token != GAP] == list(range(len(sentence)))
    assert not (trace == GAP).all(axis=1).any()


@given(SENTENCES, SENTENCES, NAMES, SCORED)
def test_the_score_follows_from_the_aligned_tokens_alone(first, second, name, options):
    found = align_pair(encode([first, second], options), 0, 1, VERSIONS[name], options)
    assert found.score == score_of_chain(found.pairs.tolist(), len(first), len(second), options)


def score_of_chain(pairs, rows, columns, options):
    """Sum the matches, the cheapest fillers between and after them, and the skipped start at a border."""
    before = (*pairs[0], rows, columns)[:2] if pairs else (rows, columns)
    total = min(before) * max(options.mismatch, options.gap) + options.match * len(pairs)
    for (i, j), (k, m) in pairwise([*pairs, (rows, columns)]):
        total += filler(k - i - 1, m - j - 1, options)
    return total


def filler(p, q, options):
    """Try every number of diagonals."""
    return max(d * options.mismatch + (p + q - 2 * d) * options.gap for d in range(min(p, q) + 1))


@given(CLUSTERS, NAMES, SCORED)
def test_clusters_are_merged_as_the_paper_merges_them(sentences, name, options):
    order, columns = reference(sentences, name, options).merged()
    merged = merged_of(sentences, name, options)
    assert list(merged.order) == order
    assert columns_as_sets(merged) == columns


def columns_as_sets(merged):
    columns = [set() for _ in range(merged.width)]
    for sentence, places in enumerate(merged.columns):
        for token, column in enumerate(places.tolist()):
            columns[column].add((sentence, token))
    return columns


@given(CLUSTERS, NAMES, SCORED)
def test_a_column_holds_one_word_and_at_most_one_token_of_a_sentence(sentences, name, options):
    for column in columns_as_sets(merged_of(sentences, name, options)):
        words = {sentences[sentence].tokens[token].word for sentence, token in column}
        assert len({word.casefold() if options.casefold else word for word in words}) == 1
        assert len({sentence for sentence, _ in column}) == len(column)


@given(CLUSTERS, NAMES, SCORED)
def test_the_columns_never_form_a_cycle(sentences, name, options):
    sorter = TopologicalSorter()
    for places in merged_of(sentences, name, options).columns:
        for earlier, later in pairwise(places.tolist()):
            sorter.add(later, earlier)
    sorter.prepare()


@given(SENTENCES, SENTENCES, SCORED)
def test_a_stricter_version_matches_nothing_that_a_laxer_one_does_not(first, second, options):
    encoded = encode([first, second], options)
    matches = {
        name: match_matrix(tokens_of(encoded, version), rules_of(encoded, version, options), 0, 1)
        for name, version in VERSIONS.items()
    }
    for stricter, laxer in [("V2", "V1"), ("V3", "V2"), ("V4", "V3"), ("V4", "V5"), ("V5", "V2")]:
        assert not (matches[stricter] & ~matches[laxer]).any()


@given(CLUSTERS, NAMES, SCORED)
def test_a_record_has_the_alignment_as_plain_values(sentences, name, options):
    merged = merged_of(sentences, name, options)
    scores = scores_of(sentences, name, options)
    record = expanded_alignment(name, compact_alignment(sentences, scores, merged))
    assert record["sentences"] == [list(sentence.words) for sentence in sentences]
    assert [[score or 0 for score in row] for row in record["scores"]] == scores.tolist()
    assert record["order"] == list(map(list, merged.order))
    assert record["columns"] == [columns.tolist() for columns in merged.columns]
