"""CPU time of the five stages after parsing, for clusters of 10 sentences and 5 versions.

    python benchmarks/stages.py [--clusters 40]

The task of a cluster is called as by a worker, with a store on disk and a real server, but without
Celery's worker.  The script times its stages and its other work: reading its message and reporting its end.
The clusters are made of the example corpus, which is parsed before.  A second round under a profiler shows
where the time goes.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import statistics
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from paralattice.run_options import Options

SENTENCES = 10
STAGES = ("chunk", "align", "merge", "build", "sample")


def example_clusters():
    """Return clusters of 10 parsed sentences: (words, brackets) pairs."""
    from orchestrator.corpora import open_corpus
    from paralattice.adapters.options import ParseOptions
    from paralattice.adapters.parser import load_parser
    from paralattice.formats.trees import write_tree

    entries = list(open_corpus(Path(__file__).resolve().parents[1] / "examples" / "corpus"))
    sentences = [sentence.words for entry in entries for sentence in entry.cluster.sentences]
    parses = load_parser(ParseOptions()).parse(sentences)
    trees = {words: write_tree(parsed.tree) for words, parsed in zip(sentences, parses, strict=True)}
    groups = []
    for entry in entries:
        words = [sentence.words for sentence in entry.cluster.sentences]
        groups += [
            words[start : start + SENTENCES] for start in range(0, len(words) - SENTENCES + 1, SENTENCES)
        ]
    return [(group, [trees[words] for words in group]) for group in groups]


class Clock:
    """CPU seconds of the stages, and of the rest of a cluster's task."""

    def __init__(self):
        self.stages = defaultdict(list)
        self.beside = []

    def on(self, stage, function):
        """Return the function of a stage, timed."""

        def timed(inputs):
            started = time.process_time()
            result = function(inputs)
            self.stages[stage].append(time.process_time() - started)
            return result

        return timed

    def run(self, task, number, job, inputs):
        """Take a cluster through its stages."""
        done = sum(map(sum, self.stages.values()))
        message = {"run": "benchmark", "names": [job.cluster], "key": f"key-{number}"}
        started = time.process_time()
        task(**message, **job.to_content(), inputs=inputs, places=[], stages=list(STAGES))
        seconds = time.process_time() - started
        self.beside.append(seconds - (sum(map(sum, self.stages.values())) - done))


def prepare(store, number, group, trees, options):
    """Store a cluster's inputs; return its job and their key."""
    from tasks.cluster.jobs import Job
    from workers.store import content_key

    # The number makes all clusters different.
    words = [list(words) for words in group]
    value = {"sentences": words, "trees": list(trees), "number": number}
    job = Job(f"cluster-{number}", content_key(value), store.put_content(options.to_dict()), options.versions)
    return job, store.put_content({job.source: value})


def measure(clusters, options):
    """Run the stages over the clusters twice, the second time under a profiler."""
    from tasks.cluster import run
    from workers.app import use_broker
    from workers.broker.embedded import EmbeddedBroker
    from workers.settings import Settings
    from workers.store import current_store

    groups = example_clusters()
    broker = EmbeddedBroker()
    broker.start()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(Settings(broker.url, folder).to_environment())
        use_broker(broker.url)
        clock = Clock()
        run._FUNCTIONS.update({stage: clock.on(stage, run._FUNCTIONS[stage]) for stage in STAGES})
        store = current_store()
        jobs = [
            prepare(store, number, *groups[number % len(groups)], options)
            for number in range(2 * clusters + 3)
        ]
        for number, job in enumerate(jobs[:3]):
            clock.run(run.run_cluster, number, *job)
        clock.stages.clear()
        clock.beside.clear()
        for number, job in enumerate(jobs[3 : 3 + clusters]):
            clock.run(run.run_cluster, number, *job)
        # Copied, because the profiled round adds to the same lists.
        figures = {stage: list(times) for stage, times in clock.stages.items()}
        beside = list(clock.beside)
        profile = cProfile.Profile()
        profile.enable()
        for number, job in enumerate(jobs[3 + clusters :]):
            clock.run(run.run_cluster, number, *job)
        profile.disable()
    broker.stop()
    return figures, beside, profile


def shares(profile):
    """Return the share of the profiled time by part of the program."""
    parts = defaultdict(float)
    for (file, _, name), (_, _, own, _, _) in pstats.Stats(profile).stats.items():
        parts[part_of(file, name)] += own
    total = sum(parts.values())
    return sorted(((own / total, part) for part, own in parts.items()), reverse=True)


def part_of(file, name):
    """Return the part of the program to which a function belongs."""
    for package in (
        "paralattice/lattice",
        "paralattice/align",
        "paralattice/syntax",
        "paralattice/formats",
    ):
        if package in file:
            return package.replace("/", ".")
    for package in (
        "workers",
        "tasks",
        "kombu",
        "celery",
        "redis",
        "json",
        "fast_sugiyama",
        "numpy",
        "scipy",
        "zlib",
    ):
        if f"/{package}" in file:
            return package
    if any(word in name for word in ("posix", "_io.", "open", "write", "close")):
        return "files"
    return "other built-in functions"


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clusters", type=int, default=40)
    arguments = parser.parse_args()
    clusters = arguments.clusters
    figures, beside, profile = measure(clusters, Options())
    print(f"{clusters} clusters of {SENTENCES} sentences, 5 versions")
    print("CPU ms per cluster, median (min-max):")
    for stage in STAGES:
        times = [1000 * seconds for seconds in figures[stage]]
        print(f"  {stage:8}{statistics.median(times):7.2f}  ({min(times):.2f}-{max(times):.2f})")
    totals = [sum(times) for times in zip(*(figures[stage] for stage in STAGES), strict=True)]
    beside_stages = 1000 * statistics.median(beside)
    print(f"  {'total':8}{1000 * statistics.median(totals):7.2f}   beside the stages: {beside_stages:.2f}")
    print("where the time goes (profiled):")
    for share, part in shares(profile)[:12]:
        print(f"  {share:6.1%}  {part}")


if __name__ == "__main__":
    main()
