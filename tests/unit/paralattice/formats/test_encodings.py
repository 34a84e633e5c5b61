"""Texts that are not UTF-8 are named with their likely encoding, and read if it is given."""

import pickle

import pytest

from paralattice.errors import EncodingError, FormatError
from paralattice.formats.encodings import decode_utf8, likely_encoding, to_utf8

MARK = b"\xef\xbb\xbf"


@pytest.mark.parametrize("mark", [b"", MARK])
def test_a_text_is_decoded_without_its_byte_order_mark_and_its_first_bad_byte_has_a_place(mark):
    assert decode_utf8(mark + "na\xefve".encode()) == "na\xefve"
    with pytest.raises(EncodingError, match=r"^x:5:4: byte 0xE9 is not UTF-8; the text looks like cp1252$"):
        decode_utf8(mark + b"a\ncaf\xe9\nol\xe9\n", "x", 4)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("“The café was closed,” said Zoë, she'd waited.", "cp1252"),
        ("L'incendie a détruit une école à Évreux, où il a brûlé.", "mac_roman"),
        ("L'incendie a détruit une école à Évreux, où il a brûlé.", "cp1252"),
        ("Das Feuer zerstörte eine Schule in Köln, später die Brücke.", "cp1252"),
        ("El niño cayó en el río; ¿quién lo vio mañana?", "cp1252"),
        ("L'incendio è scoppiato perché la città è piena.", "cp1252"),
        ("Não há ninguém ali, disse o capitão João.", "cp1252"),
        ("Pożar zniszczył szkołę w Łodzi. Strażacy przyjechali później.", "cp1250"),
        ("Пожар уничтожил школу в Твери.", "cp1251"),
        ("Пожар уничтожил школу в Твери.", "koi8_r"),
        ("学校の火事で三人がけがをした。", "shift_jis"),
        ("The ferry sank.\n", "utf-16"),
    ],
)
def test_the_likely_encoding_of_a_sentence_is_its_own(text, encoding):
    assert likely_encoding(text.encode(encoding)) == encoding


def test_a_text_in_utf_8_but_for_a_few_bytes_looks_like_no_other_encoding():
    assert likely_encoding("naïve café".encode() + b"\xe9") == ""


def test_an_error_keeps_the_likely_encoding_when_it_is_pickled():
    with pytest.raises(EncodingError) as caught:
        decode_utf8(b"caf\xe9 x", "x")
    copy = pickle.loads(pickle.dumps(caught.value))  # noqa: S301
    assert (str(copy), copy.likely) == (str(caught.value), "cp1252")


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "cp037", "iso2022_jp"])
def test_a_text_in_the_given_encoding_becomes_utf_8(encoding):
    text = "Cafe\n" if encoding == "iso2022_jp" else "Café\n"
    assert to_utf8(text.encode(encoding), encoding) == text.encode()


def test_a_text_that_is_utf_8_stays_as_it_is_in_a_folder_of_another_encoding():
    assert to_utf8(MARK + "Café".encode(), "cp1252") == MARK + "Café".encode()
    assert to_utf8(b"caf\xe9", "") == b"caf\xe9"


@pytest.mark.parametrize(
    ("data", "encoding", "message"),
    [
        (b"a\ncaf\x81 \xe9\n", "cp1252", "x:2: the text is not cp1252: character maps to <undefined>"),
        (b"caf\xe9", "utf-8", "x:1: the text is not utf-8: unexpected end of data"),
        (b"+2AA-", "utf-7", "x:1: the text is not utf-7: surrogates not allowed"),
    ],
)
def test_a_text_that_is_in_neither_is_refused_with_its_line(data, encoding, message):
    with pytest.raises(FormatError) as caught:
        to_utf8(data, encoding, "x")
    assert str(caught.value) == message
