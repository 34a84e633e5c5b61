"""Speed and memory of the parser: ``python benchmarks/parsing.py [FILE...]``.

With files: the time to import and to load, sentences and tokens per second of one process on one core, and
the peak of resident memory.  Without: the throughput of one and of two worker processes, alternately with a
plain loop over the parser, one sentence at a time; all parse the same sentences, with one thread per process.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, TypeVar

from corpora import news_sentences
from measuring import Row, table

from paralattice.adapters.options import PARSERS

if TYPE_CHECKING:
    from paralattice.adapters.parser import Parser

Result = TypeVar("Result")
Words = tuple[str, ...]
BATCH = 64


def parsing_rows(count: int, rounds: int, workers: Sequence[int] = (1, 2)) -> list[Row]:
    """Compare parsers with the loop, in wall time by number of worker processes and in processor time.

    A row's seconds are those for all ``count`` sentences; the loop parses a quarter of them each round, and
    its time is scaled.  Without workers, only the default parser is measured, in this process.
    """
    sentences = news_sentences(count)
    few = sentences[::4]
    loop = _loop()
    loop(few[:1])
    times: dict[str, list[tuple[float, float]]] = {}
    with ExitStack() as stack:
        pools = {
            (parser, number): stack.enter_context(_pool(number, parser))
            for parser in (PARSERS if workers else ())
            for number in workers
        }
        for pool in pools.values():
            _parse_in(pool, sentences[:BATCH])
        for _ in range(rounds):
            clock, processor = (len(sentences) / len(few) * value for value in _both(lambda: loop(few)))
            if not workers:
                _load(PARSERS[0])
                used = sum(map(_parse_batch, _batches(sentences)))
                times.setdefault("parsing in this process, processor time", []).append((used, processor))
            for (parser, number), pool in pools.items():
                begin = time.perf_counter()
                used = _parse_in(pool, sentences)
                taken = time.perf_counter() - begin
                name = f"parsing, {parser}, {number} worker process{'es' if number > 1 else ''}"
                times.setdefault(f"{name}, time of the clock", []).append((taken, clock))
                times.setdefault(f"{name}, processor time", []).append((used, processor))
    tokens = sum(map(len, sentences))
    return [_parsing_row(topic, measured, len(sentences), tokens) for topic, measured in times.items()]


def _parsing_row(topic: str, measured: list[tuple[float, float]], count: int, tokens: int) -> Row:
    ours, theirs = (median(pair[k] for pair in measured) for k in (0, 1))
    note = (
        f"{count / ours:.0f} sentences and {tokens / ours:,.0f} tokens per second; loop {count / theirs:.0f}"
    )
    ratios = tuple(other / own for own, other in measured)
    return Row(topic, f"{count} sentences", "one by one", ours, theirs, ratios, note)


def _both(work: Callable[[], Any]) -> tuple[float, float]:
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock, time.process_time() - processor


def _loop() -> Callable[[Sequence[Words]], list[Any]]:
    """Return a plain loop over the parser in this process, one sentence after another."""
    from paralattice.adapters.options import ParseOptions
    from paralattice.adapters.parser import load_parser

    parser = load_parser(ParseOptions())

    def loop(sentences: Sequence[Words]) -> list[Any]:
        return [parser.parse([words]) for words in sentences]

    return loop


def _pool(workers: int, parser: str) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_load, initargs=(parser,)
    )


_loaded: list[Parser] = []


def _load(name: str) -> None:
    """Load the parser of this process."""
    from paralattice.adapters.options import ParseOptions
    from paralattice.adapters.parser import load_parser

    _loaded[:] = [load_parser(ParseOptions(parser=name))]
    _loaded[0].parse([("Warm", "up", ".")])


def _parse_in(pool: ProcessPoolExecutor, sentences: Sequence[Words]) -> float:
    """Parse batches of sentences of similar length, as workers do; return the processor seconds."""
    return sum(pool.map(_parse_batch, _batches(sentences)))


def _batches(sentences: Sequence[Words]) -> list[list[Words]]:
    ordered = sorted(sentences, key=len)
    return [ordered[k : k + BATCH] for k in range(0, len(ordered), BATCH)]


def _parse_batch(batch: Sequence[Words]) -> float:
    begin = time.process_time()
    _loaded[0].parse(batch)
    return time.process_time() - begin


def main() -> None:
    """Run the benchmark and print its figures."""
    arguments = _arguments()
    if not arguments.files:
        print(table(parsing_rows(arguments.sentences, arguments.rounds)))
        return
    sentences = list(islice(_sentences(arguments), arguments.sentences))
    if not sentences:
        sys.exit("no sentences in these files")
    print(f"sentences {len(sentences)}, tokens {sum(map(len, sentences))}")
    from paralattice.adapters.options import ParseOptions

    options = ParseOptions(parser=arguments.parser, batch=arguments.batch)

    def load() -> Parser:
        from paralattice.adapters.parser import load_parser

        return load_parser(options)

    parser = _timed("import and load", load)
    print(f"memory when loaded: {_peak_mib():.0f} MiB")
    for round_ in range(arguments.rounds):
        parses = _timed(f"round {round_ + 1}", lambda: parser.parse(sentences), sentences)
    print(f"peak memory: {_peak_mib():.0f} MiB")
    print(f"flat trees: {sum(bool(parse.note) for parse in parses)}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="text in UTF-8")
    parser.add_argument(
        "--tokenised", action="store_true", help="one sentence per line, blanks between tokens"
    )
    parser.add_argument(
        "--sentences", type=int, default=500, help="largest number of distinct sentences (500)"
    )
    parser.add_argument("--batch", type=int, default=64, help="sentences per batch (64)")
    parser.add_argument("--parser", default="default", help="default or stanza:PACKAGE")
    parser.add_argument("--rounds", type=int, default=2, help="rounds (2)")
    return parser.parse_args()


def _sentences(arguments: argparse.Namespace) -> Iterator[Words]:
    seen = set()
    for file in arguments.files:
        for sentence in _of_text(file.read_text(encoding="utf-8"), arguments.tokenised):
            if sentence and sentence not in seen:
                seen.add(sentence)
                yield sentence


def _of_text(text: str, tokenised: bool) -> Iterator[Words]:
    if tokenised:
        yield from (tuple(line.split()) for line in text.splitlines())
        return
    from paralattice.adapters.text import split_sentences, tokenize

    yield from map(tokenize, split_sentences(text))


def _timed(what: str, work: Callable[[], Result], sentences: list[tuple[str, ...]] | None = None) -> Result:
    wall, processor = time.perf_counter(), time.process_time()
    result = work()
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    print(f"{what}: {wall:.2f} s by the clock, {processor:.2f} s of processor", end="")
    if sentences:
        rates = (len(sentences) / processor, sum(map(len, sentences)) / processor)
        print("; per second of processor time: {:.0f} sentences, {:.0f} tokens".format(*rates), end="")
    print()
    return result


def _peak_mib() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


if __name__ == "__main__":
    main()
