"""Compile what several processes of tests need, before each of them would do it at the same time."""

import os
import subprocess
import sys

from support.paths import EXAMPLES, ROOT, TESTS

_PREPARATIONS = (
    ["-P", "-c", "from paralattice.align import prepare_alignment; prepare_alignment()"],
    ["-P", "-c", "from paralattice.lattice import prepare_lattices; prepare_lattices()"],
)
_FIRST_TREE = """
from paralattice.adapters.options import ParseOptions
from paralattice.adapters.parser import load_parser

load_parser(ParseOptions()).parse([["Go", "."]])
"""
_FIRST_COMMANDS = """
import os, sys, tempfile
from contextlib import suppress
from orchestrator.cli import cli

documents, trained = sys.argv[1], ["-o", "model", "--preset", "quirk2004"]
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for words in (
        ["reword", "train", documents, *trained],
        ["reword", "run", "--model", "model", "A blaze broke out on Sunday."],
        ["match", "run", documents],
    ):
        with suppress(SystemExit):
            cli(words, standalone_mode=False)
"""


def pytest_configure(config):
    """Fill the caches of compiled code from the process that starts the others, if it starts any."""
    if not config.getoption("numprocesses", None) or hasattr(config, "workerinput"):
        return
    commands = list(_PREPARATIONS)
    if not any(ROOT.glob("paralattice/rewording/kernels/__pycache__/*.nbi")):
        commands += [
            ["-P", "-c", _FIRST_TREE],
            ["-P", "-c", _FIRST_COMMANDS, EXAMPLES / "documents"],
        ]
    if not sys.dont_write_bytecode and not any(TESTS.glob("unit/*/__pycache__/test_*-pytest-*.pyc")):
        # In a fresh clone each process would compile all tests, and in a fresh environment all libraries.
        commands.append(["-m", "pytest", "--collect-only", "-qq", *config.args])
    quiet = subprocess.DEVNULL
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    started = [
        subprocess.Popen([sys.executable, *command], stdout=quiet, stderr=quiet, env=environment)
        for command in commands
    ]
    for process in started:
        process.wait()
