"""A run that a test disturbs; its results are held against those of a run that nothing happened to."""

import csv
import re
from collections import Counter
from contextlib import closing

import psutil

from orchestrator.runs.ledger import DONE, Ledger
from support.finished import CLUSTERS
from support.processes import stopped, workers_of
from support.results import finished_clusters
from support.waiting import eventually

VERSIONS = 5
STAGES = ("chunk", "align", "merge", "build", "sample")


class Trial:
    """A run of the shared corpus that a test disturbs.

    Attributes
    ----------
    process
        The newest ``orchestrator submit``.
    log
        The file of what it prints.
    """

    def __init__(self, orchestrator, finished_run):
        self.orchestrator = orchestrator
        self.expected = finished_run.files
        self.corpus = finished_run.corpus
        self.folder = orchestrator.folder / "runs/corpus"
        self.process = None
        self.log = orchestrator.folder / "submit.log"

    def submit(self, *arguments, window=4):
        """Start ``submit`` of the corpus, few clusters at a time."""
        words = ("submit", self.corpus, "--workers", 2, "--window", window, *arguments)
        with self.log.open("wb") as log:
            self.process = self.orchestrator.start(*words, output=log, errors=log)

    @property
    def output(self):
        """What the newest ``submit`` has printed so far."""
        return self.log.read_text("utf-8")

    def finished(self):
        """Return how many clusters are done."""
        return len(finished_clusters(self.folder))

    def reach(self, clusters):
        """Wait until some clusters are done; the run has to be under way still."""
        assert eventually(lambda: self.finished() >= clusters or self.process.poll() is not None, 120), (
            self.finished()
        )
        assert self.process.poll() is None, self.output

    def main_worker(self):
        """Return the worker's process that talks to the server."""
        return self._workers()[0]

    def pool(self):
        """Return the worker's children, which do the tasks."""
        main, *others = self._workers()
        return [process for process in others if process.ppid() == main.pid]

    def _workers(self):
        # The run waits meanwhile, or it might be over before they are found.
        with stopped([psutil.Process(self.process.pid)]):
            return sorted(workers_of(self.process), key=lambda process: process.create_time())

    def finish(self, seconds=200):
        """Wait for the end of a run that must succeed, and check all of its results."""
        assert self.process.wait(timeout=seconds) == 0, self.output
        assert f"{CLUSTERS} of {CLUSTERS} clusters done, 0 failed" in self.output
        self.check()

    def check(self):
        """Make sure that the results are those of the shared run, and nothing counts twice."""
        assert self.orchestrator.files() == self.expected
        self.check_counts()

    def check_counts(self):
        """Make sure that no cluster, lattice or stage is counted twice, wherever they are counted."""
        for log in (self.folder / "logs").glob("worker*"):
            assert "refused a message" not in log.read_text(encoding="utf-8", errors="replace")
        with (self.folder / "results.csv").open(encoding="utf-8", newline="") as file:
            rows = Counter((row["cluster"], row["version"]) for row in csv.DictReader(file))
        assert set(rows.values()) == {1}
        with closing(Ledger(self.folder / "ledger.sqlite")) as ledger:
            done = ledger.names(DONE)
            assert len(done) == len(rows) / VERSIONS
            assert all(len(ledger.results(name)) == VERSIONS for name in done)
            # Work that a process could not report before it died is not counted.
            assert all(ledger.units().get(stage, 0) <= len(rows) for stage in STAGES)
        for count, total in re.findall(rf"(?:{'|'.join(STAGES)}|clusters) (\d+)/(\d+)", self.output):
            assert int(count) <= int(total)

    def close(self):
        """Kill the process if it still runs, as after a failure."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
