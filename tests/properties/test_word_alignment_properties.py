"""Word alignment and sentence pairs against plain references."""

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paralattice.rewording.alignment.bitext import Bitext, Vocabulary, join_entries
from paralattice.rewording.alignment.symmetrise import symmetrise
from paralattice.rewording.alignment.word_alignment import (
    align_words,
    expected_counts,
    maximise,
    start_hmm,
    start_model,
)
from paralattice.rewording.options import SYMMETRISATIONS, SentencePairOptions, WordAlignmentOptions
from paralattice.rewording.sentence_pairs import extract_sentence_pairs
from support import reference_word_alignment as reference

WORDS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=4)
PAIRS = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=5)
LINKS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8)
CLUSTERS = st.lists(st.lists(st.sampled_from(["a", "B", "b", "c", ",", "."]), max_size=6), max_size=9)


def models(pairs, iterations=3, rules=(0.2, 0.2)):
    """Return Model 1 after some iterations, then the HMM after 0, 1, ... of them; and the bitext."""
    vocabulary = Vocabulary.of_pairs(pairs)
    bitext = Bitext.of_pairs(pairs, vocabulary)
    options = WordAlignmentOptions(empty_probability=rules[0], uniform_share=rules[1])
    found = [start_model(vocabulary, join_entries([bitext.keys]), options)]
    for _ in range(iterations):
        found.append(maximise(found[-1], expected_counts(found[-1], bitext)))
    found.append(start_hmm(found[-1], int(bitext.givens.max())))
    for _ in range(iterations):
        found.append(maximise(found[-1], expected_counts(found[-1], bitext)))
    return found, bitext


def weights_of(model):
    middle = len(model.weights) // 2
    return {place - middle: weight for place, weight in enumerate(model.weights)} if model.is_hmm else None


