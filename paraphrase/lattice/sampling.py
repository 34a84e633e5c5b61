"""Sentences drawn from a lattice at random (Shen et al. 2006, section 4.2).

Chance enters through :meth:`random.Random.random` alone: it is the one method
whose sequence Python keeps the same from version to version, so that a seed
means the same sentences everywhere.
"""

from __future__ import annotations

import hashlib
import json
import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from paraphrase.errors import SampleError
from paraphrase.lattice.counting import paths_to_accept
from paraphrase.lattice.lattice import EPSILON, Arc, Lattice
from paraphrase.options import SampleOptions

# The random bits of one float.
_BITS = 53


class Sample(NamedTuple):
    """One sentence drawn from a lattice.

    Attributes
    ----------
    words
        The sentence.
    states
        The path that was drawn: 0-based states, the start and the accepting
        state included.  The same words may come by different paths.
    novel
        Whether no sentence of the cluster has these words.
    duplicate
        Whether an earlier draw had these words.
    chosen
        Whether it is one of those kept for judging; only ever the first draw
        of novel words.
    """

    words: tuple[str, ...]
    states: tuple[int, ...]
    novel: bool
    duplicate: bool
    chosen: bool


class Draw(NamedTuple):
    """A path through a lattice: its words, and its states from the start to the accepting one."""

    words: tuple[str, ...]
    states: tuple[int, ...]


def sample(
    lattice: Lattice,
    cluster_sentences: Iterable[Sequence[str]],
    options: SampleOptions,
    cluster_name: str,
    version_name: str,
) -> list[Sample]:
    """Return one sample a draw, in the order of drawing, with those marked that are kept.

    Of the draws, those that repeat a sentence of the cluster or an earlier
    draw are put aside; of the rest ``options.keep`` are chosen, each as likely
    as any other, or all of them where there are fewer.  The outcome depends on
    the lattice and (seed, cluster, version) alone.

    Parameters
    ----------
    cluster_sentences
        The words of the cluster's sentences.

    Raises
    ------
    SampleError
        The lattice has no path, or the sampler no weights to go by.
    """
    rng = random.Random(derive_seed(options.seed, cluster_name, version_name))  # noqa: S311 - no secret
    draws = draw(lattice, options, rng)
    known = {tuple(words) for words in cluster_sentences}
    first: dict[tuple[str, ...], int] = {}
    for number, drawn in enumerate(draws):
        first.setdefault(drawn.words, number)
    candidates = [number for words, number in first.items() if words not in known]
    chosen = set(_choose(candidates, options.keep, rng))
    return [
        Sample(
            drawn.words,
            drawn.states,
            drawn.words not in known,
            first[drawn.words] != number,
            number in chosen,
        )
        for number, drawn in enumerate(draws)
    ]


def derive_seed(run_seed: int, cluster: str, version: str) -> int:
    """Return the seed of one cluster and version: 256 bits that differ wherever the three differ.

    They are the SHA-256 digest, read as a big-endian integer, of the three as
    a JSON list in ASCII without spaces.
    """
    text = json.dumps([run_seed, cluster, version], separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode("ascii")).digest(), "big")


def draw(lattice: Lattice, options: SampleOptions, rng: random.Random) -> list[Draw]:
    """Return ``options.draws`` paths, drawn independently by ``options.sampler``.

    Raises
    ------
    SampleError
        The lattice has no path, or the sampler no weights to go by.
    """
    if options.sampler == "path-uniform":
        paths = paths_to_accept(lattice)
        if not paths[lattice.start]:
            raise SampleError("the lattice has no path")
        forks = _Forks(lattice, lambda arcs: [paths[arc.target] for arc in arcs])
        ranks = [below(paths[lattice.start], rng) for _ in range(options.draws)]
        return [forks.walk(_by_rank(rank)) for rank in ranks]
    forks = _Forks(lattice, _users if options.sampler == "arc-count" else _alike)
    choose = _by_weight(rng.random)
    return [forks.walk(choose) for _ in range(options.draws)]


