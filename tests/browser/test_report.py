"""The page of a run in a real browser."""

from xml.etree import ElementTree

import pytest

from orchestrator.report import blocks
from orchestrator.report.writing import write_report
from orchestrator.runs.folder import RunFolder
from orchestrator.runs.sentences import write_sentence_files
from paralattice.english.spacing import detokenise
from support import browser as browsers
from support import runs
from support.results import remove_record
from support.waiting import eventually

FERRY = [
    "the ferry sank at noon .",
    "at noon the old ferry sank .",
    "the old ferry went down at noon .",
    "the ferry went down slowly .",
]
BRIDGE = ["the bridge fell .", "the old bridge fell down ."]
CLUSTERS = {"ferry": FERRY, "bridge": BRIDGE, "pilot": BRIDGE}
NASTY = [
    "<img src=x onerror=document.title='broken'> sank .",
    "</script><script>document.title='broken'</script> sank .",
    "the <b>ferry</b> sank &lt; .",
]

SHOWN = [detokenise(text.split(" ")) for text in FERRY]

# What the eye sees: every element with a text of its own, its colour and the ground below it.  Colours in
# OKLCH are made RGB by a canvas.
CONTRASTS = """
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
function parts(colour) {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
}
function light(rgb) {
  const [r, g, b] = rgb.map((v) => v / 255).map((v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b;
}
function ground(node) {
  for (; node; node = node.parentElement) {
    const colour = parts(getComputedStyle(node).backgroundColor);
    if (colour[3] === 255) return colour.slice(0, 3);
  }
  return [255, 255, 255];
}
function below(node) {
  const shape = node.ownerSVGElement && node.parentElement.querySelector("rect");
  return shape ? parts(getComputedStyle(shape).fill).slice(0, 3) : ground(node);
}
const found = [];
for (const node of document.querySelectorAll("body *")) {
  const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
  if (own && node.checkVisibility() && !node.closest("script")) {
    const style = getComputedStyle(node);
    const ink = parts(node.ownerSVGElement ? style.fill : style.color).slice(0, 3);
    const [dark, bright] = [light(ink), light(below(node))].sort((a, b) => a - b);
    found.push([(bright + .05) / (dark + .05), node.tagName + " " + node.textContent.trim().slice(0, 30)]);
  }
}
return found;
"""


class ReportPage:
    """A run's page in a browser."""

    def __init__(self, driver, folder):
        self.driver = driver
        self.folder = folder

    def write(self, clusters=CLUSTERS, failed=("pilot",), versions=("V1", "V2"), **options):
        run = runs.make_run(self.folder / "harbour", clusters, versions, failed=failed)
        done = [name for name in clusters if name not in failed]
        write_sentence_files(RunFolder(run), done, versions)
        return self.open(write_report(run, **options).path)

    def open(self, path, phone=False, fragment=""):
        browsers.resize(self.driver, *((390, 844, True) if phone else (1280, 800)))
        browsers.prefer(self.driver, "light")
        # A change of the fragment alone would not load the page again.
        self.driver.get("about:blank")
        self.driver.get(path.as_uri() + fragment)
        assert eventually(lambda: self.js("document.documentElement.dataset.ready"))
        self.path = path
        return self

    def __getitem__(self, name):
        return self.driver.find_element("id", name)

    def all(self, selector, within=None):
        return (within or self.driver).find_elements("css selector", selector)

    def js(self, expression, *values):
        return self.driver.execute_script(f"return {expression}", *values)

    def actions(self):
        from selenium.webdriver import ActionChains

        return ActionChains(self.driver, duration=0)

    def wheel(self, node):
        """Turn the wheel upwards over a node; a busy browser may let it pass."""
        from selenium.webdriver.common.actions.wheel_input import ScrollOrigin

        self.actions().scroll_from_origin(ScrollOrigin.from_element(node), 0, -200).perform()

    def column(self, number):
        return [row.text for row in self.all(f"#table tbody td:nth-child({number})")]

    def sort(self, name):
        """Choose a head of the table; return the column below it."""
        heads = self.all("#table thead th")
        names = [head.text.split(" ")[0] for head in heads]
        self.all("button", heads[names.index(name)])[0].click()
        return self.column(names.index(name) + 1)

    def card(self, version):
        return self.all(f".card[data-version={version}]")[0]

    def view_box(self, card):
        box = self.js("arguments[0].querySelector('.view svg').getAttribute('viewBox')", card)
        return [float(number) for number in box.split()]

    def errors(self):
        return self.driver.get_log("browser")


