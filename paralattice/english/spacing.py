"""Turns tokens into running text: which tokens follow the one before without a space.

Tokens are as in :func:`paralattice.adapters.text.tokenize` or of a corpus that came tokenised,
Penn Treebank escapes included.  Abbreviations, numbers and names of sites that such a corpus took apart
(``U . S .``, ``2 , 000``, ``$2 . 6``, ``news . com``) become whole.
"""

import re
from collections.abc import Callable, Sequence

from paralattice.english.calendar import MONTHS
from paralattice.english.tables import word_class, word_values

Words = Sequence[str]
_Sides = tuple[bool, bool]
"""Whether a token is joined to the token before it, and to the token after it."""

_Rule = Callable[[Words, int], _Sides]
"""Returns the sides of the token at a place."""

_APART, _LEFT, _RIGHT, _BOTH = (False, False), (True, False), (False, True), (True, True)


_ESCAPES = {
    "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}", "``": '"', "''": '"',
}  # fmt: skip
_CLOSING = (";", "!", "?", "%", "*", ")", "]", "}", "”", "»", "°", "''", "?!", "!!", "!?")
_OPENING = (*"([{“«$£€¥#¿¡\u2018", "US$", "C$", "A$", "HK$", "NZ$", "S$", "``")
_ENDINGS = word_class("spacing", "ending")
_HALVES = {word: halves.split(",") for word, halves in word_values("spacing", "half").items()}
_UNITS = word_class("spacing", "unit")
_APOSTROPHES = "'\u2019"
_AFTER_APOSTROPHE = word_class("spacing", "after-apostrophe")
# After a dash, these begin a clause; within a compound, another hyphen is near.
_CLAUSE = word_class("spacing", "clause")
# Before a capital, these are prefixes.
_PREFIXES = word_class("spacing", "prefix")
# Before *in* or *by*, these are verbs of a compound: *break-in*.
_BEFORE_PARTICLE = word_class("spacing", "before-particle")
_PARTICLES = ("by", "in", "on", "over", "under")
_BEFORE_MINUS = word_class("spacing", "before-minus")
_ABBREVIATION = re.compile(r".*\w\.")
_INITIAL = re.compile("[A-Za-z]")
_DIGITS = re.compile(r"[^\w\s]?\d+")
_DECIMALS = re.compile(r"\d+([a-z]{1,2}|%)?")
_THOUSANDS = re.compile(r"\d{3}(\D.*)?")
_BEFORE_THOUSANDS = re.compile(r"(?:[^\w\s]|[A-Z][A-Za-z]{0,3})?\d{1,3}")
_SITE = re.compile(r"\w*[A-Za-z]\w*")
_YEAR = re.compile(r"\d\ds?")
_DOMAINS = word_class("spacing", "domain")


def joins(words: Words) -> list[bool]:
    """Return, for each token, whether it follows the one before without a space.

    Examples
    --------
    >>> joins(["Do", "n't", "go", "!"])
    [False, True, False, True]
    """
    joined = [False] * (len(words) + 1)
    # Most words have no rule, and a run has millions of sentences.
    for place in [place for place, word in enumerate(words) if word in _RULES or word[-1:] == "-"]:
        left, right = _RULES.get(words[place], _cut)(words, place)
        joined[place] |= left
        joined[place + 1] |= right
    joined[0] = False
    return joined[: len(words)]


def detokenise(words: Words) -> str:
    r"""Return a sentence's tokens as running text; an abbreviation at the end has one full stop.

    Examples
    --------
    >>> detokenise(["The", "``", "so", "-", "called", "''", "ferry", "is", "n't", "hers", "."])
    'The "so-called" ferry isn\'t hers.'
    >>> detokenise(["It", "left", "at", "7", "p.m.", "."])
    'It left at 7 p.m.'
    """
    told = (
        words[:-1]
        if list(words[-1:]) == ["."] and _ABBREVIATION.fullmatch(_at(words, len(words) - 2))
        else words
    )
    return spaced(told, joins(told))


def spaced(words: Words, joined: Sequence[bool]) -> str:
    """Return tokens as text, given for each whether it follows the one before without a space."""
    shown = [_ESCAPES.get(word, word) for word in words]
    pieces = [word if follows else f" {word}" for word, follows in zip(shown, joined, strict=True)]
    return "".join([*shown[:1], *pieces[1:]])


def shown_word(word: str) -> str:
    """Return a token as it is written in a text: ``-LRB-`` is a bracket."""
    return _ESCAPES.get(word, word)


