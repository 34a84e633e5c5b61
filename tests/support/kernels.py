"""Compile what several processes of tests need, before each of them would do it at the same time."""

import subprocess
import sys

from support.paths import TESTS

_PREPARATIONS = (
    ["-P", "-c", "from paralattice.align import prepare_alignment; prepare_alignment()"],
    ["-P", "-c", "from paralattice.lattice import prepare_lattices; prepare_lattices()"],
)


def pytest_configure(config):
    """Fill the caches of compiled code from the process that starts the others, if it starts any."""
    if not config.getoption("numprocesses", None) or hasattr(config, "workerinput"):
        return
    commands = list(_PREPARATIONS)
    if not sys.dont_write_bytecode and not any(TESTS.glob("unit/*/__pycache__/test_*-pytest-*.pyc")):
        # In a fresh clone each process would compile all tests, and in a fresh environment all libraries.
        commands.append(["-m", "pytest", "--collect-only", "-qq", *config.args])
    started = [
        subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL) for command in commands
    ]
    for process in started:
        process.wait()
