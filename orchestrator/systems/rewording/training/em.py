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
    Shard,
    ShardedTraining,
    ShardSummary,
    cut_shards,
)
from paralattice.rewording.alignment.word_alignment import ExpectedCounts
from paralattice.rewording.options import TrainingOptions
from paralattice.rewording.words.word_relations import WordRelations
from tasks.arrays import decode_floats, encode_floats
from tasks.code import code_of
from tasks.items.em_counts import decode_counts
from tasks.items.training_shards import Pairs, encode_model, shard_content
from workers.store import Artefact, MissingArtefactError, Store, digest

# Part of the keys; increase it when the results change.


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
    _prior: str | None = field(init=False)

    def __attrs_post_init__(self) -> None:
        summaries = [self._summary(shard) for shard in self._shards]
        self.training = ShardedTraining(summaries, self._options.alignment, self._relations)
        prior = self.training.prior
        self._prior = None if prior is None else digest("prior", encode_floats(prior[prior > 0]))

    def _summary(self, shard: StoredShard) -> ShardSummary:
        pairs = [(one.split(" "), other.split(" ")) for one, other in self._store.get(shard.key).value]
        ordered = [(b, a) for a, b in pairs] if self._turned else pairs
        return Shard.of_pairs(ordered, self._is_doubled(shard)).summary

    def _is_doubled(self, shard: StoredShard) -> bool:
        return self._options.phrases.both_ways and not shard.lexicon

    def run(self, report: Callable[[str, float], None]) -> ShardedTraining:
        """Run all iterations, continuing an interrupted training; return the training.

        Parameters
        ----------
        report
            Takes the name of each iteration that is computed, and the natural log-likelihood before it.

        Raises
        ------
        RewordError
            The counts of a shard cannot be computed.
        """
        names = self.training.iterations
        for iteration in names[self._resume(names) :]:
            self.training.begin(iteration)
            likelihood = self.training.take(self._counted(iteration))
            state = {
                "table": encode_floats(self.training.model.table),
                "weights": encode_floats(self.training.model.weights),
            }
            self._store.put(self._state_key(iteration), Artefact(state))
            report(iteration, likelihood)
        return self.training

    def _resume(self, names: Sequence[str]) -> int:
        """Restore the last stored state; return the number of completed iterations."""
        states = {name: place for place, name in enumerate(names) if self._store.has(self._state_key(name))}
        # A state of the HMM needs the state of the last iteration of Model 1.
        wanted = [
            max((n for n in states if n.startswith(kind)), key=states.__getitem__, default="")
            for kind in ("model1", "hmm")
        ]
        last_model1 = f"model1-{self._options.alignment.model1_iterations}"
        if wanted[0] != last_model1:
            wanted[1] = ""
        done = 0
        for name in filter(None, wanted):
            try:
                state = self._store.get(self._state_key(name)).value
            except MissingArtefactError:
                # The artefact is damaged and computed again.
                return done
            self.training.restore(decode_floats(state["table"]), decode_floats(state["weights"]))
            done = states[name] + 1
        return done

    def _state_key(self, iteration: str) -> str:
        """Return the key of the state after an iteration."""
        options = self._options.alignment.to_dict()
        # Symmetrisation and the number of later iterations do not affect the state.
        later = ("symmetrisation", "agreement", "hmm_iterations")
        for name in (*later, *(["model1_iterations"] if "model1" in iteration else [])):
            del options[name]
        keys = [[shard.key, self._is_doubled(shard)] for shard in self._shards]
        return digest("em", code_of("em_counts"), keys, self._turned, options, self._prior, iteration)

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
