"""The file of a chart parser: a header, and arrays that are mapped into memory.

Processes that read the same file share the memory of its arrays.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paralattice.adapters.chart.array_file import Arrays, mapped, packed, scale_name, unpacked
from paralattice.errors import ParseError

FORMAT = 2
_KIND = "paralattice chart parser"


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
        return packed(_KIND, header, self.arrays)


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
        header, arrays = unpacked(_KIND, data)
        if header["format"] != FORMAT:
            raise ParseError(f"a parser of format {header['format']} cannot be read, only {FORMAT}")
        inventory = Inventory(*(tuple(header[name]) for name in ("pieces", "tags", "labels")))
        return ParserWeights(EncoderSize(**header["size"]), inventory, arrays)
    except ParseError:
        raise
    except Exception as error:  # a damaged header can raise anything
        raise ParseError(f"not a chart parser, or damaged: {type(error).__name__}: {error}") from error
