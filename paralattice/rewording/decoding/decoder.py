"""Paraphrases of a sentence: its generation lattice and the best paths through it (Quirk et al. 2004, 3.4).

The score of a path is log10 of the product of the probabilities of its edges (P(S|T) for a replacement, u for
an unchanged word) and of the language model's probability of the new sentence. The search is exact.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from paralattice.formats.phrase_table import PhraseEntry
from paralattice.ngrams.coded_text import END_ID
from paralattice.ngrams.language_model import LanguageModel
from paralattice.rewording.options import DecodeOptions

Phrase = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GenerationEdge:
    """An edge of a generation lattice: words that may replace those from ``start`` to ``end``.

    Attributes
    ----------
    start, end
        Vertices, 0-based: vertex i comes before word i of the sentence.
    words
        The new words, at least one.
    score
        log10 of the probability.
    """

    start: int
    end: int
    words: Phrase
    score: float


@dataclass(frozen=True, slots=True)
class GenerationLattice:
    """A sentence and its possible replacements (Figure 2).

    Attributes
    ----------
    words
        The sentence.
    edges
        Sorted by start; from each vertex first the identity edge, then by end, probability and words.
    """

    words: Phrase
    edges: tuple[GenerationEdge, ...]


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """A path through a generation lattice.

    Attributes
    ----------
    words
        The resulting words.
    score
        log10 of the probability under both models.
    edges
        The edges of the path.
    """

    words: Phrase
    score: float
    edges: tuple[GenerationEdge, ...]

    @property
    def replacement_score(self) -> float:
        """log10 of the product of the replacements' probabilities."""
        return math.fsum(edge.score for edge in self.edges)


def _probability(entry: PhraseEntry) -> float:
    """Return log10 of the first score of a phrase pair."""
    return math.log10(entry.scores[0]) if entry.scores and entry.scores[0] > 0 else -math.inf


class ReplacementTable:
    """Phrasal replacements as a trie over words.

    Parameters
    ----------
    entries
        Phrase pairs. The best of repeated pairs counts; pairs of equal phrases are ignored.
    score
        Returns the score of a pair; minus infinity excludes it. By default log10 of the first score.
    """

    def __init__(
        self, entries: Iterable[PhraseEntry] = (), score: Callable[[PhraseEntry], float] = _probability
    ) -> None:
        self._children: dict[tuple[int, str], int] = {}
        self._tags: dict[tuple[Phrase, Phrase], frozenset[str]] = {}
        found: dict[int, dict[Phrase, float]] = {}
        for entry in entries:
            value = score(entry) if entry.source != entry.target else -math.inf
            if value > -math.inf:
                replacements = found.setdefault(self._node(entry.source), {})
                replacements[entry.target] = max(value, replacements.get(entry.target, -math.inf))
                if entry.tags:
                    self._tags[entry.source, entry.target] = frozenset(entry.tags)
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
        """Return the number of replacements."""
        return sum(map(len, self._replacements.values()))

    def tags(self, source: Phrase, target: Phrase) -> frozenset[str]:
        """Return the Penn tags of the changed word under which a replacement is allowed; empty for all."""
        return self._tags.get((source, target), frozenset())

    def replacements(
        self, words: Sequence[str], start: int
    ) -> Iterator[tuple[int, tuple[tuple[Phrase, float], ...]]]:
        """Yield the end and the replacements of each known phrase that begins at ``start``.

        Replacements are words with their scores, the best first.
        """
        node = 0
        for end in range(start, len(words)):
            node = self._children.get((node, words[end]), 0)
            if not node:
                return
            if node in self._replacements:
                yield end + 1, self._replacements[node]


def generation_lattice(
    words: Sequence[str], table: ReplacementTable, options: DecodeOptions = DecodeOptions()
) -> GenerationLattice:
    """Return the lattice of a sentence: identity edges with probability u, and its replacements."""
    identity = math.log10(options.identity)
    edges: list[GenerationEdge] = []
    for start, word in enumerate(words):
        edges.append(GenerationEdge(start, start + 1, (word,), identity))
        for end, replacements in table.replacements(words, start):
            chosen = replacements[: options.replacements or None]
            edges += [GenerationEdge(start, end, target, score) for target, score in chosen]
    return GenerationLattice(tuple(words), tuple(edges))


def best_paraphrase(lattice: GenerationLattice, model: LanguageModel) -> Paraphrase:
    """Return the best path through a lattice (Viterbi)."""
    return next(ranked_paraphrases(lattice, model))


def ranked_paraphrases(lattice: GenerationLattice, model: LanguageModel) -> Iterator[Paraphrase]:
    """Yield the paraphrases of a lattice, the best first; each sequence of words once, by its best path.

    The search always extends the partial path with the best completion, which a backward pass over the search
    space has computed (Soong & Huang 1991), so complete paths come in order. Of two partial paths to the same
    vertex with the same words, it drops the worse one, because both have the same completions.
    """
    space = _Space(lattice, model)
    queue = [(-space.futures[0], 0, _Path(0, (), 0.0, ()))]
    followed: set[tuple[int, Phrase]] = set()
    pushed = 0
    while queue:
        _, _, path = heapq.heappop(queue)
        for successor in (path.sibling(space), path.child(space, followed)):
            if successor is not None:
                pushed += 1
                heapq.heappush(queue, (-successor.bound(space), pushed, successor))
        if path.fresh and space.vertices[path.node] == len(lattice.words):
            edges = tuple(lattice.edges[edge] for edge in path.edges)
            yield Paraphrase(path.words, path.score + space.futures[path.node], edges)


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
        """Return score, target and edge of the outgoing arcs of a node, the best completion first."""
        if node not in self._arcs:
            begin = self._begins[node]
            places = slice(begin, begin + self._degrees[self.vertices[node]])
            order = np.argsort(-self._bounds[places], kind="stable") + begin
            parts = (part[order].tolist() for part in (self._costs, self._targets, self._edges))
            self._arcs[node] = list(zip(*parts, strict=True))
        return self._arcs[node]


@dataclass(slots=True)
class _Path:
    """A path from the start to a node: the path before it, and the rank of its last arc."""

    node: int
    words: Phrase
    score: float
    edges: tuple[int, ...]
    before: _Path | None = None
    rank: int = 0
    fresh: bool = False

    def bound(self, space: _Space) -> float:
        """Return the score of the best complete path that begins with this one."""
        return self.score + space.futures[self.node]

    def sibling(self, space: _Space) -> _Path | None:
        """Return the path with the next best last arc."""
        return self.before.along(space, self.rank + 1) if self.before else None

    def child(self, space: _Space, followed: set[tuple[int, Phrase]]) -> _Path | None:
        """Return the best extension, unless a better path to this vertex has the same words."""
        key = (int(space.vertices[self.node]), self.words)
        self.fresh = key not in followed
        followed.add(key)
        return self.along(space, 0) if self.fresh else None

    def along(self, space: _Space, rank: int) -> _Path | None:
        """Return the extension by the arc with this rank; ``None`` after the last."""
        arcs = space.arcs(self.node)
        if rank >= len(arcs):
            return None
        cost, target, edge = arcs[rank]
        words = self.words + space.phrases[edge]
        return _Path(target, words, self.score + cost, (*self.edges, edge), self, rank)
