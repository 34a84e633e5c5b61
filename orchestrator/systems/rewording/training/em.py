"""Expectation maximisation with work items: one item counts one shard in one iteration."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from attrs import define, field

from orchestrator.engine.work_items import Item
from orchestrator.engine.worker_pool import ComputePool
from paralattice.errors import RewordError
from paralattice.rewording.alignment.bitext import Vocabulary
from paralattice.rewording.alignment.shard_training import (
    SHARD_SIZE,
    ShardedTraining,
    ShardSummary,
    cut_shards,
)
from paralattice.rewording.alignment.word_alignment import ExpectedCounts
from paralattice.rewording.options import TrainingOptions
from paralattice.rewording.words.word_relations import WordRelations
from tasks.code import code_of
from tasks.items.em_counts import decode_counts
from tasks.items.training_shards import Pairs, encode_model, read_shard, shard_content
from workers.store import Store, digest


@dataclass(frozen=True, slots=True)
class StoredShard:
    """Sentence pairs of a shard in the store.

    Attributes
    ----------
    key
        Key of the artefact.
    lexicon
        Whether the pairs are words with themselves; such shards are not doubled and give no replacements.
    """

    key: str
    lexicon: bool = False


def store_shards(store: Store, pairs: Pairs, options: TrainingOptions) -> list[StoredShard]:
    """Store the pairs in shards, followed by the identity lexicon if the options have it."""
    shards = [StoredShard(store.put_content(shard_content(part))) for part in cut_shards(pairs)]
    if options.alignment.identity_lexicon:
        lexicon = Vocabulary.of_pairs(pairs).identity_lexicon()
        words = tuple((tuple(first), tuple(second)) for first, second in lexicon)
        for low in range(0, len(words), 10 * SHARD_SIZE):
            content = shard_content(words[low : low + 10 * SHARD_SIZE])
            shards.append(StoredShard(store.put_content(content), lexicon=True))
    return shards


@define(eq=False)
class DirectionTraining:
    """The training of one direction, or of both directions at once if pairs are doubled.

    Parameters
    ----------
    store, work
        The artefact store, and the pool that computes items.
    shards
        Shards of :func:`store_shards`.
    options
        Options of word alignment, and whether pairs are doubled.
    turned
        Whether the second sentence of each pair is the given one.
    relations
        Relations of words, for the lexical prior.
    """

    _store: Store
    _work: ComputePool
    _shards: Sequence[StoredShard]
    _options: TrainingOptions
    _turned: bool = False
    _relations: WordRelations | None = None
    training: ShardedTraining = field(init=False)

    def __attrs_post_init__(self) -> None:
        summaries = [self._summary(shard) for shard in self._shards]
        self.training = ShardedTraining(summaries, self._options.alignment, self._relations)

    def _summary(self, shard: StoredShard) -> ShardSummary:
        return read_shard(self._store, shard.key, self._is_doubled(shard), self._turned).summary

    def _is_doubled(self, shard: StoredShard) -> bool:
        return self._options.phrases.both_ways and not shard.lexicon

    def run(self, report: Callable[[str, float], None]) -> ShardedTraining:
        """Run all iterations; return the training.  Counts that an interrupted training stored are used.

        Parameters
        ----------
        report
            Takes the name of each iteration, and the natural log-likelihood before it.

        Raises
        ------
        RewordError
            The counts of a shard cannot be computed.
        """
        for iteration in self.training.iterations:
            self.training.begin(iteration)
            report(iteration, self.training.take(self._counted(iteration)))
        return self.training

    def _counted(self, iteration: str) -> list[ExpectedCounts]:
        found: dict[str, ExpectedCounts] = {}
        for item, artefact in self._work.compute("em_counts", self._items(iteration), f"shards, {iteration}"):
            found[item.name] = decode_counts(artefact.value)
        names = [self._name(place, iteration) for place in range(len(self._shards))]
        require_all(names, found, self._work)
        return [found[name] for name in names]

    def _name(self, place: int, iteration: str) -> str:
        return f"{iteration}{'-turned' if self._turned else ''}-shard-{place + 1}"

    def _items(self, iteration: str) -> Iterator[Item]:
        for place, shard in enumerate(self._shards):
            content = {
                "shard": shard.key,
                "doubled": self._is_doubled(shard),
                "turned": self._turned,
                "model": encode_model(self.training.model_of(place)),
            }
            key = digest("em_counts", code_of("em_counts"), content)
            yield Item(self._name(place, iteration), key, content)


def require_all(names: Sequence[str], found: object, work: ComputePool) -> None:
    """Check that every item was computed.

    Raises
    ------
    RewordError
        An item failed; the message has one line for each reason.
    """
    missing = [name for name in names if name not in found]  # type: ignore[operator]
    if missing:
        reasons = [f"{name}: {work.failures.get(name, 'no result')}" for name in missing]
        raise RewordError("\n".join(reasons))
