"""The signature of a run says what its results depend on."""

import json

import paralattice
from orchestrator.runs.folder import differences, signature


def test_a_signature_says_all_that_results_depend_on():
    made = signature({"digest": "d"}, {"versions": ["V1"]}, {"name": "default"}, {"parse": "c"})
    assert made == {
        "paralattice": paralattice.__version__,
        "code": {"parse": "c"},
        "corpus": {"digest": "d"},
        "options": {"versions": ["V1"]},
        "parser": {"name": "default"},
    }


def test_equal_signatures_have_no_differences_even_after_json():
    options = {"versions": ("V1", "V2"), "stop_words": None, "sample": {"seed": 1}}
    assert differences(options, json.loads(json.dumps(options))) == []


def test_differences_are_named_by_their_path_with_both_values():
    old = {"sample": {"seed": 1, "keep": 10}, "versions": ["V1"], "gone": 1}
    new = {"sample": {"seed": 2, "keep": 10}, "versions": ["V1", "V4"], "new": {"a": "b"}}
    assert differences(old, new) == [
        "gone: 1 -> null",
        'new: null -> {"a": "b"}',
        "sample.seed: 1 -> 2",
        'versions: ["V1"] -> ["V1", "V4"]',
    ]
