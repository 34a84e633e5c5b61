"""The versions are those of the paper's Table 2."""

import pytest

from paralattice.errors import OptionError
from paralattice.versions import best_first, version_named


@pytest.mark.parametrize(
    ("name", "syntactic", "commas", "stop_words"),
    [
        ("V1", False, True, True),
        ("V2", False, False, True),
        ("V3", False, False, False),
        ("V4", True, False, False),
        ("V5", True, False, True),
    ],
)
def test_the_versions_are_those_of_table_2(name, syntactic, commas, stop_words):
    version = version_named(name)
    assert (version.syntactic, version.commas, version.stop_words) == (syntactic, commas, stop_words)


def test_an_unknown_version_is_refused_with_the_known_ones():
    with pytest.raises(OptionError, match="V1, V2, V3, V4, V5"):
        version_named("V0")


def test_the_best_versions_come_first_and_none_is_lost():
    assert best_first(["V1", "V2", "V4", "pang", "V6"]) == ["V6", "V4", "V1", "V2", "pang"]
    assert best_first([]) == []
