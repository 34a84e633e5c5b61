"""The form of a token that is shown to a model.

A model was trained on plain text: brackets are brackets and tokens hold
letters.  A corpus may hold Penn escapes, invisible characters or a megabyte
without a space.  The form is for the model alone; trees keep the token.
"""

from __future__ import annotations

import unicodedata

LONGEST = 100
"""Characters of a form; the rest of a longer token is left out of its middle."""

_HEAD = 60
_EMPTY = "_"
_ESCAPES = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
    # Typographic, for these keep the direction that `"` loses.
    "``": "\u201c",
    "''": "\u201d",
    "\\/": "/",
    "\\*": "*",
}
# Separators, controls, invisible format characters and lone surrogates.
_DROPPED = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf", "Cs"})


def model_form(token: str) -> str:
    """Return the form of a token that a model can read: 1 to 100 visible characters.

    Penn escapes become the characters they stand for, as in the text that
    the models were trained on; blanks and invisible characters are left out;
    composed characters are preferred (NFC).  What has nothing left is ``_``.
    """
    form = _ESCAPES.get(token, token)
    if not (form.isascii() and form.isprintable()):
        # Cut first: normalising a megabyte is wasted on what is left out anyway.
        form = unicodedata.normalize("NFC", _visible(_cut(form)))
    return _cut(form.replace(" ", "")) or _EMPTY


def _cut(form: str) -> str:
    if len(form) <= LONGEST:
        return form
    return form[:_HEAD] + form[_HEAD - LONGEST :]


def _visible(form: str) -> str:
    return "".join(letter for letter in form if unicodedata.category(letter) not in _DROPPED)
