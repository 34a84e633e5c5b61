"""Time to open a run's page in Chromium, and to respond to clicks.

    python -m benchmarks.report RUN/report.html [ROUNDS]

Every round starts a new browser with an empty cache.  Milliseconds: "load" until the load event and
"usable" until the table and the first lattices are shown, both from the request of the page; "sort" and
"open" from a click to the frame that shows the result.
"""

import statistics
import sys
import tempfile
from pathlib import Path

from tests.support import browser

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
  // The page names all clusters when somebody goes to the list.
  document.getElementById("choice").dispatchEvent(new Event("focus"));
  const name = document.getElementById("choice").options[document.getElementById("choice").length - 1].value;
  const line = [...document.querySelectorAll("#choice option")].at(-1);
  const open = await timed(
    () => { line.parentElement.value = name; line.parentElement.dispatchEvent(new Event("change")); },
    () => document.getElementById("lattices-title").textContent === name,
  );
  done([load, Number(root.dataset.ready), sort, open]);
})();
"""


def measure(page):
    """Return the measures of one browser, in milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        driver = browser.start(Path(folder) / "downloads", Path(folder) / "profile")
        try:
            browser.resize(driver, 1280, 800)
            driver.get(page.as_uri())
            return driver.execute_async_script(SCRIPT)
        finally:
            driver.quit()


def main(page, rounds=5):
    """Open the page several times and print medians."""
    if not (browser.CHROMIUM and browser.DRIVER):
        sys.exit(browser.ABSENT)
    results = [measure(page) for _ in range(rounds)]
    print(f"{page.stat().st_size / 1e6:.1f} MB, {rounds} rounds")
    for name, values in zip(MEASURES, zip(*results, strict=True), strict=True):
        print(f"{name:8}median {statistics.median(values):6.0f} ms   slowest {max(values):6.0f} ms")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), *map(int, sys.argv[2:]))
