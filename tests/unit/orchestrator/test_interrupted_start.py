"""Ctrl-C at any moment of the start ends the program with 130, without a traceback; TERM a service with 0."""

import fcntl
import os
import signal
import subprocess
import sys

import pytest

PIPE_BYTES = 4096

pytestmark = pytest.mark.skipif(
    not hasattr(fcntl, "F_SETPIPE_SZ"), reason="the system cannot make a pipe smaller"
)


def listen():
    """Have Ctrl-C interrupt the process that is started, even where the tests run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(*words, before=listen):
    """Start the program; it tells on standard error which modules it has imported, and waits to be read."""
    command = [sys.executable, "-P", "-X", "importtime", "-m", "orchestrator", *map(str, words)]
    reading, writing = os.pipe()
    # So little fits that the program cannot run ahead of its reader.
    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=writing, preexec_fn=before, restore_signals=False
    )
    os.close(writing)
    process.stderr = os.fdopen(reading)
    return process


def read_until(process, module):
    """Read what it says until it has imported a module; return the line."""
    return next(line for line in process.stderr if line.endswith(f" {module}\n"))


def interrupted(process, number=signal.SIGINT):
    """Send a signal, by default that of Ctrl-C; return its exit code and what it said last."""
    process.send_signal(number)
    with process.stderr as errors:
        lines = [line.rstrip("\n") for line in errors if "import time:" not in line]
    return process.wait(), lines


@pytest.mark.parametrize("module", ["click", "orchestrator.commands.common.group"])
def test_an_interrupt_while_modules_are_imported_ends_it_with_130_and_a_line(module):
    process = start("options")
    read_until(process, module)
    assert interrupted(process) == (130, ["stopped by Ctrl-C"])


@pytest.mark.parametrize(
    "module",
    [
        "redis",
        "orchestrator.runs.submission.submit",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("orchestrator.cli", "numpy", "rich.progress")
        ),
    ],
)
def test_an_interrupt_while_a_command_imports_modules_ends_it_likewise(module, tmp_path):
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "storm.txt").write_text("Rain fell .\nIt rained .\n", "utf-8")
    process = start("submit", tmp_path / "corpus", "--runs", tmp_path / "runs")
    read_until(process, module)
    assert interrupted(process) == (130, ["stopped by Ctrl-C"])


@pytest.mark.parametrize(
    ("service", "module"), [("worker", "click"), ("worker", "redis"), ("flower", "orchestrator.cli")]
)
def test_a_service_that_is_asked_to_stop_while_it_imports_modules_ends_with_0(service, module, tmp_path):
    words = () if service == "flower" else ("--store", tmp_path / "store")
    process = start(service, "--broker", "redis://127.0.0.1:1/0", *words)
    read_until(process, module)
    assert interrupted(process, signal.SIGTERM) == (0, [])


def test_a_job_in_the_background_goes_on_ignoring_an_interrupt():
    process = start("options", before=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
    read_until(process, "click")
    assert interrupted(process) == (0, [])


INTERRUPTED = """
import os, signal, sys
from orchestrator import __main__ as program
from orchestrator import cli
from orchestrator.engine.signals import stop_signals
class Descriptor:
    def __set_name__(self, owner, name):
        os.kill(os.getpid(), signal.SIGINT)
"""
AT_ONCE = """
def command():
    class Raises:
        field = Descriptor()
cli.main = command
program.main()
"""
THE_SECOND_TIME = """
def command():
    with stop_signals():
        os.kill(os.getpid(), signal.SIGINT)
        class Raises:
            field = Descriptor()
cli.main = command
program.main()
"""


@pytest.mark.parametrize("program", [AT_ONCE, THE_SECOND_TIME])
def test_an_interrupt_that_an_import_turned_into_another_error_is_still_one(program):
    program = INTERRUPTED + program
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], capture_output=True, text=True, check=False, preexec_fn=listen
    )
    assert (done.returncode, done.stderr) == (130, "stopped by Ctrl-C\n")


def test_an_interrupt_of_code_in_a_string_that_the_command_answers_ends_with_its_exit_code(tmp_path):
    (tmp_path / "program.py").write_text(
        """
import sys
from orchestrator import __main__ as program
from orchestrator import cli
def command():
    try:
        exec("import os, signal; os.kill(os.getpid(), signal.SIGINT)")
    except KeyboardInterrupt:
        sys.exit(130)
cli.main = command
program.main()
""",
        "utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "program"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=listen,
    )
    assert (done.returncode, done.stderr) == (130, "")


def test_an_error_without_an_interrupt_is_told_in_full():
    program = """
from orchestrator import __main__ as program
from orchestrator import cli
def command():
    raise RuntimeError("unforeseen")
cli.main = command
program.main()
"""
    done = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "RuntimeError: unforeseen" in done.stderr
