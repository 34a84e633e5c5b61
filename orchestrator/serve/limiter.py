"""Limits on the rate of requests."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

_MOST_KEYS = 10_000


class Limiter:
    """Buckets of tokens: a request takes one, and they fill again as time passes.

    Parameters
    ----------
    clock
        Returns seconds; never goes back.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def admits(self, key: Hashable, burst: int, per_second: float) -> bool:
        """Return whether a further request fits.

        Parameters
        ----------
        key
            The client. The keys that were seen last are kept, 10,000 of them.
        burst
            Number of requests at once.
        per_second
            Number of requests a second in the long run.
        """
        now = self._clock()
        left, then = self._buckets.pop(key, (float(burst), now))
        left = min(float(burst), left + (now - then) * per_second)
        admitted = left >= 1
        self._buckets[key] = (left - admitted, now)
        if len(self._buckets) > _MOST_KEYS:
            self._buckets.popitem(last=False)
        return admitted
