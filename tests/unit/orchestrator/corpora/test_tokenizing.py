"""Raw text is split into sentences and tokens; what is no UTF-8 is named with its place."""

import io
import sys

import pytest

from orchestrator.corpora.tokenizing import tokenized_lines, tokenizer
from paralattice.errors import FormatError


@pytest.fixture
def file(tmp_path):
    def file(content, name="raw.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return file


def test_each_sentence_is_a_line_of_tokens(file):
    found = list(tokenized_lines([file("The boat didn't sink. It floats!")]))
    assert found == ["The boat did n't sink .", "It floats !"]


def test_files_are_read_in_their_order(file):
    files = [file("Second.", "b.txt"), file("First.", "a.txt")]
    assert list(tokenized_lines(files)) == ["Second .", "First ."]


def test_without_a_file_standard_input_is_read(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("Naïve boats sink.".encode())))
    assert list(tokenized_lines([])) == ["Naïve boats sink ."]


def test_nothing_comes_of_nothing(file):
    assert list(tokenized_lines([file(b"")])) == []
    assert list(tokenized_lines([file(" \n\n\t\n")])) == []


def test_a_byte_order_mark_is_no_part_of_the_text(file):
    assert list(tokenized_lines([file(b"\xef\xbb\xbfBoats sink.")])) == ["Boats sink ."]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_byte_that_is_not_utf_8_is_named_with_its_line(file, mark):
    path = file(mark + b"Fine.\nA caf\xe9 sinks.\n")
    with pytest.raises(FormatError, match="byte 0xE9 is not UTF-8") as caught:
        list(tokenized_lines([path]))
    assert (caught.value.file, caught.value.line) == (str(path), 2)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_bad_byte_at_the_start_of_a_line_is_on_that_line(file, mark):
    with pytest.raises(FormatError) as caught:
        list(tokenized_lines([file(mark + b"ab\n\xe9\n")]))
    assert (caught.value.line, "0xE9" in caught.value.message) == (2, True)


def test_standard_input_is_named_where_it_is_not_utf_8(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff")))
    with pytest.raises(FormatError, match="standard input:1:1: "):
        list(tokenized_lines([]))


def test_a_file_that_is_absent_is_an_error_before_anything_is_printed(file, tmp_path):
    with pytest.raises(FileNotFoundError):
        next(tokenized_lines([file("Fine."), tmp_path / "absent"]))


def test_tokens_are_those_of_the_language():
    assert tokenizer(False, "fr")("L'eau monte-t-elle ?") == ("L'", "eau", "monte", "-t-elle", "?")
