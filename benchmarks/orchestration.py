"""Processor time of the orchestrator by part of its work, for synthetic clusters of five short sentences.

    python benchmarks/orchestration.py [--clusters 600] [--versions V1,V2,V3,V4,V5] [--folder /dev/shm]

A whole run computes the clusters; then this process does the orchestrator's work on them once more, part by
part, without messages and workers.  `benchmarks/simulation.py` measures those: scheduler, messages, events.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from contextlib import closing, contextmanager
from pathlib import Path

from scale import run, write_corpus

from orchestrator.corpora import open_corpus
from orchestrator.engine.journal import Changes
from orchestrator.engine.resources import Resources
from orchestrator.io.atomic import write_whole
from orchestrator.report.writing import write_report
from orchestrator.runs.folder import RunFolder
from orchestrator.runs.ledger import Ledger
from orchestrator.runs.plan import Plan, Remaining, complete_among
from orchestrator.runs.results import RESULT_COLUMNS, collect_cluster, csv_lines, result_rows
from orchestrator.runs.sentences import write_sentence_files
from orchestrator.runs.submission.adoption import adopt
from orchestrator.runs.submission.request import Request
from orchestrator.runs.submission.staging import stage_clusters
from paralattice.run_options import Options
from workers.store import open_store

# Clusters that become done in one transaction of the ledger.
TOGETHER = 8


class Clock(dict):
    """Seconds of processor time by part."""

    @contextmanager
    def on(self, part):
        """Add the time of a block."""
        started = time.process_time()
        yield
        self[part] = self.get(part, 0.0) + time.process_time() - started


def planned(corpus, plan, clock):
    """Read and plan a corpus."""
    with clock.on("open the corpus, digest of its bytes"):
        opened = open_corpus(corpus)
    with clock.on("read and check it"):
        entries = list(opened)
    with clock.on("plan"):
        return [plan.cluster(entry, str) for entry in entries]


def staged(clusters, plan, request, folder, ledger, clock):
    """Take clusters into the ledger; return them as the ledger has them."""
    with clock.on("stage and adopt"):
        described = stage_clusters(plan, clusters, ledger, request)
        folder.create()
        with folder.locked():
            folder.write({**adopt(folder, described, ledger, update=False), "submits": []})
    with clock.on("read from the ledger"):
        return [plan.restore(name, body) for name, _, body in ledger.clusters()]


def collected(clusters, plan, store, folder, ledger, clock):
    """Look up and collect the results of clusters, and write the tables."""
    with clock.on("look up what is stored"):
        list(complete_among(clusters, plan, store))
    with clock.on("count what is left"):
        left = Remaining(plan, store)
        for cluster in clusters:
            left.add(cluster)
        left.units()
    with clock.on("join and write records"), folder.writer() as writer:
        rows = {cluster.name: collect_cluster(writer, cluster, plan, store) for cluster in clusters}
    names = list(rows)
    with clock.on("note them in the ledger"):
        for start in range(0, len(names), TOGETHER):
            group = names[start : start + TOGETHER]
            results = {(name, version): row for name in group for version, row in rows[name].items()}
            ledger.record(Changes("1-1", [], results, group))
    with clock.on("results.csv"):
        write_whole(folder.results, csv_lines(RESULT_COLUMNS, result_rows(plan, ledger)))
    with clock.on("sentences.csv"):
        write_sentence_files(folder, names, plan.options.versions)


def measure(arguments, folder):
    """Return the clock after all parts."""
    corpus = write_corpus(folder / "corpus", arguments.clusters)
    run(corpus, folder, arguments)
    clock, again = Clock(), RunFolder(folder / "again" / "run")
    plan = Plan(Options.from_dict({"versions": arguments.versions.split(",")}))
    place = RunFolder(folder / "runs" / "run").record()["store"]
    request = Request(corpus, folder / "again", "run", Resources(place))
    clusters = planned(corpus, plan, clock)
    with closing(Ledger()) as ledger:
        clusters = staged(clusters, plan, request, again, ledger, clock)
        collected(clusters, plan, open_store(place), again, ledger, clock)
    with clock.on("report.html"):
        write_report(again.root)
    return clock


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clusters", type=int, default=600)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--versions", default="V1,V2,V3,V4,V5")
    parser.add_argument("--folder", type=Path, help="folder of the run; /dev/shm avoids the disk")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
        clock = measure(arguments, Path(name))
    print(f"{arguments.clusters} clusters, {arguments.versions}: milliseconds of processor time per cluster")
    for part, seconds in clock.items():
        print(f"{1000 * seconds / arguments.clusters:8.3f}  {part}")
    page = clock["report.html"]
    print(f"{1000 * (sum(clock.values()) - page) / arguments.clusters:8.3f}  all without the report")


if __name__ == "__main__":
    main()
