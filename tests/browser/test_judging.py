"""A judge scores sentences on the page in a real browser."""

import csv
import io
import json
from itertools import cycle

import pytest

from paralattice.english.spacing import detokenise
from support import browser as browsers
from support.waiting import eventually

FERRY = [f"the ferry sank {word} ." for word in ("twice", "slowly", "at dawn", "- he said", "in fog")]
BRIDGE = [f"the bridge {word} ." for word in ("fell", "stood", "swayed")]
TWO = {"ferry": FERRY, "bridge": BRIDGE}

# What the eye sees: every element with a text of its own, its colour and the ground below it.
CONTRASTS = """
function parts(colour) { return colour.match(/[\\d.]+/g).map(Number); }
function light(rgb) {
  const [r, g, b] = rgb.map((v) => v / 255).map((v) => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b;
}
function ground(node) {
  for (; node; node = node.parentElement) {
    const colour = parts(getComputedStyle(node).backgroundColor);
    if (colour.length === 3 || colour[3] === 1) return colour.slice(0, 3);
  }
  return [255, 255, 255];
}
const found = [];
for (const node of document.querySelectorAll("body *")) {
  const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
  if (own && node.checkVisibility() && !node.closest("script")) {
    const ink = parts(getComputedStyle(node).color).slice(0, 3);
    const [dark, bright] = [light(ink), light(ground(node))].sort((a, b) => a - b);
    found.push([(bright + .05) / (dark + .05), node.tagName + " " + node.textContent.trim().slice(0, 30)]);
  }
}
return found;
"""


def test_more_than_twenty_sentences_judged_with_the_keyboard_survive_a_reload_and_are_exported(
    orchestrator, finished_run, page
):
    from selenium.webdriver import Keys

    assert orchestrator.run("judge", "deal", finished_run, "--judges", 1).returncode == 0
    folder = finished_run / "sheets" / "judge-01"
    page.open(folder / "sheet.html").begin()
    digits = cycle("3412413")
    given = [(next(digits), next(digits)) for _ in range(24)]
    for number, pair in enumerate(given):
        # Enter begins the second cluster, at its originals.
        page.press(*([Keys.ENTER] if number == 20 else []), *pair)
    assert page["count"].text == "24 of 60 judged"
    page.reload()
    assert eventually(lambda: page["count"].text == "24 of 60 judged")
    assert page["where"].text == "Sentence 5 of 20 in bridge"
    rows = page.rows()
    with (folder / "sheet.csv").open(encoding="utf-8-sig", newline="") as file:
        sheet = list(csv.DictReader(file))
    assert [(row["grammaticality"], row["fidelity"]) for row in rows[:24]] == given
    assert all(row["grammaticality"] == row["fidelity"] == "" for row in rows[24:])
    assert [row | {"grammaticality": "", "fidelity": ""} for row in rows] == sheet
    (finished_run.parent / "returned.csv").write_bytes(page.export())
    scored = orchestrator.run("judge", "score", finished_run, finished_run.parent / "returned.csv")
    assert scored.returncode == 1, scored.stderr
    with (finished_run / "scores/judgements.csv").open(encoding="utf-8-sig", newline="") as file:
        judgements = {row["item"]: row for row in csv.DictReader(file)}
    items = [row["item"] for row in rows[:24]]
    assert [(judgements[item]["grammaticality"], judgements[item]["fidelity"]) for item in items] == given
    assert len(judgements) == 24


def test_a_page_without_scores_exports_the_very_bytes_of_the_sheet(page):
    texts = [
        'say "no" , twice',
        "=1+1",
        "'+2",
        "-- x",
        "@a",
        "a,b;c",
        "\t tab",
        "naïve 東京",
        "\uff1d x",
        "''tis",
    ]
    page.write({"=cmd|' /C'!A1": texts, 'quo"ted, name': ["a", "\u2028 b"]})
    assert page.export() == page.sheet.encode("utf-8-sig")


