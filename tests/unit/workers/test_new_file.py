"""Files that the first of several writers creates, whole from the first moment."""

import errno
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from workers.new_file import create_whole, give_name


def test_of_many_writers_one_wins_and_all_read_its_whole_text(tmp_path):
    def write_and_read(job):
        path, text = job
        create_whole(path, text)
        return path.read_text()

    with ThreadPoolExecutor(4) as pool:
        for number in range(30):
            path = tmp_path / str(number)
            found = set(pool.map(write_and_read, [(path, text) for text in ("one\n", "two\n", "three\n")]))
            assert len(found) == 1
            assert found < {"one\n", "two\n", "three\n"}
    assert len(list(tmp_path.iterdir())) == 30


@pytest.mark.parametrize("links", [True, False])
def test_a_name_that_is_given_is_not_given_again(tmp_path, monkeypatch, links):
    def refuse(*_):
        raise OSError(errno.EPERM, "Operation not permitted")

    if not links:
        monkeypatch.setattr(Path, "hardlink_to", refuse)
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text("first")
    second.write_text("second")
    give_name(first, tmp_path / "name")
    with pytest.raises(FileExistsError):
        give_name(second, tmp_path / "name")
    assert (tmp_path / "name").read_text() == "first"


def test_a_file_system_that_refuses_otherwise_is_an_error(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "hardlink_to", fail)
    with pytest.raises(OSError, match="No space left"):
        create_whole(tmp_path / "name", "text\n")
    assert list(tmp_path.iterdir()) == []
