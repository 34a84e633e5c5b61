"""Processes with little of what they need: few files, little memory, a folder that turns read-only."""

import re

import pytest


@pytest.mark.parametrize("files", [16, 32, 48, 64, 96])
def test_few_open_files_are_enough_or_the_reason_is_told(files, trial):
    trial.orchestrator.prefix = ["prlimit", f"--nofile={files}"]
    trial.submit()
    code = trial.process.wait(timeout=200)
    print(code, trial.output)
    assert "Traceback" not in trial.output
    if code == 0: trial.finish()


@pytest.mark.parametrize("megabytes", [60, 100, 150,200, 300, 400, 600, 800,1200,2400])
def test_little_memory_is_enough_or_the_reason_is_told(megabytes, trial):
    trial.orchestrator.prefix = ["prlimit", f"--as={megabytes * 1_000_000}"]
    trial.submit()
    code = trial.process.wait(timeout=200)
    print(code, trial.output)
    assert "Traceback" not in trial.output
    if code == 0: trial.finish()