def test_markup_in_the_corpus_is_shown_as_text_and_does_nothing(page):
    nasty = [
        "<img src=x onerror=document.title='broken'>",
        "</script><script>document.title='broken'</script>",
        "<!-- <script> &lt; &amp;",
        "{{script}} ${1+1} \u2028 end",
    ]
    page.write({"<b onclick=x>": nasty}).begin()
    shown = page.js("[...document.querySelectorAll('#list-items [dir]')].map((node) => node.textContent)")
    assert sorted(set(shown)) == sorted(" ".join(item.words) for item in page.items if item.version == "V1")
    assert "<b onclick=x>" in page["originals-title"].text
    assert page["originals-list"].find_elements("css selector", "li")[1].text == nasty[1]
    assert page.driver.find_elements("css selector", "main img, main b, main script") == []
    assert page.driver.title.endswith("sentences to judge")


def test_the_page_loads_nothing_and_its_policy_forbids_it_to(page):
    page.write(TWO)
    assert page.js("performance.getEntriesByType('resource').length") == 0
    refused = page.driver.execute_async_script(
        "const done = arguments[0];"
        "document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective));"
        "fetch('http://127.0.0.1:9/').catch(() => 0);"
    )
    assert refused == "connect-src"
    assert page.errors()


def test_sentences_from_right_to_left_are_laid_out_from_right_to_left(page):
    page.write({"حريق": ["اندلع حريق في المصنع .", "the fire"]}).begin()
    directions = {
        node.text: page.driver.execute_script("return getComputedStyle(arguments[0]).direction", node)
        for node in page["list-items"].find_elements("css selector", "[dir]")
    }
    assert directions == {"اندلع حريق في المصنع.": "rtl", "the fire": "ltr"}


def test_a_digit_scores_the_marked_question_and_goes_to_the_next(page):
    page.write(TWO).begin()
    page.press("3")
    assert page.scores() == {page.items[0].id: [3, 0]}
    assert page.driver.find_element("css selector", ".current h3").text == "Fidelity"
    page.press("1")
    assert page.scores() == {page.items[0].id: [3, 1]}
    assert page["where"].text == "Sentence 2 of 10 in ferry"
    assert page.driver.find_element("css selector", ".current h3").text == "Grammaticality"


def test_backspace_and_the_arrow_up_go_back_and_a_score_can_be_changed(page):
    from selenium.webdriver import Keys

    page.write(TWO).begin()
    page.press("3", "4", Keys.BACKSPACE)
    assert page["where"].text == "Sentence 1 of 10 in ferry"
    page.press("2", Keys.ARROW_UP, Keys.ARROW_UP, "1")
    assert page.scores() == {page.items[0].id: [1, 2]}
    page.press(Keys.ARROW_DOWN)
    assert page["where"].text == "Sentence 2 of 10 in ferry"


def test_undo_takes_back_one_score_after_another_and_returns_to_its_place(page):
    from selenium.webdriver import ActionChains, Keys

    page.write(TWO).begin()
    page.press("3", "4", "2")
    page["undo"].click()
    assert page.scores() == {page.items[0].id: [3, 4]}
    ActionChains(page.driver).key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL).perform()
    assert page.scores() == {page.items[0].id: [3, 0]}
    assert page["where"].text == "Sentence 1 of 10 in ferry"
    page.press("u")
    assert page.scores() == {}
    assert not page["undo"].is_enabled()
    page.reload()
    assert page["count"].text == "0 of 16 judged"


@pytest.mark.parametrize("control", ["help", "export", "originals-title"])
def test_a_digit_scores_wherever_the_last_click_was(page, control):
    page.write(TWO).begin()
    page[control].click()
    if control == "help":
        page.press("4")
        page["close"].click()
    page.press("3")
    assert page.scores() == {page.items[0].id: [3, 0]}
    page["cluster"].send_keys("2")
    assert page.scores() == {page.items[0].id: [3, 0]}


def test_a_key_that_is_held_down_scores_once(page):
    page.write(TWO).begin()
    page.key("4", "Digit4")
    for _ in range(5):
        page.key("4", "Digit4", autoRepeat=True)
    assert page.scores() == {page.items[0].id: [4, 0]}


@pytest.mark.parametrize(
    ("key", "code", "score"), [("é", "Digit2", 2), ("٣", "Digit3", 3), ("4", "Numpad4", 4)]
)
def test_digits_of_other_keyboards_score_too(page, key, code, score):
    page.write(TWO).begin()
    page.key(key, code)
    assert page.scores() == {page.items[0].id: [score, 0]}


