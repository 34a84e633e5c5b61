"""Records in independent members of gzip, found by their headers."""

import gzip
import subprocess

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from paralattice.errors import FormatError
from paralattice.results.parts import read_member, scan_members, write_member

RECORDS = [("ferry", b'{"a": 1}\n'), ("Brücke 2", b'{"b": [2, 3]}\n{"c": "\xc3\xbc"}\n'), ("empty", b"")]


@pytest.fixture
def part(tmp_path):
    path = tmp_path / "part-00000.jsonl.gz"
    path.write_bytes(b"".join(write_member(*record) for record in RECORDS))
    return path


def records_of(path):
    return [(member.name, read_member(path, member)) for member in scan_members(path)]


def test_records_are_read_as_they_were_written(part):
    assert records_of(part) == RECORDS


def test_every_reader_of_gzip_takes_a_part_as_one_text(part):
    whole = b"".join(lines for _, lines in RECORDS)
    with gzip.open(part) as file:
        assert file.read() == whole
    assert subprocess.run(["gzip", "-dc", part], capture_output=True, check=True).stdout == whole


def test_a_part_may_be_read_from_a_member_on(part):
    first, *rest = scan_members(part)
    assert list(scan_members(part, first.size)) == rest


def test_a_part_cut_at_any_byte_has_the_members_before_it(part):
    content, members = part.read_bytes(), list(scan_members(part))
    for size in range(len(content) + 1):
        part.write_bytes(content[:size])
        assert list(scan_members(part)) == [each for each in members if each.offset + each.size <= size]


@pytest.mark.parametrize(
    "tail",
    [bytes(4096), b"\x1f\x8b\x08\x04", gzip.compress(b"{}\n")],
    ids=["zeros", "cut header", "a member without a name"],
)
def test_what_is_no_member_ends_a_part(part, tail):
    content, members = part.read_bytes(), list(scan_members(part))
    part.write_bytes(content + tail)
    assert list(scan_members(part)) == members


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(0, 10_000), bit=st.integers(0, 7))
@example(place=0, bit=0)
def test_no_flipped_bit_gives_another_record(part, place, bit):
    good = b"".join(write_member(*record) for record in RECORDS)
    content = bytearray(good)
    content[place % len(content)] ^= 1 << bit
    part.write_bytes(content)
    for member in scan_members(part):
        try:
            lines = read_member(part, member)
        except FormatError:
            continue
        # The name is not in the checksum.
        assert lines in [each for _, each in RECORDS]


def test_a_member_of_another_place_is_damaged(part):
    member = next(scan_members(part))
    with pytest.raises(FormatError, match=r"part-00000.*'ferry' is damaged"):
        read_member(part, member._replace(offset=1))
    with pytest.raises(FormatError, match="is damaged"):
        read_member(part, member._replace(size=member.size - 1))


def test_a_part_that_is_gone_is_named(part):
    member = next(scan_members(part))
    part.unlink()
    with pytest.raises(FormatError, match=r"part-00000.*cannot be read"):
        read_member(part, member)
