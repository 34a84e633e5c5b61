"""The text of a judge's page; tests/browser tests it in a browser."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest

from paralattice.corpus import Cluster, Sentence
from paralattice.errors import JudgeError
from paralattice.judging.sheets.forms import SENTENCE_FORM
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.sheets.page import export_name, write_sheet_page

NASTY = "</script><script>x()</script><!-- <script> &amp; \u2028 \u2029 {{script}} \\1"


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the text of scripts and styles."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.texts = {}
        self.within = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self.within = dict(attrs).get("id", tag)

    def handle_endtag(self, tag):
        if tag in ("script", "style"):
            self.within = ""

    def handle_data(self, data):
        if self.within:
            self.texts[self.within] = self.texts.get(self.within, "") + data


def page_of(*texts, run="run", judge="judge-01", cluster="ferry"):
    items = [StudyItem(f"item{number}", cluster, "V1", number, (text,)) for number, text in enumerate(texts)]
    return write_sheet_page(run, judge, items, [Cluster(cluster, (Sentence.from_words(["It", "sank"]),))])


def data_of(page):
    return json.loads(Elements(page).texts["data"])


def test_a_page_holds_items_originals_and_the_columns_of_the_sheet():
    data = data_of(page_of("a", "b"))
    assert data["items"] == [["item0", 0, "a"], ["item1", 0, "b"]]
    assert data["clusters"] == [{"name": "ferry", "originals": ["It sank"]}]
    assert tuple(data["columns"]) == SENTENCE_FORM.columns


def test_texts_cannot_leave_the_element_that_holds_them():
    page = page_of(NASTY, cluster=NASTY)
    assert data_of(page)["items"][0][2] == NASTY
    assert data_of(page)["clusters"][0]["name"] == NASTY
    plain = [tag for tag, _ in Elements(page_of("x")).found]
    assert [tag for tag, _ in Elements(page).found] == plain
    assert "\u2028" not in page
    assert "\u2029" not in page


def test_names_of_run_and_judge_are_escaped_in_the_title():
    page = page_of("a", run="</title><b>", judge='"&')
    assert "<title>&lt;/title&gt;&lt;b&gt;, &quot;&amp;: sentences to judge</title>" in page


def test_no_element_refers_to_anything_outside():
    page = page_of("a")
    for tag, attributes in Elements(page).found:
        assert tag not in ("link", "img", "iframe", "object", "base")
        assert {"src", "srcset", "action", "data", "style", "onclick"}.isdisjoint(attributes)
        assert attributes.get("href", "#card") == "#card"
    assert not re.search(r"https?://|@import|url\(", page)


def test_the_policy_allows_the_pages_own_script_and_style_and_nothing_else():
    elements = Elements(page_of("a", "b"))
    policy = next(attributes["content"] for tag, attributes in elements.found if "http-equiv" in attributes)
    for name in ("script", "style"):
        digest = base64.b64encode(hashlib.sha256(elements.texts[name].encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy


def test_scores_are_saved_under_a_name_of_run_judge_and_items():
    keys = [
        data_of(page)["key"]
        for page in (
            page_of("a"),
            page_of("b"),
            page_of("a", run="other"),
            page_of("a", judge="judge-02"),
            page_of("a", cluster="bridge"),
        )
    ]
    assert len(set(keys)) == 5
    assert data_of(page_of("a"))["key"] == keys[0]


def test_the_name_of_an_export_tells_run_and_judge_and_is_safe():
    assert export_name("corpus", "judge-01") == "sheet-corpus-judge-01.csv"
    assert export_name("a/b: c", "j") == "sheet-a_b_c-j.csv"


def test_a_judge_without_items_gets_no_page():
    with pytest.raises(JudgeError, match="nothing to judge for judge-01"):
        page_of()
