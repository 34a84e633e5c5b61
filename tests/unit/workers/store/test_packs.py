"""A pack is whole or damaged, wherever it was cut and whatever bit was turned."""

import hashlib

import pytest

from workers.store.packs import Artefact, pack_keys, read_pack, write_pack

ARTEFACTS = {
    "ab" * 32: Artefact({"words": ["naïve", ","]}, {"one": "línea\n\nsecond".encode(), "empty": b""}),
    "cd" * 32: Artefact([1, 10**40, None]),
    "ef" * 32: Artefact(None, {"long": b"a line\n" * 200}),
}
CONTENT = write_pack(ARTEFACTS)


def test_artefacts_come_back_as_they_were():
    assert dict(read_pack(CONTENT)) == ARTEFACTS
    assert len(read_pack(CONTENT)) == len(ARTEFACTS)


def test_the_keys_are_known_from_the_first_two_lines():
    head = b"\n".join(CONTENT.split(b"\n")[:2]) + b"\n"
    assert pack_keys(head) == pack_keys(CONTENT) == list(ARTEFACTS)


def test_the_same_artefacts_give_the_same_bytes():
    assert write_pack(dict(ARTEFACTS)) == CONTENT


def test_a_pack_cut_at_any_byte_is_damaged():
    assert all(read_pack(CONTENT[:end]) is None for end in range(len(CONTENT)))


def test_a_pack_with_any_bit_turned_is_damaged():
    for place in range(len(CONTENT)):
        turned = bytearray(CONTENT)
        turned[place] ^= 1 << place % 8
        assert read_pack(bytes(turned)) is None, place


def test_a_cut_pack_gives_all_of_its_keys_or_none():
    found = [pack_keys(CONTENT[:end]) for end in range(len(CONTENT))]
    assert all(keys in ([], list(ARTEFACTS)) for keys in found)
    assert found[60] == []


@pytest.mark.parametrize("index", [b"{}", b"[1]", b'[["ab"]]', b"not json", b"", b"[[]]"])
def test_an_index_that_is_none_has_no_keys(index):
    body = index + b"\n"
    header = b"paralattice-pack-1 " + hashlib.sha256(body).hexdigest().encode() + b"\n"
    assert pack_keys(header + body) == []


def test_what_is_no_pack_has_no_keys():
    assert pack_keys(b"") == pack_keys(b"paralattice-artefact-2 0123\nabc\n") == []


def test_a_pack_with_a_damaged_key_has_no_keys():
    key = next(iter(ARTEFACTS)).encode()
    assert pack_keys(CONTENT.replace(key, key[:-1] + b"`", 1)) == []
