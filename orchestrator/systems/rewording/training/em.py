"""Expectation maximisation with work items: one item counts one shard in one iteration."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from orchestrator.engine.work_items import Item
from orchestrator.engine.worker_pool import WorkerPool
from paralattice.errors import RewordError
from paralattice.rewording.alignment.bitext import Vocabulary
from paralattice.rewording.alignment.shard_training import SHARD_SIZE, ShardedTraining, cut_shards
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


def train_direction(
    work: WorkerPool,
    shards: Sequence[StoredShard],
    options: TrainingOptions,
    relations: WordRelations,
    report: Callable[[str, float], None],
    turned: bool = False,
) -> ShardedTraining:
    """Train one direction, or both at once if pairs are doubled; return the training.

    Counts that an interrupted training stored are used.

    Parameters
    ----------
    work
        The pool that computes items, with the artefact store.
    shards
        Shards of :func:`store_shards`.
    options
        Options of word alignment, and whether pairs are doubled.
    relations
        Relations of words, for the lexical prior.
    report
        Takes the name of each iteration, and the natural log-likelihood before it.
    turned
        Whether the second sentence of each pair is the given one.

    Raises
    ------
    RewordError
        The counts of a shard cannot be computed.
    """
    ways = [
        {"shard": shard.key, "doubled": options.phrases.both_ways and not shard.lexicon, "turned": turned}
        for shard in shards
    ]
    read = (read_shard(work.store, way["shard"], way["doubled"], turned) for way in ways)
    training = ShardedTraining([shard.summary for shard in read], options.alignment, relations)

    def items(names: Sequence[str]) -> Iterator[Item]:
        for place, (name, way) in enumerate(zip(names, ways, strict=True)):
            content = {**way, "model": encode_model(training.model_of(place))}
            yield Item(name, digest("em_counts", code_of("em_counts"), content), content)

    for iteration in training.iterations:
        training.begin(iteration)
        names = [f"{iteration}{'-turned' * turned}-shard-{number}" for number in range(1, len(ways) + 1)]
        computed = work.compute("em_counts", items(names), f"shards, {iteration}")
        found = {item.name: decode_counts(artefact.value) for item, artefact in computed}
        require_all(names, found, work)
        report(iteration, training.take([found[name] for name in names]))
    return training


def require_all(names: Sequence[str], found: object, work: WorkerPool) -> None:
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
