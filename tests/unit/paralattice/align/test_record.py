import copy
import json

import numpy as np
import pytest

from paralattice.align import align, alignment_record, read_alignment_record
from paralattice.errors import FormatError

TEXTS = [["a", "b"], ["c"], ["a", "c", "b"]]


@pytest.fixture
def record():
    found = align(TEXTS)
    return alignment_record("V1", TEXTS, found.scores, found.merged)


def test_a_record_has_the_fields_of_alignment_json(record):
    assert record == {
        "version": "V1",
        "sentences": TEXTS,
        "scores": [[None, -1, 3], [None, None, 1], [None, None, None]],
        "order": [[0, 2], [1, 2]],
        "columns": [[0, 1], [2], [0, 2, 1]],
    }


def test_a_record_survives_json(record):
    found = read_alignment_record(json.loads(json.dumps(record)))
    assert found.sentences == tuple(map(tuple, TEXTS))
    assert found.scores.dtype == np.int32
    assert found.scores.tolist() == [[0, -1, 3], [0, 0, 1], [0, 0, 0]]
    assert found.merged.order == ((0, 2), (1, 2))
    assert found.merged.width == 3


def test_a_record_of_one_sentence_survives():
    found = align([["a", "b"]])
    record = alignment_record("V3", [["a", "b"]], found.scores, found.merged)
    assert record["scores"] == [[None]]
    assert record["order"] == []
    assert read_alignment_record(record).merged.columns[0].tolist() == [0, 1]


def test_unknown_fields_are_passed_over(record):
    assert read_alignment_record({**record, "later": 1}).version == "V1"


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("version",), 1, "'version' must be a text"),
        (("sentences",), "ab", "'sentences' must be a list of lists"),
        (("sentences", 0, 0), 5, "'sentences' must hold texts alone"),
        (("sentences",), [], "'scores' must be 0 lists of 0"),
        (("scores",), None, "'scores' must be 3 lists of 3"),
        (("scores", 1), [None, None], "'scores' must be 3 lists of 3"),
        (("scores", 1, 0), 0, "'scores', list 1: must be null up to the diagonal"),
        (("scores", 1, 2), None, "'scores', list 1: must be whole numbers above the diagonal"),
        (("scores", 0, 2), 1.5, "'scores', list 0: must be whole numbers above the diagonal"),
        (("scores", 0, 2), True, "'scores', list 0: must be whole numbers above the diagonal"),
        (("scores", 0, 2), 2**40, "'scores', list 0: a number is too large"),
        (("order",), [[0, 2]], "'order' must have 2 pairs for 3 sentences"),
        (("order", 1), [1], "'order' must be a list of pairs"),
        (("order", 1), [1, 1], "'order', pair 1: must join a new sentence to one that is joined already"),
        (("order", 1), [3, 2], "'order' must hold sentences from 0 to 2"),
        (("order", 1), [2, 1], "'order', pair 1: must join a new sentence"),
        (("order", 0), [0, 0], "'order', pair 0: must join a new sentence"),
        (("order", 0), [-1, 2], "'order' must hold sentences from 0 to 2"),
        (("columns", 0), [0], "'columns' must have one column for each token"),
        (("columns", 0, 0), "0", "'columns' must hold whole numbers alone"),
        (("columns", 0, 0), 1, "'columns', list 0: a column comes twice"),
        (("columns", 2), [0, 2, 2], "'columns', list 2: a column comes twice"),
        (("columns", 2), [1, 2, 0], "'columns', list 2: must share columns with list 0 in rising order"),
        (("columns", 1, 0), 9, "'columns' must be numbered from 0 without a gap"),
        (("columns", 0, 0), -1, "'columns'"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(record, path, value, message):
    broken = copy.deepcopy(record)
    place = broken
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(FormatError, match=message) as caught:
        read_alignment_record(broken, "alignment.json")
    assert caught.value.file == "alignment.json"


@pytest.mark.parametrize("name", ["version", "sentences", "scores", "order", "columns"])
def test_a_missing_field_is_named(record, name):
    del record[name]
    with pytest.raises(FormatError, match=f"the alignment has no '{name}'"):
        read_alignment_record(record)


@pytest.mark.parametrize("value", [None, [], "text"])
def test_what_is_no_object_is_refused(value):
    with pytest.raises(FormatError, match="must be an object"):
        read_alignment_record(value)


def test_columns_shared_with_another_sentence_than_the_partner_are_refused(record):
    # Sentence 1 joins sentence 0, but shares a column that only sentence 2 has.
    record["order"][1] = [1, 0]
    with pytest.raises(FormatError, match="list 1: must share columns with list 0"):
        read_alignment_record(record)


def test_a_cluster_without_sentences_is_refused():
    empty = {"version": "V1", "sentences": [], "scores": [], "order": [], "columns": []}
    with pytest.raises(FormatError, match="'sentences' must not be empty"):
        read_alignment_record(empty)
