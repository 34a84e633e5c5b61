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

FORMAT = 3

PIECES = "encoder.pieces.weight"
"""Name of the table of the pieces' vectors, half of all weights, of which each has 4 bits."""

BLOCK = 32
"""Number of neighbouring weights of that table with one scale; widths of encoders are multiples of it."""

_ALIGNED = 64
_FIRST = b"paralattice chart parser\n"
_LARGEST, _LARGEST_OF_4_BITS, _ZERO_OF_4_BITS = 127, 7, 8

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

    Raises
    ------
    ParseError
        The widths are no multiples of 32.
    """

    pieces: int = 30522
    positions: int = 512
    width: int = 384
    inner: int = 1536
    layers: int = 6
    heads: int = 12
    relative: int = 0

    def __post_init__(self) -> None:
        if self.width % BLOCK or self.inner % BLOCK:
            raise ParseError(f"the widths of an encoder must be multiples of {BLOCK}")


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
        :data:`PIECES` has 4, from 1 to 15 with zero at 8: a byte has a weight of the first half of a block in
        its lower bits and one of the second half in the others; the scales have the shape (rows, blocks).
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
        if weights.ndim == 1:
            return weights.astype(np.float32)
        if name == PIECES:
            halves = weights.reshape(len(weights), -1, BLOCK // 2)
            weights = np.concatenate([halves & 15, halves >> 4], axis=2).astype(np.int8) - _ZERO_OF_4_BITS
        product: NDArray[np.float32] = weights * self.scale(name)[..., None]
        return product.reshape(len(weights), -1)

    def names(self) -> list[str]:
        """Return the names of all weights."""
        return [name for name in self.arrays if not name.endswith(scale_name(""))]

    def to_bytes(self) -> bytes:
        """Return the content of a file."""
        return packed({"format": FORMAT, "size": asdict(self.size), **asdict(self.inventory)}, self.arrays)


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
            raise ParseError(
                f"a parser of format {header['format']} cannot be read, only {FORMAT}: train it again"
            )
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
    """Return weights as a file holds them (:class:`ParserWeights`)."""
    arrays: Arrays = {}
    for name, value in weights.items():
        values = value.astype(np.float32)
        if name == PIECES:
            blocks = values.reshape(len(values), -1, BLOCK)
            whole, arrays[scale_name(name)] = _rounded(blocks, _LARGEST_OF_4_BITS)
            low, high = np.split((whole + _ZERO_OF_4_BITS).astype(np.uint8), 2, axis=2)
            arrays[name] = (low | high << 4).reshape(len(values), -1)
        elif values.ndim == 2:
            arrays[name], arrays[scale_name(name)] = _rounded(values, _LARGEST)
        else:
            arrays[name] = values
    return arrays


def _rounded(values: NDArray[np.float32], largest: int) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return rows of whole numbers of at most ``largest``, and the scale of each row."""
    scale = np.maximum(np.abs(values).max(axis=-1), 1e-12) / largest
    return np.rint(values / scale[..., None]).astype(np.int8), scale.astype(np.float32)


def scale_name(name: str) -> str:
    """Return the name of the scales of a matrix's rows."""
    return name + ".scale"
