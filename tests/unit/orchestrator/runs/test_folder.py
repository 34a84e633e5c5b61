"""A run's folder is held by one process, says what its results depend on, and survives bad luck."""

import json
import os
import signal
import subprocess
import sys
import textwrap

import pytest

import paralattice
from orchestrator.runs.folder import RunError, RunFolder, differences, new_identity, run_folder, signature
from paralattice.errors import FormatError


@pytest.fixture
def folder(tmp_path):
    folder = RunFolder(tmp_path / "runs" / "boats")
    folder.create()
    return folder


def test_a_run_is_a_folder_of_its_name(tmp_path):
    folder = run_folder(tmp_path, "boats")
    assert (folder.root, folder.name) == (tmp_path / "boats", "boats")
    assert not folder.root.exists()
    for path in (folder.ledger, folder.results, folder.worker_log):
        assert path.is_relative_to(folder.root)


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", ".hidden", "a\\b", "nul", "tab\t", "x" * 300])
def test_a_name_that_cannot_be_a_folder_is_refused(tmp_path, name):
    with pytest.raises(RunError, match="run name"):
        run_folder(tmp_path, name)


def test_making_a_folder_leaves_nothing_in_it_and_keeps_what_is_there(folder):
    assert list(folder.root.iterdir()) == []
    folder.write({"id": "boats-1"})
    folder.create()
    assert folder.read() == {"id": "boats-1"}


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "runs").write_text("a file in the way")
    with pytest.raises(RunError, match=r"cannot write the run folder .*boats"):
        RunFolder(tmp_path / "runs" / "boats").create()


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


def test_the_record_is_read_as_it_was_written(folder):
    assert folder.read() is None
    value = {"id": "boats-1", "signature": {"options": {"versions": ["V1"]}}, "submits": []}
    folder.write(value)
    assert folder.read() == value


@pytest.mark.parametrize("content", [b"{", b"", b"\xff\xfe", b"[]", b"null", b'"text"'])
def test_a_record_that_is_damaged_is_named(folder, content):
    (folder.root / "run.json").write_bytes(content)
    with pytest.raises(FormatError, match=r"run\.json"):
        folder.read()


def test_a_signature_says_all_that_results_depend_on():
    made = signature({"digest": "d"}, {"versions": ["V1"]}, {"name": "default"})
    assert made == {
        "paralattice": paralattice.__version__,
        "corpus": {"digest": "d"},
        "options": {"versions": ["V1"]},
        "parser": {"name": "default"},
    }


def test_equal_signatures_have_no_differences_even_after_json():
    options = {"versions": ("V1", "V2"), "stop_words": None, "sample": {"seed": 1}}
    assert differences(options, json.loads(json.dumps(options))) == []


def test_differences_are_named_by_their_path_with_both_values():
    old = {"sample": {"seed": 1, "keep": 10}, "versions": ["V1"], "gone": 1}
    new = {"sample": {"seed": 2, "keep": 10}, "versions": ["V1", "V4"], "new": {"a": "b"}}
    assert differences(old, new) == [
        "gone: 1 -> null",
        'new: null -> {"a": "b"}',
        "sample.seed: 1 -> 2",
        'versions: ["V1"] -> ["V1", "V4"]',
    ]


def test_identities_of_runs_of_one_name_differ():
    assert len({new_identity("boats") for _ in range(20)}) == 20
    assert new_identity("boats").startswith("boats-")
