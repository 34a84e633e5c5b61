"""The fingerprint of a corpus follows the bytes of its files, not their times."""

import os

import pytest

from orchestrator.corpora.fingerprint import fingerprint


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "ferry.txt"
    path.write_bytes(b"It sank .\n")
    return path


def of(*files):
    return fingerprint([("text", str(file)) for file in files])


def test_a_touched_file_has_the_same_fingerprint(file):
    before = of(file)
    os.utime(file, (1, 1))
    assert before
    assert of(file) == before


def test_other_bytes_of_the_same_size_and_time_have_another_fingerprint(file):
    before, times = of(file), file.stat()
    file.write_bytes(b"It sang .\n")
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert of(file) != before


def test_names_purposes_and_the_borders_of_files_count(file, tmp_path):
    other = tmp_path / "other.txt"
    other.write_bytes(b"")
    before = of(file, other)
    assert fingerprint([("tree", str(file)), ("text", str(other))]) != before
    other.write_bytes(file.read_bytes())
    file.write_bytes(b"")
    assert of(file, other) != before
    assert of(other.rename(tmp_path / "third.txt")) != of(file)


def test_a_large_file_is_read_to_its_end(file):
    file.write_bytes(b"a" * (3 << 20))
    before = of(file)
    with file.open("r+b") as stream:
        stream.seek(-1, os.SEEK_END)
        stream.write(b"b")
    assert of(file) != before


def test_without_one_of_the_files_there_is_no_fingerprint(file, tmp_path):
    assert of(file, tmp_path / "absent.txt") == ""


def test_a_pipe_is_not_waited_for(file, tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    assert of(file, tmp_path / "pipe.txt") == ""
