"""Types of arrays."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Reals = NDArray[np.float32]
Longs = NDArray[np.int64]
Ints = NDArray[np.int32]
BigCounts = NDArray[np.uint64]
Flags = NDArray[np.bool_]