@pytest.fixture
def page(driver, tmp_path):
    """Make a page that must cause no error of the browser."""
    page = ReportPage(driver, tmp_path)
    page.errors()
    yield page
    assert page.errors() == []


def test_the_table_is_sorted_by_any_column_and_back(page):
    page.write()
    assert page.column(1) == ["ferry"] * 2 + ["bridge"] * 2 + ["pilot"] * 2
    assert page.sort("cluster") == ["bridge"] * 2 + ["ferry"] * 2 + ["pilot"] * 2
    assert page.sort("cluster") == ["pilot"] * 2 + ["ferry"] * 2 + ["bridge"] * 2
    states = page.sort("states")
    assert states[-2:] == ["", ""], "what is unknown comes last"
    numbers = [int(text) for text in states[:-2]]
    assert numbers == sorted(numbers, reverse=True)
    assert page.all("#table th[aria-sort=descending]")[0].text.startswith("states")


def test_counts_too_large_for_floating_point_are_sorted_exactly(page):
    page.write({f"c{number}": BRIDGE for number in range(3)}, failed=())
    path = page.folder / "harbour" / "results.csv"
    lines = path.read_text("utf-8").splitlines()
    place = lines[0].split(",").index("paths")
    counts = ["9" * 30, "1" + "0" * 30, "9" * 29 + "8", "7", "10", "9"]
    for number, count in enumerate(counts, 1):
        cells = lines[number].split(",")
        cells[place] = count
        lines[number] = ",".join(cells)
    path.write_text("\n".join(lines) + "\n", "utf-8")
    page.open(write_report(path.parent).path)
    assert page.sort("paths") == ["1.0e30", "9.9e29", "9.9e29", "10", "9", "7"]
    assert page.all("#table tbody tr:nth-child(2) td[title]")[0].get_attribute("title") == counts[0]


def test_the_table_is_filtered_by_name_version_and_status(page):
    page.write()
    page["find"].send_keys("BRI")
    assert page.column(1) == ["bridge", "bridge"]
    assert page["count"].text == "2 of 6 rows"
    page["find"].clear()
    page["find"].send_keys("killed")
    assert page.column(1) == ["pilot", "pilot"]
    page.js("document.getElementById('find').value = ''")
    page["version"].send_keys("V2")
    assert page.column(2) == ["V2", "V2", "V2"]
    page["status"].send_keys("failed")
    assert page.column(1) == ["pilot"]


def test_a_failed_cluster_has_its_reason_and_cannot_be_opened(page):
    page.write()
    row = page.all("#table tbody tr")[-1]
    assert "failed pilot was <b>killed</b> by signal 9" in row.text
    assert page.all("button:not(.term), b", row) == []


def test_a_click_on_a_row_shows_the_lattices_of_its_cluster_side_by_side(page):
    page.write()
    assert page["lattices-title"].text == "ferry"
    page.all("#table tbody tr")[2].click()
    assert eventually(lambda: page["lattices-title"].text == "bridge")
    one, other = page.card("V1"), page.card("V2")
    assert one.location["y"] == other.location["y"]
    assert one.location["x"] < other.location["x"]
    assert "fell" in page.js("arguments[0].querySelector('svg').textContent", one)
    assert page.js("location.hash") == "#cluster=bridge"


def test_the_address_of_a_cluster_opens_it(page):
    path = page.write().path
    page.open(path, fragment="#cluster=bridge")
    assert page["lattices-title"].text == "bridge"


