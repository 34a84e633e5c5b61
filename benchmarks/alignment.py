"""Speed and memory of the alignment: ``python benchmarks/alignment.py [--corpus FOLDER]``.

All figures are time of the processor, medians, on one core.  Three tables: the
progressive alignment of growing clusters; the scores of all pairs against a
dense compiled programme and plain Python, which must give the same scores; and
other people's aligners, those that are installed.  Without a corpus the
sentences are drawn at random, with the word frequencies of news.
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
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from alignment_peers import PEERS, dense_scores, plain_scores, score_with_biopython
from numpy.typing import NDArray

from paraphrase.align import encode, merge, prepare, score_pairs
from paraphrase.align.codes import rules_of, tokens_of
from paraphrase.corpus import Sentence, Token
from paraphrase.features.chunking import chunk
from paraphrase.formats.trees import read_trees
from paraphrase.options import VERSIONS, AlignOptions

OPTIONS = AlignOptions()
SIZES = (18, 79, 300, 1000, 3000)
FREQUENT = "the , of to and in a that for is on was it with as at by from he be his has an are"
LABELS = ("NP", "VP", "PP", "S", "SBAR", "ADJP", "ADVP")


def main() -> None:
    """Run the benchmark and print its tables."""
    arguments = _arguments()
    sentences = _read(arguments.corpus) if arguments.corpus else _draw(arguments.seed, max(SIZES))
    tokens = sum(map(len, sentences))
    print(f"{len(sentences)} sentences, {tokens / len(sentences):.1f} tokens each\n")
    _time_start()
    for name in ("V1", "V5"):
        _time_progressive(sentences, name)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak of resident memory so far, sentences included: {peak:.0f} MB\n")
    _time_pairs(sentences[: arguments.pairs])
    _time_peers(sentences, arguments.peers)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--corpus", type=Path, help="folder of .mrg files, a tree a line or block")
    parser.add_argument("--pairs", type=int, default=300, help="sentences whose pairs are all scored (300)")
    parser.add_argument("--peers", type=int, default=79, help="largest cluster for other aligners (79)")
    parser.add_argument("--seed", type=int, default=2006, help="of the random sentences")
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


def _draw(seed: int, count: int) -> list[Sentence]:
    """Draw sentences: a Zipfian vocabulary, and traces of random depth and labels."""
    rng = np.random.default_rng(seed)
    words = [*FREQUENT.split(), *(f"word{k}" for k in range(20_000))]
    shares = 1 / (np.arange(len(words)) + 2.0) ** 1.05
    shares /= shares.sum()
    sentences = []
    for length in np.clip(rng.normal(25, 9, count), 8, 60).astype(int):
        drawn = rng.choice(len(words), length - 1, p=shares)
        tokens = [_token(rng, words[k], int(k)) for k in drawn]
        sentences.append(Sentence((*tokens, Token(".", ".", "O", ("I-S", "O")))))
    return sentences


def _token(rng: np.random.Generator, word: str, rank: int) -> Token:
    depth = 2 + int(rng.poisson(3))
    chain = [f"{'BI'[rng.random() < 0.7]}-{LABELS[k]}" for k in rng.integers(0, len(LABELS), depth)]
    return Token(word, f"T{(rank + (rng.random() < 0.1)) % 30}", chain[-1], ("I-S", *chain))


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
    command = [sys.executable, "-c", "from paraphrase.align import prepare; prepare()"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        for state in ("no code on disk (compiles, once)", "code on disk (loads)"):
            start = time.perf_counter()
            subprocess.run(command, env=environment, check=True)
            print(f"a new process ready to align, {state}: {time.perf_counter() - start:.2f} s of the clock")
    print()
    prepare()


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
    print(f"Scores of all {pairs} pairs of {len(sentences)} sentences, million pairs a second")
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
    """Return the pairs a second of plain Python."""
    seconds, found = _timed(lambda: plain_scores(sentences, VERSIONS[name], OPTIONS), 1)
    assert all(scores[pair] == score for pair, score in found.items())
    return len(found) / seconds


def _time_peers(sentences: Sequence[Sentence], largest: int) -> None:
    print(f"Other aligners, words to alignment, V1, milliseconds; up to {largest} sentences")
    for size in (size for size in SIZES if size <= min(largest, len(sentences))):
        words = [sentence.words for sentence in sentences[:size]]
        ours, _ = _timed(lambda words=words: _align_words(words), 15)
        print(f"N = {size}: ours {1000 * ours:.2f}")
        for name, (peer, most) in PEERS.items():
            if size <= most:
                _time_peer(name, peer, words, ours)
    _time_biopython([sentence.words for sentence in sentences[:100]])


def _align_words(words: Sequence[Sequence[str]]) -> Any:
    codes = encode(words, OPTIONS)
    scores = score_pairs(codes, VERSIONS["V1"], OPTIONS)
    return merge(codes, scores, VERSIONS["V1"], OPTIONS)


def _time_peer(
    name: str, peer: Callable[[Sequence[Sequence[str]]], Any], words: Sequence[Sequence[str]], ours: float
) -> None:
    try:
        seconds, _ = _timed(lambda: peer(words), 1)
    except ImportError:
        print(f"  {name:10} is not installed")
    else:
        print(f"  {name:10} {1000 * seconds:10.2f} = {seconds / ours:8.1f} x ours")


def _time_biopython(words: Sequence[Sequence[str]]) -> None:
    codes = encode(words, OPTIONS)
    ours, scores = _timed(lambda: score_pairs(codes, VERSIONS["V1"], OPTIONS), 15)
    try:
        seconds, expected = _timed(lambda: score_with_biopython(words, OPTIONS), 1)
    except ImportError:
        print("biopython is not installed")
    else:
        assert np.array_equal(scores, expected)
        ratio = seconds / ours
        print(f"scores of {len(words)}: Biopython {1000 * seconds:.1f}, {ratio:.0f} x ours, the same scores")


if __name__ == "__main__":
    main()
