"""Trains a tagger of stacked perceptron layers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paralattice.adapters.interface import Tagged
from paralattice.adapters.normalisation import model_form
from paralattice.adapters.perceptron.attributes import Attributes, Hashes, normal
from paralattice.adapters.perceptron.lexicon import Lexicon, WordTable, tag_classes
from paralattice.adapters.perceptron.model import PerceptronLayer, PerceptronTagger, with_tags
from paralattice.adapters.perceptron.templates import flat, templates
from paralattice.errors import ParseError

SCALE = 32
"""The stored value of a weight of 1; one correction changes a weight by 1."""

LEAST = 2
"""Minimum number of occurrences of a feature in a corpus."""

ORDERS = 4
"""Number of perceptrons per layer, trained on different orders of the sentences and averaged."""

_LARGEST = 32767
_MOST_TAGS = 62


def train_tagger(
    sentences: Sequence[Tagged],
    others: Sequence[Sequence[Tagged]],
    clusters: WordTable,
    epochs: tuple[int, int] = (5, 2),
    seed: int = 1,
    report: Callable[[str], object] = id,
) -> PerceptronTagger:
    """Train a tagger: one layer on each other corpus, and the last layer on the treebank.

    Parameters
    ----------
    sentences
        Sentences of the treebank, as tokens with tags.
    others
        Corpora with other tagging conventions, which share no sentence with the treebank.
    clusters
        See :func:`paralattice.adapters.perceptron.lexicon.cluster_words`.
    epochs
        Epochs of the last layer, and of the others.
    seed
        Random seed of the order of sentences.
    report
        Called with a line of text after every layer.

    Raises
    ------
    ParseError
        A corpus has no sentences, or more than 62 tags.
    """
    return _Stack(sentences, others, clusters, (epochs, seed), report).tagger(report=report)


def tag_in_parts(
    sentences: Sequence[Tagged],
    others: Sequence[Sequence[Tagged]],
    clusters: WordTable,
    parts: int,
    seed: int = 1,
    report: Callable[[str], object] = id,
) -> tuple[list[list[str]], PerceptronTagger]:
    """Tag each part of the treebank by a tagger trained on the others; return the tags and a final tagger.

    A parser that learns from these tags sees realistic errors.  The final tagger is that of
    :func:`train_tagger`; the layers of other corpora are trained once.

    Raises
    ------
    ParseError
        A corpus has no sentences, or more than 62 tags; there are fewer sentences than parts.
    """
    if len(sentences) < parts:
        raise ParseError(f"{len(sentences)} sentences cannot be tagged in {parts} parts")
    stack = _Stack(sentences, others, clusters, ((5, 2), seed), report)
    words = [[word for word, _ in sentence] for sentence in stack.sentences]
    tags: list[list[str]] = []
    for part in range(parts):
        begin, end = (len(words) * edge // parts for edge in (part, part + 1))
        tags += stack.tagger(stack.sentences[:begin] + stack.sentences[end:]).tag(words[begin:end])
        report(f"part {part + 1} of {parts} is tagged")
    return tags, stack.tagger(report=report)


class _Stack:
    """All layers of a tagger but the last one."""

    def __init__(
        self,
        sentences: Sequence[Tagged],
        others: Sequence[Sequence[Tagged]],
        clusters: WordTable,
        plan: tuple[tuple[int, int], int],
        report: Callable[[str], object],
    ) -> None:
        self.sentences = _as_seen(sentences)
        (self._epochs, epochs), self._seed = plan
        corpora = [_as_seen(corpus) for corpus in others]
        self._lexicon = Lexicon(clusters, [tag_classes(corpus, normal) for corpus in corpora])
        self._attributes = Attributes(self._lexicon)
        self._layers: list[PerceptronLayer] = []
        for number, corpus in enumerate(corpora, start=1):
            # No classes here: they come from these corpora and would reveal the tags.
            self._layers.append(_train_layer(self._attributes, corpus, (), (epochs, self._seed)))
            report(f"layer {number} of {len(corpora) + 1}: {_size(self._layers[-1])}")

    def tagger(
        self, sentences: Sequence[Tagged] | None = None, report: Callable[[str], object] = id
    ) -> PerceptronTagger:
        """Return a tagger with the last layer trained on some sentences, or on all."""
        own = self.sentences if sentences is None else sentences
        plan = self._epochs, self._seed
        last = _train_layer(self._attributes, own, self._layers, plan, len(self._layers))
        report(f"layer {len(self._layers) + 1} of {len(self._layers) + 1}: {_size(last)}")
        return PerceptronTagger(self._lexicon, [*self._layers, last])


def _as_seen(sentences: Sequence[Tagged]) -> list[Tagged]:
    seen = [[(model_form(word), tag) for word, tag in sentence] for sentence in sentences if sentence]
    if not seen:
        raise ParseError("a tagger cannot be trained on a corpus without sentences")
    return seen


def _size(layer: PerceptronLayer) -> str:
    return f"{len(layer.tables[0][0]):,} features, {len(layer.tables[0][2]):,} weights"


def _train_layer(
    attributes: Attributes,
    sentences: Sequence[Tagged],
    lower: Sequence[PerceptronLayer],
    plan: tuple[int, int],
    corpora: int = 0,
) -> PerceptronLayer:
    """Train a perceptron; ``plan`` is the number of epochs and the seed."""
    from paralattice.adapters.perceptron.kernels import SLOTS, all_keys, learn

    epochs, seed = plan
    tags = tuple(sorted({tag for sentence in sentences for _, tag in sentence}))
    if len(tags) > _MOST_TAGS:
        raise ParseError(f"{len(tags)} tags are too many for a tagger: it takes {_MOST_TAGS}")
    matrix, starts, lengths = _matrix(attributes, sentences, lower)
    keys, features = _numbered(all_keys(matrix, starts, lengths, flat(templates(corpora, len(lower)))))
    numbers = {tag: number for number, tag in enumerate(tags)}
    gold = np.array([numbers[tag] for sentence in sentences for _, tag in sentence], np.int64)
    firsts = np.cumsum(lengths) - lengths
    own, history = (np.zeros((rows, len(tags)), np.float32) for rows in (len(keys) + 1, SLOTS))
    for number in range(ORDERS):
        draw = np.random.default_rng([seed, number])
        weights = tuple(np.zeros_like(each) for each in (own, own, history, history))
        steps = 1
        for _ in range(epochs):
            order = draw.permutation(len(lengths))
            steps = learn(matrix, (starts, lengths), features, gold, firsts, order, weights, steps)
        own += (weights[0] - weights[1] / steps) / ORDERS
        history += (weights[2] - weights[3] / steps) / ORDERS
    tables = _sparse(own[1:], keys), _sparse(history, np.arange(SLOTS, dtype=np.uint32))
    return PerceptronLayer(tags, corpora, len(lower), tables)


def _matrix(
    attributes: Attributes, sentences: Sequence[Tagged], lower: Sequence[PerceptronLayer]
) -> tuple[Hashes, NDArray[np.int64], NDArray[np.int64]]:
    words = [[word for word, _ in sentence] for sentence in sentences]
    lengths = [len(sentence) for sentence in words]
    matrix, starts = attributes.matrix(words)
    return with_tags(matrix, starts, lengths, lower), starts, np.array(lengths, np.int64)


def _numbered(keys: NDArray[np.uint32]) -> tuple[NDArray[np.uint32], NDArray[np.int32]]:
    """Return the sorted frequent keys, and for every key its number among them from 1, or 0 if rare."""
    found, places, counts = np.unique(keys, return_inverse=True, return_counts=True)
    kept = counts >= LEAST
    numbers = np.where(kept, np.cumsum(kept), 0).astype(np.int32)
    return found[kept], numbers[places].reshape(keys.shape)


def _sparse(weights: NDArray[np.floating[Any]], keys: NDArray[np.uint32]) -> tuple[NDArray[Any], ...]:
    """Return keys, counts, tags and 16-bit values of the weights that do not round to 0."""
    rounded = np.clip(np.rint(weights * SCALE), -_LARGEST, _LARGEST).astype(np.int16)
    rows, columns = np.nonzero(rounded)
    used, counts = np.unique(rows, return_counts=True)
    return keys[used], counts.astype(np.uint8), columns.astype(np.uint8), rounded[rows, columns]
