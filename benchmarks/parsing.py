"""Speed and memory of the parser over text files: ``python benchmarks/parsing.py FILE...``.

It prints the time to import and to load, sentences and tokens a second of one
process on one core, in time of the clock and of the processor, and the
peak of resident memory.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from paraphrase.adapters.parser import Parser

Result = TypeVar("Result")


def main() -> None:
    """Run the benchmark and print a figure a line."""
    arguments = _arguments()
    sentences = list(islice(_sentences(arguments), arguments.sentences))
    if not sentences:
        sys.exit("no sentences in these files")
    print(f"sentences {len(sentences)}, tokens {sum(map(len, sentences))}")
    from paraphrase.options import ParseOptions

    options = ParseOptions(parser=arguments.parser, batch=arguments.batch)

    def load() -> Parser:
        from paraphrase.adapters.parser import load_parser

        return load_parser(options)

    parser = _timed("import and load", load)
    print(f"memory when loaded: {_peak_mib():.0f} MiB")
    for round_ in range(arguments.rounds):
        parses = _timed(f"round {round_ + 1}", lambda: parser.parse(sentences), sentences)
    print(f"peak memory: {_peak_mib():.0f} MiB")
    print(f"flat trees: {sum(bool(parse.note) for parse in parses)}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, help="text in UTF-8")
    parser.add_argument(
        "--tokenised", action="store_true", help="a line is a sentence, blanks part its tokens"
    )
    parser.add_argument("--sentences", type=int, default=500, help="at most this many, each once (500)")
    parser.add_argument("--batch", type=int, default=64, help="sentences at once (64)")
    parser.add_argument("--parser", default="default", help="default, or stanza:PACKAGE")
    parser.add_argument("--rounds", type=int, default=2, help="the first one warms up (2)")
    return parser.parse_args()


def _sentences(arguments: argparse.Namespace) -> Iterator[tuple[str, ...]]:
    seen = set()
    for file in arguments.files:
        for sentence in _of_text(file.read_text(encoding="utf-8"), arguments.tokenised):
            if sentence and sentence not in seen:
                seen.add(sentence)
                yield sentence


def _of_text(text: str, tokenised: bool) -> Iterator[tuple[str, ...]]:
    if tokenised:
        yield from (tuple(line.split()) for line in text.splitlines())
        return
    from paraphrase.adapters.text import split_sentences, tokenize

    yield from map(tokenize, split_sentences(text))


def _timed(what: str, work: Callable[[], Result], sentences: list[tuple[str, ...]] | None = None) -> Result:
    wall, processor = time.perf_counter(), time.process_time()
    result = work()
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    print(f"{what}: {wall:.2f} s by the clock, {processor:.2f} s of processor", end="")
    if sentences:
        rates = (len(sentences) / processor, sum(map(len, sentences)) / processor)
        print("; a second of processor: {:.0f} sentences, {:.0f} tokens".format(*rates), end="")
    print()
    return result


def _peak_mib() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


if __name__ == "__main__":
    main()
