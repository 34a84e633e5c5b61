"""The text of web pages."""

import sys
from itertools import pairwise

import pytest

from paralattice.adapters.web_pages import PAGE_BYTES, page_text
from paralattice.errors import FormatError

PAGE = """<html><head><meta charset="{charset}"><title>Ferry sinks</title>
<script>var zebra = 1;</script></head><body>
<nav><a href="/">Home</a> <a href="/world">World</a></nav>
<article><h1>Ferry sinks</h1>
<p>A ferry sank in the lake on Monday. Twelve people died, the police of Orléans said.</p>
<p>The captain was saved by a fisherman who had seen the lights go out.</p></article>
<footer>All rights reserved, Lake News</footer></body></html>"""


def test_the_main_text_is_kept_and_what_surrounds_it_is_not():
    title, text = page_text(PAGE.format(charset="utf-8").encode())
    assert title == "Ferry sinks"
    assert "A ferry sank in the lake on Monday. Twelve people died, the police of Orléans said.\n\n" in text
    assert not any(word in text for word in ("Home", "rights", "zebra", "<"))


def test_the_encoding_is_the_one_that_the_page_declares():
    assert "Orléans" in page_text(PAGE.format(charset="iso-8859-1").encode("latin-1"))[1]


def test_what_is_no_page_has_no_text():
    for data in (b"", b"<html></html>", b"\x00\xff\xfe\x01" * 100):
        assert page_text(data)[1] == ""


def test_control_characters_do_not_come_through():
    _, text = page_text(PAGE.format(charset="utf-8").replace("Monday", "Mon&#7;day\u0085").encode())
    assert not any(ord(character) < 32 and character != "\n" for character in text)


def test_without_trafilatura_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "trafilatura", None)
    with pytest.raises(FormatError, match=r"pip install 'paralattice\[web\]'"):
        page_text(b"<html></html>")


def test_entities_that_stand_for_each_other_are_not_expanded():
    names = "abcdefghijklm"
    inner = "".join(f'<!ENTITY {name} "{f"&{former};" * 10}">' for former, name in pairwise(names))
    bomb = f'<!DOCTYPE html [<!ENTITY a "lol">{inner}]>'
    _, text = page_text((bomb + PAGE.format(charset="utf-8").replace("lake", "&m;")).encode())
    assert "Twelve people died" in text
    assert len(text) < 1000


def test_a_page_too_large_to_read_is_refused_with_its_size():
    with pytest.raises(FormatError, match="a page of 105 MB; at most 10 MB are read"):
        page_text(b"<p>word</p>" * 9_545_455)
    assert PAGE_BYTES == 10_000_000


def nested(depth):
    """Return a page whose article is in tables within tables."""
    page = PAGE.format(charset="utf-8")
    return page.replace("<article>", "<table><tr><td>" * depth + "<article>").encode()


def test_an_article_in_nested_tables_is_found():
    assert "Twelve people died" in page_text(nested(5))[1]


@pytest.mark.parametrize("depth", [300, 30_000])
def test_tables_nested_without_end_stop_nobody(depth):
    assert len(page_text(nested(depth))[1]) < 1000


def test_a_tag_with_very_many_attributes_costs_no_more_than_others():
    many = " ".join(f'a{number}="x"' for number in range(200_000))
    _, text = page_text(PAGE.format(charset="utf-8").replace("<article>", f"<article {many}>").encode())
    assert "Twelve people died" in text
