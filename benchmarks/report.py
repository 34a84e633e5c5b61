"""How long a run's page takes to open in Chromium, and to answer.

    python benchmarks/report.py RUN/report.html [ROUNDS]

Every round is a browser of its own, without anything in its cache.  Milliseconds: "load" until the
load event, "usable" until table and first lattices are there, both from the call for the page;
"sort" and "open" from a click to the frame that shows the outcome.
"""

import importlib.util
import statistics
import sys
import tempfile
from pathlib import Path

SUPPORT = Path(__file__).resolve().parents[1] / "tests" / "support" / "browser.py"
MEASURES = ("load", "usable", "sort", "open")

SCRIPT = """
const done = arguments[0];
const wait = (test) => new Promise((resolve) => {
  const next = () => (test() ? setTimeout(resolve) : requestAnimationFrame(look));
  const look = () => requestAnimationFrame(next);
  look();
});
async function timed(act, test) {
  const begin = performance.now();
  act();
  await wait(test);
  return performance.now() - begin;
}
(async () => {
  const root = document.documentElement;
  await wait(() => root.dataset.ready);
  const load = performance.getEntriesByType("navigation")[0].loadEventEnd;
  const head = [...document.querySelectorAll("#table thead th")].find((each) => each.textContent === "paths");
  const sort = await timed(() => head.firstChild.click(), () => head.hasAttribute("aria-sort"));
  const name = document.getElementById("choice").options[document.getElementById("choice").length - 1].value;
  const line = [...document.querySelectorAll("#choice option")].at(-1);
  const open = await timed(
    () => { line.parentElement.value = name; line.parentElement.dispatchEvent(new Event("change")); },
    () => document.getElementById("lattices-title").textContent === name,
  );
  done([load, Number(root.dataset.ready), sort, open]);
})();
"""


def load_support():
    """Return the module of the tests that starts browsers."""
    spec = importlib.util.spec_from_file_location("browser", SUPPORT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def measure(browsers, page):
    """Return the measures of one browser, in milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        driver = browsers.start(Path(folder) / "downloads", Path(folder) / "profile")
        try:
            browsers.resize(driver, 1280, 800)
            driver.get(page.as_uri())
            return driver.execute_async_script(SCRIPT)
        finally:
            driver.quit()


def main(page, rounds=5):
    """Open the page some times and print medians."""
    browsers = load_support()
    if not (browsers.CHROMIUM and browsers.DRIVER):
        sys.exit(browsers.ABSENT)
    results = [measure(browsers, page) for _ in range(rounds)]
    print(f"{page.stat().st_size / 1e6:.1f} MB, {rounds} rounds")
    for name, values in zip(MEASURES, zip(*results, strict=True), strict=True):
        print(f"{name:8}median {statistics.median(values):6.0f} ms   slowest {max(values):6.0f} ms")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), *map(int, sys.argv[2:]))
