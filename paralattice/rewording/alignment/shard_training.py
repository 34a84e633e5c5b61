"""Training of word alignment by expectation maximisation over shards of the sentence pairs.

The expected counts of each shard are computed separately and added. Each shard has its own vocabulary, so
that its tables only have the entries that its sentences need. The result does not depend on where shards are
computed; the shard size changes only the order in which numbers are added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from paralattice.arrays import Floats, Longs
from paralattice.errors import RewordError
from paralattice.formats.pharaoh import Link
from paralattice.formats.phrase_table import PhraseEntry
from paralattice.rewording.alignment import word_alignment
from paralattice.rewording.alignment.bitext import Bitext, Vocabulary, WordPair, join_entries
from paralattice.rewording.alignment.lexical_prior import lexical_prior
from paralattice.rewording.options import PhraseOptions, WordAlignmentOptions
from paralattice.rewording.phrases import count_phrases, score_phrases
from paralattice.rewording.words.word_relations import WordRelations

#: Default number of sentence pairs per shard; the last digits of a model depend on it.
SHARD_SIZE = 10_000


@dataclass(frozen=True, eq=False)
class Shard:
    """Sentence pairs with their own vocabulary.

    Attributes
    ----------
    vocabulary
        The words of these pairs.
    bitext
        All pairs, the first sentence of each given; if doubled, also in the other order.
    entries
        (E,) Sorted keys of the pairs of words that occur together, by the shard's own numbers.
    """

    vocabulary: Vocabulary
    bitext: Bitext
    entries: Longs

    @classmethod
    def of_pairs(cls, pairs: Sequence[WordPair], doubled: bool = True) -> Shard:
        """Return the shard of these pairs; pairs with an empty side are skipped."""
        vocabulary = Vocabulary.of_pairs(pairs)
        data = [pair for pair in pairs if len(pair[0]) and len(pair[1])]
        data += [(second, first) for first, second in data] if doubled else []
        bitext = Bitext.of_pairs(data, vocabulary)
        return cls(vocabulary, bitext, bitext.keys)

    @property
    def summary(self) -> ShardSummary:
        """The shard without its sentences."""
        return ShardSummary(self.vocabulary, self.entries, int(self.bitext.givens.max(initial=0)))


@dataclass(frozen=True, eq=False)
class ShardSummary:
    """A shard without its sentences.

    Attributes
    ----------
    vocabulary, entries
        As in :class:`Shard`.
    longest
        Number of words of the longest given sentence.
    """

    vocabulary: Vocabulary
    entries: Longs
    longest: int


@dataclass(frozen=True, eq=False)
class ShardModel:
    """The part of an alignment model that a shard needs.

    Attributes
    ----------
    table
        (E,) P(produced | given) of the shard's entries.
    weights, rules
        As in :class:`~paralattice.rewording.alignment.word_alignment.AlignmentModel`.
    """

    table: Floats
    weights: Floats
    rules: tuple[float, float]

    def of_shard(self, shard: Shard) -> word_alignment.AlignmentModel:
        """Return the model by the shard's own word numbers."""
        return word_alignment.AlignmentModel(
            shard.vocabulary, shard.entries, self.table, self.weights, self.rules
        )


def expect_shard(shard: Shard, model: ShardModel) -> word_alignment.ExpectedCounts:
    """Return the expected counts of a shard."""
    return word_alignment.expected_counts(model.of_shard(shard), shard.bitext)


class ShardedTraining:
    """Expectation maximisation over shards: Model 1, then the HMM.

    The caller runs the iterations, so that it can distribute the shards and store the state between
    iterations: for each of :attr:`iterations` call :meth:`begin`, compute the counts of every shard
    with :meth:`model_of`, and pass them to :meth:`take`.

    Parameters
    ----------
    shards
        Summaries of all shards; at least one has a pair.
    options
        How words are aligned.
    relations
        Relations of words, for the lexical prior.

    Raises
    ------
    RewordError
        There is no pair with words on both sides.
    """

    def __init__(
        self,
        shards: Sequence[ShardSummary],
        options: WordAlignmentOptions = WordAlignmentOptions(),
        relations: WordRelations | None = None,
    ) -> None:
        self._shards = shards
        self.options = options
        if not any(shard.longest for shard in self._shards):
            raise RewordError("word alignment needs at least one pair of sentences with words")
        self.vocabulary = Vocabulary(word for shard in self._shards for word in shard.vocabulary.numbers)
        base = len(self.vocabulary) + 1
        keys = [self._keys(shard, base) for shard in self._shards]
        entries = join_entries(keys)
        self._places = [np.searchsorted(entries, part).astype(np.int32) for part in keys]
        self.model = word_alignment.start_model(self.vocabulary, entries, self.options)
        self.model1 = self.model
        #: (E,) Pseudo-counts of the pairs of words, or ``None``.
        self.prior: Floats | None = None
        if self.options.lexical_prior:
            self.prior = self.options.lexical_prior * lexical_prior(self.vocabulary, entries, relations)

    def _keys(self, shard: ShardSummary, base: int) -> Longs:
        """Return a shard's entries by the common word numbers."""
        numbers = np.array([0, *self.vocabulary.encode(shard.vocabulary.words)], np.int64)
        givens, produced = np.divmod(shard.entries, len(shard.vocabulary) + 1)
        return numbers[givens] * base + numbers[produced]

    @property
    def iterations(self) -> tuple[str, ...]:
        """The names of the iterations, in order."""
        counts = {"model1": self.options.model1_iterations, "hmm": self.options.hmm_iterations}
        return tuple(f"{name}-{number + 1}" for name, count in counts.items() for number in range(count))

    def begin(self, iteration: str) -> None:
        """Prepare the model for an iteration; the HMM starts from the trained Model 1."""
        if iteration == "hmm-1":
            self.model = word_alignment.start_hmm(self.model1, max(shard.longest for shard in self._shards))

    def model_of(self, place: int, model1: bool = False) -> ShardModel:
        """Return the part of the current model (or of the trained Model 1) for the shard with this number."""
        model = self.model1 if model1 else self.model
        return ShardModel(model.table[self._places[place]], model.weights, model.rules)

    def take(self, counts: Sequence[word_alignment.ExpectedCounts]) -> float:
        """Compute the next model from the counts of all shards, in the order of the shards.

        Returns
        -------
        Natural logarithm of the likelihood of the training data under the previous model.
        """
        table = np.zeros(len(self.model.table))
        for places, part in zip(self._places, counts, strict=True):
            # The places of a shard are distinct.
            table[places] += part.table
        total = word_alignment.ExpectedCounts(
            table,
            np.sum([part.distances for part in counts], axis=0),
            np.sum([part.contexts for part in counts], axis=0),
            sum(part.log_likelihood for part in counts),
        )
        self.model = word_alignment.maximise(self.model, total, self.prior)
        if not self.model.is_hmm:
            self.model1 = self.model
        return total.log_likelihood


