"""Training in shards gives the same model as training at once."""

import numpy as np
import pytest

from paralattice.errors import RewordError
from paralattice.rewording.alignment.shard_training import (
    Shard,
    ShardedTraining,
    align_both_directions,
    cut_shards,
    expect_shard,
    replacements_of_shard,
    train_both_directions,
    train_word_alignment,
)
from paralattice.rewording.alignment.symmetrise import symmetrise
from paralattice.rewording.options import PhraseOptions, WordAlignmentOptions

TEXTS = [
    ("the ship sank in the bay", "the boat sank in the bay"),
    ("a ship was lost", "a boat was lost"),
    ("the town was quiet", "the city was quiet"),
    ("a town by the sea", "a city near the sea"),
    ("the ship reached the town", "the boat reached the city"),
]
PAIRS = [(tuple(a.split()), tuple(b.split())) for a, b in TEXTS]


def shards_of(pairs, size, options, doubled=True):
    """Return the shards of a training, with the identity lexicon."""
    shards = [Shard.of_pairs(part, doubled) for part in cut_shards(pairs, size)]
    if options.identity_lexicon:
        words = dict.fromkeys(word for pair in pairs for side in pair for word in side)
        shards.append(Shard.of_pairs([((word,), (word,)) for word in words], doubled=False))
    return shards


def trained(shards, options):
    training = ShardedTraining([shard.summary for shard in shards], options)
    likelihoods = []
    for iteration in training.iterations:
        training.begin(iteration)
        counts = [expect_shard(shard, training.model_of(place)) for place, shard in enumerate(shards)]
        likelihoods.append(training.take(counts))
    return training, likelihoods


@pytest.mark.parametrize("size", [1, 2, 100])
@pytest.mark.parametrize("lexicon", [True, False])
@pytest.mark.parametrize("prior", [0.0, 10.0])
def test_shards_of_any_size_give_the_model_of_all_pairs_at_once(size, lexicon, prior):
    options = WordAlignmentOptions(3, 3, identity_lexicon=lexicon, lexical_prior=prior)
    whole = train_word_alignment([*PAIRS, *((b, a) for a, b in PAIRS)], options)
    training, likelihoods = trained(shards_of(PAIRS, size, options), options)
    words = sorted({word for pair in PAIRS for side in pair for word in side})
    for one, two in zip(whole, (training.model1, training.model), strict=True):
        for given in [None, *words]:
            for word in words:
                assert one.probability(given, word) == pytest.approx(two.probability(given, word), abs=1e-12)
    np.testing.assert_allclose(whole[1].weights, training.model.weights, atol=1e-12)
    assert likelihoods[:3] == sorted(likelihoods[:3])
    assert likelihoods[3:] == sorted(likelihoods[3:])


def test_alignments_and_replacements_of_shards_are_those_of_all_pairs(build_replacements):
    options, phrases = WordAlignmentOptions(), PhraseOptions()
    shards = shards_of(PAIRS, 2, options)
    training, _ = trained(shards, options)
    links, scores, counts = [], {}, {}
    for place, part in enumerate(cut_shards(PAIRS, 2)):
        model = training.model_of(place).of_shard(shards[place])
        model1 = training.model_of(place, model1=True).of_shard(shards[place])
        found = [symmetrise(*both) for both in align_both_directions(part, model, model)]
        links += found
        for entry in replacements_of_shard(part, found, model1, phrases):
            key = entry.source, entry.target
            counts[key] = counts.get(key, 0) + entry.counts[0]
            assert scores.setdefault(key, entry.scores[0]) == pytest.approx(entry.scores[0])
    _, *models = train_both_directions(PAIRS, options)
    assert links == [symmetrise(*both) for both in align_both_directions(PAIRS, *models)]
    whole = {
        (e.source, e.target): e for e in build_replacements(PAIRS, options, phrases) if e.source != e.target
    }
    assert counts == {key: entry.counts[0] for key, entry in whole.items()}
    assert scores == {key: pytest.approx(entry.scores[0]) for key, entry in whole.items()}


def test_without_any_pair_there_is_nothing_to_train():
    with pytest.raises(RewordError, match="at least one pair"):
        ShardedTraining([Shard.of_pairs([]).summary])