@given(PAIRS)
def test_the_likelihood_never_falls_and_translations_add_up_to_one(pairs):
    found, bitext = models(pairs, 5)
    values = [expected_counts(model, bitext).log_likelihood for model in found]
    for part in (values[:6], values[6:]):
        assert all(later >= before - 1e-9 for before, later in pairwise(part))
    for model in found:
        sums = np.bincount(model.entries // (len(model.vocabulary) + 1), model.table)
        assert sums[sums > 0] == pytest.approx(1)


@settings(max_examples=50)
@given(PAIRS, st.tuples(st.floats(0.05, 0.9), st.floats(0.05, 0.9)))
def test_expected_counts_are_those_of_all_alignments(pairs, rules):
    for model in models(pairs, 2, rules)[0]:
        counts = expected_counts(model, Bitext.of_pairs(pairs, model.vocabulary))
        words, distances, contexts, likelihood = reference.expected(
            pairs, model.probability, weights_of(model), rules
        )
        assert counts.log_likelihood == pytest.approx(likelihood)
        base = len(model.vocabulary) + 1
        spelled = (None, *model.vocabulary.words)
        found = {
            (spelled[key // base], spelled[key % base]): n
            for key, n in zip(model.entries, counts.table, strict=True)
        }
        assert found == pytest.approx({pair: words[pair] for pair in found})
        if model.is_hmm:
            middle = len(counts.distances) // 2
            assert counts.distances == pytest.approx(
                [distances[place - middle] for place in range(len(counts.distances))]
            )
            assert all(counts.contexts[place] == pytest.approx(n) for place, n in contexts.items())


@given(PAIRS, PAIRS, st.integers(0, 4))
def test_cells_are_the_places_of_their_pairs_of_words_in_the_table(pairs, others, known):
    vocabulary = Vocabulary("abcd"[:known])
    entries = Bitext.of_pairs(others, vocabulary).keys
    bitext = Bitext.of_pairs(pairs, vocabulary)
    base = len(vocabulary) + 1
    asked = [
        first * base + second
        for given, produced in pairs
        for second in vocabulary.encode(produced)
        for first in (0, *vocabulary.encode(given))
    ]
    places = {key: place for place, key in enumerate(entries.tolist())}
    assert bitext.cells(entries).tolist() == [places.get(key, -1) for key in asked]
    assert bitext.keys.tolist() == sorted(set(asked))
    assert bitext.cells(bitext.keys).min() >= 0


@given(PAIRS, st.integers(0, 5))
def test_counts_of_shards_add_up_to_those_of_the_whole(pairs, cut):
    for model in models(pairs, 2)[0]:
        whole = expected_counts(model, Bitext.of_pairs(pairs, model.vocabulary))
        shards = [Bitext.of_pairs(part, model.vocabulary) for part in (pairs[:cut], pairs[cut:])]
        one, other = (expected_counts(model, shard) for shard in shards)
        assert one.log_likelihood + other.log_likelihood == pytest.approx(whole.log_likelihood)
        assert one.table + other.table == pytest.approx(whole.table)
        assert one.distances + other.distances == pytest.approx(whole.distances)
        assert one.contexts + other.contexts == pytest.approx(whole.contexts)


@given(PAIRS)
def test_the_best_alignment_is_the_likeliest_of_all(pairs):
    longest = max((one for one, _ in pairs), key=len)
    # Longer than all sentences of the training, with more distances.
    asked = [*pairs[:2], (longest + longest[:1], pairs[0][1])]
    for model in models(pairs, 2)[0]:
        for (one, other), links in zip(asked, align_words(model, asked), strict=True):
            chances = {
                alignment: chance
                for alignment, chance, _ in reference.alignments(
                    one, other, model.probability, weights_of(model), model.rules
                )
            }
            chosen = {produced: first for first, produced in links}
            best = tuple(chosen.get(place, -1) for place in range(len(other)))
            assert chances[best] == pytest.approx(max(chances.values()))


@given(LINKS, LINKS)
def test_each_symmetrisation_lies_between_intersection_and_union(forward, backward):
    one, other = set(forward), set(backward)
    found = {method: set(symmetrise(forward, backward, method)) for method in SYMMETRISATIONS}
    assert found["intersection"] == one & other
    assert found["union"] == one | other
    assert one & other <= found["grow-diag"] <= found["grow-diag-final-and"] <= one | other


def distance(one, other):
    """Return the insertions and deletions, by the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for word in one:
        before = row[:]
        for place, candidate in enumerate(other, 1):
            same = before[place - 1] + 1 if word == candidate else 0
            row[place] = max(before[place], row[place - 1], same)
    return len(one) + len(other) - 2 * row[-1]


@given(
    CLUSTERS,
    st.builds(
        SentencePairOptions,
        distance=st.integers(1, 6),
        length_ratio=st.sampled_from([0.0, 0.5, 2 / 3, 1.0]),
        relative_distance=st.sampled_from([0.0, 0.5, 1.0]),
    ),
)
def test_pairs_and_counts_are_those_of_comparing_each_with_each(sentences, options):
    lowered = [tuple(word.lower() for word in words) for words in sentences]
    counts = dict.fromkeys(("compared", "identical", "lengths", "distances", "duplicates", "kept"), 0)
    kept = {}
    for one, other in combinations(range(len(lowered)), 2):
        first, second = lowered[one], lowered[other]
        counts["compared"] += 1
        shorter, longer = sorted((len(first), len(second)))
        apart = distance(first, second)
        if [w for w in first if w.isalnum()] == [w for w in second if w.isalnum()]:
            counts["identical"] += 1
        elif shorter < options.length_ratio * longer - 1e-9:
            counts["lengths"] += 1
        elif apart > options.distance or (
            options.relative_distance and apart > options.relative_distance * shorter
        ):
            counts["distances"] += 1
        elif frozenset((first, second)) in kept:
            counts["duplicates"] += 1
        else:
            counts["kept"] += 1
            kept[frozenset((first, second))] = apart
    found = extract_sentence_pairs(sentences, options)
    assert {name: getattr(found.counts, name) for name in counts} == counts
    assert {frozenset((pair.first, pair.second)): pair.distance for pair in found.pairs} == kept
