"""Judges and the organiser on pages of a real server, in a real browser."""

from contextlib import contextmanager

import pytest

from orchestrator.judging.served import ServedSheet
from support import browser as browsers
from support.serving import serve_sheets, served
from support.waiting import eventually


class Judge:
    """A judge's page from a server, opened in its own tab of a browser."""

    def __init__(self, page, tmp_path):
        self.page = page
        self.runs = tmp_path / "runs"
        self.links = serve_sheets(self.runs)

    @contextmanager
    def served(self):
        """Serve the sheets, and leave the page before the server goes."""
        with served(self.runs) as client:
            yield client
            self.page.driver.get("about:blank")

    def open(self, client, phone=False):
        """Open the sheet of the first judge."""
        self.page.open_address(client.url + self.links["judge-01"], phone)
        return self.page

    def saved(self):
        """Return the scores that the server's disk has."""
        return ServedSheet(self.runs / "harbour" / "served", "judge-01").scores()

    def has(self, item, *scores):
        """Wait until the disk has the scores of an item."""
        assert eventually(lambda: self.saved().get(item) == list(scores)), self.saved()

    def leave(self):
        """Forget all that the browser has stored, as another device that was never here."""
        self.page.js("localStorage.clear()")


@pytest.fixture
def judge(page, tmp_path):
    return Judge(page, tmp_path)


def quietly(page):
    """Leave out the errors of a server that is away, and nothing else."""
    assert all("Failed to load resource" in entry["message"] for entry in page.errors())


@pytest.mark.parametrize("phone", [False, True])
def test_scores_given_with_the_keyboard_are_on_the_server_and_go_on_elsewhere(judge, phone):
    from selenium.webdriver import Keys

    with judge.served() as client:
        page = judge.open(client, phone)
        assert page["count"].text == "0 of 6 judged, 6 left"
        page.press(Keys.TAB)
        page.begin()
        page.press("3", "4", "2")
        judge.has("ferry0", 3, 4)
        judge.has("ferry1", 2, 0)
        judge.leave()
        judge.open(client, not phone)
        assert page["count"].text == "1 of 6 judged, 5 left"
        assert page["where"].text == "Sentence 2 of 3 in ferry"
        page.press("1")
        judge.has("ferry1", 2, 1)


def test_nothing_is_sent_back_when_all_is_judged(judge):
    with judge.served() as client:
        page = judge.open(client)
        page.begin()
        page.press(*"3434")
        page.press(*"34")
        page.begin()
        page.press(*"123412")
        assert eventually(lambda: "nothing to send back" in page["panel-text"].text)
        assert page["count"].text == "6 of 6 judged, 0 left"
        judge.has("pilot2", 1, 2)


def test_scores_given_while_the_server_is_away_are_kept_and_merged_when_it_is_back(judge):
    with served(judge.runs) as client:
        page = judge.open(client)
        page.begin()
        page.press("1", "1")
        judge.has("ferry0", 1, 1)
    page.press("2", "2", "3")
    assert eventually(lambda: "cannot be reached" in page["warning"].text)
    assert "kept in this browser" in page["warning"].text
    assert page["count"].text == "2 of 6 judged, 4 left"
    with served(judge.runs, port=client.port) as again:
        # Another device is newer in one score and older in another.
        later = page.js("scores.last") + 10_000
        other = [["ferry0", 0, 4, later], ["ferry1", 1, 4, 1], ["pilot0", 0, 4, later]]
        assert again.save(judge.links["judge-01"], other).status == 200
        judge.has("ferry1", 2, 2)
        assert eventually(lambda: not page["warning"].is_displayed())
        assert judge.saved() == {"ferry0": [4, 1], "ferry1": [2, 2], "ferry2": [3, 0], "pilot0": [4, 0]}
        assert page.scores() == judge.saved()
    quietly(page)


def test_scores_that_the_server_never_got_are_sent_when_the_page_is_opened_again(judge):
    with served(judge.runs) as client:
        page = judge.open(client)
        page.begin()
    page.press("3", "2")
    assert eventually(lambda: page["warning"].is_displayed())
    page.driver.get("about:blank")
    assert judge.saved() == {}
    with served(judge.runs, port=client.port) as client:
        judge.open(client)
        judge.has("ferry0", 3, 2)
        assert page["count"].text == "1 of 6 judged, 5 left"
    quietly(page)


