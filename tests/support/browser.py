"""A real Chromium without a window, for the pages of judges and reports."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
AXE_CORE = os.environ.get("AXE_CORE", "")
with_axe = pytest.mark.skipif(not AXE_CORE, reason="AXE_CORE does not name axe.min.js (npm install axe-core)")
ABSENT = "no Chromium and chromedriver on the PATH (Debian: apt-get install chromium chromium-driver)"


def start(downloads: Path, profile: Path, cookies: bool = True, width: int = 1280, height: int = 800):
    """Return a Selenium driver of a browser with a profile of its own; the caller quits it.

    ``cookies`` is whether pages may store anything at all.
    """
    from selenium.webdriver import Chrome, ChromeOptions
    from selenium.webdriver.chrome.service import Service

    options = ChromeOptions()
    options.binary_location = CHROMIUM
    options.add_argument("--headless=new")
    # In containers there is neither a sandbox for root nor much shared memory.
    options.add_argument("--no-sandbox")
    options.add_argument("--disable-dev-shm-usage")
    options.add_argument("--force-color-profile=srgb")
    options.add_argument(f"--window-size={width},{height}")
    options.add_argument(f"--user-data-dir={profile}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.add_experimental_option(
        "prefs",
        {
            "download.default_directory": str(downloads),
            "profile.default_content_setting_values.cookies": 1 if cookies else 2,
        },
    )
    driver = Chrome(options, Service(DRIVER))
    # A window that another one covers has no focus, and its pages get no events of it.
    driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
    return driver


def resize(driver, width, height, phone=False):
    """Give the page a size in CSS pixels, as a phone's if asked for."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": phone})


def prefer(driver, scheme):
    """Ask for the light or the dark scheme."""
    feature = {"name": "prefers-color-scheme", "value": scheme}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})


def downloads_to(driver, folder):
    """Save the downloads of the next pages in a folder."""
    options = {"behavior": "allow", "downloadPath": str(folder)}
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", options)


def violations(driver):
    """Return what axe finds against the accessibility of the page that is shown."""
    driver.execute_script(Path(AXE_CORE).read_text("utf-8"))
    return driver.execute_async_script(
        "axe.run(document, { resultTypes: ['violations'] }).then((found) => arguments[0]("
        "found.violations.map((each) => [each.id, each.nodes.map((node) => node.html.slice(0, 200))])))"
    )
