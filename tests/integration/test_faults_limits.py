"""Processes with little of what they need: few open files, little memory, a folder that turns read-only."""

import os
import re
import shutil

import pytest

from support.waiting import eventually

DAC = "-dac_override,-dac_read_search"


def test_64_open_files_are_enough(trial):
    trial.orchestrator.prefix = ["prlimit", "--nofile=64"]
    trial.submit()
    trial.finish()


@pytest.mark.slow
@pytest.mark.parametrize("files", [16, 32])
def test_too_few_open_files_are_named_by_the_server_and_the_run_goes_on_with_more(files, trial):
    trial.orchestrator.prefix = ["prlimit", f"--nofile={files}"]
    trial.submit()
    assert trial.process.wait(timeout=200) == 2, trial.output
    assert f"Your current 'ulimit -n' of {files} is not enough" in trial.output
    assert "Traceback" not in trial.output
    trial.orchestrator.prefix = []
    trial.submit()
    trial.finish()


@pytest.mark.parametrize(
    "megabytes", [150, *(pytest.param(size, marks=pytest.mark.slow) for size in (100, 200, 300, 400, 600))]
)
def test_too_little_memory_is_told_in_a_line_and_the_run_goes_on_with_more(megabytes, trial):
    trial.orchestrator.prefix = ["prlimit", f"--as={megabytes * 1_000_000}"]
    trial.submit()
    code = trial.process.wait(timeout=200)
    if code:
        # NumPy's library of algebra ends the process itself, with a line of its own.
        told = ("error: ", "starting ", "a process had died and was restarted", "OpenBLAS error: Memory ")
        assert all(line.startswith(told) for line in trial.output.splitlines() if line.strip()), trial.output
        assert re.search("too little memory|OpenBLAS error: Memory allocation", trial.output)
        trial.orchestrator.prefix = []
        trial.submit()
    trial.finish()


@pytest.mark.slow
@pytest.mark.parametrize("size", [4_000, 20_000, 60_000, 150_000])
def test_a_file_that_may_not_grow_is_told_in_a_line_and_the_run_goes_on_later(size, trial):
    # As on a full disk, every file ends in the midst of what is written.
    trial.orchestrator.prefix = ["prlimit", f"--fsize={size}"]
    trial.submit()
    if trial.process.wait(timeout=200):
        assert "finished work is kept" in trial.output
        assert "Traceback" not in trial.output
        trial.orchestrator.prefix = []
        trial.submit()
    trial.finish()


@pytest.fixture
def bound_by_permissions(trial):
    """Have runs obey the permissions of files, which root does not."""
    if os.geteuid() == 0:
        if not shutil.which("setpriv"):
            pytest.skip("root passes over permissions, and there is no setpriv to forbid it")
        trial.orchestrator.prefix = ["setpriv", f"--inh-caps={DAC}", f"--bounding-set={DAC}"]


def allow(root, mode):
    """Add or take the right to write below a folder."""
    for path in [root, *root.rglob("*")]:
        path.chmod(path.stat().st_mode | 0o200 if mode == "w" else path.stat().st_mode & ~0o222)


@pytest.mark.usefixtures("bound_by_permissions")
@pytest.mark.parametrize(
    "name", ["runs/corpus", *(pytest.param(each, marks=pytest.mark.slow) for each in ("runs/.store", "runs"))]
)
def test_a_folder_that_turns_read_only_midway_is_named_and_the_run_goes_on_later(name, trial):
    trial.submit(window=1)
    trial.reach(2)
    folder = trial.orchestrator.folder / name
    try:
        allow(folder, "r")
        assert eventually(lambda: trial.process.poll() is not None), trial.output
    finally:
        allow(folder, "w")
    assert trial.process.returncode in (1, 2), trial.output
    assert "Permission denied" in trial.output
    assert "Traceback" not in trial.output
    trial.submit()
    trial.finish()
