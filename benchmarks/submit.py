"""A whole run, as a person starts it: time, sentences a second, peak memory of every process.

    python benchmarks/submit.py CORPUS [--workers 2] [--tokenized]

The run has a folder and a store of its own, which go when it is over.  Memory is the resident set, read
five times a second from the processes that the run starts; a worker's includes the models and what it
shares with its parent.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import psutil

KINDS = (("valkey-server", "server"), ("workers.main", "worker"), ("orchestrator", "orchestrator"))


def kind_of(process):
    """Return what a process of the run is, or an empty string."""
    command = process.cmdline()
    if not command or "guard.sh" in " ".join(command):
        return ""
    return next((kind for text, kind in KINDS if any(text in word for word in command)), "")


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
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT)
        watch(process, peaks, processor)
    seconds = time.perf_counter() - started
    if process.returncode:
        sys.exit((folder / "output").read_text(encoding="utf-8"))
    return seconds, peaks, processor, folder / "runs" / "measured"


def parsing_seconds(folder):
    """Return seconds between the first and the last parse that was stored, and how many there are."""
    times = []
    for path in (folder.parent / ".store").glob("??/*"):
        content = path.read_bytes()
        if b'\n[{"tree":"' in content[:120]:
            times.append(path.stat().st_mtime)
    return max(times) - min(times), len(times)


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tokenized", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        seconds, peaks, processor, folder = run(arguments, Path(name))
        with (folder / "results.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        parsing, sentences = parsing_seconds(folder)
    clusters = len({row["cluster"] for row in rows})
    print(f"{clusters} clusters, {len(rows)} lattices, {arguments.workers} workers: {seconds:.1f} s")
    print(f"{sentences} distinct sentences parsed in {parsing:.1f} s: {sentences / parsing:.0f} a second")
    for (kind, _), peak in sorted(peaks.items()):
        print(f"  {kind:12} peak {peak / 2**20:5.0f} MiB")
    total = sum(processor.values())
    print(f"processor time of all processes: {total:.1f} s, {1000 * total / clusters:.0f} ms a cluster")


if __name__ == "__main__":
    main()
