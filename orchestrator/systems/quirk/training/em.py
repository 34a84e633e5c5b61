"""Expectation maximisation over the workers: shards counted apart, sums and a state kept here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

from orchestrator.engine.in_process import Workforce
from orchestrator.engine.work_items import Item
from paralattice.errors import TranslateError
from paralattice.rewording.bitext import Vocabulary
from paralattice.rewording.options import TrainingOptions
from paralattice.rewording.shard_training import SHARD_SIZE, Shard, ShardedTraining, ShardSummary, cut_shards
from paralattice.rewording.word_alignment import ExpectedCounts
from tasks.arrays import decode_floats, encode_floats
from tasks.items.em_counts import decode_counts
from tasks.items.training_shards import Pairs, encode_model, shard_content
from workers.store import Artefact, MissingArtefactError, Store, digest

# Part of the keys: artefacts of code that computes something else are not taken for this one's.
_SCHEMA = 1


@dataclass(frozen=True, slots=True)
class StoredShard:
    """Sentence pairs of a shard in the store.

    Attributes
    ----------
    key
        Where.
    lexicon
        Whether it is words paired with themselves, which are taken in one order and give no replacements.
    """

    key: str
    lexicon: bool = False


def store_shards(store: Store, pairs: Pairs, options: TrainingOptions) -> list[StoredShard]:
    """Store the pairs in shards, and after them the identity lexicon where it is asked for."""
    shards = [StoredShard(store.put_content(shard_content(part))) for part in cut_shards(pairs)]
    if options.alignment.identity_lexicon:
        lexicon = Vocabulary.of_pairs(pairs).identity_lexicon()
        words = tuple((tuple(first), tuple(second)) for first, second in lexicon)
        for low in range(0, len(words), 10 * SHARD_SIZE):
            content = shard_content(words[low : low + 10 * SHARD_SIZE])
            shards.append(StoredShard(store.put_content(content), lexicon=True))
    return shards


class DirectionTraining:
    """The training of one direction, or of both at once where pairs are taken in both orders.

    Parameters
    ----------
    store, work
        Where artefacts are, and who computes them.
    shards
        What :func:`store_shards` returned.
    options
        How words are aligned, and whether pairs are doubled.
    turned
        Whether the second sentence of each pair is given.
    """

    def __init__(
        self,
        store: Store,
        work: Workforce,
        shards: Sequence[StoredShard],
        options: TrainingOptions,
        turned: bool = False,
    ) -> None:
        self._store = store
        self._work = work
        self._shards = shards
        self._options = options
        self._turned = turned
        self.training = ShardedTraining([self._summary(shard) for shard in shards], options.alignment)

    def _summary(self, shard: StoredShard) -> ShardSummary:
        pairs = [(one.split(" "), other.split(" ")) for one, other in self._store.get(shard.key).value]
        ordered = [(b, a) for a, b in pairs] if self._turned else pairs
        return Shard.of_pairs(ordered, self._is_doubled(shard)).summary

    def _is_doubled(self, shard: StoredShard) -> bool:
        return self._options.phrases.both_ways and not shard.lexicon

    def run(self, tell: Callable[[str, float], None]) -> ShardedTraining:
        """Go through all iterations, from where an interrupted training stopped; return the training.

        Parameters
        ----------
        tell
            Given the name of each iteration that is computed, and the log-likelihood (natural) before it.

        Raises
        ------
        TranslateError
            A shard cannot be counted.
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
            tell(iteration, likelihood)
        return self.training

    def _resume(self, names: Sequence[str]) -> int:
        """Restore the last state that is stored; return how many iterations are done."""
        states = {name: place for place, name in enumerate(names) if self._store.has(self._state_key(name))}
        # The HMM needs what Model 1 had learnt before it.
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
                # Damaged: it is computed again.
                return done
            self.training.restore(decode_floats(state["table"]), decode_floats(state["weights"]))
            done = states[name] + 1
        return done

    def _state_key(self, iteration: str) -> str:
        """Return where the state after an iteration is stored."""
        options = asdict(self._options.alignment)
        # What alignments are made of later, and how many iterations follow, changes nothing here.
        for name in (
            "symmetrisation",
            "hmm_iterations",
            *(["model1_iterations"] if "model1" in iteration else []),
        ):
            del options[name]
        keys = [[shard.key, self._is_doubled(shard)] for shard in self._shards]
        return digest("em", _SCHEMA, keys, self._turned, options, iteration)

    def _counted(self, iteration: str) -> list[ExpectedCounts]:
        found: dict[str, ExpectedCounts] = {}
        for item, artefact in self._work.gather("em_counts", self._items(iteration), f"shards, {iteration}"):
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
            yield Item(self._name(place, iteration), digest("em_counts", _SCHEMA, content), content)


def require_all(names: Sequence[str], found: object, work: Workforce) -> None:
    """Make sure that every item was computed.

    Raises
    ------
    TranslateError
        Some were not; why, a line each.
    """
    missing = [name for name in names if name not in found]  # type: ignore[operator]
    if missing:
        reasons = [f"{name}: {work.failures.get(name, 'nothing came of it')}" for name in missing]
        raise TranslateError("\n".join(reasons))
