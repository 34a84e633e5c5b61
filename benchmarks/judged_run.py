"""A newcomer's way to a judged run: ``python benchmarks/judged_run.py``.

Builds the wheel, installs it in an environment of its own, and follows the tutorial *In the browser*: a
server, the example *bridge*, another option, links for three judges on three devices, and the scores.  Two
judges press digits and one taps.  One of them changes to another device when half is judged, and another
one's network fails for three sentences.  Prints the seconds of each step, without a person's reading and
thinking.  Needs Chromium, chromedriver and a package index.
"""

from __future__ import annotations

import argparse
import csv
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from selenium.webdriver import ActionChains
from selenium.webdriver.support.ui import Select, WebDriverWait

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.support import browser  # noqa: E402

DESKTOP, LARGE, PHONE = (1280, 800, False), (1920, 1080, False), (390, 844, True)
PATIENCE = 120


class Walk:
    """The steps with their seconds, and the folder in which they are taken."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rows: list[tuple[str, float, str]] = []

    def step(self, text: str, work: Callable[[], Any]) -> Any:
        """Do a step and note its seconds."""
        begin = time.perf_counter()
        found = work()
        self.rows.append((text, time.perf_counter() - begin, ""))
        print(f"{text}: {self.rows[-1][1]:.1f} s", file=sys.stderr, flush=True)
        return found

    def remark(self, text: str) -> None:
        """Add words to the last step."""
        self.rows[-1] = (*self.rows[-1][:2], text)

    def run(self, *words: object) -> str:
        """Run a program in the folder to its end; return what it prints."""
        command = list(map(str, words))
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


class Device:
    """A browser with a profile of its own."""

    def __init__(self, folder: Path, size: tuple[int, int, bool], address: str) -> None:
        self.driver = browser.start(folder / "downloads", Path(tempfile.mkdtemp(dir=folder)))
        browser.resize(self.driver, *size)
        self.driver.get(address)
        self.close = self.driver.quit

    def __getitem__(self, name: str) -> Any:
        return self.driver.find_element("id", name)

    def press(self, keys: str) -> None:
        """Press keys where the focus is."""
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def tap(self, score: str) -> None:
        """Scroll to the marked question and tap a score."""
        label = self.driver.find_element("css selector", f"#questions .current label:nth-of-type({score})")
        self.driver.execute_script("arguments[0].scrollIntoView({ block: 'nearest' })", label)
        label.click()

    def wait(self, test: Callable[[], object]) -> None:
        """Wait until a test is true."""
        WebDriverWait(self.driver, PATIENCE, 0.02).until(lambda _: test())

    def shows(self, name: str, text: str) -> None:
        """Wait until an element shows a text."""
        self.wait(lambda: text in self[name].get_attribute("textContent"))

    def go_offline(self, offline: bool) -> None:
        """Take the network away, or give it back."""
        conditions = {"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", conditions)


def judge(folder: Path, address: str, number: int) -> int:
    """Judge a whole sheet as one of three judges; return the number of scores."""
    draw, given, done = random.Random(number), 0, 0
    sizes = ((DESKTOP, PHONE), (LARGE,), (PHONE,))[number]
    for left, size in zip(reversed(range(len(sizes))), sizes, strict=True):
        with closing(Device(folder, size, address)) as device:
            words = device["count"].text.split()
            assert words[0] == str(done), words
            count = int(words[2])
            if not done:
                device["panel-button"].click()
            end = count // 2 if left else count
            for item in range(done, end):
                if number == 1 and item in (count // 3, count // 3 + 3):
                    device.go_offline(item == count // 3)
                for _ in device.driver.find_elements("css selector", "#questions > *"):
                    (device.tap if size[2] else device.press)(str(draw.choice((2, 3, 4))))
                    given += 1
                if number == 1 and item == count // 3:
                    device.shows("warning", "cannot be reached")
            done = end
            device.shows("count", f"{done} of {count}")
            device.wait(lambda page=device: not page["warning"].is_displayed())
            # What a closed browser has not sent yet, only the same browser sends later.
            device.wait(lambda page=device: not page.driver.execute_script("return scores.unsent().length"))
            if done == count:
                device.shows("panel-text", "nothing to send back")
    return given


def installed(walk: Walk) -> Path:
    """Install the wheel in an environment of its own; return the folder of its programs."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(walk.folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = walk.folder.glob("*.whl")
    walk.step("`python3 -m venv venv`", lambda: walk.run(sys.executable, "-m", "venv", "venv"))
    pip = ("venv/bin/python", "-m", "pip", "install", "--quiet", wheel)
    walk.step("`pip install paralattice`, from the wheel", lambda: walk.run(*pip))
    size = sum(path.stat().st_size for path in (walk.folder / "venv").rglob("*") if path.is_file())
    walk.remark(f"{size / 1e9:.1f} GB")
    return walk.folder / "venv/bin"


