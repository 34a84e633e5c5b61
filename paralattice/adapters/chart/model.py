"""The torch module of the chart parser: scores all spans from words and tags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from paralattice.adapters.chart.encoder import Encoder, EncoderSize
from paralattice.adapters.chart.wordpieces import SHAPES, WordPieces, shape

HIDDEN = 256
"""Width of a span's vector."""

_OVERLAP = 64
"""Number of words that neighbouring windows share if a sentence is too long for the encoder."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """The pieces, tags and labels of a model, by number.

    Attributes
    ----------
    pieces
        The encoder's vocabulary.
    tags
        Penn tags; other tags count as missing.
    labels
        Labels of spans, joined where several nodes have the same span
        (:data:`paralattice.adapters.chart.spans.JOIN`).
    """

    pieces: tuple[str, ...]
    tags: tuple[str, ...]
    labels: tuple[str, ...]


class SentenceBatch(NamedTuple):
    """A batch of sentences as tensors.

    Attributes
    ----------
    numbers, present, shapes, tags
        Of shape (rows, pieces): pieces, False for padding, and shapes and tags from 1 (0 for none).
    firsts, lasts
        Positions of each word's first and last piece in the flattened rows, with an additional entry for
        the sentence's first piece before its words and one for its last piece after them.
    lengths
        Number of words of each sentence.
    """

    numbers: Tensor
    present: Tensor
    shapes: Tensor
    tags: Tensor
    firsts: Tensor
    lasts: Tensor
    lengths: tuple[int, ...]

    def to(self, device: Any) -> SentenceBatch:
        """Return the batch on another device."""
        tensors = [value.to(device) for value in self if isinstance(value, Tensor)]
        return SentenceBatch._make([*tensors, self.lengths])


class ChartModel(nn.Module):
    """An encoder and a scorer of spans; ``size`` is the encoder's, ``dropout`` applies in training."""

    def __init__(self, inventory: Inventory, size: EncoderSize, dropout: float = 0.1) -> None:
        super().__init__()
        self.inventory, self.size = inventory, size
        self.wordpieces = WordPieces(inventory.pieces)
        self._tags = {tag: number for number, tag in enumerate(inventory.tags, start=1)}
        self.encoder = Encoder(size, dropout)
        self.shapes = nn.Embedding(SHAPES + 1, size.width)
        self.tags = nn.Embedding(len(inventory.tags) + 1, size.width)
        for table in (self.shapes, self.tags):
            nn.init.zeros_(table.weight)
        self.left = nn.Linear(4 * size.width, HIDDEN)
        self.right = nn.Linear(4 * size.width, HIDDEN, bias=False)
        self.norm = nn.LayerNorm(HIDDEN)
        self.labels = nn.Linear(HIDDEN, len(inventory.labels))
        self.drop = nn.Dropout(2 * dropout)

    def prepare(self, sentences: Sequence[tuple[Sequence[str], Sequence[str]]]) -> SentenceBatch:
        """Return a batch of sentences, given as forms and tags."""
        rows: list[_Row] = []
        ends: list[tuple[int, int, int]] = []
        for forms, tags in sentences:
            self._add(rows, ends, forms, tags)
        longest = max(len(row.numbers) for row in rows)
        numbers = np.full((len(rows), longest), self.wordpieces.pad, np.int64)
        shapes, kinds = np.zeros_like(numbers), np.zeros_like(numbers)
        for place, row in enumerate(rows):
            numbers[place, : len(row.numbers)] = row.numbers
            shapes[place, : len(row.numbers)] = row.shapes
            kinds[place, : len(row.numbers)] = row.tags
        present = np.arange(longest) < np.array([len(row.numbers) for row in rows])[:, None]
        lines, firsts, lasts = np.array(ends, np.int64).T
        return SentenceBatch(
            torch.from_numpy(numbers),
            torch.from_numpy(present),
            torch.from_numpy(shapes),
            torch.from_numpy(kinds),
            torch.from_numpy(lines * longest + firsts),
            torch.from_numpy(lines * longest + lasts),
            tuple(len(forms) for forms, _ in sentences),
        )

    def _add(
        self,
        rows: list[_Row],
        ends: list[tuple[int, int, int]],
        forms: Sequence[str],
        tags: Sequence[str],
    ) -> None:
        """Add the rows of a sentence, and the positions of its words and of its first and last piece."""
        pieces = [self.wordpieces.split(form) for form in forms]
        windows = _windows([len(word) for word in pieces], self.size.positions - 2)
        for number, window in enumerate(windows):
            row = _Row([self.wordpieces.first], [0], [0])
            if not number:
                ends.append((len(rows), 0, 0))
            for word in range(window.begin, window.end):
                first = len(row.numbers)
                row.add(pieces[word], shape(forms[word]) + 1, self._tags.get(tags[word], 0))
                if window.first <= word < window.stop:
                    ends.append((len(rows), first, len(row.numbers) - 1))
            row.add((self.wordpieces.last,), 0, 0)
            rows.append(row)
        ends.append((len(rows) - 1, len(rows[-1].numbers) - 1, len(rows[-1].numbers) - 1))

    def boundaries(self, sentences: SentenceBatch) -> tuple[Tensor, Tensor]:
        """Return the vectors of span boundaries, as begins and as ends of spans.

        Both have the shape (places, :data:`HIDDEN`); a sentence of n words has n + 1 places.
        """
        added = self.shapes(sentences.shapes) + self.tags(sentences.tags)
        vectors = self.encoder(sentences.numbers, sentences.present, added).flatten(0, 1)
        words = torch.cat((vectors[sentences.firsts], vectors[sentences.lasts]), dim=1)
        # A sentence of n words has n + 2 entries; the places lie between them.
        before = np.ones(len(sentences.firsts), bool)
        before[np.cumsum(np.array(sentences.lengths) + 2) - 1] = False
        places = torch.from_numpy(np.nonzero(before)[0]).to(words.device)
        between = self.drop(torch.cat((words[places], words[places + 1]), dim=1))
        return self.left(between), self.right(between)

    def scores(self, begins: Tensor, ends: Tensor) -> Tensor:
        """Return the label scores of spans, given the vectors of their boundaries."""
        labels: Tensor = self.labels(functional.relu(self.norm(begins + ends)))
        return labels


