"""Make the pictures of docs/howto/human-evaluation.md from a judge's page, some of its sentences judged.

python tests/support/judging_pictures.py runs/corpus/sheets/judge-01/sheet.html docs/images
pngquant --strip --ext .png --force 64 docs/images/judging-*.png
"""

import sys
import tempfile
from pathlib import Path

from selenium.webdriver import ActionChains

import browser

SHAPES = {"desktop": (1280, 800, False), "phone": (390, 844, True)}


def main(page: Path, folder: Path) -> None:
    """Judge a few sentences and take a picture in each shape."""
    with tempfile.TemporaryDirectory() as temporary:
        driver = browser.start(Path(temporary) / "downloads", Path(temporary) / "profile")
        try:
            for name, shape in SHAPES.items():
                browser.resize(driver, *shape)
                browser.prefer(driver, "light")
                driver.get(page.resolve().as_uri())
                if name == "desktop":
                    driver.find_element("id", "panel-button").click()
                    ActionChains(driver).send_keys(*"34224414332144341443322").perform()
                driver.execute_script("document.querySelector('main').scrollIntoView()")
                (folder / f"judging-{name}.png").write_bytes(driver.get_screenshot_as_png())
        finally:
            driver.quit()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
