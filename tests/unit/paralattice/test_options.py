"""Options refuse what is not allowed, naming the option, and survive JSON."""

import json

import pytest

from paralattice.adapters.options import ParseOptions
from paralattice.align.options import AlignOptions
from paralattice.errors import OptionError
from paralattice.lattice.options import BuildOptions, PairOptions, PangOptions, SampleOptions
from paralattice.run_options import Options
from paralattice.versions import version_named


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        (PangOptions, "squeeze", 1),
        (PangOptions, "keyword_check", "no"),
        (PairOptions, "longest", 0),
        (PairOptions, "longest", True),
        (PairOptions, "paths", 1),
        (PairOptions, "composed", None),
        (AlignOptions, "match", 0),
        (AlignOptions, "match", 1.5),
        (AlignOptions, "match", True),
        (AlignOptions, "mismatch", 1),
        (AlignOptions, "gap", 1),
        (AlignOptions, "iob_exact", float("nan")),
        (AlignOptions, "threshold", float("inf")),
        (AlignOptions, "position_limit", -0.1),
        (AlignOptions, "trace_weight", float("nan")),
        (BuildOptions, "distinct_limit", 0),
        (BuildOptions, "draw_limit", -1),
        (ParseOptions, "parser", "charniak"),
        (ParseOptions, "batch", 0),
        (SampleOptions, "sampler", "random"),
        (SampleOptions, "draws", 0),
        (SampleOptions, "keep", -1),
        (Options, "versions", ()),
        (Options, "versions", ("V1", "V1")),
        (Options, "versions", ("V6",)),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_with_the_options_name(kind, name, value):
    with pytest.raises(OptionError, match="version" if name == "versions" else name):
        kind(**{name: value})


def test_options_survive_the_way_through_json():
    options = Options(align=AlignOptions(position_limit=0.25), versions=("V4", "V1"), stop_words=("a", "the"))
    assert Options.from_dict(json.loads(json.dumps(options.to_dict()))) == options


@pytest.mark.parametrize(
    "values",
    [
        {"aline": {}},
        {"align": {"mach": 2}},
        {"align": {"match": "two"}},
        {"align": 3},
        {"align": {"casefold": "no"}},
        {"sample": {"seed": 1.5}},
        {"sample": {"draws": True}},
        {"versions": "V1"},
        {"stop_words": [1]},
    ],
)
def test_unknown_options_and_wrong_kinds_are_refused(values):
    with pytest.raises(OptionError):
        Options.from_dict(values)


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


def test_a_whole_number_will_do_where_a_number_is_wanted():
    assert Options.from_dict({"align": {"position_limit": 1}}).align.position_limit == 1