def joins_in(text: str, words: Words) -> list[bool] | None:
    """Return :func:`joins` as in a text; ``None`` if the tokens are not those of the text."""
    joined, place = [], 0
    for word in words:
        rest = len(text) - len(text[place:].lstrip())
        if not text.startswith(word, rest):
            return None
        joined.append(rest == place and place > 0)
        place = rest + len(word)
    return joined if not text[place:].strip() else None


def _at(words: Words, place: int) -> str:
    return words[place] if 0 <= place < len(words) else ""


def _is_word(text: str) -> bool:
    """Return whether a token is a word or a number, or ends like one."""
    return bool(text) and text[-1].isalnum() and text[0] not in _APOSTROPHES


def _always(sides: _Sides) -> _Rule:
    return lambda _words, _place: sides


def _ending(words: Words, place: int) -> _Sides:
    """Join the end of a contraction to its beginning."""
    return _LEFT if _at(words, place - 1)[-1:].isalnum() or _at(words, place - 1)[-1:] == "." else _APART


def _half(words: Words, place: int) -> _Sides:
    return _LEFT if _at(words, place - 1).lower() in _HALVES.get(words[place], ()) else _APART


def _unit(words: Words, place: int) -> _Sides:
    """Join a unit to its number, as the tokeniser takes them apart: ``5km``."""
    before = _at(words, place - 1)
    return _LEFT if before[-1:].isdigit() and before[:1].isdigit() else _half(words, place)


def _full_stop(words: Words, place: int) -> _Sides:
    before, after = _at(words, place - 1), _at(words, place + 1)
    decimal = _DIGITS.fullmatch(before) and _DECIMALS.fullmatch(after)
    site = before == "www" or (after in _DOMAINS and _SITE.fullmatch(before))
    return _BOTH if decimal or site or _is_within_initials(words, place) else _LEFT


def _com(words: Words, place: int) -> _Sides:
    return _LEFT if re.fullmatch(r"\w+\.", _at(words, place - 1)) else _APART


def _is_within_initials(words: Words, place: int) -> bool:
    """Return whether a full stop is between two initials, as in ``U.S.``."""
    initials = (_at(words, place - 1), _at(words, place + 1))
    return _at(words, place + 2) == "." and all(_INITIAL.fullmatch(word) for word in initials)


def _comma(words: Words, place: int) -> _Sides:
    """Join a comma to the word before it, and to the thousands of a number; not to what follows a date."""
    date = _at(words, place - 2).lower().rstrip(".") in MONTHS
    before, after = _at(words, place - 1), _at(words, place + 1)
    number = _BEFORE_THOUSANDS.fullmatch(before) and _THOUSANDS.fullmatch(after)
    return _BOTH if number and not date and not _is_listed(words, place) else _LEFT


def _is_listed(words: Words, place: int) -> bool:
    """Return whether a comma is one of a list of numbers, which ends in ``and`` or ``or``."""
    sizes = {len(_at(words, place - 1)), len(_at(words, place + 1))}
    return sizes == {3} and _at(words, place + 2) in (",", "and", "or")


def _ellipsis(words: Words, place: int) -> _Sides:
    """Join dots to the sentence that they end, or to the one that they begin."""
    return _LEFT if place == len(words) - 1 or _at(words, place + 1) in _RULES else _APART


def _colon(words: Words, place: int) -> _Sides:
    times = _at(words, place - 1).isdecimal() and _at(words, place + 1)[:1].isdecimal()
    return _BOTH if times else _LEFT


def _slash(words: Words, place: int) -> _Sides:
    return _BOTH if _is_word(_at(words, place - 1)) and _is_word(_at(words, place + 1)) else _APART


def _long_dash(words: Words, place: int) -> _Sides:
    numbers = _at(words, place - 1)[-1:].isdecimal() and _at(words, place + 1)[:1].isdecimal()
    return _BOTH if numbers else _APART


def _hyphen(words: Words, place: int) -> _Sides:
    before, after = _at(words, place - 1), _at(words, place + 1)
    # Two hyphens are a dash.
    if after == "-":
        return _RIGHT
    if before == "-" or not after[:1].isalnum():
        return _APART
    if not _is_word(before) and before[-1:] != ".":
        return _RIGHT if after[0].isdigit() else _APART
    return _between(words, place, before, after)


def _cut(words: Words, place: int) -> _Sides:
    """Join the parts of a compound that was cut after its hyphen; in *pre- and post-war* they stay apart."""
    follows = _at(words, place + 1)
    whole = words[place][0].isalnum() and follows[:1].isalnum() and follows.lower() not in _CLAUSE
    return _RIGHT if whole else _APART


