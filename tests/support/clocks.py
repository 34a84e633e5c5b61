"""Clocks that jump: libfaketime from Debian's package `faketime`, which reads the time from a file."""

import os
from pathlib import Path

import pytest

from support.paths import SUPPORT

_PLACES = ("/usr/lib/*/faketime", "/usr/local/lib/faketime", "/usr/lib/faketime", "/usr/lib64/faketime")


def faketime_library():
    """Return the path of the library, or nothing where it is not installed."""
    found = [path for place in _PLACES for path in Path("/").glob(f"{place[1:]}/libfaketimeMT.so.1")]
    return str(found[0]) if found else ""


class Clock:
    """The clock of the processes that are started with its environment; it shows the true time at first.

    Parameters
    ----------
    file
        Where the processes read how far their clock is off.
    """

    def __init__(self, file):
        self._file = file
        self.set("+0")

    @property
    def environment(self):
        """What a process needs to have this clock; time that passes is always measured truly."""
        return {
            "LD_PRELOAD": faketime_library(),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            # Setting a clock changes no monotonic clock.  The library has had two names for the variable.
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",
            # The library's clock_nanosleep refuses what Python asks of it.
            "PYTHONPATH": os.pathsep.join(
                filter(None, [str(SUPPORT / "sleep"), os.environ.get("PYTHONPATH")])
            ),
        }

    def set(self, offset):
        """Set the clock: ``+1d`` is a day ahead, ``-1d`` a day behind."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{offset}\n", encoding="ascii")
        new.replace(self._file)


@pytest.fixture
def clock(tmp_path):
    """Make a clock that can be set; skip the test where there is no libfaketime."""
    if not faketime_library():
        pytest.skip("libfaketime is not installed (Debian: faketime)")
    return Clock(tmp_path / "clock")
