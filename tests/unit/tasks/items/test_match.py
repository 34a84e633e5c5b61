"""The task that matches a block of pairs of documents."""

import numpy as np
import pytest

from paralattice.errors import MatchError
from paralattice.sentences import PAPER_MODELS, Matches, match_documents
from paralattice.sentences.options import MatchOptions
from tasks.items.match import match
from workers.store import open_store

DOCUMENTS = [
    ["A ferry sank in the lake.", "Twelve people died."],
    ["Twelve people were killed.", "On Monday a ferry sank in a lake."],
    [],
]
MODEL = {"intercept": -7.89, "slope": 27.56, "threshold": 0.276, "floor": 0.005}


@pytest.fixture
def content(tmp_path):
    store = open_store(tmp_path / "store")
    keys = [store.put_content(document) for document in DOCUMENTS]
    return store, {"documents": keys, "pairs": [[0, 1], [1, 2], [0, 2]], "model": MODEL, "options": {}}


def test_the_matches_of_each_pair_are_those_of_the_library_digit_by_digit(content):
    store, body = content
    value = match(body, store).value
    for rows, (i, j) in zip(value, body["pairs"], strict=True):
        expected = match_documents(DOCUMENTS[i], DOCUMENTS[j], PAPER_MODELS["britannica"])
        found = Matches.from_rows(rows)
        assert np.array_equal(found.pairs, expected.pairs)
        assert np.array_equal(found.probabilities, expected.probabilities)
    assert [len(rows) for rows in value[1:]] == [0, 0]
    assert value[0]


def test_the_options_hold(content):
    store, body = content
    body["options"] = {"method": 1, "first_with_first": True}
    assert [0, 0] in [list(row[:2]) for row in match(body, store).value[0]]
    body["options"] = {"most_pairs": 3}
    with pytest.raises(MatchError, match="2 x 2 sentences"):
        match(body, store)


def test_options_are_plain_values():
    assert MatchOptions().floor is None
