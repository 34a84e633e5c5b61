"""Errors of files, of the ledger and of the server during a run, in words."""

import sqlite3

import pytest
import redis

from orchestrator.runs.folder import RunError, RunFolder
from orchestrator.runs.session import usable


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (PermissionError(13, "Permission denied"), "cannot write below runs/harbour: Permission denied"),
        (sqlite3.OperationalError("disk I/O error"), "cannot write below runs/harbour: disk I/O error"),
        (redis.ConnectionError("reset\nby peer"), "the broker does not answer: reset by peer"),
    ],
)
def test_what_breaks_a_run_is_told_with_what_to_do(error, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RunError) as caught, usable(RunFolder(tmp_path / "runs/harbour")):
        raise error
    first, second = str(caught.value).replace(f"{tmp_path}/", "").splitlines()
    assert first == message
    assert second.startswith("finished work is kept; run the same command again once ")
