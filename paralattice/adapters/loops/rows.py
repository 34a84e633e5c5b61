"""Compiled loops over rows of numbers.

The order of all additions is fixed and nothing is fused, so that results are the same to the last bit on
every processor, in every batch.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from paralattice.adapters.loops.lanes import largest_of
from paralattice.arrays import Ints, Reals
from paralattice.compiling import vectorised

Bytes = NDArray[np.int8]
Quantised = tuple[Bytes, Reals]
"""Rows of whole numbers, and the scale of each row."""

Real = np.float32
ZERO, ONE = Real(0), Real(1)
LARGEST, SMALLEST = Real(127), Real(1e-12)
_PER_LN2, _LN2_HIGH, _LN2_LOW = Real(1.44269504), Real(0.693359375), Real(-2.12194440e-4)
_LEAST_EXPONENT = Real(-87)
_E2, _E3, _E4, _E5, _E6, _E7 = (Real(1 / divisor) for divisor in (2, 6, 24, 120, 720, 5040))


@vectorised
def exp(power: Any) -> Any:
    """Return e to a power of at most 0, by its Taylor series within a power of 2."""
    power = max(power, _LEAST_EXPONENT)
    whole = np.rint(power * _PER_LN2)
    rest = power - whole * _LN2_HIGH - whole * _LN2_LOW
    series = _E4 + rest * (_E5 + rest * (_E6 + rest * _E7))
    series = ONE + rest * (ONE + rest * (_E2 + rest * (_E3 + rest * series)))
    # The exponent of a float of 32 bits begins at its 23rd bit, and counts from -127.
    return series * np.int32((np.int32(whole) + np.int32(127)) << np.int32(23)).view(np.float32)


@vectorised
def quantise(row: Reals, out: Bytes) -> Any:
    """Write a row as whole numbers from -127 to 127; return their scale."""
    largest = max(largest_of(row), SMALLEST)
    factor = LARGEST / largest
    for column in range(len(row)):
        out[column] = np.int8(np.rint(row[column] * factor))
    return largest / LARGEST


@vectorised
def reals(product: Ints, size: Any, scales: Reals, bias: Reals, out: Reals) -> None:
    """Write the values of a row of a product."""
    for column in range(len(product)):
        out[column] = Real(product[column]) * (size * scales[column]) + bias[column]