def test_the_one_sentence_of_a_cluster_comes_before_all(page):
    page.write(versions=("V1", "boudin"))
    (made,) = page.all("#one p")
    first = page.all(".samples li > button", page.card("boudin"))[0]
    assert made.text.endswith(" boudin")
    sentence = page.js("arguments[0].firstChild.textContent", made)
    assert sentence == page.js("arguments[0].parentElement.sample.text", first)
    assert made.location["y"] < page["sentences"].location["y"]


def test_a_version_can_be_left_out(page):
    page.write()
    page.all("#chips button")[0].click()
    assert not page.card("V1").is_displayed()
    page["next"].click()
    assert eventually(lambda: page["lattices-title"].text == "bridge")
    assert not page.card("V1").is_displayed()
    assert page.card("V2").is_displayed()


def test_the_lattice_is_zoomed_by_buttons_keys_and_wheel(page):
    from selenium.webdriver import Keys

    page.write()
    card = page.card("V1")
    view = page.all(".view", card)[0]
    page.js("arguments[0].scrollIntoView()", card)
    widths = [page.view_box(card)[2]]
    page.all("[aria-label='Zoom in']", card)[0].click()
    widths.append(page.view_box(card)[2])
    view.send_keys("+")
    widths.append(page.view_box(card)[2])
    assert eventually(lambda: page.wheel(view) or page.view_box(card)[2] < widths[-1])
    assert widths[0] > widths[1] > widths[2]
    page.all("[aria-label='Show all of the lattice']", card)[0].click()
    box, size = (
        page.view_box(card),
        page.js("Number(arguments[0].querySelector('svg').getAttribute('width'))", card),
    )
    assert box[0] <= 0
    assert box[0] + box[2] >= size
    view.send_keys("1", "+", Keys.ARROW_RIGHT)
    assert page.view_box(card)[0] > 0


def test_the_wheel_scrolls_the_page_while_the_picture_is_not_in_focus(page):
    page.write()
    card = page.card("V1")
    page.js("arguments[0].scrollIntoView()", card)
    before, top = page.view_box(card), page.js("scrollY")
    view = page.all(".view", card)[0]
    assert eventually(lambda: page.wheel(view) or page.js("scrollY") < top)
    assert page.view_box(card) == before


def test_the_lattice_is_dragged(page):
    page.write()
    card = page.card("V1")
    page.js("arguments[0].scrollIntoView()", card)
    for _ in range(4):
        page.all("[aria-label='Zoom in']", card)[0].click()
    before = page.view_box(card)
    view = page.all(".view", card)[0]
    page.actions().click_and_hold(view).move_by_offset(-80, 0).move_by_offset(-20, 0).release().perform()
    assert page.view_box(card)[0] > before[0]


def test_pointing_at_an_arc_names_the_sentences_that_use_it(page):
    page.write()
    card = page.card("V1")
    page.all("[aria-label='Show all of the lattice']", card)[0].click()
    page.js("arguments[0].scrollIntoView()", card)
    box = page.js(
        "[...arguments[0].querySelectorAll('svg g')].find((each) => /^went down/.test(each.textContent))",
        card,
    )
    title = page.all("h3", card)[0]

    def pointed():
        page.actions().move_to_element(title).move_to_element(box).perform()
        return page["tip"].is_displayed()

    # Scrolling, which takes its time, hides it.
    assert eventually(pointed)
    text = page["tip"].text
    assert text.startswith("2 sentences of 4: went down")
    assert SHOWN[2] in text
    assert SHOWN[3] in text
    used = [node.get_attribute("data-sentence") for node in page.all("#sentences .used")]
    assert used == box.get_attribute("data-sentences").split()
    arc = page.js("arguments[0].querySelector('path.hit')", card)
    expected = len(arc.get_attribute("data-sentences").split())
    page.driver.execute_script(
        "arguments[0].dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}))",
        arc,
    )
    assert page["tip"].text.startswith(f"{expected} sentence")
    assert len(page.all("path.pointed", card)) == 1


