"""Pairs of documents in JSON Lines, and everything that can be wrong with them."""

import json

import pytest

from paralattice.errors import EncodingError, ProblemsError
from paralattice.formats.corpora.document_pairs import DocumentPair, read_document_pairs


def as_lines(*values):
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values).encode()


def test_pairs_have_a_name_sentences_and_gold_where_there_is_one():
    data = as_lines(
        {"id": "river 1", "sents1": ["A.", "B."], "sents2": ["C."], "gold": [[1, 0], [1, 0]], "other": 1},
        {"sents1": [], "sents2": ["D."]},
    )
    assert read_document_pairs(data) == [
        DocumentPair("river 1", ("A.", "B."), ("C.",), ((1, 0),)),
        DocumentPair("2", (), ("D.",), None),
    ]


def test_blocks_may_stand_in_for_gold():
    data = as_lines({"sents1": ["A.", "B."], "sents2": ["C."], "blocks": [[[1, 0, 1], [0]], [[], [0]]]})
    (pair,) = read_document_pairs(data, gold=True)
    assert (pair.gold, pair.blocks) == (None, (((1, 0), (0,)), ((), (0,))))


def test_a_name_has_neither_tabs_nor_line_ends():
    data = as_lines({"id": "a\tb\nc", "sents1": [], "sents2": []})
    assert read_document_pairs(data)[0].name == "a b c"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"[1]", "Expected `object`, got `array`"),
        (b"{", "not JSON"),
        (b"[" * 100_000, "Expected `object`, got `array`"),
        (b'{"sents1": []}', "missing required field `sents2`"),
        (b'{"sents1": [], "sents2": "a"}', r"Expected `array`, got `str` - at `\$.sents2`"),
        (b'{"sents1": ["a"], "sents2": ["b"], "gold": {}}', r"Expected `array \| null`.*gold"),
        (b'{"sents1": ["a"], "sents2": ["b"], "gold": [[0]]}', "length 2.*gold"),
        (b'{"sents1": ["a"], "sents2": ["b"], "gold": [[0, true]]}', "Expected `int`, got `bool`.*gold"),
        (b'{"sents1": ["a"], "sents2": ["b"], "gold": [[0, 1]]}', r"\[0, 1\], and there are 1 and 1"),
        (b'{"sents1": ["a"], "sents2": ["b"], "gold": [[-1, 0]]}', r"\[-1, 0\]"),
        (b'{"sents1": ["a"], "sents2": ["b"], "blocks": 3}', r"Expected `array \| null`.*blocks"),
        (b'{"sents1": ["a"], "sents2": ["b"], "blocks": [[[0]]]}', "length 2.*blocks"),
        (
            b'{"sents1": ["a"], "sents2": ["b"], "blocks": [[[0], ["0"]]]}',
            "Expected `int`, got `str`.*blocks",
        ),
        (b'{"sents1": ["a"], "sents2": ["b"], "blocks": [[[0], [1]]]}', "'blocks' has 1, and there are 1"),
        (b"", "not JSON"),
    ],
)
def test_what_is_no_pair_is_refused_with_its_line(line, reason):
    good = as_lines({"sents1": ["a"], "sents2": ["b"]})
    with pytest.raises(ProblemsError, match=reason) as caught:
        read_document_pairs(good + line + b"\n" + good, "pairs.jsonl")
    assert str(caught.value).startswith("pairs.jsonl:2")


def test_a_file_that_is_not_utf_8_is_refused_with_its_likely_encoding():
    with pytest.raises(EncodingError, match=r"^pairs\.jsonl:2:17: byte 0xE9 is not UTF-8; .* cp1252$"):
        read_document_pairs(b'{}\n{"sents1": ["Caf\xe9 closed"], "sents2": []}', "pairs.jsonl")


def test_all_problems_are_told_at_once():
    with pytest.raises(ProblemsError) as caught:
        read_document_pairs(b"1\n{}\n", "p")
    assert [error.line for error in caught.value.errors] == [1, 2]


def test_an_empty_file_and_gold_that_is_missing_are_refused():
    with pytest.raises(ProblemsError, match="empty"):
        read_document_pairs(b"")
    with pytest.raises(ProblemsError, match="lacks 'gold'"):
        read_document_pairs(as_lines({"sents1": [], "sents2": []}), gold=True)
