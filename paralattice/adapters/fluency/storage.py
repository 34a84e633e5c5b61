"""The file of a language model: a header, and arrays that are mapped into memory."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paralattice.adapters.array_file import Arrays, mapped, packed, scale_name, unpacked
from paralattice.errors import ModelError

FORMAT = 1
"""Incremented whenever other weights or other scores come from the same source."""

_KIND = "paralattice language model"


@dataclass(frozen=True, slots=True)
class LlamaSize:
    """Dimensions of a model.

    Attributes
    ----------
    layers, heads, groups
        Numbers of layers, of heads, and of heads of keys and values, which several heads share.
    base
        Base of the angles by which positions rotate queries and keys.
    epsilon
        Added to the mean square of a vector.
    """

    layers: int
    heads: int
    groups: int
    base: float
    epsilon: float


@dataclass(frozen=True, slots=True)
class PieceVocabulary:
    """The pieces of a tokenizer by number, and its merges.

    Attributes
    ----------
    pieces
        Pieces of text, in the letters of byte-level BPE.
    merges
        Pairs of pieces that are joined, the first first, each as ``LEFT RIGHT``.
    start, end
        Numbers of the pieces that begin and end a text.
    """

    pieces: tuple[str, ...]
    merges: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class LlamaWeights:
    """The content of a model's file.

    Attributes
    ----------
    size, vocabulary
        Dimensions, and pieces.
    origin
        Name, licence and source, as texts.
    arrays
        Weights by name.  A matrix has 8 bits a weight, and a scale for each row.
    """

    size: LlamaSize
    vocabulary: PieceVocabulary
    origin: dict[str, str]
    arrays: Arrays

    def scale(self, name: str) -> NDArray[np.float32]:
        """Return the scales of a matrix's rows."""
        return self.arrays[scale_name(name)]

    def to_bytes(self) -> bytes:
        """Return the content of a file."""
        header = {
            "format": FORMAT,
            "origin": self.origin,
            "size": asdict(self.size),
            "vocabulary": asdict(self.vocabulary),
        }
        return packed(_KIND, header, self.arrays)


def read_llama_weights(path: Path) -> LlamaWeights:
    """Map a file into memory.

    Raises
    ------
    ModelError
        The file is missing, damaged or of another version.
    """
    try:
        header, arrays = unpacked(_KIND, mapped(path))
        if header["format"] != FORMAT:
            raise ValueError(f"its format is {header['format']}, not {FORMAT}; download the model again")
        words: dict[str, Any] = header["vocabulary"]
        vocabulary = PieceVocabulary(
            tuple(words["pieces"]), tuple(words["merges"]), words["start"], words["end"]
        )
        return LlamaWeights(LlamaSize(**header["size"]), vocabulary, header["origin"], arrays)
    except Exception as error:  # a damaged header can raise anything
        raise ModelError(f"{path} is not a language model or is damaged: {error}") from error
