"""Trials of ten sentences on a server of this machine: ``python benchmarks/trials.py``.

Prints the seconds from pressing *Try* to the results: the median, and the longest time in brackets.  As
the page does, it asks for results every quarter of a second, so that a trial may have ended up to a quarter
of a second before.  Each server has a new folder and store.  The first trial of one server is sent as soon
as its page is open, so it waits until the workers have started; that of another server is sent when they
have.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from serve import running_server

CORPUS = Path(__file__).parents[1] / "examples/corpus"
ASKED = {"V4": ["V4"], "V6": ["V6"], "V6 and V4": ["V6", "V4"]}
PAUSE = 0.25
"""Seconds between two questions of the page."""


def events() -> list[str]:
    """Return texts of ten sentences from the example corpus."""
    texts = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in CORPUS.glob("*.txt")}
    lines = (CORPUS / "outage.jsonl").read_text(encoding="utf-8").splitlines()
    outage = [json.loads(line)["sentence"] for line in lines]
    # One is given as words.
    texts["outage"] = [sentence for sentence in outage if isinstance(sentence, str)]
    parts = [
        texts[name][start : start + 10] for name in sorted(texts) for start in range(0, len(texts[name]), 10)
    ]
    return ["\n".join(part) for part in parts if len(part) == 10]


class Page:
    """The page of trials, opened as a browser opens it."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}/try"
        self.opener = build_opener(HTTPCookieProcessor())
        facts = re.search(r'id="facts">(.*?)</script>', self.opener.open(self.url).read().decode())
        assert facts
        self.token = json.loads(facts[1])["token"]

    def go(self, text: str, versions: list[str], **options: dict[str, float]) -> tuple[float, float]:
        """Send a trial; return the seconds until some and until all of its versions were there."""
        begin, have, first = time.perf_counter(), "", 0.0
        body = json.dumps({"text": text, "versions": versions, **options}).encode()
        name = self._ask(Request(self.url, body, {"X-XSRFToken": self.token}))["name"]
        while True:
            reply = self._ask(Request(f"{self.url}/{name}/results?have={have}"))
            if "clusters" in reply:
                first = first or time.perf_counter() - begin
                have = ",".join(reply["versions"])
            if reply["state"] == "ended":
                assert (reply["error"], set(have.split(","))) == ("", set(versions)), reply
                return first, time.perf_counter() - begin
            time.sleep(PAUSE)

    def _ask(self, request: Request) -> dict[str, Any]:
        with self.opener.open(request) as answer:
            return dict(json.load(answer))


@contextmanager
def opened(**environment: str) -> Iterator[tuple[Page, Path]]:
    """Start a server with an empty folder, open its page, and stop the server at the end."""
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder), **environment) as (_, port):
        yield Page(port), Path(folder)


def is_warm(folder: Path) -> bool:
    """Return whether the workers of a server have started and have loaded the parser."""
    path = folder / ".serve/warm-up/status.json"
    return path.exists() and json.loads(path.read_text(encoding="utf-8"))["state"] == "done"


def measure(texts: list[str], versions: list[str]) -> dict[str, list[tuple[float, float]]]:
    """Return the times of the trials of two servers, by state."""
    found = {}
    with opened() as (page, _):
        found["first trial, the workers start"] = [page.go(texts[0], versions)]
        found["other sentences"] = [page.go(text, versions) for text in texts[1:]]
        found["the same again"] = [page.go(text, versions) for text in texts]
        other = {"sample": {"seed": 7}, "exchange": {"difference": 1}}
        found["the same, other options"] = [page.go(text, versions, **other) for text in texts]
    with opened() as (page, folder):
        while not is_warm(folder):
            time.sleep(PAUSE)
        found["first trial, the workers have started"] = [page.go(texts[0], versions)]
    return found


def cell(seconds: list[float]) -> str:
    """Return the median and the maximum."""
    shown = (
        [f"{value:.{2 if value > 0.1 else 3}f}" for value in (median(seconds), max(seconds))]
        if seconds
        else []
    )
    return " (".join(shown) + ")" * bool(shown)


def main() -> None:
    """Measure all kinds of trials and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="pairs of servers for each choice of versions")
    parser.add_argument("--only", nargs="*", choices=ASKED, default=list(ASKED), help="these choices alone")
    options = parser.parse_args()
    texts, both = events(), ASKED["V6 and V4"]
    times: dict[str, dict[str, list[tuple[float, float]]]] = {}
    # Servers that compile loops, then servers that find them compiled.
    with tempfile.TemporaryDirectory() as cache:
        with opened(NUMBA_CACHE_DIR=cache) as (page, _):
            times["first trial of a machine, loops are compiled"] = {"V6 and V4": [page.go(texts[0], both)]}
        os.environ["NUMBA_CACHE_DIR"] = cache
        for turn in range(options.rounds):
            shift = turn % len(texts)
            for name in options.only:
                for state, trials in measure(texts[shift:] + texts[:shift], ASKED[name]).items():
                    times.setdefault(state, {}).setdefault(name, []).extend(trials)
    print("| | trials | V4 | V6 | V6 and V4: V4 | V6 and V4: both |\n|---|---|---|---|---|---|")
    for state, of in times.items():
        alone = [cell([end for _, end in of.get(name, [])]) for name in ("V4", "V6")]
        together = [cell([each[part] for each in of.get("V6 and V4", [])]) for part in (0, 1)]
        print(f"| {state} | {max(map(len, of.values()))} | {' | '.join([*alone, *together])} |")


if __name__ == "__main__":
    main()
