"""JSON is read as values of a type, and refused with its source where it is none."""

import msgspec
import pytest

from paralattice.errors import FormatError
from paralattice.formats.typed_json import from_json


class Place(msgspec.Struct):
    name: str
    rank: int


def test_fields_may_stand_in_any_order_and_beside_others():
    assert from_json(b'{"rank": 3, "more": {}, "name": "na\xc3\xafve"}', Place) == Place("naïve", 3)


def test_whole_numbers_beyond_64_bits_are_exact():
    assert from_json(b'{"name": "", "rank": 1' + b"0" * 399 + b"}", Place).rank == 10**399


def test_a_part_can_stay_json():
    part = from_json(b'{"a": {"b": [1,  2]}}', dict[str, msgspec.Raw])["a"]
    assert bytes(part) == b'{"b": [1,  2]}'
    assert from_json(part, dict[str, list[int]]) == {"b": [1, 2]}


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"name": "a", "rank": "1"}',
        b'{"name": "a", "rank": true}',
        b'{"name": "a", "rank": 1.0}',
        b'{"name": "a", "rank": 1}{}',
        b'{"name": "\xff", "rank": 1}',
        b'{"name": "\\ud800", "rank": 1}',
        b'{"name": "a\nb", "rank": 1}',
        b'{"more": ' + b"[" * 100_000,
    ],
)
def test_what_is_no_such_value_is_refused_with_its_source(text):
    with pytest.raises(FormatError, match=r"^part, boat V1: not the JSON that is expected: "):
        from_json(text, Place, "part, boat V1")
