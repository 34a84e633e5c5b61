"""Templates and data in pages."""

import base64
import json
import zlib

import pytest

from paralattice.formats.html import embedded, fill, packed_json, policy

NASTY = "</script><script>x()</script><!-- &amp; \u2028 \u2029 {{a}} \\1"


def test_values_are_put_in_all_at_once():
    assert fill("{{a}} and {{b}}", {"a": "{{b}}", "b": "\\1"}) == "{{b}} and \\1"


def test_a_value_that_is_not_there_is_an_error():
    with pytest.raises(KeyError):
        fill("{{a}}", {})


def test_embedded_data_hold_nothing_that_ends_an_element_or_a_line():
    text = embedded({"text": NASTY})
    assert json.loads(text) == {"text": NASTY}
    assert not set(text) & set("<>&\u2028\u2029")


def test_packed_data_come_back_whole():
    data = base64.b64decode(packed_json({"text": NASTY}))
    assert json.loads(zlib.decompress(data, wbits=-15)) == {"text": NASTY}


def test_a_lone_surrogate_is_no_reason_to_fail():
    assert json.loads(zlib.decompress(base64.b64decode(packed_json("\ud800")), wbits=-15)) == "?"


def test_the_policy_forbids_all_that_is_not_the_pages_own():
    text = policy("a()", "b{}")
    assert text.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in text
