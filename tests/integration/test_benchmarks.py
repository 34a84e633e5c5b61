"""The benchmarks, run for real on very little input."""

import subprocess
import sys

import pytest

from support.paths import ROOT


@pytest.mark.slow
def test_one_command_measures_and_writes_a_table(tmp_path):
    command = [sys.executable, "-m", "benchmarks", "--quick", "--output", tmp_path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    results = (tmp_path / "peers.md").read_text("utf-8")
    for topic in (
        "scores of all pairs, V5",
        "from words to columns, V1",
        "determinised, minimised, sentences counted",
        "parsing",
    ):
        assert f"| {topic}" in results
    assert "other results" not in results
    assert "fails" not in results
    assert results.count("same results") >= 8
