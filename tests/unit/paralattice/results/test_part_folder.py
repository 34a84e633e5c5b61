"""Records are found by name in the parts of a folder, whatever happens to the parts meanwhile."""

import pytest

from paralattice.errors import FormatError
from paralattice.results import PartFolder
from paralattice.results.parts import scan_members, write_member


@pytest.fixture
def folder(tmp_path):
    return PartFolder(tmp_path / "results")


def write(folder, number, *records):
    folder.root.mkdir(exist_ok=True)
    path = folder.root / f"part-{number:05}.jsonl.gz"
    path.write_bytes(b"".join(write_member(name, lines) for name, lines in records))
    return path


def test_records_of_all_parts_are_found(folder):
    write(folder, 0, ("a", b"1\n"), ("b", b"2\n"))
    write(folder, 1, ("c", b"3\n"))
    assert [folder.lines(name) for name in folder.names()] == [b"1\n", b"2\n", b"3\n"]
    assert folder.names() == ["a", "b", "c"]
    assert "c" in folder
    assert folder.place("c").name == "part-00001.jsonl.gz"


def test_a_folder_that_is_absent_has_no_records(folder):
    assert folder.names() == []
    assert "a" not in folder
    with pytest.raises(KeyError):
        folder.lines("a")
    assert folder.place("a") == folder.root


def test_the_later_record_of_a_name_counts(folder):
    write(folder, 0, ("a", b"1\n"), ("b", b"2\n"), ("a", b"3\n"))
    assert folder.lines("a") == b"3\n"
    assert sorted(folder.names()) == ["a", "b"]


def test_records_that_are_added_later_are_found(folder):
    path = write(folder, 0, ("a", b"1\n"))
    assert "b" not in folder
    with path.open("ab") as file:
        file.write(write_member("b", b"2\n")[:-3])
    assert "b" not in folder
    write(folder, 0, ("a", b"1\n"), ("b", b"2\n"))
    assert folder.lines("b") == b"2\n"


def test_records_of_a_part_that_was_written_anew_are_found(folder):
    write(folder, 0, ("a", b"1\n"), ("b", b"22222\n"), ("c", b"3\n"))
    assert folder.lines("c") == b"3\n"
    write(folder, 0, ("b", b"22222\n"), ("c", b"3\n"))
    assert folder.lines("c") == b"3\n"
    assert folder.lines("b") == b"22222\n"


def test_a_damaged_record_is_named_and_the_others_are_read(folder):
    path = write(folder, 0, ("a", b"1\n"), ("b", b"2\n"))
    content = bytearray(path.read_bytes())
    content[next(scan_members(path)).size - 6] ^= 1
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"part-00000.*'a' is damaged"):
        folder.lines("a")
    assert folder.lines("b") == b"2\n"