@contextmanager
def served(walk: Walk, program: Path) -> Any:
    """Start `orchestrator serve`, and stop it at the end; yield the address that it prints."""
    words = [str(program), "serve", "--port", "0"]
    with subprocess.Popen(words, cwd=walk.folder, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr
            line = walk.step("`orchestrator serve` prints its address", server.stderr.readline)
            yield line.partition(";")[0]
        finally:
            server.terminate()
            walk.step("`Ctrl-C`: the server and its workers have ended", server.wait)


def tried(walk: Walk, address: str) -> str:
    """Try the example and another option; return the name of the first trial."""
    with closing(walk.step("The page is open", partial(Device, walk.folder, DESKTOP, address))) as page:
        Select(page["example"]).select_by_value("bridge")

        def go() -> None:
            page["go"].click()
            page.shows("state", "done in")

        walk.step("*bridge*, *Try*: all results", go)
        walk.remark(page["state"].text)
        name = page.driver.current_url.rpartition("/")[2]
        page.driver.find_element("css selector", "#options summary").click()
        page["exchange.difference"].clear()
        page["exchange.difference"].send_keys("0")
        page.driver.execute_script("document.getElementById('state').textContent = ''")
        walk.step("Difference 0, *Try* again: all results", go)
        walk.remark(page["changes"].text.partition("\n")[0])
    return name


def judged(walk: Walk, program: Path, address: str, name: str) -> None:
    """Deal, judge and score a trial."""
    port = ("--url", address)
    deal = (program, "judge", "deal", f"runs/{name}", "--judges", 3, "--serve", *port)
    dealt = walk.step("`orchestrator judge deal RUN --judges 3 --serve`", lambda: walk.run(*deal))
    links = re.findall(r"judge-\d+: (http\S+)", dealt)
    assert len(links) == 3, dealt

    def work() -> int:
        with ThreadPoolExecutor() as judges:
            return sum(judges.map(partial(judge, walk.folder), links, range(3)))

    scores = walk.step("Three judges score all sentences, each on their own device", work)
    walk.remark(f"{scores} scores")
    with closing(Device(walk.folder, DESKTOP, f"{address}/judging/{name}/served?agreement=1")) as page:
        assert "All judges have finished" in page.driver.page_source
    score = (program, "judge", "score", f"runs/{name}")
    walk.step("`orchestrator judge score RUN`", lambda: walk.run(*score))
    with (walk.folder / "runs" / name / "scores/judgements.csv").open(
        encoding="utf-8-sig", newline=""
    ) as file:
        rows = list(csv.DictReader(file))
    scales = [column for column in ("grammaticality", "fidelity", "informativeness") if column in rows[0]]
    assert sum(bool(row[scale]) for row in rows for scale in scales) == scores
    walk.remark(f"{len(rows)} rows in judgements.csv, {scores} scores, none is missing")


def main() -> None:
    """Walk the way and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--programs", type=Path, help="folder of installed programs; nothing is installed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        walk = Walk(Path(folder))
        program = (options.programs.absolute() if options.programs else installed(walk)) / "orchestrator"
        with served(walk, program) as address:
            judged(walk, program, address, tried(walk, address))
    print("| step | seconds | |\n|---|---|---|")
    for text, seconds, remark in walk.rows:
        print(f"| {text} | {seconds:.1f} | {remark} |")
    print(f"| all steps | {sum(seconds for _, seconds, _ in walk.rows):.1f} | |")


if __name__ == "__main__":
    main()
