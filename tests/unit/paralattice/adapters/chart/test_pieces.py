"""Sentences become rows of pieces."""

from __future__ import annotations

from paralattice.adapters.chart.pieces import split_into_pieces
from paralattice.adapters.chart.wordpieces import WordPieces
from support.chart_models import SENTENCES, VOCABULARY


def split(sentences, most=40):
    return split_into_pieces(WordPieces(VOCABULARY), sentences, most)


def test_a_sentence_has_an_entry_for_each_word_and_for_its_two_ends():
    pieces = split([["ferryr", "-"], ["1"]])
    assert [VOCABULARY[number] for number in pieces.numbers[:5]] == ["[CLS]", "ferry", "##r", "-", "[SEP]"]
    assert pieces.firsts.tolist() == [0, 1, 3, 4, 5, 6, 7]
    assert pieces.lasts.tolist() == [0, 2, 3, 4, 5, 6, 7]
    assert pieces.starts.tolist() == [0, 5, 8]
    assert pieces.places().tolist() == [0, 1, 2, 3, 4, 0, 1, 2]
    assert pieces.entries(1, 1).tolist() == [1, 2, 5]


def test_a_long_sentence_is_read_in_rows_and_has_each_word_once():
    pieces = split(SENTENCES[2:])
    sizes = [stop - start for start, stop in zip(pieces.starts, pieces.starts[1:], strict=False)]
    assert len(sizes) > 1
    assert max(sizes) <= 40
    assert len(pieces.firsts) == 92
    words = [VOCABULARY[number] for number in pieces.numbers[pieces.firsts[1:-1]]]
    assert words == ["ferry", "1"] * 45


def test_an_empty_form_is_an_unknown_word():
    assert VOCABULARY[split([[""]]).numbers[1]] == "[UNK]"