@pytest.mark.parametrize(("key", "code"), [("5", "Digit5"), ("0", "Digit0"), ("x", "KeyX"), ("!", "")])
def test_other_keys_score_nothing(page, key, code):
    page.write(TWO).begin()
    page.key(key, code)
    assert page.scores() == {}


def test_arrows_and_the_space_bar_choose_a_score_as_with_any_radio_button(page):
    from selenium.webdriver import Keys

    page.write(TWO).begin()
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert page.scores() == {}
    page.press(Keys.SPACE)
    assert page.scores() == {page.items[0].id: [3, 0]}


def test_the_space_bar_alone_scores_only_when_pressed_again(page):
    from selenium.webdriver import Keys

    page.write(TWO).begin()
    page.press(Keys.SPACE)
    assert page.scores() == {}
    assert page["message"].text == "Press again for the score 1."
    page.press(Keys.SPACE)
    assert page.scores() == {page.items[0].id: [1, 0]}


def test_a_new_cluster_begins_with_its_originals_and_a_digit_too_many_scores_nothing(page):
    page.write(TWO).begin()
    page.press(*"34" * 10, "3", "4")
    assert page["where"].text == "Cluster 2 of 2: bridge"
    assert page["originals-title"].text == "Originals of bridge (3)"
    assert len(page.scores()) == 10
    page.begin()
    page.press("3")
    assert page.scores()[page.items[10].id] == [3, 0]


def test_the_next_unjudged_sentence_is_found_from_anywhere_and_at_the_end_there_is_none(page):
    from selenium.webdriver import Keys

    page.write({"bridge": BRIDGE}).begin()
    page.press("4", "4", Keys.ARROW_DOWN, Keys.ARROW_DOWN, *"4444")
    page.press(*[Keys.BACKSPACE] * 6)
    assert page["where"].text == "Sentence 2 of 6 in bridge"
    page.press("n")
    assert page["where"].text == "Sentence 5 of 6 in bridge"
    page.press(*"4444")
    assert page["where"].text == "Sentence 2 of 6 in bridge"
    page.press("2", "2")
    assert page["where"].text == "The end"
    assert not page["open"].is_enabled()
    assert all(row["fidelity"] for row in page.rows())
    page.reload()
    assert eventually(lambda: page["where"].text == "The end")


def test_progress_is_shown_for_the_sheet_and_for_each_cluster(page):
    page.write(TWO)
    page["cluster"].find_elements("css selector", "option")[1].click()
    page.begin()
    page.press(*"44" * 6)
    options = [option.text for option in page["cluster"].find_elements("css selector", "option")]
    assert options == ["1. ferry: 0 of 10", "✓ 2. bridge: 6 of 6"]
    assert page["count"].text == "6 of 16 judged"
    assert page.js("document.getElementById('progress').value") == 6


def test_a_sentence_of_the_list_shows_its_scores_and_leads_back_to_it(page):
    page.write(TWO).begin()
    page.press("3", "4", "2", "2")
    buttons = page["list-items"].find_elements("css selector", "button")
    assert buttons[0].text.endswith("3 · 4")
    assert buttons[0].find_element("class name", "marks").accessible_name == "grammaticality 3, fidelity 4"
    buttons[0].click()
    assert page["where"].text == "Sentence 1 of 10 in ferry"
    page.press("1")
    assert page.scores()[page.items[0].id] == [1, 4]


def test_on_a_phone_taps_score_targets_are_large_and_nothing_overflows(page):
    page.write(TWO)
    page.open(page.folder / "sheet.html", phone=True).begin()
    labels = page.driver.find_elements("class name", "grade")
    for label in (labels[2], labels[4], labels[1]):
        label.click()
    assert page.scores() == {page.items[0].id: [3, 1], page.items[1].id: [2, 0]}
    assert min(min(label.rect["height"], label.rect["width"]) for label in labels) >= 44
    buttons = [node for node in page.driver.find_elements("tag name", "button") if node.is_displayed()]
    assert min(button.rect["height"] for button in buttons) >= 44
    assert page.js("document.documentElement.scrollWidth") <= 390
    assert page["originals-list"].is_displayed()
    page["originals"].find_element("tag name", "summary").click()
    assert not page["originals-list"].is_displayed()


