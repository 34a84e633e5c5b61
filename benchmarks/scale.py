"""How a run grows with its corpus: clusters a second, CPU a cluster, peak memory, messages.

    python benchmarks/scale.py [--sizes 200,2000,20000] [--workers 2] [--versions V1,V2,V3,V4,V5]

The corpora are synthetic: clusters of 5 short sentences with their trees, so that nothing is parsed.  Each
is a whole `orchestrator submit` in a fresh folder.  CPU is user and system time of every process that the
run starts; what a run costs before its first cluster is taken out by differences between sizes.  The
library's part is the same calls on the same clusters in this process, without Celery, store and files: what
is left is the cost of orchestration.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import psutil

KINDS = (("valkey-server", "server"), ("workers.main", "worker"), ("orchestrator", "orchestrator"))
SENTENCES = 5
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
    """Return what a process of the run is, or an empty string."""
    command = process.cmdline()
    if not command or "guard.sh" in " ".join(command):
        return ""
    return next((kind for text, kind in KINDS if any(text in word for word in command)), "")


def watch(process):
    """Return peak memory in bytes and CPU seconds of the run's processes, by kind."""
    peaks, seconds, root = defaultdict(int), {}, psutil.Process(process.pid)
    while process.poll() is None:
        try:
            for member in [root, *root.children(recursive=True)]:
                kind = kind_of(member)
                if kind:
                    peaks[kind] = max(peaks[kind], member.memory_info().rss)
                    times = member.cpu_times()
                    seconds[kind, member.pid] = times.user + times.system
        except psutil.NoSuchProcess:
            pass
        time.sleep(0.25)
    totals = defaultdict(float)
    for (kind, _), spent in seconds.items():
        totals[kind] += spent
    return peaks, totals


def run(corpus, folder, arguments):
    """Submit a corpus; return seconds, peaks, CPU by kind and the number of messages."""
    script = Path(sys.executable).with_name("orchestrator")
    command = [script, "submit", corpus, "--name", "run", "--workers", str(arguments.workers)]
    command += ["--versions", arguments.versions]
    started = time.perf_counter()
    with (folder / "output").open("w", encoding="utf-8") as output:
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=subprocess.STDOUT)
        peaks, cpu = watch(process)
    seconds = time.perf_counter() - started
    if process.returncode:
        sys.exit((folder / "output").read_text(encoding="utf-8"))
    ledger = sqlite3.connect(folder / "runs/run/ledger.sqlite")
    (messages,) = ledger.execute("SELECT COUNT(*) FROM progress").fetchone()
    ledger.close()
    return seconds, peaks, cpu, messages


def library_calls(corpus, versions, clusters):
    """Return CPU seconds a cluster of the library's calls, by stage, over so many clusters."""
    import json
    from dataclasses import asdict

    from paraphrase.align import DEFAULT_STOP_WORDS, alignment_record, encode, merge, prepare, score_pairs
    from paraphrase.features.chunking import chunk
    from paraphrase.formats.features import read_features, write_features
    from paraphrase.formats.trees import read_tree
    from paraphrase.lattice import from_alignment, sample, statistics, write_samples
    from paraphrase.lattice import prepare as prepare_lattice
    from paraphrase.options import Options, version_named
    from tasks.build import _files

    prepare()
    prepare_lattice()
    options = Options(versions=tuple(versions))
    spent = defaultdict(float)

    def clock(stage, function):
        started = time.process_time()
        value = function()
        spent[stage] += time.process_time() - started
        return value

    for path in sorted(corpus.iterdir())[:clusters]:
        lines = path.read_text(encoding="utf-8").splitlines()
        trees = clock("chunk", lambda: [chunk(read_tree(line)) for line in lines])
        text = clock("chunk", lambda: write_features(trees))
        sentences = [sentence.words for sentence in trees]
        read = clock("align", lambda: read_features(text.splitlines()))
        encoded = clock("align", lambda: encode(read, options.align, DEFAULT_STOP_WORDS))
        for name in versions:
            version = version_named(name)
            scores = clock("align", lambda: score_pairs(encoded, version, options.align))
            merged = clock("merge", lambda: merge(encoded, scores, version, options.align))
            record = clock("merge", lambda: alignment_record(name, sentences, scores, merged))
            clock("merge", lambda: json.dumps(record, ensure_ascii=False))
            lattice = clock("build", lambda: from_alignment(sentences, record["columns"]))
            counts = clock(
                "build",
                lambda: statistics(lattice, record["columns"], sentences, options.build.distinct_limit),
            )
            clock("build", lambda: (asdict(counts), _files(lattice, counts, options.build.draw_limit)))
            clock(
                "sample", lambda: write_samples(sample(lattice, sentences, options.sample, path.stem, name))
            )
    return {stage: seconds / clusters for stage, seconds in spent.items()}


def report(size, seconds, peaks, cpu, messages):
    """Print what one run took."""
    total = sum(cpu.values())
    memory = "  ".join(f"{kind} {peaks[kind] / 2**20:.0f}" for kind in ("orchestrator", "worker", "server"))
    print(
        f"{size:>7} clusters: {seconds:6.1f} s, {size / seconds:5.1f} a second, {messages / size:.2f} messages each"
    )
    print(f"        peak MiB: {memory}")
    spent = "  ".join(f"{kind} {cpu[kind]:.1f}" for kind in ("orchestrator", "worker", "server"))
    print(f"        CPU seconds: {spent}; {1000 * total / size:.1f} ms a cluster, start included", flush=True)


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="200,2000,20000")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--versions", default="V1,V2,V3,V4,V5")
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    with tempfile.TemporaryDirectory() as name:
        library = library_calls(write_corpus(Path(name) / "library", 200), arguments.versions.split(","), 200)
    before = None
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            figures = run(write_corpus(Path(name) / "corpus", size), Path(name), arguments)
        report(size, *figures)
        cpu = figures[2]
        if before:
            grown = {kind: 1000 * (cpu[kind] - before[1][kind]) / (size - before[0]) for kind in cpu}
            shares = "  ".join(f"{kind} {spent:.1f}" for kind, spent in sorted(grown.items()))
            print(f"        each further cluster, ms: {sum(grown.values()):.1f} ({shares})", end="")
            print(f", of which orchestration {sum(grown.values()) - 1000 * sum(library.values()):.1f}")
        before = size, cpu
    stages = "  ".join(f"{stage} {1000 * spent:.2f}" for stage, spent in library.items())
    print(f"library calls, ms a cluster: {1000 * sum(library.values()):.1f} ({stages})")


if __name__ == "__main__":
    main()