class _Row(NamedTuple):
    """A row of pieces with the shapes and tags of their words."""

    numbers: list[int]
    shapes: list[int]
    tags: list[int]

    def add(self, pieces: Sequence[int], kind: int, tag: int) -> None:
        self.numbers.extend(pieces)
        self.shapes.extend([kind] * len(pieces))
        self.tags.extend([tag] * len(pieces))


class _Window(NamedTuple):
    """Half-open ranges: the words that the encoder reads, and the words whose vectors are used."""

    begin: int
    end: int
    first: int
    stop: int


def _windows(sizes: Sequence[int], most: int) -> list[_Window]:
    """Return windows of at most ``most`` pieces over words of the given numbers of pieces.

    Neighbouring windows share :data:`_OVERLAP` words; each uses half of them, so that each word is used once.
    """
    windows: list[_Window] = []
    begin = first = 0
    while True:
        end, pieces = begin, 0
        while end < len(sizes) and pieces + sizes[end] <= most:
            pieces += sizes[end]
            end += 1
        stop = end if end == len(sizes) else max(first + 1, end - _OVERLAP // 2)
        windows.append(_Window(begin, end, first, stop))
        if end == len(sizes):
            return windows
        first, begin = stop, max(begin + 1, stop - _OVERLAP // 2)


PlaceNumbers = NDArray[np.int64]


def span_places(lengths: Sequence[int]) -> tuple[PlaceNumbers, PlaceNumbers]:
    """Return the begin and the end of each span as rows of :meth:`ChartModel.boundaries`."""
    begins, ends = [], []
    offset = 0
    for words in lengths:
        rows, columns = np.triu_indices(words + 1, 1)
        begins.append(rows + offset)
        ends.append(columns + offset)
        offset += words + 1
    return np.concatenate(begins), np.concatenate(ends)
