"""Files are read with errors that name them and the line; paths can always be printed."""

import os

import pytest

from orchestrator.io.text import open_regular, read_bytes, read_lines, read_text, shown


def test_a_path_is_printable_whatever_bytes_it_holds():
    assert shown(os.fsdecode(b"caf\xe9/\xc3\xa9.txt")) == "caf\\xe9/\xe9.txt"
    assert shown(shown(os.fsdecode(b"\xff"))) == "\\xff"


def test_a_text_in_another_encoding_is_read_as_utf_8_also_after_a_change(tmp_path):
    path = tmp_path / "x"
    for text in ("Café.\n", "Geschlossen: Café Zürich.\n"):
        path.write_bytes(text.encode("cp1252"))
        assert read_bytes(path, "cp1252").decode() == text
        assert read_text(path, "cp1252") == text
    assert read_lines(path, "cp1252") == ["Geschlossen: Café Zürich."]


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