def test_on_a_low_phone_each_question_comes_into_view_and_then_the_next_sentence(page):
    long = [f"{'the ferry from the island sank in the storm ' * 4}{number} ." for number in range(5)]
    page.write({"ferry": long})
    page.open(page.folder / "sheet.html", phone=True)
    browsers.resize(page.driver, 390, 560, phone=True)
    page.begin()
    bar = page.js("document.querySelector('.steps').getBoundingClientRect().top")
    for _ in range(2):
        below = page.js("document.getElementById('originals').getBoundingClientRect().bottom")
        assert page.js("document.getElementById('where').getBoundingClientRect().top") >= below
        page.press("3")
        assert page.js("document.querySelector('.question.current').getBoundingClientRect().bottom") <= bar
        page.press("3")


def test_the_originals_stay_in_view_while_the_list_is_scrolled(page):
    page.write({"ferry": [f"the ferry sank {number} times ." for number in range(40)]}).begin()
    page.driver.execute_script("window.scrollTo(0, document.body.scrollHeight / 2)")
    top = page.js("document.getElementById('originals').getBoundingClientRect().top")
    assert 0 < top < 120


def test_an_export_is_imported_into_an_empty_page_and_what_was_there_stays(page):
    page.write(TWO).begin()
    page.press(*"3412")
    exported = page.export()
    page.js("localStorage.clear()")
    page.reload()
    assert page.scores() == {}
    page.press("x")
    page.begin()
    page["next"].click()
    page["next"].click()
    page.press("4", "4")
    assert "4 scores, 4 of them new" in page.give_file("mine.csv", exported)
    assert page.scores() == {page.items[0].id: [3, 4], page.items[1].id: [1, 2], page.items[2].id: [4, 4]}
    page["undo"].click()
    assert page.scores() == {page.items[2].id: [4, 4]}


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_table_saved_by_a_spreadsheet_program_is_imported(page, delimiter):
    page.write(TWO).begin()
    rows = list(csv.DictReader(io.StringIO(page.sheet, newline="")))
    rows[0] |= {"grammaticality": "2", "fidelity": "3"}
    rows[5] |= {"sentence": 'with "quotes", ; and\nlines', "fidelity": " 4 "}
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, rows[0], delimiter=delimiter, lineterminator="\n")
    writer.writeheader()
    writer.writerows(reversed(rows))
    page.give_file("filled.csv", buffer.getvalue().encode())
    assert page.scores() == {page.items[0].id: [2, 3], page.items[5].id: [0, 4]}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "no table with the columns item, grammaticality and fidelity"),
        ("a,b\n1,2\n", "no table with the columns"),
        ("item,grammaticality,fidelity\nbcdfgh,1,2\n", "it is of another sheet"),
        ("item,grammaticality,fidelity\n{0},3,2\n\n{1},5,2\n", "line 4: “5” is no score from 1 to 4"),
        ('item,grammaticality,fidelity\n{0},"3"x,2\n', "line 2: a quotation mark is out of place"),
        ("PK\x03\x04", "this is a workbook"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_a_reason_and_changes_nothing(page, content, said):
    page.write(TWO).begin()
    page.press("4")
    ids = [item.id for item in page.items]
    message = page.give_file("wrong.csv", content.format(*ids).encode())
    assert message.startswith("Not imported: wrong.csv: ")
    assert said in message
    assert page.scores() == {ids[0]: [4, 0]}


def test_rows_of_another_sheet_are_counted_and_left_out(page):
    page.write(TWO).begin()
    table = f"item,grammaticality,fidelity\n{page.items[1].id},3,2\nbcdfgh,1,1\n"
    assert "1 rows are of another sheet" in page.give_file("mixed.csv", table.encode())
    assert page.scores() == {page.items[1].id: [3, 2]}


def test_a_browser_that_saves_nothing_is_named_in_a_warning_and_export_still_works(
    storeless_driver, new_page
):
    page = new_page(storeless_driver).write(TWO)
    assert "does not let the page save scores" in page["warning"].text
    page.begin()
    page.press("3", "4")
    assert page.rows()[0]["fidelity"] == "4"


def test_a_browser_that_saves_shows_no_warning(page):
    assert not page.write(TWO)["warning"].is_displayed()


def test_damaged_scores_in_the_browsers_store_are_ignored(page):
    page.write(TWO)
    first, second, third, fourth = (item.id for item in page.items[:4])
    some = {first: [9, 1], second: [2, 3], third: None, fourth: [1]}
    damaged = {"scores": some, "place": "nowhere"}
    for stored in (
        "{",
        "7",
        "{}",
        json.dumps(damaged),
    ):
        page.driver.execute_script("localStorage.setItem(scores.key, arguments[0])", stored)
        page.reload()
        assert page["where"].text.endswith("ferry")
    assert page.scores() == {second: [2, 3]}


def test_two_tabs_of_one_sheet_show_the_same_scores(page):
    page.write(TWO).begin()
    with page.another_tab() as first:
        page.begin()
        page.press("2", "3")
        page.driver.switch_to.window(first)
        assert eventually(lambda: page.scores() == {page.items[0].id: [2, 3]})


def test_a_page_that_has_just_been_opened_stores_no_scores(page):
    page.write(TWO)
    assert page.stored() is None


def test_scores_that_arrive_after_the_page_has_been_opened_are_shown_where_the_judge_left_off(page):
    first, second = (item.id for item in page.write(TWO).items[:2])
    assert page["where"].text == "Cluster 1 of 2: ferry"
    late = json.dumps({"place": second, "scores": {first: [3, 4], second: [2, 0]}})
    with page.another_tab() as here:
        page.driver.execute_script("localStorage.setItem(scores.key, arguments[0])", late)
        page.driver.switch_to.window(here)
        assert eventually(lambda: page["where"].text == "Sentence 2 of 10 in ferry")
        assert page.scores() == {first: [3, 4], second: [2, 0]}


def test_sheets_of_two_judges_do_not_mix(page):
    page.write(TWO).begin()
    page.press("2", "3")
    page.run = "another"
    page.write(TWO)
    assert page["count"].text == "0 of 16 judged"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out_from_its_ground(page, scheme):
    page.write(TWO)
    page.prefer(scheme)
    weak = set()
    for action in (lambda: None, page.begin, lambda: page.press("3"), page["help"].click):
        action()
        found = page.driver.execute_script(CONTRASTS)
        assert len(found) > 20
        weak |= {(round(ratio, 2), text) for ratio, text in found if ratio < 4.5}
    assert weak == set()


def test_every_control_has_a_name_and_each_question_is_a_group_of_radio_buttons(page):
    page.write(TWO).begin()
    nodes = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    named = [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node["ignored"] and "role" in node
    ]
    controls = {"button", "radio", "combobox", "radiogroup", "progressbar", "region", "dialog"}
    assert [role for role, name in named if role in controls and not name.strip()] == []
    groups = [name for role, name in named if role == "radiogroup"]
    sentence = detokenise(page.items[0].words)
    assert groups == [f"Sentence 1 of 10 in ferry {sentence} Grammaticality", "Fidelity"]
    radios = [name for role, name in named if role == "radio"]
    assert radios[:2] == ["1 nonsense no sentence", "2 bad many errors"]
    assert len(radios) == 8


def test_the_focus_is_on_the_marked_question_and_can_be_seen(page):
    page.write(TWO).begin()
    page.press("3")
    frame = page.js("getComputedStyle(document.activeElement.closest('.question.current')).boxShadow")
    assert frame != "none"
    assert page.js("document.activeElement.name") == "fidelity"
    page["help"].click()
    page.press("4")
    assert page.scores() == {page.items[0].id: [3, 0]}
    page["close"].click()


def test_a_thousand_sentences_of_one_cluster_are_judged_and_exported(page):
    page.write({"big": [f"sentence {number} of many ." for number in range(500)]}).begin()
    page.press(*"34" * 10)
    rows = page.rows()
    assert len(rows) == 1000
    assert [row["number"] for row in rows[:3]] == ["1", "2", "3"]
    assert sum(bool(row["fidelity"]) for row in rows) == 10
