"""The form of a token for a model.

Models are trained on plain text.  A corpus may have Penn escapes, invisible characters or a megabyte
without a space.  Only the model gets the form; trees keep the token.
"""

from __future__ import annotations

import unicodedata

LONGEST = 100
"""Characters of a form; a longer token loses its middle."""

_HEAD = 60
_EMPTY = "_"
_ESCAPES = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
    # Typographic quotes, which keep the direction.
    "``": "\u201c",
    "''": "\u201d",
    "\\/": "/",
    "\\*": "*",
}
# Separators, controls, invisible format characters and lone surrogates.
_DROPPED = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf", "Cs"})


def model_form(token: str) -> str:
    """Return the form of a token that a model can read: 1 to 100 visible characters.

    Penn escapes become the characters they stand for; blanks and invisible characters are removed;
    characters are composed (NFC).  An empty form becomes ``_``.
    """
    form = _ESCAPES.get(token, token)
    if not (form.isascii() and form.isprintable()):
        # Cut first, to avoid normalising a megabyte that is removed anyway.
        form = unicodedata.normalize("NFC", _visible(_cut(form)))
    return _cut(form.replace(" ", "")) or _EMPTY


def _cut(form: str) -> str:
    if len(form) <= LONGEST:
        return form
    return form[:_HEAD] + form[_HEAD - LONGEST :]


def _visible(form: str) -> str:
    return "".join(letter for letter in form if unicodedata.category(letter) not in _DROPPED)
