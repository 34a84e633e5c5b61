"""Compile the loops of alignment and lattices before several processes of tests need them at once."""

import subprocess
import sys

_PREPARATIONS = (
    "from paralattice.align import prepare_alignment; prepare_alignment()",
    "from paralattice.lattice import prepare_lattices; prepare_lattices()",
)


def pytest_configure(config):
    """Fill the cache of machine code from the process that starts the others, if it starts any."""
    if not config.getoption("numprocesses", None) or hasattr(config, "workerinput"):
        return
    started = [subprocess.Popen([sys.executable, "-P", "-c", code]) for code in _PREPARATIONS]
    for process in started:
        process.wait()
