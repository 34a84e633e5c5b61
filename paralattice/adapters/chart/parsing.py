"""Parses sentences with the chart parser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from paralattice.adapters.chart.kernels import best_tree
from paralattice.adapters.chart.model import ChartModel, span_places
from paralattice.adapters.chart.spans import LabelledSpans, tree_of
from paralattice.adapters.inference import inference_settings
from paralattice.adapters.interface import BatchTagger, Confidence, Tagged
from paralattice.tree import Tree

WORDS = 300
"""Maximum number of words of a batch of several sentences; larger batches are slower."""

_SPANS = 4000
"""Number of spans scored at once; more are slower."""

MARGIN = 1e-3
"""A sentence whose tree has a smaller lead is parsed again in its own batch.

The order of additions in matrix products depends on the batch, which changes the scores by less than this.
"""

Forms = tuple[Sequence[str], Sequence[str]]
"""A sentence's forms and tags."""


class BestTree(NamedTuple):
    """A sentence's best tree: its labelled spans, and how sure the parser is of them."""

    spans: LabelledSpans
    confidence: Confidence


Scored = tuple[NDArray[np.float32], NDArray[np.int64], NDArray[np.float32]]


class ChartEngine:
    """A chart parser with its tagger."""

    def __init__(self, model: ChartModel, tagger: BatchTagger) -> None:
        self._model = model
        self._tagger = tagger

    def tag(self, batch: Sequence[list[str]]) -> list[list[str]]:
        """Return the Penn tags of each sentence's forms."""
        return self._tagger.tag(batch)

    def trees(self, batch: Sequence[Tagged]) -> list[Tree]:
        """Return the tree of each sentence's forms; it does not depend on the other sentences."""
        return [tree for tree, _ in self.confident_trees(batch)]

    def confident_trees(self, batch: Sequence[Tagged]) -> list[tuple[Tree, Confidence]]:
        """Return the tree of each sentence's forms, with the parser's confidence in it."""
        sentences: list[Forms] = [
            ([form for form, _ in sentence], [tag for _, tag in sentence]) for sentence in batch
        ]
        with inference_settings():
            found = [parse for part in _parts(sentences) for parse in parse_batch(self._model, part)]
            if len(batch) > 1:
                found = [
                    parse_batch(self._model, [sentence])[0] if best.confidence.margin < MARGIN else best
                    for sentence, best in zip(sentences, found, strict=True)
                ]
        return [
            (tree_of(best.spans, *sentence), best.confidence)
            for sentence, best in zip(sentences, found, strict=True)
        ]


def _parts(sentences: Sequence[Forms]) -> Iterator[list[Forms]]:
    """Yield the sentences in batches of at most :data:`WORDS` words."""
    part: list[Forms] = []
    words = 0
    for sentence in sentences:
        words += len(sentence[0])
        if part and words > WORDS:
            yield part
            part, words = [], len(sentence[0])
        part.append(sentence)
    if part:
        yield part


def parse_batch(model: ChartModel, sentences: Sequence[Forms]) -> list[BestTree]:
    """Return the best tree of each sentence."""
    if not sentences:
        return []
    with torch.inference_mode():
        prepared = model.prepare(sentences)
        begins, ends = model.boundaries(prepared.to(model.labels.weight.device))
        scored = _scored(model, begins, ends, prepared.lengths)
    return list(_trees(model.inventory.labels, scored, prepared.lengths))


def _scored(model: ChartModel, begins: torch.Tensor, ends: torch.Tensor, lengths: Sequence[int]) -> Scored:
    """Return the best score of each span, its label, and its lead over the second-best label."""
    from_places, to_places = span_places(lengths)
    parts = []
    for start in range(0, len(from_places), _SPANS):
        some = slice(start, start + _SPANS)
        scores = model.scores(begins[from_places[some]], ends[to_places[some]])
        # A parser may have a single label.
        parts.append(tuple(value.cpu().numpy() for value in scores.topk(min(2, scores.shape[1]), dim=1)))
    best, labels = (np.concatenate(values) for values in zip(*parts, strict=True))
    lead = best[:, 0] - best[:, 1] if best.shape[1] > 1 else np.full(len(best), np.inf, np.float32)
    return best[:, 0], labels[:, 0], lead


def _trees(labels: Sequence[str], scored: Scored, lengths: Sequence[int]) -> Iterator[BestTree]:
    start = 0
    for words in lengths:
        here = slice(start, start + words * (words + 1) // 2)
        best, lead = scored[0][here], scored[2][here]
        numbers = scored[1][here]
        chosen, least = best_tree(best, np.zeros_like(best), lead, words)
        begins, ends = np.triu_indices(words + 1, 1)
        named = np.nonzero(chosen == 1)[0]
        yield BestTree(
            {(int(begins[span]), int(ends[span])): labels[numbers[span]] for span in named},
            Confidence(tuple(best[named].tolist()), tuple(lead[named].tolist()), float(least)),
        )
        start = here.stop
