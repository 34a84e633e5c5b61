"""The options of a run: their defaults are part of keys, and versions are known and distinct."""

import json

import pytest

from paralattice.adapters.options import ParseOptions
from paralattice.align.options import AlignOptions
from paralattice.errors import OptionError
from paralattice.run_options import Options

DEFAULTS = (
    '{"parse": {"parser": "default", "batch": 64, "max_tokens": 400, "device": "cpu"}, '
    '"align": {"match": 2, "mismatch": -1, "gap": -1, "iob_exact": 1.0, "iob_partial": 0.0, '
    '"iob_none": -1.0, "trace_weight": 0.5, "trace_length_discount": 0.5, '
    '"threshold": 0.0, "position_limit": 0.4, "casefold": false}, '
    '"pang": {"keyword_check": true, "squeeze": true}, '
    '"exchange": {"per_cluster": 10, "distance": 5, "apart": 4, "shortest": 6, "operations": 3, '
    '"tried": 120, "difference": 0.75, "strays": 0, "accept": 0.3, "sentences": 100, '
    '"without": [], "wordings": ""}, '
    '"compression": {"shortest": 8, "tagged": true, "language": "english", '
    '"punctuation": true, "window": 0}, "one": {"words": 30}, '
    '"build": {"distinct_limit": 200000, "draw_limit": 600}, '
    '"sample": {"seed": 2006, "sampler": "arc-uniform", "draws": 100, "keep": 10}, '
    '"versions": ["V1", "V2", "V3", "V4", "V5"], "stop_words": null, "language": "en"}'
)
"""Digests of this are keys of artefacts: other defaults would compute stored runs anew."""


def test_the_defaults_as_json_stay():
    assert json.dumps(Options().to_dict()) == DEFAULTS


def test_options_survive_the_way_through_json():
    options = Options(align=AlignOptions(position_limit=0.25), versions=("V4", "V1"), stop_words=("a", "the"))
    assert Options.from_dict(json.loads(json.dumps(options.to_dict()))) == options


@pytest.mark.parametrize(
    ("versions", "message"),
    [
        ((), r"versions = \(\): must be at least one version"),
        (("V1", "V1"), r"versions = \('V1', 'V1'\): must be distinct"),
        (("V7",), "unknown version 'V7': choose from V1, V2, V3, V4, V5, pang, V6"),
        (("pagn",), r"unknown version 'pagn': .* \(did you mean 'pang'\?\)"),
        ("V1", "versions = 'V1': must be a list of texts"),
        ([1], r"versions = \(1,\): must be a list of texts"),
    ],
)
def test_versions_are_known_and_distinct(versions, message):
    with pytest.raises(OptionError, match=message):
        Options(versions=versions)


def test_a_whole_number_will_do_where_a_number_is_wanted():
    assert Options.from_dict({"align": {"position_limit": 1}}).align.position_limit == 1


@pytest.mark.parametrize(
    ("options", "trees"),
    [
        ({"language": "fr", "versions": ("V1", "V2", "V3")}, False),
        ({"language": "fr", "versions": ("V4", "pang")}, True),
        ({"language": "fr", "parse": ParseOptions(parser="/parsers/french")}, False),
        ({"versions": ("V6",)}, False),
    ],
)
def test_versions_go_with_a_language_that_their_words_or_trees_are_of(options, trees):
    Options(**options).require_language(trees)


@pytest.mark.parametrize(
    ("versions", "trees", "message"),
    [
        (("V1", "V5", "pang"), False, "V5, pang need trees, .* not French: .* --versions V1,V2,V3"),
        (("V1", "V6"), True, "V6 has rules of English and does not read French"),
    ],
)
def test_versions_that_do_not_go_with_a_language_are_refused(versions, trees, message):
    with pytest.raises(OptionError, match=message):
        Options(language="fr", versions=versions).require_language(trees)


def test_v3_and_v4_never_match_the_stop_words_of_the_language_or_those_given():
    assert {"l'", "qu'", "le"} <= Options(language="fr").unmatched_words
    assert Options(language="fr", stop_words=("pont",)).unmatched_words == {"pont"}
    assert "the" in Options().unmatched_words