def test_the_keyboard_goes_from_arc_to_arc(page):
    page.write()
    card = page.card("V1")
    view = page.all(".view", card)[0]
    view.send_keys("n")
    (first,) = page.all(".pointed", card)
    view.send_keys("n")
    (second,) = page.all(".pointed", card)
    assert first != second
    view.send_keys("p")
    assert page.all(".pointed", card) == [first]
    assert page["tip"].is_displayed()


def words_on_the_way(page, card):
    """Return the words in the marked boxes, from left to right."""
    boxes = page.js(
        "[...arguments[0].querySelectorAll('svg g.on')].map((each) => [each.getBBox().x,"
        " [...each.querySelectorAll('text')].map((line) => line.textContent).join(' ')])",
        card,
    )
    return " ".join(text for _, text in sorted(boxes) if text)


@pytest.mark.parametrize("version", ["V1", "V2"])
def test_tracing_a_sample_marks_its_way_and_shows_its_sources(page, version):
    page.write()
    card = page.card(version)
    for line in page.all(".samples li > button", card):
        line.click()
        words = page.js("[...arguments[0].querySelectorAll('.word')].map((node) => node.textContent)", line)
        assert words_on_the_way(page, card) == " ".join(words)
        # Every way has one arc more than it has boxes between start and end.
        boxes, arcs = len(page.all("svg g.on", card)), len(page.all("svg path.on", card))
        assert arcs == boxes - 1
        hues = {node.get_attribute("style") for node in page.all(".run", line)}
        marked = {node.get_attribute("style") for node in page.all("svg path.on", card)}
        assert marked <= hues
        assert page.all(".origins mark", card)
    line.click()
    assert page.all("svg .on, .origins", card) == []


def test_every_word_of_a_sample_has_the_colour_and_number_of_a_sentence_that_holds_it(page):
    page.write()
    for card in (page.card("V1"), page.card("V2")):
        for run in page.all(".run", card):
            number, *words = run.text.split()
            assert " ".join(words) in SHOWN[int(number) - 1]
            mark = page.all(f"#sentences li:nth-child({number}) .badge")[0]
            assert run.get_attribute("style") == mark.get_attribute("style")


def test_tracing_a_sentence_marks_it_in_every_version(page):
    page.write()
    page.all("#sentences button")[1].click()
    for version in ("V1", "V2"):
        assert words_on_the_way(page, page.card(version)) == FERRY[1]
    from selenium.webdriver import Keys

    page.actions().send_keys(Keys.ESCAPE).perform()
    assert page.all("svg .on") == []


def test_a_lattice_that_cannot_be_shown_says_so(page):
    run = runs.make_run(page.folder / "harbour", CLUSTERS, failed=())
    remove_record(run, "ferry", "V1")
    page.open(write_report(run).path)
    assert "There is no lattice to draw." in page.card("V1").text
    assert "the lattice cannot be read" in page.card("V1").text
    assert page.all("svg", page.card("V2"))


def test_markup_in_the_corpus_becomes_no_element_and_runs_nothing(page):
    page.write({"nasty &amp; more": NASTY}, failed=())
    shown = [node.text for node in page.all("#sentences [dir]")]
    assert shown == [detokenise(text.split(" ")) for text in NASTY]
    page.all(".samples button")[0].click()
    assert page.all("main img, main b:not(.badge), main script, svg script") == []
    assert page.driver.title == "harbour: report of a run"
    assert page["lattices-title"].text == "nasty &amp; more"


def test_the_report_loads_nothing(page):
    page.write()
    assert page.js("performance.getEntriesByType('resource').length") == 0


def test_on_a_phone_versions_stand_below_each_other_and_nothing_is_wider_than_the_screen(page):
    page.open(page.write().path, phone=True)
    one, other = page.card("V1"), page.card("V2")
    assert one.location["x"] == other.location["x"]
    assert one.location["y"] < other.location["y"]
    assert page.js("document.documentElement.scrollWidth <= innerWidth")
    small = page.js(
        "[...document.querySelectorAll('.tools button, .choose button, #chips button')]"
        ".map((each) => each.getBoundingClientRect())"
        ".filter(({width, height}) => width < 44 || height < 44).length"
    )
    assert small == 0


