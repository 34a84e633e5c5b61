"""Sentences are split into the pieces of running text, each of which belongs to a word."""

from __future__ import annotations

import sys

import pytest

from paralattice.adapters.fluency.pieces import MOST, PieceSplitter
from paralattice.adapters.fluency.storage import PieceVocabulary
from paralattice.errors import ModelError
from support.tiny_llama import MERGES, PIECES

VOCABULARY = PieceVocabulary(tuple(PIECES), tuple(MERGES), 0, 0)


def split(text):
    words = text.split()
    numbers, owners = PieceSplitter(VOCABULARY).split(words)
    return [(PIECES[number], words[owner]) for number, owner in zip(numbers, owners, strict=True)]


def test_merges_are_done_and_a_space_belongs_to_the_word_behind_it():
    assert split("in the") == [("in", "in"), ("Ġthe", "the")]


def test_a_full_stop_follows_without_a_space():
    assert split("and .") == [("and", "and"), (".", ".")]


def test_escaped_brackets_are_written_as_brackets():
    assert split("-LRB- in -RRB-")[0] == ("(", "-LRB-")


def test_digits_are_pieces_of_their_own():
    assert split("at 42") == [("at", "at"), ("Ġ", "42"), ("4", "42"), ("2", "42")]


def test_all_bytes_of_a_letter_belong_to_its_word():
    assert [word for _, word in split("é in")] == ["é", "é", "in", "in"]


def test_pieces_beyond_the_most_are_left_out():
    numbers, owners = PieceSplitter(VOCABULARY).split(["in"] * (MOST + 5))
    assert len(numbers) == len(owners) == MOST


def test_without_the_package_that_splits_the_message_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(ModelError, match=r"paralattice\[fluency\]"):
        PieceSplitter(VOCABULARY)
