"""Real tasks that crash, or run out of memory or time: the others finish, and the reasons are reported."""

import csv
import os
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from support.console_script import Orchestrator
from support.corpora import write_corpus
from support.paths import SUPPORT

POISON = SUPPORT / "poison"
# Seconds that no healthy task of this run needs, however busy the machine is.
TIME_LIMIT = 15
POISONED = {
    "c001": "quicksand",
    "c003": "flood",
    "c005": "hoard",
    "c007": "standstill",
    "c009": "hiccup",
    "parsed1": "quicksand",
}
REASONS = {
    "c001": "build: killed by signal 11 (segmentation fault), at the last of 4 attempts",
    "c003": "build: killed by signal 9, perhaps for lack of memory, at the last of 4 attempts",
    "c005": "build: OutOfMemoryError: more memory is needed than there is",
    "c007": f"build: past its time limit of {TIME_LIMIT} s",
    "parsed1": "parse: killed by signal 11 (segmentation fault), at the last of 4 attempts",
}
HEALTHY = [f"c{number:03}" for number in (0, 2, 4, 6, 8, 10, 11)]
# What kills while a cluster goes through its stages in one task is tried again stage by stage.
ATTEMPTS = {"segfault": (1 + 4) + 4, "exhaust": 1 + 4, "refuse": 1, "stall": 1 + 1}


def spoil(corpus):
    """Put poisonous words into some clusters, and make three whose sentences have to be parsed."""
    for number in range(3):
        text = (corpus / f"c{number:03}.txt").read_text("utf-8")
        (corpus / f"parsed{number}.txt").write_text(text, "utf-8")
    for name, word in POISONED.items():
        for path in corpus.glob(f"{name}.*"):
            text = path.read_text("utf-8")
            path.write_text(re.sub(r"\b(slowly|later|twice)\b", word, text, count=1), "utf-8")


@pytest.fixture(scope="module")
def small_group():
    """Make a control group with little memory, where the kernel's killer does what it does; or nothing."""
    group = Path("/sys/fs/cgroup/memory") / f"paralattice-test-{os.getpid()}"
    try:
        group.mkdir()
        (group / "memory.limit_in_bytes").write_text(str(100_000_000))
    except OSError:
        yield ""
    else:
        yield str(group)
        group.rmdir()


@dataclass(frozen=True)
class Poisoned:
    """A run over clusters of which some kill.

    Attributes
    ----------
    script
        Where it was run.
    output, rows, files
        What it printed, the rows of its results, and its files.
    doses
        How often each poison was taken.
    """

    script: object
    output: str
    rows: list
    files: dict
    doses: Counter

    def column(self, cluster, name):
        """Return what a column of the results has in the rows of a cluster."""
        return {row[name] for row in self.rows if row["cluster"] == cluster}


@pytest.fixture(scope="module")
def poisoned(tmp_path_factory, small_group):
    """Run a corpus of which several clusters kill."""
    script = Orchestrator(tmp_path_factory.mktemp("poisoned"))
    spoil(write_corpus(script.folder / "corpus", 12))
    done = run_poisoned(script, small_group)
    assert done.returncode == 1, (done.stdout, done.stderr)
    counts = Counter(path.name.partition("-")[0] for path in (script.folder / "doses").iterdir())
    return Poisoned(script, done.stdout + done.stderr, rows_of(script), script.files(), counts)


def run_poisoned(script, small_group, *arguments):
    """Submit the corpus of a folder with the taster in its workers; return what came of it."""
    doses = script.folder / "doses"
    doses.mkdir()
    environment = {
        "PYTHONPATH": os.pathsep.join(filter(None, [str(POISON), os.environ.get("PYTHONPATH")])),
        "POISON_FOLDER": str(doses),
        "POISON_GROUP": small_group,
        "ORCHESTRATOR_TASK_TIME_LIMIT": str(TIME_LIMIT),
        # A line of output is then a line of the program's.
        "COLUMNS": "200",
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        return script.run("submit", "corpus", "--workers", 2, *arguments)


def rows_of(script):
    with (script.folder / "runs/corpus/results.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("cluster", REASONS)
def test_a_cluster_that_kills_is_reported_with_what_killed_it(poisoned, cluster):
    assert f"failed: {cluster}: {REASONS[cluster]}" in poisoned.output.splitlines()
    assert poisoned.column(cluster, "status") == {"failed"}
    assert poisoned.column(cluster, "reason") == {REASONS[cluster]}


def test_a_task_that_kills_its_worker_is_tried_a_bounded_number_of_times(poisoned):
    assert {name: poisoned.doses[name] for name in ATTEMPTS} == ATTEMPTS


def test_the_clusters_beside_those_that_kill_are_done_as_if_nothing_had_happened(poisoned, finished_run):
    assert "10 of 15 clusters done, 5 failed" in poisoned.output
    assert len(lines_and_files(finished_run.files)) == len(HEALTHY) * (5 + 2 + 5 * 8)
    assert lines_and_files(poisoned.files) == lines_and_files(finished_run.files)


def lines_and_files(files):
    """Return the lines of the results and the files that are about the healthy clusters."""
    named = re.compile("|".join(HEALTHY))
    lines = {line: "" for line in files["results.csv"].decode().splitlines() if named.match(line)}
    return lines | {name: content for name, content in files.items() if named.search(name)}


def test_a_cluster_that_kills_once_alone_is_done(poisoned):
    assert poisoned.column("c009", "status") == {"done"}
    assert poisoned.doses["once"] >= 2


def test_every_cluster_is_done_when_no_task_kills_its_worker_any_more(poisoned):
    script = poisoned.script
    done = script.run("submit", "corpus", "--workers", 2)
    assert done.returncode == 0, (done.stdout, done.stderr)
    assert "15 of 15 clusters done, 0 failed" in done.stdout
    assert set(Counter((row["cluster"], row["version"]) for row in rows_of(script)).values()) == {1}


@pytest.mark.slow
def test_a_worker_that_dies_while_it_makes_new_sentences_is_replaced_and_the_cluster_tried_again(tmp_path):
    script = Orchestrator(tmp_path)
    corpus = write_corpus(script.folder / "corpus", 3)
    for name, word in (("c000", "hiccup"), ("c001", "quicksand")):
        for path in corpus.glob(f"{name}.*"):
            text = path.read_text("utf-8")
            path.write_text(re.sub(r"\b(slowly|later|twice)\b", word, text, count=1), "utf-8")
    done = run_poisoned(script, "", "--versions", "V6")
    assert done.returncode == 1, (done.stdout, done.stderr)
    status = {row["cluster"]: row["status"] for row in rows_of(script)}
    assert status == {"c000": "done", "c001": "failed", "c002": "done"}
    assert "failed: c001: exchange: killed by signal 11 (segmentation fault)" in done.stderr
    again = script.run("submit", "corpus", "--workers", 2, "--versions", "V6")
    assert again.returncode == 0, (again.stdout, again.stderr)
