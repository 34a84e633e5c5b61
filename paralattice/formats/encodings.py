"""Texts that are not in UTF-8: the error that names the encoding they look like, and texts as UTF-8."""

from paralattice.errors import EncodingError, FormatError

# Of those that fit equally, the first is named.
_COMMON = (
    "cp1252", "mac_roman", "cp1250", "cp1251", "koi8_r", "cp1253", "cp1254", "cp850",
    "shift_jis", "gb18030", "big5", "euc_jp", "euc_kr",
)  # fmt: skip

SAMPLE = 1000
"""Number of lines that show an encoding."""


def decode_utf8(data: bytes, file: str = "", first: int = 1) -> str:
    """Return a text in UTF-8, without its byte order mark; ``first`` is the 1-based number of its first line.

    Raises
    ------
    EncodingError
        The text is not UTF-8; with the place of the first byte that is not.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The codec leaves out the byte order mark.
        data = bytes(error.object)
        before = data[: error.start].split(b"\n")
        place = first + len(before) - 1, len(before[-1].decode()) + 1
        likely = likely_encoding(data)
        looks = f"; the text looks like {likely}" if likely else ""
        wrong = EncodingError(f"byte 0x{data[error.start]:02X} is not UTF-8{looks}", file, *place)
        wrong.likely = likely
    raise wrong


def likely_encoding(data: bytes) -> str:
    """Return the likely encoding of a text; empty if none fits or it is UTF-8 but for a few bytes."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    sample = b"\n".join([line for line in data.split(b"\n") if not line.isascii()][:SAMPLE])
    letters = [letter for letter in sample.decode(errors="replace") if not letter.isascii()]
    if 2 * letters.count("\ufffd") <= len(letters):
        return ""
    # Lazy import: few texts are not UTF-8.
    from charset_normalizer import from_bytes

    fits = {
        name: match.chaos
        for match in from_bytes(sample, cp_isolation=[*_COMMON])
        for name in match.could_be_from_charset
    }
    return min(filter(fits.__contains__, _COMMON), key=fits.__getitem__, default="")


def to_utf8(data: bytes, encoding: str, file: str = "") -> bytes:
    """Return a text in an encoding as UTF-8; one that is UTF-8, and not ASCII alone, stays as it is.

    Raises
    ------
    FormatError
        The text is not in that encoding, which is empty if nothing is to be changed.
    """
    if not encoding:
        return data
    fault = UnicodeError()
    for name in ("utf-8", encoding)[data.isascii() :]:
        try:
            return data.decode(name).encode()
        except UnicodeError as error:
            fault = error
    line = data.count(b"\n", 0, getattr(fault, "start", 0)) + 1
    raise FormatError(f"the text is not {encoding}: {getattr(fault, 'reason', fault)}", file, line)
