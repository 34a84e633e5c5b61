"""The console script ``orchestrator`` in processes of its own."""

import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from support.processes import is_alive
from support.results import exported
from support.waiting import eventually


class Orchestrator:
    """The console script, run in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder
        # Words before the script that run it on another host.
        self.prefix = []
        self.script = str(Path(sys.executable).with_name("orchestrator"))

    def start(self, *arguments, output=subprocess.PIPE, errors=subprocess.PIPE):
        """Start the script; what it prints goes to pipes unless told otherwise."""
        return subprocess.Popen(
            [*self.prefix, self.script, *map(str, arguments)],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            text=True,
        )

    def run(self, *arguments, timeout=240):
        process = self.start(*arguments)
        try:
            output, errors = process.communicate(timeout=timeout)
        finally:
            process.kill()
            process.wait()
        return subprocess.CompletedProcess(process.args, process.returncode, output, errors)

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
    assert eventually(lambda: not script.processes()), f"left running: {script.processes()}"
