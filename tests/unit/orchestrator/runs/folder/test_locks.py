"""A run's folder is held by one process at a time."""

import os
import signal
import subprocess
import sys
import textwrap

import pytest

from orchestrator.runs.folder import RunError, RunFolder


@pytest.fixture
def folder(tmp_path):
    folder = RunFolder(tmp_path / "runs" / "boats")
    folder.create()
    return folder


def test_a_second_holder_is_told_who_the_first_is(folder):
    with folder.locked():
        with (
            pytest.raises(RunError, match=f"run 'boats' is being worked on by process {os.getpid()}"),
            folder.locked(),
        ):
            raise AssertionError("two hold the run")
        assert (folder.root / "run.lock").read_text("utf-8") == f"{os.getpid()}\n"


def test_what_a_killed_holder_had_not_finished_writing_is_removed(folder):
    unfinished = folder.root / "V1" / "ferry" / ".new-abc"
    unfinished.parent.mkdir(parents=True)
    unfinished.touch()
    (unfinished.parent / "lattice.json").touch()
    with folder.locked():
        assert unfinished.exists(), "the last holder came to its end, so this is somebody else's"
    (folder.root / "run.lock").write_text("1234\n")
    with folder.locked():
        assert [path.name for path in unfinished.parent.iterdir()] == ["lattice.json"]


def test_asking_whether_a_run_is_held_makes_no_file(folder):
    assert not folder.is_held()
    assert list(folder.root.iterdir()) == []
    with folder.locked():
        assert folder.is_held()
    assert not folder.is_held()


def test_the_run_is_free_after_its_holder(folder):
    for _ in range(2):
        with folder.locked():
            pass


def test_the_run_is_free_after_its_holder_was_killed(folder):
    holder = f"""
        import time
        from pathlib import Path
        from orchestrator.runs.folder import RunFolder
        with RunFolder(Path({str(folder.root)!r})).locked():
            print("held", flush=True)
            time.sleep(60)
    """
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(holder)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "held\n"
        with pytest.raises(RunError, match=f"process {process.pid}"), folder.locked():
            raise AssertionError("two hold the run")
        process.send_signal(signal.SIGKILL)
        process.wait()
    with folder.locked():
        pass