def cut_shards(pairs: Sequence[WordPair], size: int = SHARD_SIZE) -> Iterator[Sequence[WordPair]]:
    """Yield the pairs of each shard, in order."""
    for low in range(0, len(pairs), size):
        yield pairs[low : low + size]


def train_word_alignment(
    pairs: Sequence[WordPair],
    options: WordAlignmentOptions = WordAlignmentOptions(),
    relations: WordRelations | None = None,
) -> tuple[word_alignment.AlignmentModel, word_alignment.AlignmentModel]:
    """Train on all pairs as one shard; return Model 1 and the last model (the HMM, if it has iterations).

    Parameters
    ----------
    pairs
        Sentence pairs; the first sentence is given, the second produced.
    options
        How words are aligned.
    relations
        Relations of words, for the lexical prior.

    Raises
    ------
    RewordError
        There is no pair with words on both sides.
    """
    lexicon = Vocabulary.of_pairs(pairs).identity_lexicon() if options.identity_lexicon else []
    data = [pair for pair in pairs if len(pair[0]) and len(pair[1])]
    shard = Shard.of_pairs([*pairs, *lexicon] if data else [], doubled=False)
    training = ShardedTraining([shard.summary], options, relations)
    for iteration in training.iterations:
        training.begin(iteration)
        training.take([expect_shard(shard, training.model_of(0))])
    return training.model1, training.model


def align_both_directions(
    pairs: Sequence[WordPair], forward: word_alignment.AlignmentModel, backward: word_alignment.AlignmentModel
) -> list[tuple[list[Link], list[Link]]]:
    """Return the links of each pair in both directions, as positions in the first and the second sentence.

    Parameters
    ----------
    pairs
        Sentence pairs.
    forward, backward
        Models of the second sentences given the first, and of the first given the second.
    """
    turned = word_alignment.align_words(backward, [(second, first) for first, second in pairs])
    mirrored = [[(i, j) for j, i in links] for links in turned]
    return list(zip(word_alignment.align_words(forward, pairs), mirrored, strict=True))


def train_both_directions(
    pairs: Sequence[WordPair],
    options: WordAlignmentOptions = WordAlignmentOptions(),
    doubled: bool = True,
    relations: WordRelations | None = None,
) -> tuple[word_alignment.AlignmentModel, word_alignment.AlignmentModel, word_alignment.AlignmentModel]:
    """Return Model 1 of the first sentences given the second, and the final forward and backward models.

    Parameters
    ----------
    pairs
        Sentence pairs, lower-cased.
    options
        How words are aligned.
    doubled
        Whether to train one model for both directions, on each pair in both orders, instead of two models.
    relations
        Relations of words, for the lexical prior.
    """
    turned = [(second, first) for first, second in pairs]
    if doubled:
        model1, model = train_word_alignment([*pairs, *turned], options, relations)
        return model1, model, model
    model1, backward = train_word_alignment(turned, options, relations)
    return model1, train_word_alignment(pairs, options, relations)[1], backward


def replacements_of_shard(
    pairs: Sequence[WordPair],
    alignments: Sequence[Sequence[Link]],
    model1: word_alignment.AlignmentModel,
    options: PhraseOptions,
) -> list[PhraseEntry]:
    """Return the phrase pairs of a shard with P(S|T) and their counts, without pairs of identical phrases."""
    counts = count_phrases(pairs, alignments, options)
    return score_phrases({pair: count for pair, count in counts.items() if pair[0] != pair[1]}, model1)
