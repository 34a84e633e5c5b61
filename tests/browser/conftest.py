"""A browser for all tests of this folder."""

import importlib.util
from pathlib import Path

import pytest

_PATH = Path(__file__).resolve().parents[1] / "support" / "browser.py"
_SPEC = importlib.util.spec_from_file_location("tests_support_browser", _PATH)
browsers = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(browsers)


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
