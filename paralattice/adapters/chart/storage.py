"""Reads and writes the file of a chart parser: matrices in 8 bits, with one scale per row."""

from __future__ import annotations

import io
import json
from dataclasses import asdict
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from paralattice.adapters.chart.encoder import EncoderSize
from paralattice.adapters.chart.model import ChartModel, Inventory
from paralattice.errors import ParseError

FORMAT = 1
_LARGEST = 127
_SCALE = ".scale"


def to_file(model: ChartModel) -> bytes:
    """Return a model's file; the weights are rounded."""
    arrays: dict[str, NDArray[Any]] = {}
    for name, value in model.state_dict().items():
        weights = value.detach().cpu().numpy().astype(np.float32)
        if weights.ndim == 2:
            scale = np.maximum(np.abs(weights).max(axis=1), 1e-12) / _LARGEST
            arrays[name] = np.rint(weights / scale[:, None]).astype(np.int8)
            arrays[name + _SCALE] = scale.astype(np.float32)
        else:
            arrays[name] = weights
    header = {"format": FORMAT, "size": asdict(model.size), **asdict(model.inventory)}
    text = json.dumps(header, ensure_ascii=False).encode()
    buffer = io.BytesIO()
    np.savez_compressed(buffer, header=np.frombuffer(text, np.uint8), **arrays)  # type: ignore[arg-type]
    return buffer.getvalue()


def from_file(data: bytes) -> ChartModel:
    """Return the model of a file, ready to parse.

    Raises
    ------
    ParseError
        The file is damaged or of another version.
    """
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as content:
            arrays = {name: content[name] for name in content.files}
        header = json.loads(arrays.pop("header").tobytes())
        if header["format"] != FORMAT:
            raise ParseError(f"a parser of format {header['format']} cannot be read, only {FORMAT}")
        inventory = Inventory(*(tuple(header[name]) for name in ("pieces", "tags", "labels")))
        # On this device, weights take no memory and are not initialised.
        with torch.device("meta"):
            model = ChartModel(inventory, EncoderSize(**header["size"]))
        weights = {name: _weights(arrays, name) for name in list(arrays) if not name.endswith(_SCALE)}
        model.load_state_dict(weights, assign=True)
        return model.eval().requires_grad_(False)
    except ParseError:
        raise
    except Exception as error:  # a damaged archive can raise anything
        raise ParseError(f"not a chart parser, or damaged: {type(error).__name__}") from error


def _weights(arrays: dict[str, NDArray[Any]], name: str) -> torch.Tensor:
    weights = arrays.pop(name)
    if weights.dtype != np.int8:
        return torch.from_numpy(weights)
    return torch.from_numpy(weights.astype(np.float32) * arrays[name + _SCALE][:, None])
