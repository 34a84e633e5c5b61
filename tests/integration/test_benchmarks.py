"""The benchmarks, run for real on very little input."""

import subprocess
import sys

import pytest

from support.paths import ROOT


@pytest.mark.slow
def test_one_command_measures_writes_a_table_and_draws_a_picture(tmp_path):
    command = [
        sys.executable,
        "-m",
        "benchmarks",
        "--quick",
        "--output",
        tmp_path,
        "--picture",
        tmp_path / "a.svg",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    results = (tmp_path / "results.md").read_text("utf-8")
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
    assert "Paralattice, V1" in (tmp_path / "a.svg").read_text("utf-8")


def test_many_workers_that_only_wait_are_simulated_to_the_end_of_a_run():
    command = [sys.executable, "benchmarks/simulation.py", "--clusters", "200", "--workers", "3"]
    done = subprocess.run([*command, "--window", "0"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    heads, _, row = (line.strip("| ").split(" | ") for line in done.stdout.splitlines())
    found = dict(zip(heads, row, strict=True))
    assert (found["workers"], found["window"], found["workers could"]) == ("3", "192", "30")
    assert 0 < int(found["clusters/s"]) <= 36
