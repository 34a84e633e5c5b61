"""The methods are found by the names of their versions."""

import pytest

from paralattice.errors import OptionError
from paralattice.methods import (
    best_first,
    find_version,
    is_syntactic,
    method_of,
    methods_of,
    version_names,
)


def test_the_versions_of_all_methods_are_known():
    assert version_names() == ("V1", "V2", "V3", "V4", "V5", "pang", "V6", "one", "filippova", "boudin")
    assert [method.name for method in methods_of(["V6", "V5", "V1"])] == ["shen", "exchange"]
    assert [is_syntactic(name) for name in ("V3", "V4", "pang", "V6")] == [False, True, True, True]


def test_an_unknown_version_has_no_method():
    with pytest.raises(OptionError, match=r"unknown version 'V0': choose from V1, .*V6"):
        method_of("V0")
    assert find_version("V0") is None
    assert methods_of(["V0"]) == []


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("V1", "lexical, all tokens"),
        ("V3", "lexical, no commas or stop words"),
        ("V5", "syntactic, no commas"),
        ("pang", "constituents of trees"),
        ("V6", "exchange of constituents"),
    ],
)
def test_a_version_says_what_it_is(name, label):
    assert find_version(name).label == label


def test_the_best_versions_come_first_and_none_is_lost():
    assert best_first(["V1", "V2", "V4", "pang", "V6"]) == ["V6", "V4", "V1", "V2", "pang"]
    assert best_first(["V0", "V1"]) == ["V0", "V1"]
    assert best_first(["boudin", "V4", "one", "V6"]) == ["V6", "one", "V4", "boudin"]
    assert best_first([]) == []


def test_a_cluster_without_sentences_is_explained_by_the_rules_that_refused_most():
    refused = {"time": 2, "distance": 30, "whole": 1, "age": 0, "place": 3}
    counts = {"made": 36, "parsed": 1, "refused": refused}
    assert method_of("V6").why_none(counts) == (
        "No new sentence was made: 36 candidates were refused, by distance 30, place 3, time 2."
    )
    assert "no part of these sentences can be" in method_of("V6").why_none(None)
    assert method_of("V4").why_none(None).startswith("No new sentence was drawn")
