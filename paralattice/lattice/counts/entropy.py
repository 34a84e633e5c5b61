"""The average entropy of a lattice's sentences under a language model (Pang et al. 2003, section 4.2.1)."""

import math
import random
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from paralattice.arrays import Floats
from paralattice.errors import BuildError
from paralattice.lattice.counts.counting import paths_to_accept
from paralattice.lattice.lattice import Arc, WordLattice
from paralattice.lattice.options import SampleOptions
from paralattice.lattice.sampling import draw

_State = TypeVar("_State", bound=Hashable)

NODES_LIMIT = 20_000
"""Maximum number of pairs of lattice and model states for an exact average; beyond it, paths are sampled."""

DRAWS = 1000
"""Number of sampled paths."""

_BITS = math.log2(10)


class Model(Protocol[_State]):
    """The interface of a language model, such as :class:`paralattice.ngrams.LanguageModel`."""

    @property
    def start(self) -> _State:
        """The model's state at the beginning of a sentence."""

    def step(self, state: _State, word: str) -> tuple[float, _State]:
        """Return log10 of the probability of a word after a state, and the state after it."""

    def finish(self, state: _State) -> float:
        """Return log10 of the probability that the sentence ends after a state."""


class PathEntropy(NamedTuple):
    """The average entropy over the paths of a lattice.

    Attributes
    ----------
    bits
        Bits per token, where the end of the sentence counts as a token; all paths have equal weight.
    drawn
        Number of sampled paths; 0 for the exact average over all paths.
    """

    bits: float
    drawn: int


def path_entropy(
    lattice: WordLattice, model: Model[_State], seed: int, limit: int = NODES_LIMIT
) -> PathEntropy:
    """Return the average entropy of the sentences that the paths of a lattice spell.

    The entropy of a sentence is -log2 P(sentence) / (words + 1).  The average is
    exact, by dynamic programming over the states of lattice and model and the
    length of the path, unless there are too many states.

    Parameters
    ----------
    lattice
        A lattice with at least one path; words written as in the model.
    seed
        Random seed of sampled paths.
    limit
        Number of pairs of states beyond which paths are sampled.

    Raises
    ------
    BuildError
        The lattice has no path.
    """
    paths = paths_to_accept(lattice)
    if not paths[lattice.start]:
        raise BuildError("a lattice without a path has no entropy")
    walk = _Walk(lattice, model, paths)
    if walk.run(limit):
        return PathEntropy(walk.bits(), 0)
    rng = random.Random(seed)  # noqa: S311 - no secret
    drawn = draw(lattice, SampleOptions(sampler="path-uniform", draws=DRAWS), rng)
    bits = math.fsum(sentence_entropy(path.words, model) for path in drawn)
    return PathEntropy(bits / DRAWS, DRAWS)


def sentence_entropy(words: Sequence[str], model: Model[_State]) -> float:
    """Return the bits per token of a sentence; its end counts as a token."""
    state, total = model.start, 0.0
    for word in words:
        logarithm, state = model.step(state, word)
        total += logarithm
    return -(total + model.finish(state)) * _BITS / (len(words) + 1)


class _Walk:
    """Walks all paths, each equally likely, at once.

    Each pair of lattice and model state has two rows, indexed by the number of words
    so far: the share of paths that pass the pair, and the sum of their logarithms
    times their shares.
    """

    def __init__(self, lattice: WordLattice, model: Model[_State], paths: Sequence[int]) -> None:
        self._lattice = lattice
        self._model = model
        self._paths = paths
        self._step: Callable[[Hashable, str], tuple[float, Hashable]] = cache(model.step)
        self._longest = _longest(lattice)
        self._ended: Floats = np.zeros((2, self._longest + 1))

    def run(self, limit: int) -> bool:
        """Walk to the accepting state; return false if the limit is exceeded."""
        first = np.zeros((2, self._longest + 1))
        first[0, 0] = 1.0
        waiting: list[dict[Hashable, Floats]] = [{} for _ in range(self._lattice.states)]
        waiting[self._lattice.start][self._model.start] = first
        nodes = 0
        for state, arcs in enumerate(self._lattice.leaving()):
            here, waiting[state] = waiting[state], {}
            nodes += len(here)
            if nodes > limit:
                return False
            for memory, rows in here.items():
                if state == self._lattice.accept:
                    self._ended += rows
                    self._ended[1] += rows[0] * self._model.finish(memory)  # type: ignore[arg-type]
                for arc in arcs:
                    self._pass(arc, memory, rows, waiting)
        return True

    def bits(self) -> float:
        """Return the average after :meth:`run`."""
        sums: Floats = self._ended[1] / np.arange(1, self._longest + 2)
        return -float(sums.sum()) * _BITS

    def _pass(self, arc: Arc, memory: Hashable, rows: Floats, waiting: list[dict[Hashable, Floats]]) -> None:
        """Move the paths at a node over an arc, in proportion to the number of paths from its target."""
        # Both numbers may be too large for a float, but their ratio is not.
        share = self._paths[arc.target] / self._paths[arc.source]
        moved = rows * share
        after = memory
        if arc.label:
            logarithm, after = self._step(memory, arc.label)
            moved[1] += moved[0] * logarithm
            moved = np.roll(moved, 1, axis=1)
        there = waiting[arc.target]
        if after in there:
            there[after] += moved
        else:
            there[after] = moved


def _longest(lattice: WordLattice) -> int:
    """Return the number of words of the longest path."""
    words = [0] * lattice.states
    for source, target, label, _ in lattice.arcs:
        words[target] = max(words[target], words[source] + bool(label))
    return max(words)
