"""A file of a line that names its kind, a header in JSON, and arrays that are mapped into memory.

Processes that read the same file share the memory of its arrays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_ALIGNED = 64
_LARGEST = 127

Arrays = dict[str, NDArray[Any]]


def packed(kind: str, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return the content of a file.

    Parameters
    ----------
    kind
        The first line.
    header
        JSON values; ``arrays`` is added.
    """
    solid = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    listed = [[name, array.dtype.str, array.shape] for name, array in solid.items()]
    text = json.dumps({**header, "arrays": listed}, ensure_ascii=False).encode()
    content = bytearray(f"{kind}\n{len(text)}\n".encode() + text)
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


def unpacked(kind: str, data: NDArray[np.uint8]) -> tuple[dict[str, Any], Arrays]:
    """Return the header and the arrays of a file, without copying the arrays.

    Raises
    ------
    ValueError
        The file is of another kind or has another length; a damaged header can raise other errors too.
    """
    header, at = _header(kind, data)
    arrays: Arrays = {}
    for name, dtype, shape in header.pop("arrays"):
        at += -at % _ALIGNED
        end = at + np.dtype(dtype).itemsize * prod(shape)
        arrays[name] = data[at:end].view(dtype).reshape(shape)
        at = end
    if at != len(data):
        raise ValueError(f"it has {len(data)} bytes instead of {at}")
    return header, arrays


def _header(kind: str, data: NDArray[np.uint8]) -> tuple[dict[str, Any], int]:
    """Return the header and the number of bytes before the arrays."""
    first = f"{kind}\n".encode()
    if data[: len(first)].tobytes() != first:
        raise ValueError("it begins with other bytes")
    length = data[len(first) : len(first) + 12].tobytes().split(b"\n", 1)[0]
    begin = len(first) + len(length) + 1
    end = begin + int(length)
    header: dict[str, Any] = json.loads(data[begin:end].tobytes())
    return header, end


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