def _between(words: Words, place: int, before: str, after: str) -> _Sides:
    """Return the sides of a hyphen between two words: a compound's, a suspended one, or a dash."""
    if after in ("and", "or", "to") and _at(words, place + 3) == "-":
        return _LEFT
    if after[0].isdigit():
        return _RIGHT if before in _BEFORE_MINUS else _BOTH
    if after in _PARTICLES and (before.lower() in _BEFORE_PARTICLE or before.isdigit()):
        return _BOTH
    near = "-" in (_at(words, place - 2), _at(words, place + 2))
    if after.lower() in _CLAUSE and before not in _PREFIXES and not (near and after.islower()):
        return _APART
    if after[0].isupper() and before[0].islower():
        return _BOTH if before in _PREFIXES or near else _APART
    # The second dash around a name: *a man - Jan Berg - opened fire*.
    dashes = [other for other in range(place) if words[other] == "-" and _hyphen(words, other) == _APART]
    return _APART if len(dashes) == 1 and before[0].isupper() and after.islower() else _BOTH


def _double_quote(words: Words, place: int) -> _Sides:
    # A corpus may leave one half at its word: *"We left , " she said*.
    total, before = "".join(words).count('"'), "".join(words[:place]).count('"')
    if before % 2:
        return _LEFT
    return _RIGHT if before + 1 < total else _single_mark(words, place)


def _single_mark(words: Words, place: int) -> _Sides:
    """Return the sides of a quotation mark whose other half is absent."""
    if place == 0:
        return _RIGHT
    if (
        place == len(words) - 1
        or _at(words, place + 1) in (",", *_CLOSING)
        or _at(words, place - 1) in (",", "?", "!")
    ):
        return _LEFT
    return _RIGHT if _at(words, place - 1) in (":", "(") or _at(words, place - 1).endswith("said") else _APART


def _apostrophe(words: Words, place: int) -> _Sides:
    """Return the sides of a straight mark: an apostrophe, or the first or second half of a quotation."""
    opened, sides = False, _APART
    for earlier in range(place + 1):
        if words[earlier] == words[place]:
            sides = _straight(words, earlier, opened)
            opened = sides == _RIGHT or (opened and sides == _BOTH)
    return sides


def _straight(words: Words, place: int, opened: bool) -> _Sides:
    before, after = _at(words, place - 1), _at(words, place + 1)
    if after in _AFTER_APOSTROPHE and before[-1:].isalpha():
        return _BOTH
    # As in rock 'n' roll.
    if "n" in (before, after):
        return _RIGHT if after == "n" else _LEFT
    halves = words[place:].count(words[place])
    plural = before[-1:] in ("s", "S")
    return _LEFT if opened or (plural and halves % 2) else _RIGHT


def _curly(words: Words, place: int) -> _Sides:
    """Join a closing single quotation mark, or an apostrophe, to the word before it."""
    after, before = _at(words, place + 1), _at(words, place - 1)
    if after in _AFTER_APOSTROPHE and before[-1:].isalpha():
        return _BOTH
    # *The '66 team* is not *the dogs' 12 bowls*.
    year = _YEAR.fullmatch(after) and before[-1:] not in ("s", "S")
    return _LEFT if place and not year else _RIGHT


_CONTRACTIONS = [form for end in _ENDINGS for form in (end, end.replace("'", _APOSTROPHES[1]))]
_RULES: dict[str, _Rule] = {
    **dict.fromkeys(_CLOSING, _always(_LEFT)),
    **dict.fromkeys(_OPENING, _always(_RIGHT)),
    **dict.fromkeys((name for name, sign in _ESCAPES.items() if sign in ")]}"), _always(_LEFT)),
    **dict.fromkeys((name for name, sign in _ESCAPES.items() if sign in "([{"), _always(_RIGHT)),
    **dict.fromkeys(_CONTRACTIONS, _ending),
    **dict.fromkeys(map(str.upper, _CONTRACTIONS), _ending),
    **dict.fromkeys(_HALVES, _half),
    **dict.fromkeys(_UNITS, _unit),
    **dict.fromkeys((f"{unit}." for unit in _UNITS), _unit),
    **dict.fromkeys(("…", "..."), _ellipsis),
    # En dash and em dash.
    **dict.fromkeys(("\u2013", "\u2014"), _long_dash),
    ".": _full_stop,
    ",": _comma,
    ":": _colon,
    "/": _slash,
    "com": _com,
    "-": _hyphen,
    '"': _double_quote,
    "'": _apostrophe,
    "\u2019": _curly,
}
