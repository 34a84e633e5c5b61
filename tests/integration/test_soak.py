"""The program that looks for leaks, on a run that is long enough to warm up."""

import subprocess
import sys

import pytest

from support.paths import ROOT


@pytest.mark.slow
def test_nothing_grows_after_the_first_tenths_of_a_run():
    command = [sys.executable, ROOT / "benchmarks/soak.py", "--clusters", "1000", "--interval", "0.1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
