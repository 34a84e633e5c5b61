"""Trials on the page of a real server, in a real browser."""

import json

import pytest

from support import browser as browsers
from support import runs as made_runs
from support.serving import served
from support.waiting import eventually

FERRY = [
    "The ferry sank off Norvik on Friday after it struck a rock.",
    "On Friday, the old ferry hit a rock and sank off Norvik.",
    "The ferry struck a rock off Norvik and sank on Friday, the owner said.",
    "The owner of the ferry said that it sank on Friday.",
]
NASTY = [
    "<img src=x onerror=window.name='harm'> sank off Norvik on Friday.",
    "</script><script>window.name='harm'</script> The ferry sank on Friday.",
    "<svg onload=window.name='harm'> The ferry sank off Norvik &lt;b&gt;.",
]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    return tmp_path_factory.mktemp("tried") / "runs"


@pytest.fixture(scope="module")
def server(runs):
    with served(runs) as client:
        yield client


class TryPage:
    """The page of trials in a browser."""

    def __init__(self, driver, server):
        self.driver = driver
        self.url = server.url

    def open(self, path="/try", phone=False):
        browsers.resize(self.driver, *((390, 844, True) if phone else (1280, 800)))
        browsers.prefer(self.driver, "light")
        self.driver.get(self.url + path)
        return self

    def __getitem__(self, name):
        return self.driver.find_element("id", name)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def js(self, expression, *values):
        return self.driver.execute_script(f"return {expression}", *values)

    def choose(self, *versions):
        """Check these versions alone."""
        for check in self.all("[name=version]"):
            if check.is_selected() != (check.get_attribute("value") in versions):
                check.click()

    def try_it(self, texts=FERRY, versions=("V4",)):
        """Fill in the form, send it, and wait for the end."""
        self.choose(*versions)
        self["text"].clear()
        self["text"].send_keys("\n".join(texts))
        self["go"].click()
        self.wait()
        return self

    def wait(self):
        """Wait until the trial has ended."""
        assert eventually(lambda: self["state"].text.startswith("done") or self["problem"].text, 120)

    def errors(self):
        """Return the browser's errors, but for the icon that the server does not have."""
        return [each for each in self.driver.get_log("browser") if "favicon" not in each["message"]]


@pytest.fixture
def page(driver, server):
    driver.get_log("browser")
    yield TryPage(driver, server)
    driver.get("about:blank")


def test_the_sources_of_a_sentence_are_shown_word_for_word(page):
    page.open().try_it(versions=("V6",))
    shown = set()
    for line in page.all(".samples > li > button"):
        line.click()
        shown |= {each.text for each in page.all(".origins li")}
    given = {f"{number} {text}" for number, text in enumerate(FERRY, 1)}
    assert shown
    assert shown <= given


@pytest.mark.parametrize("phone", [False, True])
def test_sentences_become_lattices_and_new_sentences_with_their_sources(page, phone):
    page.open(phone=phone).try_it(versions=("V6", "V4"))
    assert [card.get_attribute("data-version") for card in page.all(".card")] == ["V6", "V4"]
    assert page["problem"].text == ""
    assert len(page.all(".card .view svg")) == 2
    assert page.all(".card[data-version=V6] .samples .run.hued")
    assert "difference" in page.all(".card[data-version=V6] .origin")[0].text
    assert page.js("document.documentElement.scrollWidth <= innerWidth")
    assert page.errors() == []


def test_lattices_are_dark_in_the_dark_scheme(page, driver):
    page.open().try_it()
    fill = "getComputedStyle(document.querySelector('.lattice g > rect')).fill"
    light = page.js(fill)
    browsers.prefer(driver, "dark")
    assert sum(map(int, page.js(fill)[4:-1].split(","))) < 384 < sum(map(int, light[4:-1].split(",")))


def test_the_keyboard_alone_tries_sentences_and_shows_where_one_comes_from(page):
    from selenium.webdriver import ActionChains, Keys

    page.open()
    page.choose("V4")
    page["text"].send_keys("\n".join(FERRY))
    page["go"].send_keys(Keys.ENTER)
    page.wait()
    line = page.all(".samples li > button")[0]
    page.js("arguments[0].focus()", line)
    ActionChains(page.driver).send_keys(Keys.ENTER).perform()
    assert page.all(".origins li")
    assert page.all("svg .on")
    ActionChains(page.driver).send_keys(Keys.ESCAPE).perform()
    assert not page.all(".origins")


