"""A file is written whole, or what was there before stays as it was."""

import json
import os
import threading

import pytest

from orchestrator.io.atomic import write_json, write_whole


def names(folder):
    return [path.name for path in folder.iterdir()]


def test_folders_are_made_and_the_text_is_written_as_it_is(tmp_path):
    path = tmp_path / "a" / "b" / "text"
    write_whole(path, "línea\r\n\nsecond\n")
    assert path.read_bytes() == "línea\r\n\nsecond\n".encode()


def test_an_existing_file_is_replaced_and_nothing_else_is_left(tmp_path):
    path = tmp_path / "text"
    write_whole(path, "a long first text")
    write_whole(path, "short")
    assert path.read_text("utf-8") == "short"
    assert names(tmp_path) == ["text"]


def test_a_text_that_cannot_be_encoded_leaves_the_old_file_and_no_other(tmp_path):
    path = tmp_path / "text"
    write_whole(path, "old")
    with pytest.raises(TypeError):
        write_whole(path, b"bytes are no text")
    assert path.read_text("utf-8") == "old"
    assert names(tmp_path) == ["text"]


def test_a_file_that_cannot_be_replaced_is_an_error_and_leaves_nothing_behind(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        write_whole(tmp_path / "folder", "text")
    assert names(tmp_path) == ["folder"]


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(OSError, match="file"):
        write_whole(tmp_path / "file" / "text", "text")


@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_the_rights_of_a_file_are_those_that_the_user_asks_for(tmp_path, mask, mode):
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "text", "text")
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert (tmp_path / "text").stat().st_mode & 0o777 == mode


def test_bytes_of_file_names_that_are_not_utf_8_are_escaped_and_read_back_from_json(tmp_path):
    write_whole(tmp_path / "text", "a\udcffb")
    assert (tmp_path / "text").read_text("utf-8") == "a\\udcffb"
    write_json(tmp_path / "json", {"path": "a\udcffb"})
    assert json.loads((tmp_path / "json").read_text("utf-8")) == {"path": "a\udcffb"}


def test_readers_see_the_old_text_or_the_new_one(tmp_path):
    path, texts = tmp_path / "text", {"a" * 100_000, "b" * 70_000}
    write_whole(path, "a" * 100_000)
    seen = set()

    def write():
        for _ in range(20):
            for text in texts:
                write_whole(path, text)

    writer = threading.Thread(target=write)
    writer.start()
    while writer.is_alive():
        seen.add(path.read_text("utf-8"))
    writer.join()
    assert seen <= texts


def test_json_is_written_for_people_too(tmp_path):
    value = {"name": "naïve", "list": [1, None]}
    write_json(tmp_path / "value.json", value)
    text = (tmp_path / "value.json").read_text("utf-8")
    assert json.loads(text) == value
    assert '  "name": "naïve",\n' in text
    assert text.endswith("}\n")
