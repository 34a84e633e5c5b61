"""Training in shards: expected counts are computed apart and added up; what goes with a shard is its own.

A shard is a list of sentence pairs with a vocabulary of its own, so that neither its table of translation
probabilities nor its counts have more entries than its sentences need. What comes out does not
depend on where shards are computed; how pairs are cut into them changes no more than the order in which
numbers are added.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from paralattice.errors import TranslateError
from paralattice.formats.phrase_table import PhraseEntry
from paralattice.rewording.bitext import Bitext, Numbers, Vocabulary, WordPair, join_entries
from paralattice.rewording.options import PhraseOptions, WordAlignmentOptions
from paralattice.rewording.phrases import count_phrases, score_phrases
from paralattice.rewording.symmetrise import Link, symmetrise
from paralattice.rewording.word_alignment import (
    AlignmentModel,
    ExpectedCounts,
    Floats,
    align_words,
    expect,
    maximise,
    start_hmm,
    start_model,
)

#: Sentence pairs of a shard, by default; part of what the last digits of a model depend on.
SHARD_SIZE = 10_000


@dataclass(frozen=True, eq=False)
class Shard:
    """Sentence pairs, coded by themselves.

    Attributes
    ----------
    vocabulary
        Of these pairs.
    bitext
        All pairs, the first sentence of each given; and, where they are doubled, those in the other order.
    entries
        (E,) The pairs of words that stand together, sorted, by the shard's own numbers.
    """

    vocabulary: Vocabulary
    bitext: Bitext
    entries: Numbers

    @classmethod
    def of_pairs(cls, pairs: Sequence[WordPair], doubled: bool = True) -> Shard:
        """Return the shard of some pairs; those without words on a side are passed over."""
        vocabulary = Vocabulary.of_pairs(pairs)
        data = [pair for pair in pairs if len(pair[0]) and len(pair[1])]
        data += [(second, first) for first, second in data] if doubled else []
        bitext = Bitext.of_pairs(data, vocabulary)
        return cls(vocabulary, bitext, bitext.keys)

    @property
    def summary(self) -> ShardSummary:
        """What whoever adds counts up has to know of the shard."""
        return ShardSummary(self.vocabulary, self.entries, int(self.bitext.givens.max(initial=0)))


@dataclass(frozen=True, eq=False)
class ShardSummary:
    """A shard without its sentences.

    Attributes
    ----------
    vocabulary, entries
        As in :class:`Shard`.
    longest
        Words of its longest given sentence.
    """

    vocabulary: Vocabulary
    entries: Numbers
    longest: int


@dataclass(frozen=True, eq=False)
class ShardModel:
    """What of a model is the concern of a shard.

    Attributes
    ----------
    table
        (E,) P(produced | given) of the shard's entries.
    weights, rules
        As in :class:`~paralattice.rewording.word_alignment.AlignmentModel`.
    """

    table: Floats
    weights: Floats
    rules: tuple[float, float]

    def of_shard(self, shard: Shard) -> AlignmentModel:
        """Return the model in the shard's numbers."""
        return AlignmentModel(shard.vocabulary, shard.entries, self.table, self.weights, self.rules)


def expect_shard(shard: Shard, model: ShardModel) -> ExpectedCounts:
    """Return the expected counts of a shard: see :func:`~paralattice.rewording.word_alignment.expect`."""
    return expect(model.of_shard(shard), shard.bitext)


