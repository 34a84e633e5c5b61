"""Makes the pictures of the report, of judges' pages and of trials anew, from real runs over the examples.

    python -m docs.pictures

Writes docs/images/report-*.png, judging-*.png and try-*.png: runs of V4 and V6 over examples/corpus and of
trees over examples/groups.txt, and a trial on the pages of a server, opened in Chromium.
"""

from __future__ import annotations

import io
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from selenium.webdriver import ActionChains

from tests.support import browser

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs" / "images"
COLOURS = 64
WIDE, PHONE = (1400, 1000, False), (390, 844, True)
JUDGE = (1280, 800, False)

COMMANDS = (
    ("submit", "examples/corpus", "--versions", "V4,V6"),
    ("submit", "examples/groups.txt", "--method", "pang"),
    ("judge", "deal", "corpus", "--judges", "4"),
    ("phrases", "deal", "groups", "--judges", "4"),
)

OPEN_BRIDGE = "location.hash = 'cluster=bridge'"
TRACE = """
const card = document.querySelector("article.card");
card.querySelector("ol.samples button").click();
card.closest(arguments[0]).scrollIntoView();
"""


def main() -> None:
    """Run the commands, and take the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "examples").symlink_to(ROOT / "examples")
        for words in COMMANDS:
            script = Path(sys.executable).with_name("orchestrator")
            subprocess.run([script, *words, "-q"], cwd=root, check=True)
        with _driver(root) as driver:
            _report(driver, root / "runs" / "corpus" / "report.html")
            _judging(driver, root / "runs" / "corpus" / "sheets" / "judge-01" / "sheet.html")
            _pairs(driver, root / "runs" / "groups" / "pair-sheets" / "judge-01" / "sheet.html")
            _trying(driver, root)


@contextmanager
def _driver(root: Path) -> Iterator[Any]:
    driver = browser.start(root / "downloads", root / "profile")
    try:
        yield driver
    finally:
        driver.quit()


def _open(driver: Any, page: Path, shape: tuple[int, int, bool]) -> None:
    browser.resize(driver, *shape)
    browser.prefer(driver, "light")
    driver.get("about:blank")
    driver.get(page.as_uri())


def _report(driver: Any, page: Path) -> None:
    _open(driver, page, WIDE)
    _await(driver, lambda: driver.execute_script("return document.documentElement.dataset.ready"))
    _shoot(driver, "report-sentences")
    for shape, name, shown in ((WIDE, "report-desktop", "section"), (PHONE, "report-phone", "article")):
        _open(driver, page, shape)
        driver.execute_script(OPEN_BRIDGE)
        _await(driver, lambda: driver.find_elements("css selector", "article.card ol.samples button"))
        driver.execute_script(TRACE, shown)
        # The picture is drawn and the path is looked at in the next frames.
        driver.execute_async_script("setTimeout(arguments[0], 1500)")
        _shoot(driver, name)


def _judging(driver: Any, page: Path) -> None:
    for shape, name in ((JUDGE, "judging-desktop"), (PHONE, "judging-phone")):
        _open(driver, page, shape)
        if name == "judging-desktop":
            driver.find_element("id", "panel-button").click()
            ActionChains(driver).send_keys(*"34224414332144341443324").perform()
        driver.execute_script("document.querySelector('main').scrollIntoView()")
        _shoot(driver, name)


def _pairs(driver: Any, page: Path) -> None:
    _open(driver, page, (1280, 720, False))
    driver.find_element("id", "panel-button").click()
    ActionChains(driver).send_keys("3").perform()
    _shoot(driver, "judging-pairs")


def _trying(driver: Any, root: Path) -> None:
    script = Path(sys.executable).with_name("orchestrator")
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = free.getsockname()
    server = subprocess.Popen([script, "serve", "--port", str(address[1]), "--runs", root / "tried"])
    try:
        _await(driver, lambda: not socket.socket().connect_ex(address))
        browser.resize(driver, *WIDE)
        browser.prefer(driver, "light")
        driver.get(f"http://127.0.0.1:{address[1]}/try")
        driver.find_element("css selector", "#example [value=bridge]").click()
        driver.find_element("id", "go").click()
        _await(driver, lambda: driver.find_element("id", "state").text.startswith("done"))
        _shoot(driver, "try-form")
        driver.execute_script(TRACE, "section")
        driver.execute_async_script("setTimeout(arguments[0], 1500)")
        _shoot(driver, "try-results")
    finally:
        server.terminate()
        server.wait()


def _await(driver: Any, test: Callable[[], object]) -> None:
    for _ in range(1000):
        if test():
            return
        driver.execute_async_script("setTimeout(arguments[0], 100)")
    raise SystemExit("the page does not get ready")


def _shoot(driver: Any, name: str) -> None:
    image = Image.open(io.BytesIO(driver.get_screenshot_as_png())).convert("RGB").quantize(COLOURS)
    image.save(IMAGES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
