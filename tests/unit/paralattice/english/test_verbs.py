"""Participles of past tenses."""

import pytest

from paralattice.english.verbs import PARTICIPLES


@pytest.mark.parametrize(
    ("past", "participle"),
    [("shook", "shaken"), ("stopped", "stopped"), ("identified", "identified"), ("acquired", "acquired")],
)
def test_a_past_tense_has_its_participle(past, participle):
    assert PARTICIPLES[past] == participle