class ShardedTraining:
    """Expectation maximisation over shards: Model 1, then the HMM.

    Iterations are asked for one at a time, so that whoever asks can have shards counted anywhere and
    keep the state in between: for each of :attr:`iterations`, in turn, :meth:`begin` it, have every
    shard's counts computed with :meth:`model_of`, and :meth:`take` them.

    Parameters
    ----------
    shards
        At least one with a pair.
    options
        How words are aligned.

    Raises
    ------
    TranslateError
        There is no pair with words on both sides.
    """

    def __init__(self, shards: Sequence[ShardSummary], options: WordAlignmentOptions | None = None) -> None:
        self.options = options or WordAlignmentOptions()
        self._shards = shards
        if not any(shard.longest for shard in shards):
            raise TranslateError("word alignment needs at least one pair of sentences with words")
        self.vocabulary = Vocabulary(word for shard in shards for word in shard.vocabulary.numbers)
        base = len(self.vocabulary) + 1
        keys = [self._keys(shard, base) for shard in shards]
        entries = join_entries(keys)
        self._places = [np.searchsorted(entries, part).astype(np.int32) for part in keys]
        self.model = start_model(self.vocabulary, entries, self.options)
        self.model1 = self.model

    def _keys(self, shard: ShardSummary, base: int) -> Numbers:
        """Return a shard's entries in the numbers of all."""
        numbers = np.array([0, *self.vocabulary.encode(shard.vocabulary.words)], np.int64)
        givens, produced = np.divmod(shard.entries, len(shard.vocabulary) + 1)
        return numbers[givens] * base + numbers[produced]

    @property
    def iterations(self) -> tuple[str, ...]:
        """The names of the iterations, in order."""
        counts = {"model1": self.options.model1_iterations, "hmm": self.options.hmm_iterations}
        return tuple(f"{name}-{number + 1}" for name, count in counts.items() for number in range(count))

    def begin(self, iteration: str) -> None:
        """Make the model ready for an iteration: the first of the HMM starts from what Model 1 has learnt."""
        if iteration == "hmm-1":
            self.model = start_hmm(self.model1, max(shard.longest for shard in self._shards))

    def model_of(self, place: int, model1: bool = False) -> ShardModel:
        """Return what the current model, or the trained Model 1, says of a shard, by its number."""
        model = self.model1 if model1 else self.model
        return ShardModel(model.table[self._places[place]], model.weights, model.rules)

    def take(self, counts: Sequence[ExpectedCounts]) -> float:
        """Make the next model of the counts of all shards, in their order.

        Returns
        -------
        Natural logarithm of the likelihood that the training data had before.
        """
        table = np.zeros(len(self.model.table))
        for places, part in zip(self._places, counts, strict=True):
            # A shard has each entry once.
            table[places] += part.table
        total = ExpectedCounts(
            table,
            np.sum([part.distances for part in counts], axis=0),
            np.sum([part.contexts for part in counts], axis=0),
            sum(part.log_likelihood for part in counts),
        )
        self._settle(maximise(self.model, total))
        return total.log_likelihood

    def restore(self, table: Floats, weights: Floats) -> None:
        """Go on from the table and the weights that a training of the same shards had."""
        self._settle(replace(self.model, table=table, weights=weights))

    def _settle(self, model: AlignmentModel) -> None:
        self.model = model
        if not model.is_hmm:
            self.model1 = model


def cut_shards(pairs: Sequence[WordPair], size: int = SHARD_SIZE) -> Iterator[Sequence[WordPair]]:
    """Yield the pairs of each shard, in order."""
    for low in range(0, len(pairs), size):
        yield pairs[low : low + size]


def align_shard(
    pairs: Sequence[WordPair], forward: AlignmentModel, backward: AlignmentModel, method: str
) -> list[tuple[Link, ...]]:
    """Return the alignments of a shard's pairs: both directions, made one by a named heuristic.

    Parameters
    ----------
    pairs
        Of the shard.
    forward, backward
        Models whose given words are those of the first sentences, and of the second ones.
    method
        Out of :data:`paralattice.rewording.options.SYMMETRISATIONS`.
    """
    turned = [(second, first) for first, second in pairs]
    mirrored = [[(i, j) for j, i in links] for links in align_words(backward, turned)]
    found = zip(align_words(forward, pairs), mirrored, strict=True)
    return [symmetrise(one, other, method) for one, other in found]


def replacements_of_shard(
    pairs: Sequence[WordPair],
    alignments: Sequence[Sequence[Link]],
    model1: AlignmentModel,
    options: PhraseOptions,
) -> list[PhraseEntry]:
    """Return the phrase pairs of a shard with P(S|T) and how often they come there, however rare.

    Phrases that are replaced by themselves are left out.
    """
    counts = count_phrases(pairs, alignments, options)
    return score_phrases({pair: count for pair, count in counts.items() if pair[0] != pair[1]}, model1)
