"""The languages by their codes."""

from functools import cache

from paralattice.languages.english import English
from paralattice.languages.language import DATA, Language
from paralattice.options import require_known

DEFAULT = "en"
LANGUAGES = tuple(sorted(path.name[:-5] for path in DATA.iterdir() if path.name.endswith(".toml")))
"""Codes of ISO 639-1 of all languages with a data file."""

_OWN = {"en": English}
"""Languages with rules in Python."""


@cache
def language_of(code: str) -> Language:
    """Return the language with a code.

    Raises
    ------
    OptionError
        No language has that code.
    """
    require_known("language", code, LANGUAGES)
    return _OWN.get(code, Language)(code)
