from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paralattice.adapters.normalisation import LONGEST, model_form


@pytest.mark.parametrize(
    "token", ["river", "U.S.", "n't", "$", "1,000.5", "(", "[", '"', "caf\u00e9", "\u2019s", "\u2014"]
)
def test_a_plain_token_is_its_own_form(token):
    assert model_form(token) == token


@pytest.mark.parametrize(
    ("token", "form"),
    [
        ("-LRB-", "("),
        ("-RRB-", ")"),
        ("-LSB-", "["),
        ("-RCB-", "}"),
        ("``", "\u201c"),
        ("''", "\u201d"),
        ("\\/", "/"),
    ],
)
def test_a_penn_escape_becomes_the_character_it_stands_for(token, form):
    assert model_form(token) == form


@pytest.mark.parametrize("token", ["", " ", "\u00a0", "\u200b", "\ufeff", "\x00\x1f", "\ud83d", "\u2028"])
def test_a_token_without_visible_characters_becomes_an_underscore(token):
    assert model_form(token) == "_"


def test_invisible_characters_inside_a_token_are_left_out():
    assert model_form("co\u00adop\u200bera\u00a0tion") == "cooperation"


def test_accents_are_composed():
    assert model_form("cafe\u0301") == "caf\u00e9"


def test_a_token_too_long_loses_its_middle():
    form = model_form("a" * 500 + "z" * 500)
    assert form == "a" * 60 + "z" * 40


@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=300))
def test_every_form_is_visible_and_bounded(token):
    form = model_form(token)
    assert 1 <= len(form) <= LONGEST
    assert not any(unicodedata.category(letter) in {"Zs", "Cc", "Cf", "Cs"} for letter in form)


@given(st.text(alphabet=st.characters(exclude_categories=()), max_size=30))
def test_the_form_of_a_form_is_itself(token):
    assert model_form(model_form(token)) == model_form(token)
