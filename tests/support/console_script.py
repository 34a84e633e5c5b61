"""The console script ``orchestrator``: in processes of its own, or as a call where none has to start."""

import contextlib
import gc
import io
import os
import subprocess
import sys
from pathlib import Path
from unittest import mock

import psutil
import pytest

from orchestrator import cli
from orchestrator.commands.common.group import Verbosity
from support.processes import is_alive
from support.results import exported
from support.waiting import PATIENCE, eventually


class Orchestrator:
    """The console script, run in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder
        # Words before the script that run it on another host.
        self.prefix = []
        self.started = []
        self.script = str(Path(sys.executable).with_name("orchestrator"))

    def start(self, *arguments, output=subprocess.PIPE, errors=subprocess.PIPE):
        """Start the script; what it prints goes to pipes unless told otherwise."""
        process = subprocess.Popen(
            [*self.prefix, self.script, *map(str, arguments)],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            text=True,
        )
        self.started.append(process)
        return process

    def run(self, *arguments, timeout=240):
        process = self.start(*arguments)
        try:
            output, errors = process.communicate(timeout=timeout)
        finally:
            process.kill()
            process.wait()
        return subprocess.CompletedProcess(process.args, process.returncode, output, errors)

    def call(self, *arguments, **environment):
        """Run a command in this process: the same words, streams and exit code without a start of Python.

        It is for commands that start no workers, and for all that are refused.  Further arguments are
        variables of the environment.
        """
        output, errors = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
        words, thresholds, digits = (
            [self.script, *map(str, arguments)],
            gc.get_threshold(),
            sys.get_int_max_str_digits(),
        )
        with (
            mock.patch.object(sys, "argv", words),
            mock.patch.object(sys, "stdin", io.StringIO()),
            mock.patch.object(Verbosity, "errors_in_full", False),
            mock.patch.dict(os.environ, environment),
            contextlib.chdir(self.folder),
            contextlib.redirect_stdout(output),
            contextlib.redirect_stderr(errors),
        ):
            try:
                code = cli.main() or 0
            except SystemExit as error:
                code = error.code or 0
            finally:
                gc.set_threshold(*thresholds)
                sys.set_int_max_str_digits(digits)
        texts = (stream.buffer.getvalue().decode("utf-8") for stream in (output, errors))
        return subprocess.CompletedProcess(words, code, *texts)

    def processes(self, text=""):
        """Return the living processes of this folder's runs, other than the script itself."""
        found = []
        for process in psutil.process_iter(["pid", "environ", "cmdline"]):
            environ = process.info["environ"] or {}
            command = " ".join(process.info["cmdline"] or [])
            ours = environ.get("ORCHESTRATOR_STORE", "").startswith(str(self.folder))
            if ours and text in command and is_alive(process):
                found.append(process)
        return found

    def end(self):
        """End what still runs and close every pipe; return the commands that still ran."""
        running = [process for process in self.started if process.poll() is None]
        for process in running:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=PATIENCE)
            process.kill()
            process.wait()
        for stream in (stream for process in self.started for stream in (process.stdout, process.stderr)):
            if stream:
                stream.close()
        return [process.args for process in running]

    def files(self, run="corpus"):
        """Return the content of a run's result files, those of its clusters as exported, by relative path."""
        root = self.folder / "runs" / run
        # The report has what run.json says of the input.
        left_out = {"run.json", "run.lock", "status.json", "report.html"}
        return {
            str(path.relative_to(root)): path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file()
            and path.name not in left_out
            and "ledger" not in path.name
            and "logs" not in path.parts
            # Parts hold the clusters in the order in which they were done.
            and not path.name.startswith("part-")
        } | exported(root)


@pytest.fixture
def orchestrator(tmp_path):
    """Run the console script in a temporary folder; fail if it leaves a process behind."""
    script = Orchestrator(tmp_path)
    yield script
    # A test that fails midway must not leave its process to the tests after it.
    running = script.end()
    assert not running, f"still running: {running}"
    assert eventually(lambda: not script.processes()), f"left running: {script.processes()}"
