"""Samples sentences from a lattice (Shen et al. 2006, section 4.2).

Random numbers come only from :meth:`random.Random.random`, whose sequence is the same
in all versions of Python, so a seed gives the same sentences everywhere.
"""

import hashlib
import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from typing import NamedTuple, Protocol

import msgspec
import numpy as np

from paralattice.arrays import BigCounts, Flags, Floats, Longs
from paralattice.errors import SampleError
from paralattice.lattice.counts.big_counts import from_integers, paths_from, running_totals
from paralattice.lattice.lattice import WordLattice
from paralattice.lattice.options import SampleOptions
from paralattice.lattice.table import NO_WORD, ArcTable

# The random bits of one float, and those that the generator takes for it.
_BITS, _BITS_TAKEN = 53, 64

# The number of words that the lattice does not have.
_UNKNOWN = -1

# Initial estimate of the number of floats that a path needs.
_CHANCES = 8
_NO_CHANCES: Floats = np.empty(0)


class Random(Protocol):
    """A source of random floats."""

    def random(self) -> float:
        """Return the next float, from 0 to below 1."""


class FloatStream:
    """The floats of a generator, which can be looked at before they are used.

    Parameters
    ----------
    rng
        The generator, from which many floats may be taken at once.

    Attributes
    ----------
    used
        Number of floats that were used.
    """

    def __init__(self, rng: random.Random) -> None:
        self.used = 0
        self._rng = rng
        self._taken = _NO_CHANCES
        self._place = 0

    def ahead(self, count: int) -> Floats:
        """Return the next floats, at least so many, without using them."""
        held = self._taken[self._place :]
        if count > len(held):
            more = uniforms(max(count - len(held), len(held)), self._rng)
            held = np.concatenate([held, more])
        self._taken, self._place = held, 0
        return held

    def use(self, count: int) -> None:
        """Use the next floats."""
        self._place += count
        self.used += count

    def random(self) -> float:
        """Return the next float, and use it."""
        self.use(1)
        if self._place <= len(self._taken):
            return float(self._taken[self._place - 1])
        return self._rng.random()


class Change(msgspec.Struct, frozen=True):
    """An operation that made a new sentence from one of a cluster.

    Attributes
    ----------
    kind
        ``exchange``, ``insertion``, ``move`` or ``deletion``.
    what
        What was changed, such as ``subject``.
    source
        0-based number of the sentence that the words are from.
    """

    kind: str
    what: str
    source: int


class Sample(NamedTuple):
    """One sentence drawn from a lattice, or made from a cluster's sentences.

    Attributes
    ----------
    words
        The sentence.
    states
        The drawn path: 0-based states, including the start and the accepting
        state.  Different paths may spell the same words.
    novel
        Whether no sentence of the cluster has these words.
    duplicate
        Whether an earlier draw had these words.
    chosen
        Whether the sample is kept for judging; only the first draw of novel
        words can be.
    operations
        What was done to make it; empty for a path of a lattice.
    sources
        For each word of a made sentence, the 0-based sentence and position that it was taken from;
        ``None`` for a comma or *that* which was added.
    score
        ``None`` for a path of a lattice; higher is better.
    relations
        For each source of a made sentence its 0-based number, and what the sentence says beside it:
        ``equal``, ``less``, ``more`` or ``mixed``.
    """

    words: tuple[str, ...]
    states: tuple[int, ...]
    novel: bool
    duplicate: bool
    chosen: bool
    operations: tuple[Change, ...] = ()
    sources: tuple[tuple[int, int] | None, ...] = ()
    score: float | None = None
    relations: tuple[tuple[int, str], ...] = ()