def test_two_tabs_of_one_sheet_lose_nothing(judge):
    with judge.served() as client:
        page = judge.open(client)
        page.begin()
        page.press("3")
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        judge.open(client)
        page.press("4")
        judge.has("ferry0", 3, 4)
        page.press("1")
        judge.has("ferry1", 1, 0)
        other = page.driver.current_window_handle
        page.driver.switch_to.window(first)
        assert eventually(lambda: page.scores() == judge.saved())
        page.js("scores.undo()")
        judge.has("ferry0", 0, 4)
        page.driver.switch_to.window(other)
        page.driver.close()
        page.driver.switch_to.window(first)


def test_a_disk_that_is_full_is_named_and_the_scores_follow_when_it_has_room(judge):
    path = judge.runs / "harbour" / "served" / "judge-01.scores"
    path.symlink_to("/dev/full")
    with judge.served() as client:
        page = judge.open(client)
        page.begin()
        page.press("3")
        assert eventually(lambda: "cannot write to its disk" in page["warning"].text)
        path.unlink()
        judge.has("ferry0", 3, 0)
        assert eventually(lambda: not page["warning"].is_displayed())
    quietly(page)


def test_a_link_that_is_closed_meanwhile_keeps_the_scores_until_it_is_opened(judge):
    here = "/judging/harbour/served"
    with judge.served() as client:
        page = judge.open(client)
        page.begin()
        client.send(here, judge="judge-01", action="close")
        page.press("3")
        assert eventually(lambda: "link is closed" in page["warning"].text)
        client.send(here, judge="judge-01", action="open")
        judge.has("ferry0", 3, 0)
    quietly(page)


@pytest.mark.parametrize("days", [-1, 1])
def test_a_clock_of_the_server_that_jumps_does_not_make_older_scores_count(judge, monkeypatch, days):
    from orchestrator.serve import judging

    now = judging.time.time
    with judge.served() as client:
        page = judge.open(client)
        page.begin()
        page.press("3", "4")
        judge.has("ferry0", 3, 4)
        monkeypatch.setattr(judging.time, "time", lambda: now() + 86_400 * days)
        page = judge.open(client)
        page["back"].click()
        page.press("1", "2")
        judge.has("ferry0", 1, 2)
        monkeypatch.undo()
        page = judge.open(client)
        page["back"].click()
        page.press("4", "4")
        judge.has("ferry0", 4, 4)


def test_a_browser_that_stores_nothing_saves_on_the_server_all_the_same(storeless_driver, new_page, tmp_path):
    page = new_page(storeless_driver)
    judge = Judge(page, tmp_path)
    with served(judge.runs) as client:
        judge.open(client)
        page.begin()
        page.press("3")
        judge.has("ferry0", 3, 0)
        assert not page["warning"].is_displayed()
    page.press("4")
    assert eventually(lambda: "leave this page open, or export" in page["warning"].text)


@pytest.mark.parametrize("phone", [False, True])
def test_the_organisers_pages_work_with_the_keyboard_and_overflow_nowhere(judge, phone):
    from selenium.webdriver import Keys

    with judge.served() as client:
        client.save(judge.links["judge-01"], [["ferry0", 0, 3, 1]])
        page = judge.page
        page.open_address(f"{client.url}/judging", phone)
        page.driver.find_element("link text", "harbour").send_keys(Keys.ENTER)
        assert page.js("document.documentElement.scrollWidth <= innerWidth")
        assert "alpha" not in page.js("document.body.textContent")
        page.driver.find_element("link text", "Show the agreement so far").send_keys(Keys.ENTER)
        assert eventually(lambda: "alpha" in page.js("document.body.textContent"))
        page.driver.find_element("css selector", "[aria-label='New link, judge-01']").send_keys(Keys.ENTER)
        assert eventually(lambda: page.js("document.querySelector('.link')"))
        link = page.driver.find_element("css selector", ".link").text
        page.driver.get(link)
        assert page["who"].text == "harbour · judge-01"
        assert page.js("document.documentElement.scrollWidth <= innerWidth")


@browsers.with_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing_on_any_page(judge, scheme, phone):
    with judge.served() as client:
        page = judge.open(client, phone)
        page.prefer(scheme)
        for act in (lambda: None, page.begin, page["help"].click):
            act()
            assert browsers.violations(page.driver) == []
        page["close"].click()
        page.press(*"343434")
        page.begin()
        page.press(*"123412")
        assert eventually(lambda: "are judged" in page["panel-text"].text)
        assert browsers.violations(page.driver) == []
        for path in ("/judging", "/judging/harbour/served?agreement=1", "/sign-in"):
            page.open_address(client.url + path, phone)
            page.prefer(scheme)
            assert (path, browsers.violations(page.driver)) == (path, [])
    page.errors()
