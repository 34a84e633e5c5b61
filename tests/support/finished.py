"""A run that is computed once and shared by the tests that need one to its end."""

import fcntl
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from support.console_script import Orchestrator
from support.corpora import write_corpus

CLUSTERS = 24


@dataclass(frozen=True)
class FinishedRun:
    """A run of all versions over clusters with their trees; tests must not change its files.

    Attributes
    ----------
    folder
        Where it was submitted: the corpus and the folder of runs.
    files
        Content of the result files by relative path.
    """

    folder: Path
    files: dict

    @property
    def corpus(self):
        """The folder of the clusters."""
        return self.folder / "corpus"

    @property
    def store(self):
        """The folder of the artefacts."""
        return self.folder / "runs/.store"


@pytest.fixture(scope="session")
def finished_run(tmp_path_factory):
    """Run a corpus without disturbance, once for all processes of the tests."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    script, complete = Orchestrator(shared / "finished"), shared / "finished.complete"
    with (shared / "finished.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not complete.exists():
            script.folder.mkdir()
            corpus = write_corpus(script.folder / "corpus", CLUSTERS)
            done = script.run("submit", corpus, "--workers", 1)
            assert done.returncode == 0, (done.stdout, done.stderr)
            complete.touch()
    return FinishedRun(script.folder, script.files())


@pytest.fixture
def finished_copy(orchestrator, finished_run):
    """Put a copy of the finished run, its corpus and its store into the test's folder; return the corpus."""
    shutil.copytree(finished_run.folder, orchestrator.folder, dirs_exist_ok=True)
    return orchestrator.folder / "corpus"
