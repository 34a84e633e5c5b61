"""Growth of a run with its corpus: clusters per second, CPU per cluster, peak memory, messages.

    python benchmarks/scale.py [--sizes 200,2000,20000] [--workers 2] [--versions V1,V2,V3,V4,V5] [--again]
    python benchmarks/scale.py --sizes 20000 --again --folder /dev/shm     # the aims of docs/scaling.md
    python benchmarks/scale.py --sizes 200000 --versions V4 --again --folder /dev/shm

The corpora are synthetic: clusters of 5 short sentences with their trees, so that nothing is parsed.  Each
run is a whole `orchestrator submit` in a fresh folder.  CPU is user and system time of every process that
the run starts; differences between sizes cancel the cost of the start.  The library's part is the same calls
on the same clusters in this process, without Celery, store and files; the rest is the cost of orchestration.
With `--again` the complete run is submitted again, which must compute nothing.  Of a run of more than a
minute, memory and open descriptors are printed at tenths of its time: they should not grow.
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
from contextlib import contextmanager
from pathlib import Path

import msgspec
import psutil
import redis

KINDS = (("valkey-server", "server"), ("workers.main", "worker"), ("orchestrator", "orchestrator"))
SENTENCES = 5
LONG_SECONDS = 60
ADJECTIVES = ["old", "small", "grey", "quiet", "narrow"]
NOUNS = ["ferry", "bridge", "pilot", "harbour", "crowd", "tower"]
VERBS = ["reached", "left", "crossed", "watched"]
ADVERBS = ["slowly", "later", "twice"]


def tree(rng):
    """Return a bracketed tree of a sentence of 8 to 10 tokens."""
    subject, place = rng.sample(NOUNS, 2)
    comma = rng.choice(["", "(, ,) "])
    modal = rng.choice(["", "(MD could) "])
    return (
        f"(ROOT (S (NP (DT The) (JJ {rng.choice(ADJECTIVES)}) (NN {subject})) (VP {modal}"
        f"(VP (VBD {rng.choice(VERBS)}) (NP (DT the) (NN {place})) {comma}(ADVP (RB {rng.choice(ADVERBS)}))))"
        " (. .)))"
    )


def write_corpus(folder, clusters):
    """Write a corpus of trees; every cluster differs from all others."""
    rng = random.Random(clusters)
    folder.mkdir()
    for number in range(clusters):
        trees = [tree(rng).replace("(. .)", f"(NN n{number}) (. .)") for _ in range(SENTENCES)]
        (folder / f"c{number:06}.mrg").write_text("\n".join(trees) + "\n", encoding="utf-8")
    return folder


def kind_of(process):
    """Return the kind of a process of the run; empty for other processes."""
    command = process.cmdline()
    if not command or "guard.sh" in " ".join(command):
        return ""
    return next((kind for text, kind in KINDS if any(text in word for word in command)), "")


def published(pointer):
    """Return the number of messages sent to the server; ``pointer`` is the file with its place."""
    try:
        url = Path(pointer.read_text(encoding="utf-8").strip()).read_text(encoding="utf-8").strip()
        with redis.Redis.from_url(url) as client:
            return client.info("commandstats").get("cmdstat_lpush", {}).get("calls", 0)
    except (OSError, redis.RedisError):
        return 0


def watch(process, pointer, history=None):
    """Return peak memory in bytes and CPU seconds (user, system) by kind of process, and messages.

    `history` receives the largest process of each kind and all their open descriptors, at every look.
    """
    peaks, seconds, root = defaultdict(int), {}, psutil.Process(process.pid)
    messages = 0
    while process.poll() is None:
        now = defaultdict(int)
        messages = max(messages, published(pointer))
        try:
            for member in [root, *root.children(recursive=True)]:
                kind = kind_of(member)
                if kind:
                    now[kind] = max(now[kind], member.memory_info().rss)
                    now["descriptors"] += member.num_fds()
                    peaks[kind] = max(peaks[kind], now[kind])
                    times = member.cpu_times()
                    seconds[kind, member.pid] = times.user, times.system
        except psutil.NoSuchProcess:
            pass
        if history is not None and now["orchestrator"]:
            history.append(now)
        time.sleep(0.25)
    totals = defaultdict(lambda: (0.0, 0.0))
    for (kind, _), (user, system) in seconds.items():
        totals[kind] = totals[kind][0] + user, totals[kind][1] + system
    return peaks, totals, messages


def environment():
    """Return the environment of a run: Python keeps its compiled modules, as in an installed program."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def run(corpus, folder, arguments):
    """Submit a corpus; return seconds, peaks, CPU by kind and the number of messages."""
    script = Path(sys.executable).with_name("orchestrator")
    command = [script, "submit", corpus, "--name", "run", "--workers", str(arguments.workers)]
    command += ["--versions", arguments.versions]
    history = []
    started = time.perf_counter()
    with (folder / "output").open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            command, cwd=folder, env=environment(), stdout=output, stderr=subprocess.STDOUT
        )
        peaks, cpu, messages = watch(process, folder / "runs/run/logs/server", history)
    seconds = time.perf_counter() - started
    if process.returncode:
        sys.exit((folder / "output").read_text(encoding="utf-8"))
    if seconds > LONG_SECONDS:
        print_history(history)
    return seconds, peaks, cpu, messages


