"""Paraphrases of a sentence: its generation lattice, and the best ways through (Quirk et al. 2004, 3.4).

The score of a way is log10 of the product of the probabilities of its replacements, P(S|T) or
u for a word that stays, and of the probability of the words that come out under the language
model, end of the sentence included. Search is exact: nothing is pruned.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice

import numpy as np

from paralattice.formats.phrase_table import PhraseEntry
from paralattice.rewording.coded_text import END_ID
from paralattice.rewording.language_model import LanguageModel
from paralattice.rewording.options import DecodeOptions

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GenerationEdge:
    """An edge of a generation lattice: the words from ``start`` to ``end`` may become these.

    Attributes
    ----------
    start, end
        Vertices, 0-based: vertex i comes before word i of the sentence.
    words
        At least one.
    score
        log10 of the probability.
    """

    start: int
    end: int
    words: Phrase
    score: float


@dataclass(frozen=True, slots=True)
class GenerationLattice:
    """A sentence and all that it may become (Figure 2).

    Attributes
    ----------
    words
        The sentence.
    edges
        By start; from each vertex first that of the word as it is, then by end, probability and words.
    """

    words: Phrase
    edges: tuple[GenerationEdge, ...]


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """A way through a generation lattice.

    Attributes
    ----------
    words
        What comes out.
    score
        log10 of the probability of both models.
    edges
        The edges taken.
    """

    words: Phrase
    score: float
    edges: tuple[GenerationEdge, ...]

    @property
    def replacement_score(self) -> float:
        """The part of the replacements: log10 of the product of their probabilities."""
        return math.fsum(edge.score for edge in self.edges)


class ReplacementTable:
    """A replacement database as a trie over words.

    Parameters
    ----------
    entries
        Phrase pairs; the first score of each is its probability. Of repeated ones the most
        probable counts. Those without probability, and phrases replaced by themselves, are passed over.
    """

    def __init__(self, entries: Iterable[PhraseEntry] = ()) -> None:
        self._children: dict[tuple[int, str], int] = {}
        found: dict[int, dict[Phrase, float]] = {}
        for entry in entries:
            if entry.scores and entry.scores[0] > 0 and entry.source != entry.target:
                replacements = found.setdefault(self._node(entry.source), {})
                score = math.log10(entry.scores[0])
                replacements[entry.target] = max(score, replacements.get(entry.target, -math.inf))
        self._replacements = {
            node: tuple(sorted(replacements.items(), key=lambda item: (-item[1], item[0])))
            for node, replacements in found.items()
        }

    def _node(self, words: Phrase) -> int:
        node = 0
        for word in words:
            node = self._children.setdefault((node, word), len(self._children) + 1)
        return node

    def __len__(self) -> int:
        """Return how many replacements there are."""
        return sum(map(len, self._replacements.values()))

    def replacements(
        self, words: Sequence[str], start: int
    ) -> Iterator[tuple[int, tuple[tuple[Phrase, float], ...]]]:
        """Yield for each known phrase that begins at a place: where it ends, and its replacements.

        Replacements are pairs of words and log10 of the probability, the most probable first.
        """
        node = 0
        for end in range(start, len(words)):
            node = self._children.get((node, words[end]), 0)
            if not node:
                return
            if node in self._replacements:
                yield end + 1, self._replacements[node]


def generation_lattice(
    words: Sequence[str], table: ReplacementTable, options: DecodeOptions | None = None
) -> GenerationLattice:
    """Return the lattice of a sentence: identity edges with probability u, and all replacements."""
    options = options or DecodeOptions()
    identity = math.log10(options.identity)
    edges: list[GenerationEdge] = []
    for start, word in enumerate(words):
        edges.append(GenerationEdge(start, start + 1, (word,), identity))
        for end, replacements in table.replacements(words, start):
            chosen = replacements[: options.replacements or None]
            edges += [GenerationEdge(start, end, target, score) for target, score in chosen]
    return GenerationLattice(tuple(words), tuple(edges))


def best_paraphrases(
    words: Sequence[str],
    table: ReplacementTable,
    model: LanguageModel,
    options: DecodeOptions | None = None,
) -> list[Paraphrase]:
    """Return the best paraphrases of a sentence, the best first; fewer where there are fewer.

    Parameters
    ----------
    words
        The sentence, lower-cased like the data that the table and the model were made of.
    table, model
        Replacements and the language model.
    options
        u, and how many are wanted.
    """
    options = options or DecodeOptions()
    lattice = generation_lattice(words, table, options)
    found = ranked_paraphrases(lattice, model)
    wanted = (one for one in found if not options.novel or one.words != lattice.words)
    return list(islice(wanted, options.best))


def best_paraphrase(lattice: GenerationLattice, model: LanguageModel) -> Paraphrase:
    """Return the best way through a lattice (Viterbi)."""
    return next(ranked_paraphrases(lattice, model))


def ranked_paraphrases(lattice: GenerationLattice, model: LanguageModel) -> Iterator[Paraphrase]:
    """Yield what comes out of a lattice, the best first, each sequence of words once, by its best way.

    Ways are followed from the start, always the one on with the best way to the end, which is
    known from a pass over the whole search space (Soong & Huang 1991): so whole ways come in order.
    Of two ways to one vertex with the same words the worse is dropped, for both go on alike.
    """
    space = _Space(lattice, model)
    queue = [(-space.futures[0], 0, _Way(0, (), 0.0, ()))]
    followed: set[tuple[int, Phrase]] = set()
    pushed = 0
    while queue:
        _, _, way = heapq.heappop(queue)
        for successor in (way.sibling(space), way.child(space, followed)):
            if successor is not None:
                pushed += 1
                heapq.heappush(queue, (-successor.bound(space), pushed, successor))
        if way.fresh and space.vertices[way.node] == len(lattice.words):
            edges = tuple(lattice.edges[edge] for edge in way.edges)
            yield Paraphrase(way.words, way.score + space.futures[way.node], edges)


class _Space:
    """The search space of a lattice; scores are log10."""

    def __init__(self, lattice: GenerationLattice, model: LanguageModel) -> None:
        from paralattice.rewording.kernels.decoding import best_futures, expand

        self.phrases = [edge.words for edge in lattice.edges]
        numbers = [model.encode(words) for words in self.phrases]
        starts = np.array([edge.start for edge in lattice.edges], np.int64)
        degrees = np.bincount(starts, minlength=len(lattice.words) + 1)
        graph = (
            np.concatenate([[0], np.cumsum(degrees)]),
            np.array([edge.end for edge in lattice.edges], np.int64),
            np.array([edge.score for edge in lattice.edges], np.float64),
            np.array([0, *accumulate(map(len, numbers))], np.int64),
            np.array([number for row in numbers for number in row], np.int32),
        )
        space = expand(graph, model.trie, np.array(model.start, np.int64))
        futures = best_futures(space, degrees, model.trie, END_ID)
        self.vertices, _, self._begins, self._targets, self._costs, self._edges = space
        self.futures: list[float] = futures.tolist()
        self._bounds = self._costs + futures[self._targets]
        self._degrees = degrees
        self._arcs: dict[int, list[tuple[float, int, int]]] = {}

    def arcs(self, node: int) -> list[tuple[float, int, int]]:
        """Return score, target and edge of the arcs that leave a node, the best way to the end first."""
        if node not in self._arcs:
            begin = self._begins[node]
            places = slice(begin, begin + self._degrees[self.vertices[node]])
            order = np.argsort(-self._bounds[places], kind="stable") + begin
            parts = (part[order].tolist() for part in (self._costs, self._targets, self._edges))
            self._arcs[node] = list(zip(*parts, strict=True))
        return self._arcs[node]


@dataclass(slots=True)
class _Way:
    """A way from the start to a node, and from which way it goes on by which of the arcs."""

    node: int
    words: Phrase
    score: float
    edges: tuple[int, ...]
    before: _Way | None = None
    rank: int = 0
    fresh: bool = False

    def bound(self, space: _Space) -> float:
        """Return the score of the best whole way that begins like this."""
        return self.score + space.futures[self.node]

    def sibling(self, space: _Space) -> _Way | None:
        """Return the next best way from where this came."""
        return self.before.along(space, self.rank + 1) if self.before else None

    def child(self, space: _Space, followed: set[tuple[int, Phrase]]) -> _Way | None:
        """Return the best way on, unless a better way with the same words was followed from here."""
        key = (int(space.vertices[self.node]), self.words)
        self.fresh = key not in followed
        followed.add(key)
        return self.along(space, 0) if self.fresh else None

    def along(self, space: _Space, rank: int) -> _Way | None:
        """Return the way on by one of the arcs, in order of their worth; ``None`` beyond the last."""
        arcs = space.arcs(self.node)
        if rank >= len(arcs):
            return None
        cost, target, edge = arcs[rank]
        words = self.words + space.phrases[edge]
        return _Way(target, words, self.score + cost, (*self.edges, edge), self, rank)
