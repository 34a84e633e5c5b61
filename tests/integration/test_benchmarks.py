"""The benchmarks, run for real on very little input."""

import re
import subprocess
import sys

import pytest

from support import browser
from support.paths import ROOT

pytestmark = pytest.mark.slow


def run(*words):
    """Run a benchmark to its end; return what it prints."""
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_one_command_measures_and_writes_a_table(tmp_path):
    run("-m", "benchmarks", "--quick", "--output", tmp_path)
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


def test_trials_are_timed_in_each_state_of_the_server():
    table = run("benchmarks/trials.py", "--rounds", "1", "--only", "V4")
    rows = [line.split(" | ") for line in table.splitlines()[3:]]
    states = (
        "first trial, the workers start",
        "other sentences",
        "the same again",
        "the same, other options",
    )
    assert [row[:2] for row in rows[:4]] == [
        [f"| {state}", count] for state, count in zip(states, "1455", strict=True)
    ]
    fresh, again = (float(rows[row][2].split()[0]) for row in (1, 2))
    assert again < fresh


@pytest.mark.skipif(not (browser.CHROMIUM and browser.DRIVER), reason=browser.ABSENT)
@pytest.mark.timeout(900)
def test_three_judges_of_an_installed_wheel_score_a_trial_and_lose_nothing(installed):
    table = run("benchmarks/judged_run.py", "--programs", installed.programs)
    assert re.search(r"V6: [1-9]\d* new since the last trial", table)
    assert "none is missing" in table
