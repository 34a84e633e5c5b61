"""The page of matching sentences in a real browser."""

import numpy as np
import pytest

from paralattice.sentences import Matches
from paralattice.sentences.page import write_match_page
from support import browser as browsers

pytestmark = pytest.mark.skipif(browsers.CHROMIUM is None or browsers.DRIVER is None, reason=browsers.ABSENT)
DOCUMENT = ["A ferry sank.", "<script>document.title='broken'</script>", "Twelve people died."]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    matches = Matches(np.array([[0, 0], [0, 2], [2, 1]]), np.array([0.9, 0.1, 1.0]))
    pairs = [(f"one other{number}", DOCUMENT, DOCUMENT, matches) for number in range(5)]
    (folder / "m.html").write_text("".join(write_match_page(pairs)), "utf-8")
    driver = browsers.start(folder, folder / "profile")
    driver.get((folder / "m.html").as_uri())
    yield driver
    driver.quit()


def lines(page, number):
    """Return the two ends of each line of a pair of documents, and whether it is seen."""
    script = """
    const section = document.querySelectorAll("section")[arguments[0]];
    return [...section.querySelectorAll("line")].map((line) => {
      const box = line.getBoundingClientRect();
      return [box.width, getComputedStyle(line).visibility];
    });
    """
    return page.execute_script(script, number)


def test_each_match_is_a_line_between_two_sentences(page):
    assert page.title == "Matching sentences"
    drawn = lines(page, 0)
    assert len(drawn) == 3
    assert all(width > 50 and seen == "visible" for width, seen in drawn)
    assert page.get_log("browser") == []


def test_the_first_of_many_pairs_are_open_and_the_others_open_by_their_names(page):
    states = page.execute_script("return [...document.querySelectorAll('details')].map((one) => one.open)")
    assert states == [True, True, True, False, False]
    page.execute_script("document.querySelectorAll('summary')[4].click()")
    page.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    assert [width > 50 for width, _ in lines(page, 4)] == [True] * 3


def test_pointing_at_a_sentence_leaves_its_own_lines_alone(page):
    page.execute_script("document.querySelector('section ol li').dispatchEvent(new MouseEvent('mouseenter'))")
    assert [seen for _, seen in lines(page, 0)] == ["visible", "visible", "hidden"]
    page.execute_script("document.querySelector('section ol li').dispatchEvent(new MouseEvent('mouseleave'))")
    assert {seen for _, seen in lines(page, 0)} == {"visible"}


@browsers.with_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page, scheme):
    browsers.prefer(page, scheme)
    assert browsers.violations(page) == []
