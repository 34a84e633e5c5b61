import pytest
from msgspec import json

from paralattice.align import CompactAlignment, align, compact_alignment, expanded_alignment
from paralattice.formats.typed_json import from_json

TEXTS = [["a", "b"], ["c"], ["a", "c", "b"]]


def test_a_record_has_the_fields_of_alignment_json():
    found = align(TEXTS)
    assert expanded_alignment("V1", compact_alignment(TEXTS, found.scores, found.merged)) == {
        "version": "V1",
        "sentences": TEXTS,
        "scores": [[None, -1, 3], [None, None, 1], [None, None, None]],
        "order": [[0, 2], [1, 2]],
        "columns": [[0, 1], [2], [0, 2, 1]],
    }


def test_a_record_of_one_sentence_has_no_joins():
    found = align([["a", "b"]])
    assert expanded_alignment("V3", compact_alignment([["a", "b"]], found.scores, found.merged)) == {
        "version": "V3",
        "sentences": [["a", "b"]],
        "scores": [[None]],
        "order": [],
        "columns": [[0, 1]],
    }


@pytest.mark.parametrize("texts", [TEXTS, [["a", "b"]], [["häfen", '"', "\\"], ["häfen", "\n"]]])
def test_an_alignment_is_read_from_json_as_it_was_written(texts):
    found = align(texts)
    record = compact_alignment(texts, found.scores, found.merged)
    assert from_json(json.encode(record), CompactAlignment) == record


def test_counts_of_candidates_are_kept():
    counts = {"made": 3, "parsed": 2, "refused": {"time": 1}}
    record = CompactAlignment([["a"]], None, None, [[0]], exchange=counts)
    assert expanded_alignment("V6", from_json(json.encode(record), CompactAlignment)) == {
        "version": "V6",
        "sentences": [["a"]],
        "scores": None,
        "order": None,
        "columns": [[0]],
        "exchange": counts,
    }
