"""Encodes arrays as JSON values."""

import base64
from typing import Any

import numpy as np
import numpy.typing as npt


def encode_floats(array: npt.NDArray[np.float64]) -> dict[str, Any]:
    """Return an array of 64-bit floats as its shape and little-endian bytes, without rounding."""
    content = np.ascontiguousarray(array, dtype="<f8").tobytes()
    return {"shape": list(array.shape), "data": base64.b64encode(content).decode("ascii")}


def decode_floats(value: dict[str, Any]) -> npt.NDArray[np.float64]:
    """Return the array that :func:`encode_floats` wrote."""
    content = base64.b64decode(value["data"])
    return np.frombuffer(content, dtype="<f8").reshape(value["shape"]).astype(np.float64)
