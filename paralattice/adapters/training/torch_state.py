"""Device, random seeds and serialised states of torch trainings."""

from __future__ import annotations

import hashlib
import io
import random
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from paralattice.errors import ParseError


def device() -> str:
    """Return the device to train on: the GPU if torch has one."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def half_precision() -> AbstractContextManager[None]:
    """Compute products in floats of 16 bits within the block, except on CPUs without AMX: slower there."""
    import torch

    faster = device() == "cuda" or torch.cpu.get_capabilities().get("amx_bf16", False)
    return torch.autocast(device(), dtype=torch.bfloat16, enabled=faster)


@contextmanager
def seeded(*parts: object) -> Iterator[None]:
    """Seed the random generators of Python, numpy and torch with ``parts``.

    The states of the generators are restored.  Torch uses one thread, because the order of additions
    changes sums.
    """
    import numpy as np
    import torch

    seed = int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:4], "big")
    before = random.getstate(), np.random.get_state(), torch.get_num_threads()
    with torch.random.fork_rng():
        try:
            random.seed(seed)
            np.random.seed(seed)
            torch.manual_seed(seed)
            torch.set_num_threads(1)
            yield
        finally:
            random.setstate(before[0])
            np.random.set_state(before[1])
            torch.set_num_threads(before[2])


def to_bytes(content: Mapping[str, Any]) -> bytes:
    """Return the bytes of ``torch.save``; equal contents give equal bytes."""
    import torch

    buffer = io.BytesIO()
    torch.save(dict(content), buffer)
    return buffer.getvalue()


def from_bytes(data: bytes) -> dict[str, Any]:
    """Return the content of :func:`to_bytes`.

    Raises
    ------
    ParseError
        The bytes are damaged.
    """
    import torch

    try:
        content: dict[str, Any] = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    except Exception as error:  # unpickling damaged bytes can raise anything
        raise ParseError(f"the state of a training is damaged: {type(error).__name__}") from error
    return content
