import json

import pytest

from paralattice.align import align, alignment_record, compact_alignment, compact_alignment_text

TEXTS = [["a", "b"], ["c"], ["a", "c", "b"]]


def test_a_record_has_the_fields_of_alignment_json():
    found = align(TEXTS)
    assert alignment_record("V1", TEXTS, found.scores, found.merged) == {
        "version": "V1",
        "sentences": TEXTS,
        "scores": [[None, -1, 3], [None, None, 1], [None, None, None]],
        "order": [[0, 2], [1, 2]],
        "columns": [[0, 1], [2], [0, 2, 1]],
    }


def test_a_record_of_one_sentence_has_no_joins():
    found = align([["a", "b"]])
    assert alignment_record("V3", [["a", "b"]], found.scores, found.merged) == {
        "version": "V3",
        "sentences": [["a", "b"]],
        "scores": [[None]],
        "order": [],
        "columns": [[0, 1]],
    }


@pytest.mark.parametrize("texts", [TEXTS, [["a", "b"]], [["häfen", '"', "\\"], ["häfen", "\ud800"]]])
def test_the_compact_text_is_the_compact_record_as_json(texts):
    found = align(texts)
    record = compact_alignment(alignment_record("V1", texts, found.scores, found.merged))
    text = compact_alignment_text(texts, found.scores, found.merged)
    assert text == json.dumps(record, ensure_ascii=False)
