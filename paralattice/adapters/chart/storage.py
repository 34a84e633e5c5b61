"""The file of a chart parser: a header, and arrays that are mapped into memory.

Processes that read the same file share the memory of its arrays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paralattice.errors import ParseError

FORMAT = 2
_MAGIC = b"paralattice chart parser\n"
_ALIGNED = 64
_LARGEST = 127

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class EncoderSize:
    """Dimensions of an encoder.

    Attributes
    ----------
    pieces, positions
        Rows of the two embedding tables.
    width, inner
        Widths of a layer's vectors and of its feed-forward network.
    layers, heads
        Numbers of layers and of attention heads.
    """

    pieces: int = 30522
    positions: int = 512
    width: int = 384
    inner: int = 1536
    layers: int = 6
    heads: int = 12


@dataclass(frozen=True, slots=True)
class Inventory:
    """The pieces, tags and labels of a model, by number.

    Attributes
    ----------
    pieces
        The encoder's vocabulary.
    tags
        Penn tags.
    labels
        Labels of spans, joined where several nodes have the same span
        (:data:`paralattice.adapters.chart.spans.JOIN`).
    """

    pieces: tuple[str, ...]
    tags: tuple[str, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Weights:
    """The content of a parser's file.

    Attributes
    ----------
    size, inventory
        The encoder's dimensions; pieces, tags and labels.
    arrays
        Weights by name.  A matrix has 8 bits a weight; :meth:`scale` gives the scale of each of its rows.
    """

    size: EncoderSize
    inventory: Inventory
    arrays: Arrays

    def scale(self, name: str) -> NDArray[np.float32]:
        """Return the scales of a matrix's rows."""
        return self.arrays[_scale(name)]

    def real(self, name: str) -> NDArray[np.float32]:
        """Return weights as floats."""
        weights = self.arrays[name]
        if weights.dtype != np.int8:
            return weights.astype(np.float32)
        product: NDArray[np.float32] = weights * self.scale(name)[:, None]
        return product

    def names(self) -> list[str]:
        """Return the names of all weights."""
        return [name for name in self.arrays if not name.endswith(_scale(""))]

    def to_bytes(self) -> bytes:
        """Return the content of a file."""
        arrays = {name: np.ascontiguousarray(array) for name, array in self.arrays.items()}
        listed = [[name, array.dtype.str, array.shape] for name, array in arrays.items()]
        header = {"format": FORMAT, "size": asdict(self.size), **asdict(self.inventory), "arrays": listed}
        text = json.dumps(header, ensure_ascii=False).encode()
        content = bytearray(_MAGIC + f"{len(text)}\n".encode() + text)
        for array in arrays.values():
            content += bytes(-len(content) % _ALIGNED) + array.tobytes()
        return bytes(content)


def quantised(weights: Mapping[str, NDArray[Any]]) -> Arrays:
    """Return weights as a file holds them: matrices in 8 bits with a scale for each row."""
    arrays: Arrays = {}
    for name, value in weights.items():
        values = value.astype(np.float32)
        if values.ndim == 2:
            scale = np.maximum(np.abs(values).max(axis=1), 1e-12) / _LARGEST
            arrays[name] = np.rint(values / scale[:, None]).astype(np.int8)
            arrays[_scale(name)] = scale.astype(np.float32)
        else:
            arrays[name] = values
    return arrays


def _scale(name: str) -> str:
    return name + ".scale"


def read_weights(path: Path) -> Weights:
    """Map a file into memory.

    Raises
    ------
    ParseError
        The file is missing, damaged or of another version.
    """
    try:
        # Torch asks for memory that can be written to; nothing writes to it, so that processes share it.
        return weights_in(np.memmap(path, np.uint8, mode="c").view(np.ndarray))
    except (OSError, ValueError, ParseError) as error:
        raise ParseError(f"{path} is not a model file or is damaged: {error}") from error


def weights_in(data: NDArray[np.uint8]) -> Weights:
    """Return the weights in the bytes of a file, without copying them.

    Raises
    ------
    ParseError
        The content is damaged or of another version.
    """
    try:
        header, at = _header(data)
        if header["format"] != FORMAT:
            raise ParseError(f"a parser of format {header['format']} cannot be read, only {FORMAT}")
        arrays: Arrays = {}
        for name, kind, shape in header["arrays"]:
            at += -at % _ALIGNED
            end = at + np.dtype(kind).itemsize * prod(shape)
            arrays[name] = data[at:end].view(kind).reshape(shape)
            at = end
        if at != len(data):
            raise ValueError(f"it has {len(data)} bytes instead of {at}")
        inventory = Inventory(*(tuple(header[name]) for name in ("pieces", "tags", "labels")))
        return Weights(EncoderSize(**header["size"]), inventory, arrays)
    except ParseError:
        raise
    except Exception as error:  # a damaged header can raise anything
        raise ParseError(f"not a chart parser, or damaged: {type(error).__name__}: {error}") from error


def _header(data: NDArray[np.uint8]) -> tuple[dict[str, Any], int]:
    """Return the header and the number of bytes before the arrays."""
    begin = len(_MAGIC)
    if data[:begin].tobytes() != _MAGIC:
        raise ValueError("it begins with other bytes")
    length = data[begin : begin + 12].tobytes().split(b"\n", 1)[0]
    begin += len(length) + 1
    end = begin + int(length)
    header: dict[str, Any] = json.loads(data[begin:end].tobytes())
    return header, end
