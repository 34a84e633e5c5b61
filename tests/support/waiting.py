"""Waiting for a condition instead of sleeping for a fixed time."""

import time

#: Seconds that are more than enough on a machine with much else to do.
PATIENCE = 90.0
_PAUSE = 0.02


def eventually(condition, seconds=PATIENCE):
    """Return the value of a condition as soon as it is true, and its last value when the time is over."""
    deadline = time.monotonic() + seconds
    while not (value := condition()) and time.monotonic() < deadline:
        time.sleep(_PAUSE)
    return value
