"""Text of others as a terminal may show it: without characters that move the cursor or turn the line."""

import unicodedata

_KEPT = "\n\t"
_BIDI = "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


UNPRINTABLE = {
    code: f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"
    for code in (*range(0x20), *range(0x7F, 0xA0), *map(ord, _BIDI))
    if chr(code) not in _KEPT and unicodedata.category(chr(code)) in ("Cc", "Cf", "Zl", "Zp")
}
"""Escapes by code point, for :meth:`str.translate`: control characters and those of bidirectional text."""


def printable(text: str) -> str:
    r"""Return a text with control and bidirectional characters escaped; line ends and tabs are kept.

    Examples
    --------
    >>> print(printable("a\x1b[2Jb"))
    a\x1b[2Jb
    """
    return text.translate(UNPRINTABLE)
