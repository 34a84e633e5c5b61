"""Families of words."""

import pytest

from paralattice.english.families import families, family


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("collided", "collision"),
        ("announced", "announcement"),
        ("fatal", "death"),
        ("ship", "vessel"),
        ("convicted", "convictions"),
    ],
)
def test_words_of_a_family_have_one_name(one, other):
    assert family(one) == family(other)


@pytest.mark.parametrize(
    ("one", "other"), [("department", "departed"), ("state", "statement"), ("sea", "seal")]
)
def test_words_that_merely_look_alike_are_no_family(one, other):
    assert family(one) != family(other)


def test_a_compound_is_of_the_families_of_its_parts_unless_it_has_a_figure():
    assert [*families(("harbour-master", "31-year-old"))] == [
        family("harbour"),
        family("master"),
        "31-year-old",
    ]