class Draw(NamedTuple):
    """A path through a lattice: its words, and its states from the start to the accepting one."""

    words: tuple[str, ...]
    states: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Sampling:
    """The sentences that were drawn from a lattice, as paths: for many of them words are never needed.

    Attributes
    ----------
    lattice
        The lattice.
    arcs
        0-based numbers of the arcs of all draws, draw by draw.
    ends
        (D,) Number of arcs up to the end of each draw.
    novel, duplicate, chosen
        0-based numbers, ascending, of the draws of which :class:`Sample` says so.
    """

    lattice: WordLattice
    arcs: Longs
    ends: Longs
    novel: list[int]
    duplicate: list[int]
    chosen: list[int]

    def samples(self) -> list[Sample]:
        """Return all draws, in order."""
        novel, duplicate, chosen = set(self.novel), set(self.duplicate), set(self.chosen)
        drawn = draws_of(self.lattice, self.arcs, self.ends.tolist())
        return [
            Sample(*each, number in novel, number in duplicate, number in chosen)
            for number, each in enumerate(drawn)
        ]

    def chosen_paths(self) -> list[list[int]]:
        """Return the arcs of the chosen draws, in order."""
        bounds = [0, *self.ends.tolist()]
        return [self.arcs[bounds[number] : bounds[number + 1]].tolist() for number in self.chosen]

    def chosen_samples(self) -> list[Sample]:
        """Return the chosen draws, in order."""
        paths = self.chosen_paths()
        arcs = np.array(list(chain.from_iterable(paths)), np.int64)
        drawn = draws_of(self.lattice, arcs, list(accumulate(map(len, paths))))
        return [Sample(*each, novel=True, duplicate=False, chosen=True) for each in drawn]


def sample(
    lattice: WordLattice,
    cluster_sentences: Iterable[Sequence[str]],
    options: SampleOptions,
    cluster_name: str,
    version_name: str,
) -> list[Sample]:
    """Return one sample per draw, in the order of drawing, and mark the chosen ones.

    As :func:`sample_paths`, with the words of every draw.
    """
    return sample_paths(lattice, cluster_sentences, options, cluster_name, version_name).samples()


