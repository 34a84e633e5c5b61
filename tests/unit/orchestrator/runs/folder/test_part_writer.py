"""Parts of a run's folder: written whole, mended after a kill at any byte, nothing lost or double."""

import gzip
import os

import pytest

from orchestrator.runs.folder.part_writer import PartWriter, ResultWriter
from paralattice.results import PartFolder
from paralattice.results.parts import scan_members


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "results"


def write(folder, *names, **options):
    writer = PartWriter(folder, **options)
    for name in names:
        writer.append(name, f"{name} {len(name)}\n".encode())
    writer.close()


def mend(folder, *names):
    return PartWriter(folder).mend(names)


def names_in(folder):
    return [member.name for path in PartFolder(folder).parts() for member in scan_members(path)]


def test_records_are_there_as_soon_as_they_are_appended(folder):
    writer = PartWriter(folder)
    for name in ("a", "b"):
        writer.append(name, b"{}\n")
        assert PartFolder(folder).lines(name) == b"{}\n"
    writer.close()


def test_another_writer_goes_on_at_the_end(folder):
    write(folder, "a")
    write(folder, "b")
    assert names_in(folder) == ["a", "b"]
    assert len(PartFolder(folder).parts()) == 1


def test_a_full_part_is_followed_by_another(folder):
    write(folder, *"abcde", part_bytes=60)
    write(folder, "f", part_bytes=60)
    assert [path.name for path in PartFolder(folder).parts()] == [
        f"part-0000{number}.jsonl.gz" for number in range(3)
    ]
    assert names_in(folder) == list("abcdef")


def test_a_part_that_was_cut_at_any_byte_goes_on_with_nothing_lost_or_double(folder):
    write(folder, "a", "bb", "ccc")
    path = folder / "part-00000.jsonl.gz"
    content = path.read_bytes()
    ends = [member.offset + member.size for member in scan_members(path)]
    for size in range(len(content) + 1):
        path.write_bytes(content[:size])
        # The ledger knows of the first record alone: the others were written, but not noted.
        done = ["a"] if size >= ends[0] else []
        mend(folder, *done)
        write(folder, *(name for name in ("a", "bb", "ccc") if name not in done))
        assert path.read_bytes() == content


def test_records_that_nobody_wants_are_removed_wherever_they_are(folder):
    write(folder, *"abcdef", part_bytes=60)
    before = {name: PartFolder(folder).lines(name) for name in "bdf"}
    assert mend(folder, "b", "d", "f")
    assert names_in(folder) == ["b", "d", "f"]
    assert {name: PartFolder(folder).lines(name) for name in "bdf"} == before
    for path in PartFolder(folder).parts():
        gzip.decompress(path.read_bytes())


def test_of_records_of_one_name_the_last_is_kept(folder):
    writer = PartWriter(folder)
    for text in (b"old\n", b"new\n"):
        writer.append("a", text)
    writer.close()
    mend(folder, "a")
    assert names_in(folder) == ["a"]
    assert PartFolder(folder).lines("a") == b"new\n"


def test_parts_that_need_no_mending_are_not_written(folder):
    write(folder, "a", "b")
    path = folder / "part-00000.jsonl.gz"
    before = path.stat()
    assert not mend(folder, "a", "b")
    assert (path.stat().st_mtime_ns, path.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_a_full_disk_leaves_no_part_of_a_record(folder, monkeypatch):
    write(folder, "a")
    writer = PartWriter(folder)
    writer.append("b", b"{}\n")
    whole = os.write

    def full(file, content):
        if len(content) < 10:
            raise OSError(28, "No space left on device")
        return whole(file, content[:-5])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space"):
            writer.append("c", b"{}\n")
    assert names_in(folder) == ["a", "b"]
    assert (folder / "part-00000.jsonl.gz").stat().st_size == sum(
        member.size for member in scan_members(folder / "part-00000.jsonl.gz")
    )
    writer.append("c", b"{}\n")
    writer.close()
    assert names_in(folder) == ["a", "b", "c"]


def test_features_and_results_are_written_together(tmp_path):
    with ResultWriter(tmp_path) as writer:
        writer.write("a", b'{"f": 1}\n', b'{"v": 1}\n{"v": 2}\n')
        writer.write("b", b"{}\n", b"{}\n")
        writer.mend({"a"})
    assert PartFolder(tmp_path / "features").lines("a") == b'{"f": 1}\n'
    assert PartFolder(tmp_path / "results").lines("a") == b'{"v": 1}\n{"v": 2}\n'
    assert names_in(tmp_path / "features") == names_in(tmp_path / "results") == ["a"]
