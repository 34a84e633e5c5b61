"""A tagger of stacked perceptron layers, and its file format."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paralattice.adapters.perceptron.attributes import Attributes, Hashes
from paralattice.adapters.perceptron.lexicon import Lexicon
from paralattice.adapters.perceptron.templates import flat, templates
from paralattice.errors import ParseError

FORMAT = 1
Sparse = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]
_PARTS = ("keys", "counts", "tags", "weights")


@dataclass(frozen=True, slots=True)
class PerceptronLayer:
    """A layer: the weights of one perceptron.

    Attributes
    ----------
    tags
        The tags by number.
    corpora, layers
        Numbers of other corpora and of lower layers that its features use.
    tables
        For the features of neighbours and of tags: sorted keys, the number of weights of each key, and
        the weights' tags and values.
    """

    tags: tuple[str, ...]
    corpora: int
    layers: int
    tables: tuple[tuple[NDArray[Any], ...], tuple[NDArray[Any], ...]]

    def decode(
        self, matrix: Hashes, starts: NDArray[np.int64], lengths: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """Return the number of the tag of every word."""
        from paralattice.adapters.perceptron.kernels import decode

        found: NDArray[np.int64] = decode(
            matrix,
            (starts, lengths),
            flat(templates(self.corpora, self.layers)),
            (_indexed(self.tables[0]), _indexed(self.tables[1])),
            len(self.tags),
        )
        return found


def _indexed(table: tuple[NDArray[Any], ...]) -> Sparse:
    keys, counts, tags, weights = table
    begins = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=begins[1:])
    return keys, begins, tags, weights


class PerceptronTagger:
    """A part-of-speech tagger.

    Parameters
    ----------
    lexicon
        Classes of words.
    layers
        The last layer predicts the tags; the tags of the other layers are its features.
    """

    def __init__(self, lexicon: Lexicon, layers: Sequence[PerceptronLayer]) -> None:
        self._lexicon = lexicon
        self._layers = tuple(layers)
        self._attributes = Attributes(lexicon)

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """Return the Penn tags of each sentence's forms."""
        if not sentences:
            return []
        lengths = np.array([len(sentence) for sentence in sentences], np.int64)
        matrix, starts = self.matrix(sentences)
        layer = self._layers[-1]
        found = iter(layer.decode(matrix, starts, lengths))
        return [[layer.tags[next(found)] for _ in sentence] for sentence in sentences]

    def matrix(self, sentences: Sequence[Sequence[str]]) -> tuple[Hashes, NDArray[np.int64]]:
        """Return the attributes for the last layer, with the tags of the lower layers."""
        matrix, starts = self._attributes.matrix(sentences)
        return with_tags(matrix, starts, [len(sentence) for sentence in sentences], self._layers[:-1]), starts

    def to_bytes(self) -> bytes:
        """Return the content of a model file."""
        arrays: dict[str, NDArray[Any]] = self._lexicon.arrays()
        described = []
        for number, layer in enumerate(self._layers):
            described.append({"tags": layer.tags, "corpora": layer.corpora, "layers": layer.layers})
            for name, table in zip(("own", "history"), layer.tables, strict=True):
                arrays |= {
                    f"{number}.{name}.{part}": array for part, array in zip(_PARTS, table, strict=True)
                }
        header = json.dumps({"format": FORMAT, "layers": described}).encode()
        buffer = io.BytesIO()
        np.savez_compressed(buffer, header=np.frombuffer(header, np.uint8), **arrays)  # type: ignore[arg-type]
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> PerceptronTagger:
        """Return the tagger of a model file.

        Raises
        ------
        ParseError
            The file is damaged or of another version.
        """
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as content:
                arrays = {name: content[name] for name in content.files}
            header = json.loads(arrays["header"].tobytes())
            if header["format"] != FORMAT:
                raise ParseError(f"a tagger of format {header['format']} cannot be read, only {FORMAT}")
            layers = [_layer(arrays, number, entry) for number, entry in enumerate(header["layers"])]
            return cls(Lexicon.from_arrays(arrays, len(layers) - 1), layers)
        except ParseError:
            raise
        except Exception as error:  # a damaged archive can raise anything
            raise ParseError(f"not a tagger, or damaged: {type(error).__name__}") from error


def with_tags(
    matrix: Hashes, starts: NDArray[np.int64], lengths: Sequence[int], layers: Sequence[PerceptronLayer]
) -> Hashes:
    """Return attributes with a column for the tags of each layer; 0 in padding rows."""
    counts = np.array(lengths, np.int64)
    rows = np.concatenate(
        [np.arange(start, start + count) for start, count in zip(starts, counts, strict=True)]
    )
    columns = [matrix]
    for layer in layers:
        column = np.zeros((len(matrix), 1), np.uint64)
        column[rows, 0] = layer.decode(matrix, starts, counts) + 1
        columns.append(column)
    return np.ascontiguousarray(np.concatenate(columns, axis=1))


def _layer(arrays: Mapping[str, NDArray[Any]], number: int, entry: Mapping[str, Any]) -> PerceptronLayer:
    own, history = (
        tuple(arrays[f"{number}.{name}.{part}"] for part in _PARTS) for name in ("own", "history")
    )
    return PerceptronLayer(tuple(entry["tags"]), entry["corpora"], entry["layers"], (own, history))