def test_fingers_zoom_the_lattice_and_show_the_sentences_of_a_box(page):
    page.open(page.write().path, phone=True)
    card = page.card("V1")
    page.js("arguments[0].scrollIntoView()", card)
    frame = page.js("arguments[0].querySelector('.view').getBoundingClientRect()", card)
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2

    def touch(kind, *points):
        points = [{"x": x + dx, "y": y, "id": number} for number, dx in enumerate(points)]
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    before = page.view_box(card)
    touch("touchStart", -20, 20)
    for distance in (30, 50, 70):
        touch("touchMove", -distance, distance)
    touch("touchEnd")
    assert eventually(lambda: page.view_box(card)[2] < before[2] / 2)
    box = page.js(
        "[...arguments[0].querySelectorAll('svg g')].find((each) => each.textContent === 'the')", card
    )
    page.all("[aria-label='Show all of the lattice']", card)[0].click()
    assert eventually(lambda: page.actions().click(box).perform() or page["tip"].is_displayed())
    assert page["tip"].text.startswith("4 sentences of 4: the")


def test_an_enlarged_lattice_fills_the_screen_until_escape(page):
    from selenium.webdriver import Keys

    page.write()
    card = page.card("V2")
    page.all("[aria-label=Enlarge]", card)[0].click()
    assert card.size == {"width": page.js("innerWidth"), "height": page.js("innerHeight")}
    page.actions().send_keys(Keys.ESCAPE).perform()
    assert card.size["width"] < 1000


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_text_stands_out_from_its_ground(page, scheme):
    many = {"ferry": [f"the {word} ferry sank at noon ." for word in "abcdefghijklmnopqrstuvwx"]}
    page.write(many | {"pilot": BRIDGE})
    browsers.prefer(page.driver, scheme)
    weak = [entry for entry in page.driver.execute_script(CONTRASTS) if entry[0] < 4.5]
    assert weak == []


def test_every_control_and_picture_has_a_name(page):
    page.write()
    nameless = page.js(
        "[...document.querySelectorAll('button, select, input, [tabindex], img, section, article')]"
        ".filter((each) => !each.textContent.trim() && !each.getAttribute('aria-label') && !each.alt"
        " && !each.labels?.length).map((each) => each.outerHTML)"
    )
    assert nameless == []


def test_a_damaged_page_says_so(page):
    path = page.write().path
    text = path.read_text("utf-8")
    broken = page.folder / "broken.html"
    start = text.index('id="rows">') + 10
    broken.write_text(text[:start] + "AAAA" + text[start + 4 :], "utf-8")
    page.driver.get(broken.as_uri())
    assert eventually(lambda: page["alarm"].is_displayed())
    assert "damaged" in page["alarm"].text


@pytest.mark.parametrize("version", ["V1", "V2"])
def test_the_picture_has_every_arc_from_left_to_right_and_no_boxes_that_touch(page, version):
    page.write({"ferry": [f"the {word} ferry sank at {place} noon ." for word in "ab" for place in "cdef"]})
    card = page.card(version)
    boxes = page.js(
        "[...arguments[0].querySelectorAll('svg g > rect')].map((each) => each.getBBox())"
        ".map(({ x, y, width, height }) => [x, y, x + width, y + height])",
        card,
    )
    assert boxes
    for place, (left, top, right, bottom) in enumerate(boxes):
        for x, y, end_x, end_y in boxes[place + 1 :]:
            assert right < x or end_x < left or bottom < y or end_y < top
    ends = page.js(
        "[...arguments[0].querySelectorAll('svg path:not(.hit)')].map((each) => each.getBBox().width)", card
    )
    assert min(ends) > 20
    for place in range(8):
        page.all("#sentences button")[place].click()
        assert len(page.all("svg path.on", card)) == len(page.all("svg g.on", card)) - 1