def print_history(history):
    """Print memory and open descriptors at tenths of a run's time."""
    moments = [history[place * (len(history) - 1) // 10] for place in range(1, 11)]
    print("        MiB at tenths of the time:")
    for kind in ("orchestrator", "worker", "server"):
        print(f"        {kind:>13} " + " ".join(f"{moment[kind] / 2**20:5.0f}" for moment in moments))
    print("          descriptors " + " ".join(f"{moment['descriptors']:5}" for moment in moments))


class Clock(defaultdict):
    """CPU seconds by stage."""

    def __init__(self):
        super().__init__(float)

    @contextmanager
    def on(self, stage):
        started = time.process_time()
        yield
        self[stage] += time.process_time() - started


def library_calls(corpus, versions):
    """Return CPU seconds per cluster of the library's calls, by stage."""
    from paralattice import align, lattice
    from paralattice.run_options import Options

    align.prepare_alignment()
    lattice.prepare_lattices()
    options, clock = Options(versions=tuple(versions)), Clock()
    files = sorted(corpus.iterdir())
    for path in files:
        sentences, encoded = features(path.read_text(encoding="utf-8").splitlines(), options, clock)
        for name in versions:
            columns = aligned(sentences, encoded, name, options, clock)
            drawn(sentences, columns, (path.stem, name), options, clock)
    return {stage: seconds / len(files) for stage, seconds in clock.items()}


def features(lines, options, clock):
    """Return the words of the sentences, and their features as integers."""
    from paralattice.align import DEFAULT_STOP_WORDS, encode
    from paralattice.formats.features import FeatureColumns, feature_columns, sentences_of_columns
    from paralattice.formats.trees import read_tree
    from paralattice.formats.typed_json import from_json
    from paralattice.syntax.chunking import chunk

    with clock.on("chunk"):
        text = msgspec.json.encode(feature_columns([chunk(read_tree(line)) for line in lines]))
    with clock.on("align"):
        sentences = sentences_of_columns(from_json(text, FeatureColumns))
        return [sentence.words for sentence in sentences], encode(
            sentences, options.align, DEFAULT_STOP_WORDS
        )


def aligned(sentences, encoded, name, options, clock):
    """Return the columns of an alignment, and write it."""
    from paralattice.align import compact_alignment, merge, score_pairs
    from paralattice.align.versions import version_named

    with clock.on("align"):
        scores = score_pairs(encoded, version_named(name), options.align)
    with clock.on("merge"):
        merged = merge(encoded, scores, version_named(name), options.align)
        msgspec.json.encode(compact_alignment(sentences, scores, merged))
    return [columns.tolist() for columns in merged.columns]


def drawn(sentences, columns, names, options, clock):
    """Build, count and write a lattice, and sample from it."""
    from paralattice.lattice import from_alignment, statistics
    from paralattice.lattice.records.compact import compact_lattice, compact_sampling
    from paralattice.lattice.sampling import sample_paths

    with clock.on("build"):
        lattice = from_alignment(sentences, columns)
        figures = statistics(lattice, columns, sentences, options.build.distinct_limit)
        msgspec.json.encode(compact_lattice(lattice, figures))
    with clock.on("sample"):
        msgspec.json.encode(compact_sampling(sample_paths(lattice, sentences, options.sample, *names)))


def report(size, seconds, peaks, cpu, messages):
    """Print the figures of one run."""
    kinds = ("orchestrator", "worker", "server")
    total = sum(sum(times) for times in cpu.values())
    pace = f"{size / seconds:.1f} per second, {messages / size:.2f} messages each"
    print(f"{size:>7} clusters: {seconds:.1f} s, {pace}")
    print("        peak MiB: " + "  ".join(f"{kind} {peaks[kind] / 2**20:.0f}" for kind in kinds))
    spent = "  ".join(f"{kind} {cpu[kind][0]:.1f} + {cpu[kind][1]:.1f}" for kind in kinds)
    print(
        f"        CPU seconds, user + system: {spent}; {1000 * total / size:.1f} ms per cluster", flush=True
    )


def disk_use(folder):
    """Return the size and number of the files of the run and its store."""
    files = [path.stat().st_size for path in (folder / "runs").rglob("*") if path.is_file()]
    return f"run and store: {sum(files) / 2**20:.0f} MiB in {len(files)} files"


def growth(before, after, library):
    """Print the CPU time of each further cluster, in ms."""
    (small, early), (large, late) = before, after
    user, system = (
        1000
        * (sum(times[k] for times in late.values()) - sum(times[k] for times in early.values()))
        / (large - small)
        for k in (0, 1)
    )
    calls = 1000 * sum(library.values())
    print(
        f"        each further cluster: {user:.1f} ms user + {system:.1f} ms system; without the library's "
        f"{calls:.1f}: {user + system - calls:.1f} ms of orchestration",
        flush=True,
    )


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="200,2000,20000")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--versions", default="V1,V2,V3,V4,V5")
    parser.add_argument("--again", action="store_true", help="submit the complete run again")
    parser.add_argument("--folder", type=Path, help="folder of the runs; /dev/shm avoids the disk")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        library = library_calls(write_corpus(Path(name) / "library", 200), arguments.versions.split(","))
    stages = "  ".join(f"{stage} {1000 * spent:.2f}" for stage, spent in library.items())
    print(f"library calls, ms of CPU per cluster: {1000 * sum(library.values()):.1f} ({stages})", flush=True)
    before = None
    for size in map(int, arguments.sizes.split(",")):
        with tempfile.TemporaryDirectory(dir=arguments.folder) as name:
            corpus = write_corpus(Path(name) / "corpus", size)
            figures = run(corpus, Path(name), arguments)
            report(size, *figures)
            if arguments.again:
                print("        again:")
                report(size, *run(corpus, Path(name), arguments))
            print(f"        {disk_use(Path(name))}", flush=True)
        if before:
            growth(before, (size, figures[2]), library)
        before = size, figures[2]


if __name__ == "__main__":
    main()
