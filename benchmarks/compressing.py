"""Sizes and times of compressed results, ISA-L beside zlib: ``python benchmarks/compressing.py RUN...``.

The records are those of each run's results, one for each cluster, at most 1,000 of them.  Processor time is
the least of five rounds, in which all compressors take their turn.
"""

from __future__ import annotations

import argparse
import time
import zlib
from itertools import chain, islice
from pathlib import Path

from isal import isal_zlib

from paralattice.results.parts import ENDING, read_member, scan_members

RECORDS = 1000
ROUNDS = 5
WAYS = [("zlib", zlib, level) for level in (1, 2, 4)] + [("ISA-L", isal_zlib, level) for level in range(4)]


def records(run):
    """Return the lines of a run's clusters."""
    paths = sorted((run / "results").glob(f"*{ENDING}"))
    members = chain.from_iterable(((path, member) for member in scan_members(path)) for path in paths)
    return [read_member(path, member) for path, member in islice(members, RECORDS)]


def timed(function, values):
    """Return the results of a function, and the processor time in ms for each."""
    begin = time.process_time()
    found = [function(value) for value in values]
    return found, 1000 * (time.process_time() - begin) / len(values)


def measured(texts):
    """Yield name, level, mean bytes and the ms to compress and to decompress of each way."""
    times, sizes = {}, {}
    for _ in range(ROUNDS):
        for name, module, level in WAYS:
            packed, packing = timed(lambda text, m=module, lv=level: m.compress(text, lv), texts)
            read, unpacking = timed(module.decompress, packed)
            assert read == texts, f"{name} does not give back what it was given"
            before = times.get((name, level), (packing, unpacking))
            times[name, level] = min(before[0], packing), min(before[1], unpacking)
            sizes[name, level] = sum(map(len, packed)) / len(packed)
    for way, spent in times.items():
        yield *way, sizes[way], *spent


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN")
    for run in parser.parse_args().runs:
        texts = records(run)
        if not texts:
            parser.error(f"{run} has no results")
        mean = sum(map(len, texts)) / len(texts)
        print(f"{run}: {len(texts)} records of {mean:,.0f} bytes\n")
        print("| compressor | level | bytes | ms to write | ms to read |\n|---|---|---|---|---|")
        for name, level, size, packing, unpacking in measured(texts):
            print(f"| {name} | {level} | {size:,.0f} | {packing:.3f} | {unpacking:.3f} |")
        print()


if __name__ == "__main__":
    main()