def sample_paths(
    lattice: WordLattice,
    cluster_sentences: Iterable[Sequence[str]],
    options: SampleOptions,
    cluster_name: str,
    version_name: str,
) -> Sampling:
    """Draw sentences from a lattice and choose some of them.

    Of the draws that repeat neither a sentence of the cluster nor an earlier draw,
    ``options.keep`` are chosen with equal probability, or all if there are fewer.
    The result depends only on the lattice and (seed, cluster, version).

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
    floats = FloatStream(rng)
    arcs, ends = draw_paths(lattice, options, floats)
    first, known = _first_alike(lattice.table, arcs, ends, cluster_sentences)
    novel, new = ~known[first], first == np.arange(len(ends))
    candidates: list[int] = np.flatnonzero(novel & new).tolist()
    return Sampling(
        lattice,
        arcs,
        ends,
        novel=np.flatnonzero(novel).tolist(),
        duplicate=np.flatnonzero(~new).tolist(),
        chosen=sorted(_choose(candidates, options.keep, floats)),
    )


def _first_alike(
    table: ArcTable, arcs: Longs, ends: Longs, sentences: Iterable[Sequence[str]]
) -> tuple[Longs, Flags]:
    """Return the first draw with the words of each draw, and for each draw if a sentence has its words."""
    # Lazy import: numba takes half a second to load.
    from paralattice.lattice.kernels.comparing import first_alike

    numbers = {word: number for number, word in enumerate(table.words.tolist())}
    # No draw has a word that no arc has.
    others = [[numbers.get(word, _UNKNOWN) for word in sentence] for sentence in sentences]
    own = np.array(list(chain.from_iterable(others)), np.int64)
    stops = np.array(list(accumulate(map(len, others), initial=len(arcs)))[1:], np.int64)
    values = np.concatenate([table.label[arcs], own])
    first = first_alike(values, np.concatenate([ends, stops]), NO_WORD)
    known = np.zeros(len(first), np.bool_)
    known[first[len(ends) :]] = True
    return first[: len(ends)], known


def derive_seed(run_seed: int, cluster: str, version: str) -> int:
    """Return the 256-bit seed of a run's seed, a cluster and a version.

    It is the SHA-256 digest, as a big-endian integer, of the three arguments as a
    JSON list in ASCII without spaces.
    """
    text = json.dumps([run_seed, cluster, version], separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(text.encode("ascii")).digest(), "big")


def draw(lattice: WordLattice, options: SampleOptions, rng: random.Random) -> list[Draw]:
    """Return ``options.draws`` paths, drawn independently by ``options.sampler``.

    Each path in turn takes its random numbers from `rng`: one float at each state that
    several arcs leave, or, for ``path-uniform``, one rank (:func:`below`).

    Raises
    ------
    SampleError
        The lattice has no path, or the sampler no weights to go by.
    """
    before, floats = rng.getstate(), FloatStream(rng)
    arcs, ends = draw_paths(lattice, options, floats)
    rng.setstate(before)
    rng.getrandbits(_BITS_TAKEN * floats.used)
    return draws_of(lattice, arcs, ends.tolist())


def draw_paths(lattice: WordLattice, options: SampleOptions, floats: FloatStream) -> tuple[Longs, Longs]:
    """Return the arcs of all draws, draw by draw, and the end of each draw; as :func:`draw`."""
    if options.sampler == "path-uniform":
        totals = running_totals(lattice.table)
        paths = paths_from(lattice.table, totals, lattice.start)
        if not paths:
            raise SampleError("the lattice has no path")
        ranks = from_integers([below(paths, floats) for _ in range(options.draws)], totals.shape[1])
        return _walks(lattice, totals, ranks, _NO_CHANCES)[:2]
    return _walks_by_chance(lattice, _weights(lattice, options.sampler), options.draws, floats)


def below(bound: int, rng: Random) -> int:
    """Return one of the integers 0 to ``bound - 1``, all equally likely, however large the bound."""
    bits = (bound - 1).bit_length()
    pieces = -(-bits // _BITS)
    while True:
        value = 0
        for _ in range(pieces):
            value = value << _BITS | int(rng.random() * (1 << _BITS))
        value >>= pieces * _BITS - bits
        # Larger values are rejected; taking them modulo the bound would favour small values.
        if value < bound:
            return value


def _choose(candidates: list[int], keep: int, rng: Random) -> list[int]:
    """Return a number of candidates, or all if there are fewer; every choice is equally likely."""
    pool = list(candidates)
    count = min(keep, len(pool))
    for place in range(count):
        other = place + below(len(pool) - place, rng)
        pool[place], pool[other] = pool[other], pool[place]
    return pool[:count]


def _weights(lattice: WordLattice, sampler: str) -> BigCounts:
    """Return the running totals of the weights of the arcs that leave each state, (A, 1)."""
    table = lattice.table
    shares = table.shares if sampler == "arc-count" else np.arange(len(table.source) + 1)
    totals = shares[1:] - shares[table.begins[table.source]]
    return totals.astype(np.uint64)[:, np.newaxis]


def _walks_by_chance(
    lattice: WordLattice, totals: BigCounts, draws: int, floats: FloatStream
) -> tuple[Longs, Longs]:
    """Return the result of :func:`_walks`, which uses some floats."""
    used, chances = _CHANCES * draws, _NO_CHANCES
    # The walks report how many floats they need; the initial estimate is almost always sufficient.
    while used > len(chances):
        chances = floats.ahead(used)
        path, ends, used = _walks(lattice, totals, np.zeros((draws, 1), np.uint64), chances)
    floats.use(used)
    return path, ends


def uniforms(count: int, rng: random.Random) -> Floats:
    """Return the floats, (count,), that as many calls of ``rng.random`` would return, a tenth of the time.

    Each is made of 53 of the next 64 bits of the generator.
    """
    if not count:
        return np.zeros(0)
    bits = rng.getrandbits(_BITS_TAKEN * count)
    words = np.frombuffer(bits.to_bytes(_BITS_TAKEN // 8 * count, "little"), "<u4").reshape(count, 2)
    return ((words[:, 0] >> 5) * 2.0**26 + (words[:, 1] >> 6)) * 2.0**-_BITS


def _walks(
    lattice: WordLattice, totals: BigCounts, ranks: BigCounts, chances: Floats
) -> tuple[Longs, Longs, int]:
    """Return the arcs of all walks, the end of each, and the number of used chances."""
    # Lazy import: numba takes half a second to load.
    from paralattice.lattice.kernels.walking import walks

    table = lattice.table
    path, ends, used, stuck = walks((table.begins, table.target), totals, ranks, chances)
    if stuck >= 0 and table.begins[stuck] == table.begins[stuck + 1]:
        raise SampleError(f"state {stuck} leads nowhere")
    if stuck >= 0:
        raise SampleError(f"no weights at state {stuck}: its arcs do not know their sentences")
    return path[: ends[-1]], ends, used


def draws_of(lattice: WordLattice, arcs: Longs, ends: Sequence[int]) -> list[Draw]:
    """Return the paths of some arcs, one after the other, given the end of each."""
    table = lattice.table
    words, targets = table.words[table.label[arcs]].tolist(), table.target[arcs].tolist()
    return [
        # Only the last arc of a path can be without a word.
        Draw(tuple(filter(None, words[begin:end])), (lattice.start, *targets[begin:end]))
        for begin, end in pairwise([0, *ends])
    ]
