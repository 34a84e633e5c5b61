"""A browser for the tests of this folder, and the page of a judge in it."""

import contextlib
import csv
import io
import json
import time
from pathlib import Path

import pytest

from paralattice.corpus import Cluster, Sentence
from paralattice.judging.sheets.items import StudyItem, item_id, shuffle_items
from paralattice.judging.sheets.page import export_name, write_sheet_page
from paralattice.judging.sheets.sheet_tables import write_sheet
from paralattice.run_options import Options
from support import browser as browsers
from support.results import record_of, write_records
from support.waiting import eventually


def pytest_collection_modifyitems(items):
    """Skip where there is no browser."""
    if not (browsers.CHROMIUM and browsers.DRIVER):
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=browsers.ABSENT))


@pytest.fixture(scope="session")
def driver(tmp_path_factory):
    """One browser for all tests; their pages have names of their own, so that they share nothing."""
    folder = tmp_path_factory.mktemp("browser")
    running = browsers.start(folder / "downloads", folder / "profile")
    yield running
    running.quit()


@pytest.fixture
def storeless_driver(tmp_path):
    """Run a browser that lets no page store anything."""
    running = browsers.start(tmp_path / "downloads", tmp_path / "profile", cookies=False)
    yield running
    running.quit()


@pytest.fixture
def finished_run(tmp_path):
    """Write the files of a run that sheets are made of: three clusters, two versions."""
    run, versions = tmp_path / "runs" / "harbour", ("V1", "V4")
    run.mkdir(parents=True)
    names = ("ferry", "bridge", "pilot")
    record = {
        "name": run.name,
        "signature": {"options": Options(versions=versions).to_dict()},
        "versions": list(versions),
    }
    rows = [f"{name},,2\n" for name in names]
    (run / "clusters.csv").write_text("cluster,split,sentences\n" + "".join(rows), encoding="utf-8")
    (run / "run.json").write_text(json.dumps(record), encoding="utf-8")
    for name in names:
        originals = [["The", name, "left", "."], [name, "gone"]]
        samples = [
            (["The", name, "left", str(draw), "times", "."], {"novel", "chosen"}) for draw in range(10)
        ]
        records = [record_of(name, version, originals, samples) for version in versions]
        write_records(run, name, records)
    return run


def items_of(clusters, versions=("V1", "V4"), seed=1):
    """Return the items and originals of clusters: name to the sentences of one version."""
    items = [
        StudyItem(item_id(seed, name, version, draw), name, version, draw, tuple(text.split(" ")))
        for name, texts in clusters.items()
        for version in versions
        for draw, text in enumerate(texts)
    ]
    originals = [
        Cluster(name, tuple(Sentence.from_words(text.split(" ")) for text in texts[:3]))
        for name, texts in clusters.items()
    ]
    return shuffle_items(items, "judge-01", seed), originals


# Seconds: until the browser has surely got what a page stored; until what is not there by then is lost.
_SETTLED = 0.5
_PERSISTENT = 20


class SheetPage:
    """A judge's page in a browser."""

    def __init__(self, driver, folder):
        self.driver = driver
        self.folder = folder
        self.run = folder.parent.name

    def write(self, clusters, **options):
        """Write the page of a judge and open it."""
        self.items, originals = items_of(clusters, **options)
        path = self.folder / "sheet.html"
        path.write_text(write_sheet_page(self.run, "judge-01", self.items, originals), encoding="utf-8")
        self.sheet = write_sheet(self.items)
        return self.open(path)

    def open(self, path, phone=False):
        """Open a file as on a desktop or a phone, in the light scheme."""
        return self.open_address(path.as_uri(), phone)

    def open_address(self, address, phone=False):
        """Open a page as on a desktop or a phone, in the light scheme."""
        browsers.resize(self.driver, *((390, 844, True) if phone else (1280, 800)))
        browsers.prefer(self.driver, "light")
        downloads = {"behavior": "allow", "downloadPath": str(self.folder)}
        self.driver.execute_cdp_cmd("Browser.setDownloadBehavior", downloads)
        self.driver.get(address)
        return self

    def reload(self):
        """Load the page again, with what it stored.

        Chromium loses at times what a page stores, for good. Then it loses the witness too, which the page
        never touches; all is stored again, and the page loaded once more.
        """
        time.sleep(_SETTLED)
        stored = self.stored()
        while True:
            self.driver.execute_script("localStorage.setItem('witness', 'here'); window.former = true")
            self.driver.refresh()
            assert eventually(lambda: self.js("!window.former && document.readyState === 'complete'"))
            if eventually(lambda: self.stored() == stored, _PERSISTENT):
                break
            assert self.js("localStorage.getItem('witness')") is None, (stored, self.stored())
            self.driver.execute_script("localStorage.setItem(SHEET.key, arguments[0])", stored)

    @contextlib.contextmanager
    def another_tab(self):
        """Open the sheet in another tab; the first one is shown again while the other is still open."""
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        self.driver.get((self.folder / "sheet.html").as_uri())
        other = self.driver.current_window_handle
        yield first
        self.driver.switch_to.window(other)
        self.driver.close()
        self.driver.switch_to.window(first)

    def stored(self):
        """Return the text that the browser has stored for this sheet, None if there is none."""
        return self.js("localStorage.getItem(SHEET.key)")

    def prefer(self, scheme):
        """Ask for the light or the dark scheme."""
        browsers.prefer(self.driver, scheme)

    def __getitem__(self, name):
        return self.driver.find_element("id", name)

    def press(self, *keys):
        """Press keys where the focus is."""
        from selenium.webdriver import ActionChains

        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def key(self, key, code, **more):
        """Press one key as a keyboard of another layout does, or held down."""
        event = {"type": "keyDown", "key": key, "code": code, **more}
        self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", event)
        self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", "key": key, "code": code})

    def begin(self):
        """Close the panel of the originals."""
        self["panel-button"].click()

    def js(self, expression):
        """Return the value of an expression of the page."""
        return self.driver.execute_script(f"return {expression}")

    def scores(self):
        """Return item to scores, of the items that have any."""
        return dict(self.js("[...scores.values].filter(([item]) => scores.isTouched(item))"))

    def export(self):
        """Export and return the file's content."""
        path = self.folder / export_name(self.js("SHEET.run"), "judge-01")
        path.unlink(missing_ok=True)
        self["export"].click()
        # An empty file of that name stands for the download until it is whole.
        assert eventually(lambda: path.exists() and path.stat().st_size)
        return path.read_bytes()

    def rows(self):
        """Export and return the rows."""
        return list(csv.DictReader(io.StringIO(self.export().decode("utf-8-sig"), newline="")))

    def give_file(self, name, content):
        """Import a file."""
        path = self.folder / name
        path.write_bytes(content)
        self.js("void say('')")
        self["file"].send_keys(str(path))
        assert eventually(lambda: self["message"].text)
        return self["message"].text

    def errors(self):
        """Return the browser's errors since the last call."""
        return self.driver.get_log("browser")


@pytest.fixture
def new_page(tmp_path):
    """Make a page in a given browser."""
    folder = tmp_path / "page"
    folder.mkdir()
    return lambda driver: SheetPage(driver, folder)


@pytest.fixture
def page(driver, new_page):
    """Make a page that must cause no error of the browser."""
    page = new_page(driver)
    page.errors()
    yield page
    assert page.errors() == []