def test_a_page_with_parts_opens_their_clusters_from_a_file(page, monkeypatch):
    monkeypatch.setattr(blocks, "INSIDE", 1)
    monkeypatch.setattr(blocks, "PART", 1)
    page.write()
    assert page["lattices-title"].text == "ferry"
    page["next"].click()
    assert eventually(lambda: page["lattices-title"].text == "bridge")
    assert page.all("#sentences button")[0].text.endswith("the bridge fell.")
    page["search"].send_keys("went down")
    assert eventually(lambda: "in 2 of 2 clusters" in page["found"].text)


def test_a_part_that_is_absent_is_named(page, monkeypatch):
    monkeypatch.setattr(blocks, "INSIDE", 1)
    page.write()
    for path in (page.folder / "harbour" / "report").iterdir():
        path.unlink()
    page.driver.get("about:blank")
    page.driver.get(page.path.as_uri())
    assert eventually(lambda: "cannot be read; it belongs to this page" in page["alarm"].text)
    assert all("ERR_FILE_NOT_FOUND" in entry["message"] for entry in page.errors())


def new_texts(page):
    return [node.text for node in page.all("#new li > button")]


def test_the_page_says_what_it_is_and_begins_with_new_sentences(page):
    page.write()
    assert page.all(".what")[0].text.startswith("Paralattice read 3 clusters of sentences")
    assert new_texts(page)
    assert page["new"].location["y"] < page["summary"].location["y"]
    assert not set(new_texts(page)) & set(SHOWN)


def test_a_new_sentence_opens_its_cluster_and_is_traced(page):
    page.write()
    line = next(node for node in page.all("#new li") if node.text.split("\n")[1].startswith("bridge"))
    text = page.all("button", line)[0].text
    page.all("button", line)[0].click()
    assert eventually(lambda: page["lattices-title"].text == "bridge")
    assert eventually(lambda: page.all(".samples [aria-pressed=true]"))
    (chosen,) = page.all(".samples [aria-pressed=true]")
    words = page.js("[...arguments[0].querySelectorAll('.word')].map((node) => node.textContent)", chosen)
    assert detokenise(words) == text


def test_search_finds_the_text_of_sentences_and_says_if_there_is_none(page):
    page.write()
    page["search"].send_keys("OLD bridge")
    assert eventually(lambda: "in 2 of 2 clusters" in page["found"].text)
    assert new_texts(page)
    assert all("old" in text and "bridge" in text for text in new_texts(page))
    assert "the old bridge fell down." in new_texts(page), "given sentences are found too"
    page["search"].send_keys(" xyz")
    assert eventually(lambda: page["new-none"].is_displayed())
    assert page["new-none"].text == "No sentence of these clusters has “OLD bridge xyz”."
    page["find"].send_keys("nothing")
    assert page["none"].is_displayed()


def test_an_abbreviation_at_the_end_of_a_sentence_has_one_full_stop(page):
    times = [f"{text.removesuffix(' .')} at 7 p.m. ." for text in BRIDGE]
    page.write({"bridge": times, "ferry": times}, failed=())
    page.all("#new li > button")[0].click()
    assert eventually(lambda: page.all(".samples [aria-pressed=true]"))
    shown = new_texts(page) + [node.text for node in page.all(".samples li > button, .origins li")]
    assert len(shown) > len(new_texts(page)) + 2
    assert [text for text in shown if not text.endswith("p.m.") or text.endswith("..")] == []


def test_a_run_without_new_sentences_says_so(page):
    page.write({"one": ["the ferry sank ."]}, failed=())
    assert "No new sentence was drawn" in page["new-none"].text
    assert "No new sentence was drawn" in page.card("V1").text


