"""The file of a chart parser: a header, and arrays that are mapped into memory.

Processes that read the same file share the memory of its arrays.
"""

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
_ALIGNED = 64
_FIRST = b"paralattice chart parser\n"
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
    relative
        Number of classes of distances between two pieces that attention depends on; 0 for BERT.
    """

    pieces: int = 30522
    positions: int = 512
    width: int = 384
    inner: int = 1536
    layers: int = 6
    heads: int = 12
    relative: int = 0


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
class ParserWeights:
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
        return self.arrays[scale_name(name)]

    def real(self, name: str) -> NDArray[np.float32]:
        """Return weights as floats."""
        weights = self.arrays[name]
        if weights.dtype != np.int8:
            return weights.astype(np.float32)
        product: NDArray[np.float32] = weights * self.scale(name)[:, None]
        return product

    def names(self) -> list[str]:
        """Return the names of all weights."""
        return [name for name in self.arrays if not name.endswith(scale_name(""))]

    def to_bytes(self) -> bytes:
        """Return the content of a file."""
        header = {"format": FORMAT, "size": asdict(self.size), **asdict(self.inventory)}
        return packed(header, self.arrays)


def read_parser_weights(path: Path) -> ParserWeights:
    """Map a file into memory.

    Raises
    ------
    ParseError
        The file is missing, damaged or of another version.
    """
    try:
        return weights_in(mapped(path))
    except (OSError, ValueError, ParseError) as error:
        raise ParseError(f"{path} is not a model file or is damaged: {error}") from error


def weights_in(data: NDArray[np.uint8]) -> ParserWeights:
    """Return the weights in the bytes of a file, without copying them.

    Raises
    ------
    ParseError
        The content is damaged or of another version.
    """
    try:
        header, arrays = unpacked(data)
        if header["format"] != FORMAT:
            raise ParseError(f"a parser of format {header['format']} cannot be read, only {FORMAT}")
        inventory = Inventory(*(tuple(header[name]) for name in ("pieces", "tags", "labels")))
        return ParserWeights(EncoderSize(**header["size"]), inventory, arrays)
    except ParseError:
        raise
    except Exception as error:  # a damaged header can raise anything
        raise ParseError(f"not a chart parser, or damaged: {type(error).__name__}: {error}") from error


def packed(header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return the content of a file.

    Parameters
    ----------
    header
        JSON values; ``arrays`` is added.
    """
    solid = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    listed = [[name, array.dtype.str, array.shape] for name, array in solid.items()]
    text = json.dumps({**header, "arrays": listed}, ensure_ascii=False).encode()
    content = bytearray(_FIRST + f"{len(text)}\n".encode() + text)
    for array in solid.values():
        content += bytes(-len(content) % _ALIGNED) + array.tobytes()
    return bytes(content)


def mapped(path: Path) -> NDArray[np.uint8]:
    """Map a file into memory.

    Raises
    ------
    OSError, ValueError
        The file cannot be read, or is empty.
    """
    # Torch asks for memory that can be written to; nothing writes to it, so that processes share it.
    return np.memmap(path, np.uint8, mode="c").view(np.ndarray)


def unpacked(data: NDArray[np.uint8]) -> tuple[dict[str, Any], Arrays]:
    """Return the header and the arrays of a file, without copying the arrays.

    Raises
    ------
    ValueError
        The file is of another kind or has another length; a damaged header can raise other errors too.
    """
    if data[: len(_FIRST)].tobytes() != _FIRST:
        raise ValueError("it begins with other bytes")
    length = data[len(_FIRST) : len(_FIRST) + 12].tobytes().split(b"\n", 1)[0]
    begin = len(_FIRST) + len(length) + 1
    at = begin + int(length)
    header: dict[str, Any] = json.loads(data[begin:at].tobytes())
    arrays: Arrays = {}
    for name, dtype, shape in header.pop("arrays"):
        at += -at % _ALIGNED
        end = at + np.dtype(dtype).itemsize * prod(shape)
        arrays[name] = data[at:end].view(dtype).reshape(shape)
        at = end
    if at != len(data):
        raise ValueError(f"it has {len(data)} bytes instead of {at}")
    return header, arrays


def quantised(weights: Mapping[str, NDArray[Any]]) -> Arrays:
    """Return weights as a file holds them: matrices in 8 bits with a scale for each row."""
    arrays: Arrays = {}
    for name, value in weights.items():
        values = value.astype(np.float32)
        if values.ndim == 2:
            scale = np.maximum(np.abs(values).max(axis=1), 1e-12) / _LARGEST
            arrays[name] = np.rint(values / scale[:, None]).astype(np.int8)
            arrays[scale_name(name)] = scale.astype(np.float32)
        else:
            arrays[name] = values
    return arrays


def scale_name(name: str) -> str:
    """Return the name of the scales of a matrix's rows."""
    return name + ".scale"
