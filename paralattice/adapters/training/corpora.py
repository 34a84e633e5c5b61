"""Sentences to learn from, as numbers, and batches of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from paralattice.adapters.chart.search import place
from paralattice.adapters.chart.spans import LabelledSpans, labelled_spans
from paralattice.adapters.interface import Tagged
from paralattice.adapters.normalisation import model_form
from paralattice.arrays import Longs, Reals
from paralattice.batches import batches
from paralattice.errors import ParseError
from paralattice.syntax.tree import Tree

_POOL = 16
"""Number of batches whose sentences are sorted by length together."""


LOWEST = -1.0
"""Lower scores of labels are all alike: such spans are in no tree."""


class SpanScores(NamedTuple):
    """A teacher's scores above :data:`LOWEST` of the labels of a sentence's spans.

    Attributes
    ----------
    places
        Number of the span and of the label of each score, of shape (scores, 2).
    values
        The scores.
    """

    places: Longs
    values: Reals


class Example(NamedTuple):
    """A sentence to learn.

    Attributes
    ----------
    forms
        The forms of its words.
    tags
        Their tags.
    spans
        Labelled spans; ``None`` without a tree.
    shares
        A teacher's probabilities of the tags, of shape (words, the teacher's tags), to learn instead.
    scores
        A teacher's scores of labels, to learn beside the tree.
    """

    forms: list[str]
    tags: list[str]
    spans: LabelledSpans | None
    shares: Reals | None = None
    scores: SpanScores | None = None


def example_of_tree(tree: Tree) -> Example:
    """Return the example of a gold tree."""
    return Example([model_form(word) for word in tree.words()], list(tree.tags()), labelled_spans(tree))


def example_of_tags(sentence: Tagged) -> Example:
    """Return the example of a tagged sentence without a tree."""
    return Example([model_form(word) for word, _ in sentence], [tag for _, tag in sentence], None)


@dataclass(frozen=True)
class TrainingCorpus:
    """The examples of a corpus, with its own tags and labels.

    Raises
    ------
    ParseError
        There are no examples.
    """

    examples: tuple[Example, ...]
    tags: tuple[str, ...]
    labels: tuple[str, ...]

    @classmethod
    def of(
        cls, examples: Sequence[Example], tags: Sequence[str] = (), labels: Sequence[str] = ()
    ) -> TrainingCorpus:
        """Return the corpus of some examples; ``tags`` and ``labels`` precede those that only it has."""
        if not examples:
            raise ParseError("a parser cannot be trained on a corpus without sentences")
        own_tags = {tag for example in examples for tag in example.tags}
        own_labels = {label for example in examples for label in (example.spans or {}).values()}
        return cls(
            tuple(examples),
            (*tags, *sorted(own_tags.difference(tags))),
            (*labels, *sorted(own_labels.difference(labels))),
        )

    def words(self) -> int:
        """Return the number of words."""
        return sum(len(example.forms) for example in self.examples)

    def gold_tags(self, batch: Sequence[int]) -> Longs | Reals:
        """Return the number of each word's tag or, of a taught corpus, the probabilities of all tags."""
        shares = [found for one in batch if (found := self.examples[one].shares) is not None]
        if shares:
            padding = (0, 0), (0, len(self.tags) - shares[0].shape[1])
            return np.pad(np.concatenate(shares), padding).astype(np.float32)
        numbers = {tag: number for number, tag in enumerate(self.tags)}
        return np.array([numbers[tag] for one in batch for tag in self.examples[one].tags], np.int64)

    def gold_labels(self, batch: Sequence[int]) -> Longs:
        """Return the number of each span's label, -1 for none."""
        numbers = {label: number for number, label in enumerate(self.labels)}
        parts = []
        for one in batch:
            words = len(self.examples[one].forms)
            labels = np.full(words * (words + 1) // 2, -1, np.int64)
            for (begin, end), label in (self.examples[one].spans or {}).items():
                labels[place(begin, end, words)] = numbers[label]
            parts.append(labels)
        return np.concatenate(parts)

    def label_scores(self, batch: Sequence[int], shape: tuple[int, ...]) -> Reals | None:
        """Return a teacher's scores of the labels of all spans, of a shape; ``None`` without a teacher."""
        scores = np.full(shape, LOWEST, np.float32)
        begin = 0
        for one in batch:
            example, words = self.examples[one], len(self.examples[one].forms)
            if example.scores is None:
                return None
            places, values = example.scores
            scores[begin + places[:, 0], places[:, 1]] = values
            begin += words * (words + 1) // 2
        return scores

    def batches(self, draw: np.random.Generator, words: int, most: float) -> Iterator[list[int]]:
        """Yield batches of sentences of similar length, drawn at random.

        Parameters
        ----------
        words
            Maximum number of words of a batch, if it has more than one sentence.
        most
            Number of words of all batches; random sentences are drawn until it is reached.
        """
        pool: list[int] = []
        total = pooled = 0
        for number in draw.permutation(len(self.examples)):
            if total >= most:
                break
            pool.append(int(number))
            length = len(self.examples[number].forms)
            total, pooled = total + length, pooled + length
            if pooled >= _POOL * words:
                yield from self._cut(pool, words)
                pool, pooled = [], 0
        yield from self._cut(pool, words)

    def _cut(self, pool: list[int], words: int) -> Iterator[list[int]]:
        lengths = [len(example.forms) for example in self.examples]
        return batches(sorted(pool, key=lambda number: (lengths[number], number)), lengths.__getitem__, words)
