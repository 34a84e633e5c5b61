"""Parses sentences with the chart parser."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple, Protocol

import numpy as np

from paralattice.adapters.chart.network import Best, Network
from paralattice.adapters.chart.pieces import PieceBatch, spans_of, split_into_pieces
from paralattice.adapters.chart.search import best_tree
from paralattice.adapters.chart.spans import LabelledSpans, tree_of
from paralattice.adapters.chart.storage import Inventory, ParserWeights
from paralattice.adapters.chart.wordpieces import WordPieces
from paralattice.adapters.inference import no_collection
from paralattice.adapters.interface import Forms, NoResultError, Tags
from paralattice.arrays import Longs
from paralattice.batches import batches
from paralattice.syntax.tree import Tree


class SpanScorer(Protocol):
    """A network that scores tags and spans.

    Attributes
    ----------
    inventory
        Its tags and labels.
    words
        Maximum number of words of a batch of several sentences.
    tie
        A tree that wins by less could be another one in another batch.
    """

    inventory: Inventory
    words: int
    tie: float

    def score(self, pieces: PieceBatch) -> tuple[Longs, Best]:
        """Return the tag of each word, and the best label of each span."""


class _BestTree(NamedTuple):
    tags: list[str]
    spans: LabelledSpans
    margin: float


class ChartEngine:
    """A chart parser, which gives the tags too.  What it returns for a sentence depends on it alone.

    Parameters
    ----------
    weights
        The content of a parser's file.
    network
        The network of these weights; by default the one of whole numbers.
    """

    def __init__(self, weights: ParserWeights, network: SpanScorer | None = None) -> None:
        self._network = network or Network(weights)
        self._wordpieces = WordPieces(weights.inventory.pieces)
        self._most = weights.size.positions

    def tag(self, batch: Sequence[Forms]) -> list[Tags]:
        """Return the Penn tags of each sentence's forms."""
        return [tuple(best.tags) for best in self._best(batch)]

    def parse(self, batch: Sequence[tuple[Forms, Tags | None]]) -> list[Tree]:
        """Return the tree of each sentence's forms, with the given tags or its own."""
        found = self._best([forms for forms, _ in batch])
        return [
            tree_of(best.spans, forms, tags or best.tags)
            for (forms, tags), best in zip(batch, found, strict=True)
        ]

    def _best(self, sentences: Sequence[Forms]) -> list[_BestTree]:
        with no_collection():
            parts = batches(sentences, len, self._network.words)
            found = [best for part in parts for best in self._best_of_part(part)]
        if len(found) > 1 and min(best.margin for best in found) < self._network.tie:
            raise NoResultError("a tree is a near tie")
        return found

    def _best_of_part(self, sentences: Sequence[Forms]) -> Iterator[_BestTree]:
        pieces = split_into_pieces(self._wordpieces, sentences, self._most)
        tags, best = self._network.score(pieces)
        inventory = self._network.inventory
        names = iter([inventory.tags[number] for number in tags])
        found = best_spans(best, inventory.labels, pieces.lengths)
        for words, (spans, margin) in zip(pieces.lengths, found, strict=True):
            yield _BestTree(list(islice(names, words)), spans, margin)


def best_spans(
    best: Best, labels: Sequence[str], lengths: Sequence[int]
) -> Iterator[tuple[LabelledSpans, float]]:
    """Yield the labelled spans of each sentence's best tree, and its margin.

    Parameters
    ----------
    best
        The best label of each span, by sentence, begin and end.
    labels
        The parser's labels.
    lengths
        Number of words of each sentence.
    """
    start = 0
    for words in lengths:
        end = start + words * (words + 1) // 2
        score, number, lead = best.score[start:end], best.number[start:end], best.lead[start:end]
        chosen, least = best_tree(score, np.zeros_like(score), lead, words)
        begins, ends = spans_of(words)
        named = np.nonzero(chosen == 1)[0]
        places = zip(begins[named].tolist(), ends[named].tolist(), strict=True)
        spans = dict(zip(places, (labels[one] for one in number[named].tolist()), strict=True))
        yield spans, float(least)
        start = end
