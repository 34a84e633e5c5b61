"""Posterior probabilities of links, and links on which both directions agree."""

from itertools import product

import numpy as np
import pytest

from paralattice.rewording.alignment.agreement import agreed_links, combine_directions, link_probabilities
from paralattice.rewording.alignment.shard_training import train_both_directions, train_word_alignment
from paralattice.rewording.options import WordAlignmentOptions

TEXT = [
    (["the", "house", "burned"], ["the", "building", "burned"]),
    (["a", "house", "fell"], ["a", "building", "fell"]),
    (["the", "ship", "sank"], ["the", "vessel", "sank"]),
    (["a", "ship", "burned"], ["a", "vessel", "burned"]),
]


def chance(model, given, alignment, produced):
    """Return the probability of one alignment under the HMM; 0 is the empty word."""
    empty, uniform = model.rules
    middle, size, state, result = len(model.weights) // 2, len(given), 0, 1.0
    for place, word in zip(alignment, produced, strict=True):
        if not place:
            result *= empty * model.probability(None, word)
            continue
        weights = [model.weights[middle + other - state] for other in range(1, size + 1)]
        step = (1 - uniform) * weights[place - 1] / sum(weights) + uniform / size
        result *= (1 - empty) * step * model.probability(given[place - 1], word)
        state = place
    return result


def test_the_probability_of_a_link_is_that_of_all_alignments_that_have_it():
    _, model = train_word_alignment(TEXT)
    for given, produced in TEXT:
        total, links = 0.0, np.zeros((3, 4))
        for alignment in product(range(4), repeat=3):
            value = chance(model, given, alignment, produced)
            total += value
            links[range(3), alignment] += value
        (found,) = link_probabilities(model, [(given, produced)])
        np.testing.assert_allclose(found, links[:, 1:] / total, atol=1e-9)


def test_model_1_has_probabilities_of_links_too():
    model, _ = train_word_alignment(TEXT, WordAlignmentOptions(hmm_iterations=0))
    (found,) = link_probabilities(model, TEXT[:1])
    rows = [[model.probability(given, word) for given in (None, *TEXT[0][0])] for word in TEXT[0][1]]
    np.testing.assert_allclose(found, [np.array(row[1:]) / sum(row) for row in rows], atol=1e-12)


def test_a_link_needs_its_probability_in_both_directions():
    _, forward, backward = train_both_directions(TEXT, doubled=False)
    (one,) = link_probabilities(forward, TEXT[:1])
    (other,) = link_probabilities(backward, [(TEXT[0][1], TEXT[0][0])])
    for least in (0.01, 0.5, 0.99):
        wanted = [(i, j) for i in range(3) for j in range(3) if min(one[j, i], other[i, j]) >= least]
        assert agreed_links(TEXT[:1], forward, backward, least) == [tuple(wanted)]


def test_fewer_links_have_a_higher_probability():
    _, *models = train_both_directions(TEXT, WordAlignmentOptions(2, 0))
    sizes = [sum(map(len, agreed_links(TEXT, *models, least))) for least in (0.01, 0.3, 0.99)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[1]


def test_sentences_without_words_and_with_unknown_words_have_links_where_they_can():
    _, model = train_word_alignment(TEXT)
    unknown = (["the", "zebra", "burned"] * 3, ["the", "zebra", "burned"] * 3)
    empty, links = agreed_links([([], ["a"]), unknown], model, model, 0.1)
    assert empty == ()
    assert {(0, 0), (2, 2), (8, 8)} <= set(links)


@pytest.mark.parametrize("method", ["agreement", "intersection"])
def test_the_method_is_that_of_the_options(method):
    _, *models = train_both_directions(TEXT)
    options = WordAlignmentOptions(symmetrisation=method, agreement=0.3)
    assert combine_directions(TEXT, *models, options) == [((0, 0), (1, 1), (2, 2))] * 4
