"""Past tenses and participles."""

import pytest

from paralattice.english.verbs import PARTICIPLES, PASTS


@pytest.mark.parametrize(
    ("past", "participle"),
    [("shook", "shaken"), ("stopped", "stopped"), ("identified", "identified"), ("acquired", "acquired")],
)
def test_past_tenses_and_participles_name_each_other(past, participle):
    assert PARTICIPLES[past] == participle
    assert PASTS[participle] == past
