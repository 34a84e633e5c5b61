"""Judges who score at once on a server of this machine: ``python benchmarks/serve.py``.

Prints the time from sending a score to the answer that the disk has it, and the server's memory before
and after.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from orchestrator.judging.served import serve_dealt
from paralattice.corpus import Cluster, Sentence
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.sheets.page import write_sheet_page
from paralattice.judging.sheets.study_files import SENTENCE_FILES

WORDS = [
    "the",
    "last",
    "ferry",
    "left",
    "the",
    "pier",
    "before",
    "the",
    "storm",
    "reached",
    "the",
    "harbour",
    "wall",
    "on",
    "friday",
    "evening",
]


def deal(folder: Path, judges: int, count: int) -> list[str]:
    """Write a study with a number of sentences for each judge; return the tokens."""
    cluster = Cluster("ferry", tuple(Sentence.from_words(WORDS[part:]) for part in range(4)))
    items = [StudyItem(f"i{number}", "ferry", "V6", number, (*WORDS, str(number))) for number in range(count)]
    for number in range(1, judges + 1):
        page = folder / "sheets" / f"judge-{number:02}" / "sheet.html"
        page.parent.mkdir(parents=True)
        page.write_text(write_sheet_page("load", page.parent.name, items, [cluster]), encoding="utf-8")
    return list(serve_dealt(folder, SENTENCE_FILES).values())


@contextmanager
def running_server(folder: Path, **environment: str) -> Iterator[tuple[psutil.Process, int]]:
    """Serve a folder of runs until the end of the block; yield the process and its port."""
    words = [sys.executable, "-P", "-m", "orchestrator", "serve", "--port", "0", "--runs", str(folder)]
    variables = {**os.environ, **environment}
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=variables) as server:
        try:
            assert server.stderr
            found = re.search(r":(\d+);", server.stderr.readline())
            assert found
            yield psutil.Process(server.pid), int(found[1])
        finally:
            server.terminate()


async def judge(port: int, token: str, count: int, pause: float) -> list[float]:
    """Give both scores of each sentence, one after another; return the seconds that each took."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    times, seen = [], 0
    for number in range(count):
        await asyncio.sleep(random.uniform(0, 2 * pause))
        change = [f"i{number // 2}", number % 2, random.randint(1, 4), number + 1]
        body = json.dumps({"scores": [change], "seen": seen}).encode()
        head = f"POST /judge/load/served/{token} HTTP/1.1\r\nHost: localhost\r\n"
        begin = time.perf_counter()
        writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = await reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"Content-Length: (\d+)", answer)[1])
        reply = json.loads(await reader.readexactly(length))
        times.append(time.perf_counter() - begin)
        seen = reply["seen"]
        assert (answer[:12], seen) == (b"HTTP/1.1 200", number + 1), answer
    writer.close()
    return times


def main() -> None:
    """Run the server and the judges, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--judges", type=int, default=50)
    parser.add_argument("--scores", type=int, default=10_000, help="of all judges together")
    parser.add_argument("--pause", type=float, default=0.4, help="mean seconds between a judge's scores")
    options = parser.parse_args()
    each = options.scores // options.judges
    with tempfile.TemporaryDirectory() as folder:
        tokens = deal(Path(folder) / "load", options.judges, (each + 1) // 2)
        with running_server(Path(folder)) as (process, port):
            before = process.memory_info().rss

            async def work() -> list[list[float]]:
                return await asyncio.gather(*(judge(port, token, each, options.pause) for token in tokens))

            begin = time.perf_counter()
            times = sorted(one for mine in asyncio.run(work()) for one in mine)
            wall = time.perf_counter() - begin
            after = process.memory_info().rss
            used = sum(process.cpu_times()[:2])
    shares = {"p50": 0.5, "p95": 0.95, "max": 1.0}
    at = {name: 1000 * times[int(share * (len(times) - 1))] for name, share in shares.items()}
    print(f"{options.judges} judges, {len(times):,} scores in {wall:.0f} s, {len(times) / wall:.0f} a second")
    print("milliseconds to save a score: " + ", ".join(f"{name} {value:.1f}" for name, value in at.items()))
    print(f"server: {used:.1f} s of processor, {before / 1e6:.0f} MB before, {after / 1e6:.0f} MB after")


if __name__ == "__main__":
    main()
