"""Leaks: memory, descriptors, temporary files and processes of a long run, sampled while it is under way.

python benchmarks/soak.py                                   3,000 small clusters, V1
python benchmarks/soak.py --clusters 12 --sentences 2000    a dozen of 2,000 sentences, one after the other

The trees are given, so that no parser is loaded.  The table has a line for each tenth of the run: how many
clusters were done, the median of the memory in that tenth, and the least number of the other things.  The
exit status is 1 if after the first three tenths memory grows by more than --limit MiB, or descriptors,
temporary files or processes grow at all.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from statistics import median

import psutil

from paralattice.results import PartFolder

ROLES = ("orchestrator", "server", "worker", "children")
COUNTS = ("descriptors", "temporary files", "processes")
SUBJECTS = ["ferry", "bridge", "pilot", "harbour", "crowd", "tower", "engine", "storm", "island", "captain"]
VERBS = ["reached", "left", "crossed", "watched", "passed", "closed", "opened", "found"]
_TENTHS, _WARM = 10, 3


def sentence(rng):
    """Return a short sentence and its tree."""
    subject, place = rng.sample(SUBJECTS, 2)
    words = ["The", rng.choice(("old", "small", "grey")), subject, rng.choice(VERBS), "the", place, "."]
    tree = "(ROOT (S (NP (DT {}) (JJ {}) (NN {})) (VP (VBD {}) (NP (DT {}) (NN {}))) (. {})))"
    return " ".join(words), tree.format(*words)


def write_corpus(folder, clusters, sentences):
    """Write clusters with their trees."""
    rng = random.Random(2006)
    folder.mkdir()
    for number in range(clusters):
        texts, trees = zip(*(sentence(rng) for _ in range(sentences)), strict=True)
        (folder / f"c{number:05}.txt").write_text("\n".join(texts) + "\n", "utf-8")
        (folder / f"c{number:05}.mrg").write_text("\n".join(trees) + "\n", "utf-8")


def role_of(process, orchestrator):
    """Return the role of a process of the run; nothing for a guard."""
    if process.pid == orchestrator.pid:
        return "orchestrator"
    command = " ".join(process.cmdline())
    if "valkey-server" in command or "redis-server" in command:
        return "" if "guard.sh" in command else "server"
    if "-m workers.main" not in command or "guard.sh" in command:
        return ""
    return "children" if "-m workers.main" in " ".join(process.parent().cmdline()[1:4]) else "worker"


def sample(orchestrator, temporary):
    """Return the memory in MiB by role, and the counts; nothing when a process ends meanwhile."""
    found = defaultdict(float)
    try:
        for process in [orchestrator, *orchestrator.children(recursive=True)]:
            found["processes"] += 1
            found["descriptors"] += process.num_fds()
            if role := role_of(process, orchestrator):
                found[role] += process.memory_info().rss / 2**20
    except psutil.Error:
        return None
    found["temporary files"] = sum(len(files) for _, _, files in os.walk(temporary))
    return dict(found) if all(role in found for role in ROLES) else None


def follow(process, run, temporary, interval):
    """Return the samples of a run until it ends, each with the seconds and clusters done so far."""
    started, samples = time.monotonic(), []
    orchestrator = psutil.Process(process.pid)
    results = PartFolder(run / "results")
    while process.poll() is None:
        if found := sample(orchestrator, temporary):
            samples.append((time.monotonic() - started, len(results.names()), found))
        time.sleep(interval)
    return samples


def tenths(samples):
    """Yield the last seconds and clusters of each tenth, its median memory and its least counts."""
    for number in range(_TENTHS):
        part = samples[number * len(samples) // _TENTHS : (number + 1) * len(samples) // _TENTHS]
        if part:
            figures = {name: median(each[2][name] for each in part) for name in ROLES}
            # What is open for a moment only is no leak: a leak raises the least number.
            figures |= {name: min(each[2][name] for each in part) for name in COUNTS}
            yield part[-1][0], part[-1][1], figures


def grown(rows, limit):
    """Yield what grows after the first tenths, with the figures."""
    warm, end = rows[_WARM][2], rows[-1][2]
    for name in (*ROLES, *COUNTS):
        allowed = limit if name in ROLES else 0
        if end[name] - warm[name] > allowed:
            yield f"{name}: {warm[name]:.0f} after {_WARM + 1} tenths, {end[name]:.0f} at the end"


def show(rows):
    """Print the table."""
    print("| seconds | clusters done | " + " | ".join((*(f"{role}, MiB" for role in ROLES), *COUNTS)) + " |")
    print("|" + "---|" * (2 + len(ROLES) + len(COUNTS)))
    for seconds, done, figures in rows:
        cells = [f"{seconds:.0f}", f"{done:,}", *(f"{figures[name]:.0f}" for name in (*ROLES, *COUNTS))]
        print(f"| {' | '.join(cells)} |")


def main(arguments=None):
    """Run the corpus, sample it, print the table; return 1 if anything grows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--clusters", type=int, default=3000)
    parser.add_argument("--sentences", type=int, default=4, help="sentences of a cluster")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--interval", type=float, default=0.25, help="seconds between two samples")
    parser.add_argument("--limit", type=float, default=8, help="MiB by which each role may grow")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="paralattice-soak-") as folder:
        place = Path(folder)
        (place / "tmp").mkdir()
        write_corpus(place / "corpus", given.clusters, given.sentences)
        command = [
            str(Path(sys.executable).with_name("orchestrator")),
            "submit",
            "corpus",
            "--versions",
            "V1",
        ]
        process = subprocess.Popen(
            [*command, "--workers", str(given.workers), "--quiet"],
            cwd=place,
            env={**os.environ, "TMPDIR": str(place / "tmp")},
            stdout=subprocess.DEVNULL,
        )
        samples = follow(process, place / "runs/corpus", place / "tmp", given.interval)
        left = [path.name for path in (place / "tmp").iterdir()]
    if process.returncode or len(samples) < 2 * _TENTHS:
        sys.exit(f"the run ended with {process.returncode} after {len(samples)} samples")
    rows = list(tenths(samples))
    show(rows)
    problems = [*grown(rows, given.limit), *(f"left behind: {name}" for name in left)]
    print(
        "\n".join(
            ["", *problems] if problems else ["", "nothing grows after the first tenths, nothing is left"]
        )
    )
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
