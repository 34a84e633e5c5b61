"""Files are read with errors that name them and the line; paths can always be printed."""

import os

import pytest

from orchestrator.io.text import decode_text, open_regular, read_bytes, shown
from paralattice.errors import FormatError


def test_a_path_is_printable_whatever_bytes_it_holds():
    assert shown(os.fsdecode(b"caf\xe9/\xc3\xa9.txt")) == "caf\\xe9/\xe9.txt"
    assert shown(shown(os.fsdecode(b"\xff"))) == "\\xff"


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_text_is_decoded_without_its_byte_order_mark_and_a_bad_byte_has_a_line(mark):
    assert decode_text(mark + "na\xefve".encode(), "x") == "na\xefve"
    with pytest.raises(FormatError, match="x:2: byte 0xe9 is not UTF-8"):
        decode_text(mark + b"a\ncaf\xe9\n", "x")


def test_the_bytes_of_a_file_are_read_and_an_absent_one_is_named(tmp_path):
    (tmp_path / "x").write_bytes(b"a\r\n\xff")
    assert read_bytes(tmp_path / "x") == b"a\r\n\xff"
    with pytest.raises(FileNotFoundError, match="absent"):
        read_bytes(tmp_path / "absent")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a regular file") as caught:
        open_regular(tmp_path / "pipe")
    assert caught.value.filename == str(tmp_path / "pipe")
