"""A whole run of `orchestrator submit`: time, and peak memory of every process.

    python benchmarks/submit.py CORPUS [--workers 2] [--tokenized]
    python benchmarks/submit.py --clusters 194

Without a corpus, runs clusters of news with trees, so that nothing is parsed, and compares the run with the
library's calls for the same clusters, one after another in this process; the difference is the cost of the
run, shown with and without its start.

The run has a temporary folder and store.  Memory is the resident set, read five times per second from the
processes that the run starts; a worker's includes the models and the memory that it shares with its parent.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import psutil
import scale
from corpora import NEWS
from scale import environment, kind_of, library_calls, write_corpus


def watch(process, peaks, processor):
    """Note peak memory and processor seconds of the run's processes until it ends."""
    root = psutil.Process(process.pid)
    while process.poll() is None:
        try:
            for member in [root, *root.children(recursive=True)]:
                kind = kind_of(member)
                if kind:
                    key = (kind, member.pid)
                    peaks[key] = max(peaks[key], member.memory_info().rss)
                    times = member.cpu_times()
                    processor[key] = times.user + times.system
        except psutil.NoSuchProcess:
            pass
        time.sleep(0.2)


def run(arguments, folder):
    """Run the corpus and return seconds, peaks, processor seconds and the run's folder."""
    script = Path(sys.executable).with_name("orchestrator")
    command = [
        script,
        "submit",
        arguments.corpus.resolve(),
        "--name",
        "measured",
        "--workers",
        str(arguments.workers),
    ]
    command += ["--tokenized"] if arguments.tokenized else []
    peaks, processor = defaultdict(int), defaultdict(float)
    started = time.perf_counter()
    with (folder / "output").open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            command, cwd=folder, env=environment(), stdout=output, stderr=subprocess.STDOUT
        )
        watch(process, peaks, processor)
    seconds = time.perf_counter() - started
    if process.returncode:
        sys.exit((folder / "output").read_text(encoding="utf-8"))
    return seconds, peaks, processor, folder / "runs" / "measured"


def tree_corpus(folder, clusters, news=True):
    """Write clusters of news with trees; without news, synthetic ones."""
    if not (news and NEWS.is_dir()):
        return write_corpus(folder, clusters)
    from paralattice.adapters.options import ParseOptions
    from paralattice.adapters.parser import load_parser
    from paralattice.formats.trees import write_tree

    texts = {
        path.stem: path.read_text("utf-8").splitlines() for path in sorted(NEWS.glob("*.txt"))[:clusters]
    }
    groups = {name: [tuple(line.split()) for line in lines if line.split()] for name, lines in texts.items()}
    sentences = list(dict.fromkeys(words for group in groups.values() for words in group))
    trees = dict(zip(sentences, load_parser(ParseOptions()).parse(sentences), strict=True))
    folder.mkdir()
    for name, group in groups.items():
        lines = "".join(f"{write_tree(trees[words].tree)}\n" for words in group)
        (folder / f"{name}.mrg").write_text(lines, encoding="utf-8")
    return folder


def beside_the_library(clusters, workers=2, rounds=1, news=True):
    """Return a Markdown table that compares a run's time with that of the library's calls."""
    settings = argparse.Namespace(workers=workers, versions="V1,V2,V3,V4,V5")
    lines = [
        "| round | library | report | run | its start | run / (library + report) | without the start "
        "| wall time |",
        "|---|---|---|---|---|---|---|---|",
    ]
    with tempfile.TemporaryDirectory() as name:
        corpus = tree_corpus(Path(name) / "corpus", clusters, news)
        small = Path(name) / "small"
        small.mkdir()
        for path in sorted(corpus.iterdir())[:2]:
            shutil.copy(path, small)
        count = len(list(corpus.iterdir()))
        ratios = []
        for number in range(rounds):
            library = library_calls(corpus, settings.versions.split(","))
            calls = count * sum(library.values())
            _, start, _ = submitted(small, settings)
            clock, used, page = submitted(corpus, settings)
            own = calls + page
            cells = [f"{1 + number}", *(f"{value:.1f} s" for value in (calls, page, used, start))]
            cells += [f"**{used / own:.2f}**", f"**{(used - start) / own:.2f}**", f"{clock:.1f} s"]
            lines.append(f"| {' | '.join(cells)} |")
            ratios.append((used / own, (used - start) / own))
    medians = " | ".join(f"**{statistics.median(column):.2f}**" for column in zip(*ratios, strict=True))
    lines.append(f"| median | | | | | {medians} | |")
    stages = ", ".join(f"{stage} {1000 * spent:.1f}" for stage, spent in library.items())
    lines.append(
        f"\n{count} clusters, {settings.versions}, {workers} workers; processor time of all processes."
    )
    lines.append(f"The library's calls, ms per cluster: {stages}.\n")
    return "\n".join(lines)


def submitted(corpus, settings):
    """Run a corpus of trees; return wall seconds, processor seconds, and those of writing the report."""
    from orchestrator.report.writing import write_report

    with tempfile.TemporaryDirectory() as name:
        clock, _, used, _ = scale.run(corpus, Path(name), settings)
        begin = time.process_time()
        write_report(Path(name) / "runs" / "run")
        return clock, sum(map(sum, used.values())), time.process_time() - begin


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path, nargs="?")
    parser.add_argument("--clusters", type=int, default=194)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tokenized", action="store_true")
    arguments = parser.parse_args()
    if arguments.corpus is None:
        print(beside_the_library(arguments.clusters, arguments.workers, arguments.rounds))
        return
    with tempfile.TemporaryDirectory() as name:
        seconds, peaks, processor, folder = run(arguments, Path(name))
        with (folder / "results.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    clusters = len({row["cluster"] for row in rows})
    print(f"{clusters} clusters, {len(rows)} lattices, {arguments.workers} workers: {seconds:.1f} s")
    for (kind, _), peak in sorted(peaks.items()):
        print(f"  {kind:12} peak {peak / 2**20:5.0f} MiB")
    total = sum(processor.values())
    print(f"processor time of all processes: {total:.1f} s, {1000 * total / clusters:.0f} ms per cluster")


if __name__ == "__main__":
    main()
