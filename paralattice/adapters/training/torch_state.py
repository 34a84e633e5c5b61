"""Device, random seeds and serialised states of torch trainings."""

import hashlib
import io
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import torch

from paralattice.errors import ParseError


def device() -> str:
    """Return the device to train on: the GPU if torch has one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def half_precision() -> AbstractContextManager[None]:
    """Compute products in floats of 16 bits within the block, except on CPUs that are slower with them."""
    able = torch.cpu.get_capabilities()
    faster = device() == "cuda" or any(able.get(name) for name in ("amx_bf16", "avx512_bf16"))
    return torch.autocast(device(), dtype=torch.bfloat16, enabled=faster)


@contextmanager
def seeded(*parts: object, threads: int = 1) -> Iterator[None]:
    """Seed the random generator of torch with ``parts`` within the block, and set its number of threads.

    Denormal numbers are flushed to 0.  The order of additions, and so every sum, depends on the threads.
    """
    seed = int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:4], "big")
    before = torch.get_num_threads()
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        torch.set_num_threads(threads)
        # The optimiser's moments decay to denormal numbers, whose arithmetic is many times slower.
        torch.set_flush_denormal(True)
        try:
            yield
        finally:
            torch.set_flush_denormal(False)
            torch.set_num_threads(before)


def to_bytes(content: Mapping[str, Any]) -> bytes:
    """Return the bytes of ``torch.save``; equal contents give equal bytes."""
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
    try:
        content: dict[str, Any] = torch.load(io.BytesIO(data), map_location="cpu", weights_only=True)
    except Exception as error:  # unpickling damaged bytes can raise anything
        raise ParseError(f"the state of a training is damaged: {type(error).__name__}") from error
    return content
