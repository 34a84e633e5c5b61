"""The versions are those of the paper's Table 2."""

import pytest

from paralattice.align.versions import version_named
from paralattice.errors import OptionError


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
