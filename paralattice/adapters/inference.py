"""Runs models without stanza's log and without gradients, and splits batches that fail."""

import gc
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from paralattice.adapters.interface import NoResultError

_Input = TypeVar("_Input")
_Result = TypeVar("_Result")
# Errors that a sentence can cause, unlike, for example, a task's time limit.
_FAILURES = (NoResultError, LookupError, TypeError, ValueError, RuntimeError, AssertionError)


@contextmanager
def stanza_silenced() -> Iterator[None]:
    """Switch off stanza's log, which stanza writes to standard error."""
    logger = logging.getLogger("stanza")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)


@contextmanager
def no_collection() -> Iterator[None]:
    """Switch off the garbage collector, which takes a fifth of the time: a batch's objects stay in use."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@contextmanager
def stanza_settings() -> Iterator[None]:
    """Switch off gradients, stanza's log, oneDNN and the garbage collector.

    oneDNN repacks the weights for every product, which slows small batches; without it all batch sizes
    use the same kind of product.
    """
    import torch

    onednn: Any = torch.backends.mkldnn
    enabled = onednn.enabled
    onednn.enabled = False
    try:
        with stanza_silenced(), no_collection(), torch.inference_mode():
            yield
    finally:
        onednn.enabled = enabled


def split_on_failure(
    work: Callable[[Sequence[_Input]], list[_Result]], inputs: Sequence[_Input]
) -> list[_Result | Exception]:
    """Return the result of every input; halve a batch that fails until the failing inputs are isolated.

    The result of a failing input is its exception.  Exceptions that sentences do not cause, such as
    a task's time limit, are raised.

    Raises
    ------
    MemoryError
        Memory is exhausted, which torch reports as a ``RuntimeError``.
    """
    results: list[_Result | Exception] = [NoResultError("not reached")] * len(inputs)
    parts = [(0, len(inputs))] if inputs else []
    while parts:
        start, stop = parts.pop()
        try:
            results[start:stop] = work(inputs[start:stop])
        except _FAILURES as error:
            if isinstance(error, RuntimeError) and "allocate memory" in str(error):
                raise MemoryError(str(error)) from error
            if stop - start == 1:
                results[start] = error
            else:
                middle = (start + stop) // 2
                parts += [(middle, stop), (start, middle)]
    return results
