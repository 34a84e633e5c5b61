"""Encodes arrays as JSON values."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt


def encode_array(array: npt.NDArray[np.int32]) -> dict[str, Any]:
    """Return an array of 32-bit integers as its shape and compressed little-endian bytes."""
    content = zlib.compress(np.ascontiguousarray(array, dtype="<i4").tobytes(), 1)
    return {"shape": list(array.shape), "data": base64.b64encode(content).decode("ascii")}


def decode_array(value: dict[str, Any]) -> npt.NDArray[np.int32]:
    """Return the array that :func:`encode_array` wrote."""
    content = zlib.decompress(base64.b64decode(value["data"]))
    return np.frombuffer(content, dtype="<i4").reshape(value["shape"]).astype(np.int32)


def encode_arrays(arrays: Mapping[str, npt.NDArray[np.int32]]) -> dict[str, Any]:
    """Return arrays by their names as :func:`encode_array` does."""
    return {name: encode_array(array) for name, array in arrays.items()}


def encode_floats(array: npt.NDArray[np.float64]) -> dict[str, Any]:
    """Return an array of 64-bit floats as its shape and little-endian bytes, without rounding."""
    content = np.ascontiguousarray(array, dtype="<f8").tobytes()
    return {"shape": list(array.shape), "data": base64.b64encode(content).decode("ascii")}


def decode_floats(value: dict[str, Any]) -> npt.NDArray[np.float64]:
    """Return the array that :func:`encode_floats` wrote."""
    content = base64.b64decode(value["data"])
    return np.frombuffer(content, dtype="<f8").reshape(value["shape"]).astype(np.float64)
