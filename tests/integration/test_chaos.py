"""The program of `make chaos` itself, for a short time."""

import subprocess
import sys

import pytest

from support.paths import TESTS


@pytest.mark.slow
def test_random_faults_lose_nothing_and_leave_nothing():
    command = [sys.executable, "-m", "chaos", "--minutes", "1", "--seed", "7", "--clusters", "12"]
    done = subprocess.run(command, cwd=TESTS, capture_output=True, text=True, timeout=1000, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert ", 0 are not" in done.stdout
