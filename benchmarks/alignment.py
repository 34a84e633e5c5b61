"""Speed and memory of the alignment: ``python benchmarks/alignment.py [--corpus FOLDER]``.

All figures are medians of processor time, on one core.  Three tables: the
progressive alignment of growing clusters; the scores of all pairs against a
dense compiled dynamic programme and plain Python, which must give the same
scores; and the installed aligners of others.  Without a corpus the sentences are
drawn at random, with the word frequencies of news.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from alignment_peers import PEERS, dense_scores, plain_scores, score_with_biopython
from corpora import drawn_sentences
from measuring import Row, best_of, compare, table
from numpy.typing import NDArray

from paralattice.align import align, encode, merge, prepare_alignment, score_pairs
from paralattice.align.codes import rules_of, tokens_of
from paralattice.align.options import AlignOptions
from paralattice.align.versions import VERSIONS
from paralattice.corpus import Sentence
from paralattice.formats.trees import read_trees
from paralattice.syntax.chunking import chunk

OPTIONS = AlignOptions()
SIZES = (18, 79, 300, 1000, 3000)


def main() -> None:
    """Run the benchmark and print its tables."""
    arguments = _arguments()
    sentences = _read(arguments.corpus) if arguments.corpus else drawn_sentences(max(SIZES), arguments.seed)
    tokens = sum(map(len, sentences))
    print(f"{len(sentences)} sentences, {tokens / len(sentences):.1f} tokens each\n")
    _time_start()
    for name in ("V1", "V5"):
        _time_progressive(sentences, name)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak of resident memory so far, including sentences: {peak:.0f} MB\n")
    _time_pairs(sentences[: arguments.pairs])
    print(table(alignment_rows([size for size in SIZES if size <= arguments.peers], 1)))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--corpus", type=Path, help="folder of .mrg files, one tree per line or block")
    parser.add_argument("--pairs", type=int, default=300, help="sentences whose pairs are all scored (300)")
    parser.add_argument("--peers", type=int, default=79, help="largest cluster for other aligners (79)")
    parser.add_argument("--seed", type=int, default=2006, help="seed of the random sentences (2006)")
    return parser.parse_args()


def _read(folder: Path) -> list[Sentence]:
    """Read sentences of 8 to 60 tokens."""
    found: list[Sentence] = []
    for file in sorted(folder.rglob("*.mrg")):
        with file.open(encoding="utf-8") as lines:
            found.extend(chunk(tree) for tree in read_trees(lines, str(file)))
        found = [sentence for sentence in found if 8 <= len(sentence) <= 60]
        if len(found) >= max(SIZES):
            break
    return found[: max(SIZES)] or sys.exit(f"no sentences in {folder}")


def _timed(function: Callable[[], Any], repeats: int = 5) -> tuple[float, Any]:
    """Return the median time in seconds, and the last result."""
    times = []
    result = None
    for _ in range(repeats):
        start = time.process_time()
        result = function()
        times.append(time.process_time() - start)
    return median(times), result


def _time_start() -> None:
    """Time the first alignment of a process, with an empty and with a filled cache of compiled code."""
    command = [sys.executable, "-c", "from paralattice.align import prepare_alignment; prepare_alignment()"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        for state in ("no code on disk (compiles, once)", "code on disk (loads)"):
            start = time.perf_counter()
            subprocess.run(command, env=environment, check=True)
            print(f"a new process ready to align, {state}: {time.perf_counter() - start:.2f} s of the clock")
    print()
    prepare_alignment()


def _time_progressive(sentences: Sequence[Sentence], name: str) -> None:
    version = VERSIONS[name]
    lexical = not version.syntactic
    source = "words" if lexical else "features"
    print(f"From {source} to columns, {name}, milliseconds")
    print(f"{'N':>6} {'encode':>8} {'score':>8} {'merge':>8} {'all':>8} {'exponent':>9}")
    before: tuple[int, float] | None = None
    for size in (size for size in SIZES if size <= len(sentences)):
        cluster = [sentence.words if lexical else sentence for sentence in sentences[:size]]
        steps = _progressive_times(cluster, name)
        total = sum(steps)
        exponent = math.log(total / before[1]) / math.log(size / before[0]) if before else math.nan
        row = " ".join(f"{1000 * seconds:8.2f}" for seconds in (*steps, total))
        print(f"{size:6} {row} {exponent:9.2f}")
        before = size, total
    print()


def _progressive_times(cluster: Sequence[Any], name: str) -> list[float]:
    version = VERSIONS[name]

    def encoded() -> Any:
        result = encode(cluster, OPTIONS)
        if version.syntactic:
            _ = result.features
        return result

    first, codes = _timed(encoded)
    second, scores = _timed(lambda: score_pairs(codes, version, OPTIONS))
    third, _ = _timed(lambda: merge(codes, scores, version, OPTIONS))
    return [first, second, third]


def _time_pairs(sentences: Sequence[Sentence]) -> None:
    pairs = len(sentences) * (len(sentences) - 1) // 2
    print(f"Scores of all {pairs} pairs of {len(sentences)} sentences, million pairs per second")
    print(f"{'':4} {'ours':>8} {'dense':>8} {'Python':>8} {'ours/dense':>11} {'ours/Python':>12}")
    codes = encode(sentences, OPTIONS)
    for name in ("V1", "V3", "V4", "V5"):
        version = VERSIONS[name]
        tokens, rules = tokens_of(codes, version), rules_of(codes, version, OPTIONS)
        dense_scores(tokens, rules)
        ours, scores = _timed(lambda version=version: score_pairs(codes, version, OPTIONS), 15)
        dense, expected = _timed(lambda tokens=tokens, rules=rules: dense_scores(tokens, rules), 3)
        assert np.array_equal(scores, expected)
        plain = _time_plain(sentences[:60], name, scores)
        rates = [pairs / ours / 1e6, pairs / dense / 1e6, plain / 1e6]
        row = " ".join(f"{rate:8.4f}" for rate in rates)
        print(f"{name:4} {row} {rates[0] / rates[1]:10.0f}x {rates[0] / rates[2]:11.0f}x")
    print("the scores are the same\n")


def _time_plain(sentences: Sequence[Sentence], name: str, scores: NDArray[np.int32]) -> float:
    """Return the pairs per second of plain Python."""
    seconds, found = _timed(lambda: plain_scores(sentences, VERSIONS[name], OPTIONS), 1)
    assert all(scores[pair] == score for pair, score in found.items())
    return len(found) / seconds


def pair_rows(pairs: int, plain: int, rounds: int) -> list[Row]:
    """Compare the scores of all pairs of sentences, and of fewer with plain Python and Biopython."""
    sentences = drawn_sentences(pairs)
    few = sentences[:plain]
    return [
        *(_dense_row(sentences, name, rounds) for name in VERSIONS),
        *(_plain_row(few, name, rounds) for name in ("V1", "V5")),
        _biopython_row([sentence.words for sentence in few], rounds),
    ]


def _dense_row(sentences: Sequence[Sentence], name: str, rounds: int) -> Row:
    codes, version = encode(sentences, OPTIONS), VERSIONS[name]
    tokens, rules = tokens_of(codes, version), rules_of(codes, version, OPTIONS)
    return compare(
        (f"scores of all pairs, {name}", f"{len(sentences)} sentences", "dense programme, compiled"),
        lambda: score_pairs(codes, version, OPTIONS),
        lambda: dense_scores(tokens, rules),
        rounds,
        np.array_equal,
    )


def _plain_row(sentences: Sequence[Sentence], name: str, rounds: int) -> Row:
    codes, version = encode(sentences, OPTIONS), VERSIONS[name]
    return compare(
        (f"scores of all pairs, {name}", f"{len(sentences)} sentences", "plain Python"),
        lambda: score_pairs(codes, version, OPTIONS),
        lambda: plain_scores(sentences, version, OPTIONS),
        rounds,
        lambda scores, found: all(scores[pair] == score for pair, score in found.items()),
    )


def _biopython_row(words: Sequence[Sequence[str]], rounds: int) -> Row:
    codes = encode(words, OPTIONS)
    return compare(
        ("scores of all pairs, V1", f"{len(words)} sentences", "Biopython"),
        lambda: score_pairs(codes, VERSIONS["V1"], OPTIONS),
        lambda: score_with_biopython(words, OPTIONS),
        rounds,
        np.array_equal,
    )


def alignment_rows(sizes: Sequence[int], rounds: int) -> list[Row]:
    """Compare the alignment of words with other aligners, and measure V5 and custom tests of equality."""
    sentences = drawn_sentences(max(sizes))
    found = []
    for size in sizes:
        words = [sentence.words for sentence in sentences[:size]]
        for peer, (align_with, most) in PEERS.items():
            if size <= most:
                labels = ("from words to columns, V1", f"{size:,} sentences", peer)
                found.append(compare(labels, partial(align, words), partial(align_with, words), rounds))
        features = sentences[:size]
        ways = {"from features to columns, V5": lambda features=features: align(features, "V5")}
        if size <= 300:
            ways |= {
                "by custom keys": lambda words=words: align(
                    words, match=[[word.lower() for word in each] for each in words]
                ),
                "by a custom function": lambda words=words: align(
                    words, match=lambda a, b: a.lower() == b.lower()
                ),
            }
        found += [Row(topic, f"{size:,} sentences", "", best_of(way)[0]) for topic, way in ways.items()]
    return found


if __name__ == "__main__":
    main()
