"""Converts tokens to the forms that models read.

Models are trained on plain text, but a corpus may contain Penn escapes, invisible characters or a
megabyte without a space.  Trees keep the original tokens.
"""

import unicodedata

LONGEST = 100
"""Maximum number of characters of a form; the middle of a longer token is removed."""

_HEAD = 60
_EMPTY = "_"
_ESCAPES = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
    # Typographic quotes distinguish opening from closing, as the escapes do.
    "``": "\u201c",
    "''": "\u201d",
    "\\/": "/",
    "\\*": "*",
}
# Separators, controls, invisible format characters and lone surrogates.
_DROPPED = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf", "Cs"})


def model_form(token: str) -> str:
    """Return the form of a token that a model can read: 1 to 100 visible characters.

    Penn escapes are replaced by their characters, blanks and invisible characters are removed, and
    characters are composed (NFC).  An empty form becomes ``_``.
    """
    form = _ESCAPES.get(token, token)
    if not (form.isascii() and form.isprintable()):
        # Cut first, to avoid normalising a megabyte that is removed anyway.
        visible = (letter for letter in _cut(form) if unicodedata.category(letter) not in _DROPPED)
        form = unicodedata.normalize("NFC", "".join(visible))
    return _cut(form.replace(" ", "")) or _EMPTY


def _cut(form: str) -> str:
    return form if len(form) <= LONGEST else form[:_HEAD] + form[_HEAD - LONGEST :]