def below(bound: int, rng: random.Random) -> int:
    """Return one of the integers 0 to ``bound - 1``, all equally likely, however large the bound."""
    bits = (bound - 1).bit_length()
    pieces = -(-bits // _BITS)
    while True:
        value = 0
        for _ in range(pieces):
            value = value << _BITS | int(rng.random() * (1 << _BITS))
        value >>= pieces * _BITS - bits
        # Folding larger values back would favour small ones.
        if value < bound:
            return value


def _choose(candidates: list[int], keep: int, rng: random.Random) -> list[int]:
    """Return as many of the candidates as asked for, or all, every choice equally likely."""
    pool = list(candidates)
    count = min(keep, len(pool))
    for place in range(count):
        other = place + below(len(pool) - place, rng)
        pool[place], pool[other] = pool[other], pool[place]
    return pool[:count]


Weigh = Callable[[Sequence[Arc]], list[int]]
"""Gives the weights of the arcs that leave one state."""

Choose = Callable[[list[int]], int]
"""Chooses one of several things by the running totals of their weights."""


def _alike(arcs: Sequence[Arc]) -> list[int]:
    return [1] * len(arcs)


def _users(arcs: Sequence[Arc]) -> list[int]:
    return [len(arc.sentences) for arc in arcs]


def _by_weight(uniform: Callable[[], float]) -> Choose:
    """Return a chooser that chooses in proportion to the weights."""
    # The product is below the total, as no float below 1 is within half a unit of it.
    return lambda totals: bisect_right(totals, int(uniform() * totals[-1]))


def _by_rank(rank: int) -> Choose:
    """Return a chooser that finds the path of that rank, 0-based, by numbers of paths as weights."""
    remaining = rank

    def choose(totals: list[int]) -> int:
        nonlocal remaining
        place = bisect_right(totals, remaining)
        remaining -= totals[place - 1] if place else 0
        return place

    return choose


class _Stretch(NamedTuple):
    """States passed through without a choice, the words on the way in, and the fork at the end, if any."""

    words: tuple[str, ...]
    states: tuple[int, ...]
    fork: _Fork | None


class _Fork(NamedTuple):
    """A state left by several arcs, the running totals of their weights, and the stretches walked so far."""

    arcs: Sequence[Arc]
    totals: list[int]
    stretches: dict[int, _Stretch]


class _Forks:
    """A lattice as its forks, which are found as walks come to them.

    Most states leave no choice; keeping what lies between two forks makes the
    cost of a walk the number of its choices.
    """

    def __init__(self, lattice: Lattice, weigh: Weigh) -> None:
        self._accept = lattice.accept
        self._arcs = lattice.arcs
        self._weigh = weigh
        self._forks: dict[int, _Fork] = {}
        self._first = self._stretch([], lattice.start)

    def walk(self, choose: Choose) -> Draw:
        """Return the path that the choices make."""
        passed_words, passed_states, fork = self._first
        words, states = list(passed_words), list(passed_states)
        while fork is not None:
            arcs, totals, stretches = fork
            place = choose(totals)
            if place not in stretches:
                arc = arcs[place]
                stretches[place] = self._stretch([arc.label] if arc.label else [], arc.target)
            passed_words, passed_states, fork = stretches[place]
            words += passed_words
            states += passed_states
        return Draw(tuple(words), tuple(states))

    def _stretch(self, words: list[str], state: int) -> _Stretch:
        """Return the stretch from a state to the next fork or to the accepting state."""
        arcs, last = self._arcs, len(self._arcs) - 1
        states = [state]
        # Arcs are sorted by their states, and walks come to few: looking for these beats grouping all.
        place = bisect_left(arcs, (state,))
        while place <= last and (place == last or arcs[place + 1][0] != state):
            source, target, label, _ = arcs[place]
            if source != state:
                break
            state = target
            states.append(state)
            if label != EPSILON:
                words.append(label)
            place = bisect_left(arcs, (state,), place + 1)
        leaving = self._leaving(state, place)
        if not leaving and state != self._accept:
            raise SampleError(f"state {state} leads nowhere")
        return _Stretch(tuple(words), tuple(states), self._fork(state, leaving) if leaving else None)

    def _leaving(self, state: int, begin: int) -> tuple[Arc, ...]:
        end = begin
        while end < len(self._arcs) and self._arcs[end][0] == state:
            end += 1
        return self._arcs[begin:end]

    def _fork(self, state: int, arcs: Sequence[Arc]) -> _Fork:
        if state not in self._forks:
            totals = list(accumulate(self._weigh(arcs)))
            if not totals[-1]:
                raise SampleError(f"no weights at state {state}: its arcs do not know their sentences")
            self._forks[state] = _Fork(arcs, totals, {})
        return self._forks[state]
