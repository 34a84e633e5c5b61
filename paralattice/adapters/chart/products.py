"""Products of matrices by PyTorch's C library.

Importing PyTorch takes a second and 150 MiB; its library alone takes a fifth of the time.  The functions
belong to its stable C interface, ``torch/csrc/inductor/aoti_torch/c/shim.h``.
"""

import ctypes
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from time import thread_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paralattice.arrays import Ints

_EXACT_IN_FLOATS = 1040
"""So many products of two whole numbers up to 127 have a sum below 2 ** 24, exact in a float of 32 bits."""

_NAMES = {np.dtype(kind): f"dtype_{np.dtype(kind)}" for kind in (np.int8, np.int32, np.float32)}
_NONE = ctypes.c_int64(0)
_FIRST = ctypes.c_int32(0)


def use_one_thread() -> None:
    """Compute products in the calling thread alone."""
    _library().omp_set_num_threads(1)


def whole_product(rows: NDArray[np.int8], weights: NDArray[np.int8]) -> Ints:
    """Return the product of rows (n, k) and transposed weights (m, k), exact on every processor; (n, m)."""
    return _product_of_wholes(rows, weights) if _suits_wholes() else _product_in_floats(rows, weights)


def _product_of_wholes(rows: NDArray[np.int8], weights: NDArray[np.int8]) -> Ints:
    return _product("_int_mm", rows, weights.T, np.empty((len(rows), len(weights)), np.int32))


def _product_in_floats(rows: NDArray[np.int8], weights: NDArray[np.int8]) -> Ints:
    parts = []
    for start in range(0, rows.shape[1], _EXACT_IN_FLOATS):
        some = slice(start, start + _EXACT_IN_FLOATS)
        one, other = (factor[:, some].astype(np.float32) for factor in (rows, weights))
        parts.append((one @ other.T).astype(np.int32))
    return parts[0] if len(parts) == 1 else np.sum(parts, 0)


@cache
def _suits_wholes() -> bool:
    """Return whether this processor multiplies whole numbers exactly, and not slower than floats.

    Without VNNI, either sums of two products are cut off, or PyTorch computes number by number.
    """
    rows, weights = np.full((256, 384), 127, np.int8), np.full((384, 384), 127, np.int8)
    if not (_product_of_wholes(rows, weights) == 127 * 127 * 384).all():
        return False
    return _seconds(_product_of_wholes, rows, weights) <= _seconds(_product_in_floats, rows, weights)


def _seconds(multiply: Callable[[NDArray[np.int8], NDArray[np.int8]], Ints], *factors: Any) -> float:
    """Return the shorter processor time of two calls."""
    times = []
    for _ in range(2):
        start = thread_time()
        multiply(*factors)
        times.append(thread_time() - start)
    return min(times)


def _product(name: str, one: NDArray[Any], other: NDArray[Any], result: NDArray[Any]) -> NDArray[Any]:
    with ExitStack() as stack:
        handles = [stack.enter_context(_tensor(array)) for array in (result, one, other)]
        _checked(f"cpu_{name}_out", *handles)
    return result


@contextmanager
def _tensor(array: NDArray[Any]) -> Iterator[ctypes.c_void_p]:
    """Yield PyTorch's view of an array."""
    handle = ctypes.c_void_p()
    sizes, strides = _numbers(array.shape), _numbers([step // array.itemsize for step in array.strides])
    kind, device = _constant(_NAMES[array.dtype]), _constant("device_type_cpu")
    data = ctypes.c_void_p(array.__array_interface__["data"][0])
    place = data, ctypes.c_int64(array.ndim), sizes, strides, _NONE
    _checked("create_tensor_from_blob", *place, kind, device, _FIRST, ctypes.byref(handle))
    try:
        yield handle
    finally:
        _checked("delete_tensor_object", handle)


def _numbers(values: Sequence[int]) -> Any:
    return (ctypes.c_int64 * len(values))(*values)


@cache
def _constant(name: str) -> ctypes.c_int32:
    return ctypes.c_int32(_function(name)())


def _checked(name: str, *arguments: Any) -> None:
    if _function(name)(*arguments):
        raise RuntimeError(f"PyTorch's {name} failed")


@cache
def _function(name: str) -> Any:
    return _library()[f"aoti_torch_{name}"]


@cache
def _library() -> ctypes.CDLL:
    spec = find_spec("torch")
    if spec is None or spec.origin is None:
        raise ImportError("PyTorch is not installed")
    ending = "dylib" if sys.platform == "darwin" else "so"
    path = Path(spec.origin).parent / "lib" / f"libtorch_cpu.{ending}"
    try:
        return ctypes.CDLL(str(path))
    except OSError:  # builds for GPUs need libraries of other packages, which PyTorch finds
        import torch  # noqa: F401

        return ctypes.CDLL(str(path))