def test_an_option_makes_other_sentences_which_are_marked(page):
    page.open().try_it()
    former = {line.text for line in page.all(".samples li > button")}
    page.js("void (document.getElementById('options').open = true)")
    page["sample.seed"].clear()
    page["sample.seed"].send_keys("7")
    page["go"].click()
    assert eventually(lambda: page["changes"].text.startswith("V4: "))
    page.wait()
    fresh = {line.text for line in page.all(".samples li.fresh > button")}
    assert fresh == {line.text for line in page.all(".samples li > button")} - former
    assert page["changes"].text == f"V4: {len(fresh)} new since the last trial, {len(page.all('.gone'))} gone"
    page.try_it(texts=FERRY[:2])
    assert page["changes"].text == ""


def test_the_address_keeps_sentences_options_and_results(page, driver):
    page.open().try_it(versions=("V1",))
    address = driver.current_url
    shown = [line.text for line in page.all(".samples li > button")]
    driver.get("about:blank")
    driver.get(address)
    page.wait()
    assert page["text"].get_attribute("value").splitlines() == FERRY
    assert [each.get_attribute("value") for each in page.all("[name=version]:checked")] == ["V1"]
    assert [line.text for line in page.all(".samples li > button")] == shown
    for link in ("report", "files"):
        assert page["kept"].is_displayed()
        status = driver.execute_async_script(
            "fetch(arguments[0]).then((answer) => arguments[1](answer.status))",
            page[link].get_attribute("href"),
        )
        assert status == 200
    driver.back()
    driver.forward()


def test_one_sentence_stands_above_the_lattices(page):
    page.open().try_it(versions=("boudin",))
    assert page["one"].text.endswith("boudin")
    assert "ferry" in page["one"].text


def test_a_file_and_an_example_fill_the_text(page, tmp_path):
    from selenium.webdriver.support.ui import Select

    page.open()
    path = tmp_path / "ferry.txt"
    path.write_text("\n".join(FERRY), encoding="utf-8")
    page["file"].send_keys(str(path))
    assert eventually(lambda: page["text"].get_attribute("value") == "\n".join(FERRY))
    select = Select(page["example"])
    select.select_by_value("comet")
    assert page["text"].get_attribute("value").startswith("Astronomers")
    select.select_by_value("all of them")
    page.choose("V1")
    page["go"].click()
    page.wait()
    assert [option.text for option in Select(page["choice"]).options] == [
        "bridge",
        "comet",
        "mayor",
        "museum",
    ]
    page["next"].click()
    assert eventually(lambda: page["lattices-title"].text == "comet")


def test_hostile_sentences_are_shown_and_run_nothing(page, driver):
    driver.get("about:blank")
    driver.execute_script("window.name = ''")
    page.open().try_it(texts=NASTY, versions=("V1", "V4"))
    assert [line.text for line in page.all("#sentences li span")] == NASTY
    page.all(".samples li > button")[0].click()
    driver.get(driver.current_url)
    page.wait()
    driver.get(f"{page.url}/runs?find=sank")
    assert "<img src=x" in page.all("main")[0].text
    assert page.js("window.name") == ""
    assert page.js("document.images.length") == 0
    assert page.errors() == []


def test_a_bound_is_told_and_the_sentences_stay(page):
    page.open()
    page["text"].send_keys("\n".join(["The ferry sank."] * 101))
    page["go"].click()
    assert eventually(lambda: "101 lines; a trial takes 100" in page["problem"].text)
    page["text"].clear()
    page["go"].click()
    assert eventually(lambda: "Give some sentences" in page["problem"].text)


def test_the_list_of_runs_follows_a_run_without_being_loaded_again(page, runs):
    folder = made_runs.make_run(runs / "slow", {"ferry": ["a b .", "a c ."]}, ["V1"])
    counts = {"total": 4, "done": 1, "failed": 0, "flying": 2, "waiting": 1}
    status = {"name": "slow", "id": "slow-1", "host": "elsewhere", "clusters": counts, "started": 0.0}

    def publish(state, done):
        import time

        found = status | {"state": state, "updated": time.time(), "clusters": counts | {"done": done}}
        (folder / "status.json").write_text(json.dumps(found), encoding="utf-8")

    publish("running", 1)
    page.open("/runs")
    page.js("void (window.kept = true)")
    assert "1 of 4" in page["view"].text
    publish("done", 4)
    # Asked in one step: the page replaces its view.
    assert eventually(lambda: "4 of 4" in page.js("document.getElementById('view').innerText"))
    assert page.js("window.kept")


@browsers.with_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing(page, driver, scheme, phone):
    page.open(phone=phone).try_it()
    browsers.prefer(driver, scheme)
    page.js("void document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
    name = driver.current_url.rpartition("/")[2]
    for path in ("", "/runs?find=ferry", f"/runs/{name}"):
        if path:
            driver.get(page.url + path)
        assert (path, browsers.violations(driver)) == (path, [])