def test_terms_are_explained_to_the_pointer_and_to_the_keyboard(page):
    from selenium.webdriver import Keys

    page.write()
    term = page.all(".card .term[data-term=chosen]")[0]
    page.js("arguments[0].scrollIntoView({ block: 'center' })", term)

    def point_at_it():
        # A page that has just scrolled hides what it explains; the pointer has to come again.
        page.actions().move_to_element(page["lattices-title"]).move_to_element(term).perform()
        return page["explained"].is_displayed()

    assert eventually(point_at_it)
    assert page["explained"].text.startswith("New sentences for judges to read: picked at random")
    page.actions().send_keys(Keys.ESCAPE).perform()
    assert not page["explained"].is_displayed()
    away = page.actions()
    away.w3c_actions.pointer_action.move_to_location(1, 1)
    away.perform()
    for name in ("novel", "distinct", "V1"):
        node = page.all(f"[data-term={name}]")[0]
        page.js("arguments[0].focus()", node)
        assert page["explained"].is_displayed()
        assert node.get_attribute("aria-describedby") == "explained"
        assert page["explained"].text == page.js(f"RUN.terms['{name}']")


def test_a_pointer_that_leaves_a_term_hides_no_explanation_of_another(page):
    page.write()
    pointed, focused = page.all("[data-term=chosen]")[0], page.all("[data-term=novel]")[0]
    page.js("arguments[0].focus()", focused)
    page.js("arguments[0].dispatchEvent(new PointerEvent('pointerout', { bubbles: true }))", pointed)
    assert page["explained"].is_displayed()
    page.js("arguments[0].dispatchEvent(new PointerEvent('pointerout', { bubbles: true }))", focused)
    assert not page["explained"].is_displayed()


def test_sentences_and_pictures_are_saved(page):
    page.write()
    browsers.downloads_to(page.driver, page.folder)
    card = page.card("V1")
    buttons = {node.text: node for node in page.all(".small", card)}
    page.js("arguments[0].click()", buttons["Save sentences"])
    text = page.folder / "ferry-V1.txt"
    assert eventually(lambda: text.exists() and text.stat().st_size)
    rows = [each.row for each in RunFolder(page.folder / "harbour").sentence_records()]
    assert set(text.read_text("utf-8").splitlines()) <= {row.text for row in rows if row.novel}
    page.js("arguments[0].click()", buttons["Save picture"])
    picture = page.folder / "ferry-V1.svg"
    assert eventually(lambda: picture.exists() and picture.stat().st_size)
    root = ElementTree.parse(picture).getroot()  # noqa: S314 - written by the page
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "lattice rect" in root[0].text


def test_sentences_and_pictures_are_copied(page):
    page.write()
    page.driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    )
    card = page.card("V1")
    buttons = {node.text: node for node in page.all(".small", card)}
    buttons["Copy sentences"].click()
    assert eventually(lambda: buttons["Copy sentences"].text == "✓ Copied")
    copied = page.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    assert copied.splitlines()
    assert set(copied.splitlines()).isdisjoint(SHOWN)
    buttons["Copy picture"].click()
    assert eventually(lambda: buttons["Copy picture"].text == "✓ Copied")
    kinds = page.driver.execute_async_script(
        "navigator.clipboard.read().then((items) => arguments[0](items.flatMap((each) => each.types)))"
    )
    assert kinds == ["image/png"]


def test_an_enlarged_lattice_fits_the_path_that_is_traced(page):
    long = [f"the ferry {' '.join(f'w{number}' for number in range(80))} {end} ." for end in "ab"]
    page.write({"ferry": [*long, "the old ferry sank a .", "the ferry sank at dawn b ."]}, failed=())
    card = page.card("V1")
    page.all(".samples li > button", card)[0].click()
    page.all("[aria-label=Enlarge]", card)[0].click()
    frame = page.js("arguments[0].querySelector('.view').getBoundingClientRect()", card)
    marked = page.js(
        "[...arguments[0].querySelectorAll('svg .on')].map((each) => each.getBoundingClientRect())", card
    )
    assert len(marked) > 5
    assert min(box["left"] for box in marked) >= frame["left"] - 1
    assert max(box["right"] for box in marked) <= frame["right"] + 1


@browsers.with_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True])
def test_axe_finds_nothing(page, scheme, phone):
    page.open(page.write().path, phone=phone)
    browsers.prefer(page.driver, scheme)
    page.all(".samples li > button")[0].click()
    assert browsers.violations(page.driver) == []
