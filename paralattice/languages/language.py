"""A language: its tokens, sentences, function words and spacing, by the rules of its data file.

A file ``data/CODE.toml`` describes a language; its name is the code of ISO 639-1.  All keys but ``name``
may be absent: ``stemmer`` (the name of Snowball's algorithm and of the list of function words in
``data/stop_words``), ``abbreviations``, ``elisions``, ``enclitics``, ``reduced``, ``whole``, ``ordinals``,
``spaced``, ``quotes``, ``spaced_quotes`` and ``spaces``; ``data/fr.toml`` and ``data/nl.toml`` say what they
are for.  Lists are texts with blanks between the words.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.resources import files
from typing import Any

from paralattice.english.spacing import spaced
from paralattice.errors import OptionError

DATA = files("paralattice.languages") / "data"

_APOSTROPHES = "'\u2019"
_CLOSING = (
    ".", ",", ";", ":", "!", "?", "…", "...", "%", ")", "]", "}", "”", "»", "?!", "!!", "!?",
    "-RRB-", "-RSB-", "-RCB-", "''",
)  # fmt: skip
_OPENING = ("(", "[", "{", "“", "„", "«", "\u201a", "¿", "¡", "-LRB-", "-LSB-", "-LCB-", "``")
# Ends of sentences, perhaps with closing marks: the marks, and what follows.
_END = re.compile(
    r"""([.!?…]+)(?:\s?[»”\u2019"'“)\]])*\s+(?=["'«»“„\u201a\u2018(\[¿¡\u2013\u2014-]*\s?(\w))"""
)
_LAST_WORD = re.compile(r"[^\s(\[«»„“”\"'\u2019]+$")


class Language:
    """A language described by a file.

    Parameters
    ----------
    code
        Its code, as in ISO 639-1.

    Attributes
    ----------
    name
        Its English name.
    stemmer
        Name of a stemmer of PyStemmer; empty without one.
    spaces
        Whether words have spaces between them.
    parsed
        Whether the bundled parser reads it.
    """

    parsed = False

    def __init__(self, code: str) -> None:
        values: dict[str, Any] = tomllib.loads((DATA / f"{code}.toml").read_text("utf-8"))
        self.code = code
        self.name: str = values["name"]
        self.stemmer: str = values.get("stemmer", "")
        self.spaces: bool = values.get("spaces", True)
        self._ordinals: bool = values.get("ordinals", False)
        names = ("abbreviations", "elisions", "enclitics", "reduced", "whole", "spaced", "quotes")
        self._words: dict[str, list[str]] = {name: values.get(name, "").split() for name in names}
        self._spaced_quotes: bool = values.get("spaced_quotes", False)

    @cached_property
    def stop_words(self) -> frozenset[str]:
        """Its function words, lower-cased; words that lose a letter have their apostrophe."""
        if not self.stemmer:
            return frozenset()
        text = (DATA / "stop_words" / f"{self.stemmer}.tsv").read_text("utf-8")
        elided = {f"{word}{mark}" for word in self._words["elisions"] for mark in _APOSTROPHES}
        reduced = {f"{mark}{word}" for word in self._words["reduced"] for mark in _APOSTROPHES}
        enclitics = {f"-{word}" for word in self._words["enclitics"]}
        return frozenset(text.splitlines()[1:]) | elided | reduced | enclitics

    def tokens(self, text: str) -> tuple[str, ...]:
        """Return the tokens of one sentence; joined, they are the text without its white space.

        Raises
        ------
        OptionError
            Its words have no spaces between them.
        """
        if not self.spaces:
            raise OptionError(
                f"{self.name} is written without spaces between words: give tokens with white space between "
                "them, and --tokenized"
            )
        return tuple(self._token.findall(text))

    def sentences(self, paragraph: str) -> list[str]:
        """Return the sentences of a paragraph in order, each with single blanks.

        A full stop after an abbreviation, a single letter or, in some languages, a short number ends none;
        nor does a mark before a word in lower case.
        """
        found, start = [], 0
        for end in _END.finditer(paragraph):
            if self._ends(paragraph, end):
                found.append(paragraph[start : end.end()])
                start = end.end()
        return [" ".join(sentence.split()) for sentence in (*found, paragraph[start:]) if sentence.strip()]

    def _ends(self, paragraph: str, end: re.Match[str]) -> bool:
        if end[2].islower():
            return False
        if end[1] != ".":
            return True
        word = _LAST_WORD.search(paragraph[: end.start()][-40:])
        before = word[0] if word else ""
        if before.lower() in self._abbreviated or (len(before) == 1 and before.isalpha()):
            return False
        return not (self._ordinals and before.isdecimal() and len(before) <= 2)

    def joins(self, words: Sequence[str]) -> list[bool]:
        """Return, for each token, whether it follows the one before without a space."""
        if not self.spaces:
            return [place > 0 for place in range(len(words))]
        sides = list(self._sides(words))
        befores = [False, *(right for _, right in sides)]
        joined = [left or before for (left, _), before in zip(sides, befores, strict=False)]
        return [False, *joined[1:]] if joined else []

    def running_text(self, words: Sequence[str]) -> str:
        """Return a sentence's tokens as running text; an abbreviation at the end has one full stop."""
        double = list(words[-1:]) == ["."] and len(words) > 1 and words[-2].endswith(".")
        told = words[:-1] if double else words
        return spaced(told, self.joins(told))

    @cached_property
    def _abbreviated(self) -> frozenset[str]:
        return frozenset(word.lower() for word in self._words["abbreviations"])

    @cached_property
    def _token(self) -> re.Pattern[str]:
        apostrophe = f"[{_APOSTROPHES}]"

        def listed(name: str) -> str:
            # Longer words come first; without words nothing matches.
            words = sorted(self._words[name], key=len, reverse=True)
            return "|".join(re.escape(word).replace("'", apostrophe) for word in words) or r"(?!)"

        ordinal = r"(?<!\w) \d{1,2} \. (?=\s+\w)" if self._ordinals else "(?!)"
        enclitic = rf"-(?:{listed('enclitics')}) (?![\w-])"
        return re.compile(
            rf"""
              (?:https?://|www\.) \S* [^\s.,;:!?)\]>"'\u2019\u201d]
            | [\w.+-]+ @ \w[\w-]* (?:\.\w[\w-]*)+
            | (?<!\w) (?i:{listed("whole")}) (?!\w)
            | (?<!\w) (?i:{listed("abbreviations")}) \. (?!\w)
            | (?<!\w) (?: [^\W\d_] \. (?: [^\W\d_] \. )+ | [^\W\d_] \. (?=\s+\S) )
            | {ordinal}
            | (?<!\w) (?i:{listed("elisions")}) {apostrophe} (?=\w)
            | (?<!\w) {apostrophe} (?:{listed("reduced")}) (?!\w)
            | (?: (?<!\S) [-\u2212] )? \d+ (?: [.,:/] \d+ )* \w*
            | (?i:{enclitic})
            | \w+ (?= (?i:{enclitic}) )
            | \w+ (?: (?! (?i:{enclitic}) ) [-&.{_APOSTROPHES}] \w+ )*
            | \.{{2,}} | -{{2,}} | '' | ``
            | \S
            """,
            re.VERBOSE,
        )

    @cached_property
    def _rules(self) -> dict[str, tuple[bool, bool]]:
        """Marks with whether they are joined to the token before and after them."""
        rules = dict.fromkeys(_OPENING, (False, True)) | dict.fromkeys(_CLOSING, (True, False))
        # The first pair of a language counts: a closing mark in one is an opening one in another.
        for pair in reversed(self._words["quotes"]):
            rules |= {pair[0]: (False, True), pair[1]: (True, False)}
        rules |= dict.fromkeys(self._words["spaced"], (False, False))
        if self._spaced_quotes:
            rules |= dict.fromkeys(self._words["quotes"][0], (False, False))
        rules |= {f"-{word}": (True, False) for word in self._words["enclitics"]}
        elided = (f"{word}{mark}" for word in self._words["elisions"] for mark in _APOSTROPHES)
        return rules | dict.fromkeys(elided, (False, True))

    def _sides(self, words: Sequence[str]) -> Iterator[tuple[bool, bool]]:
        """Yield whether each token is joined to the one before and to the one after it."""
        opened = {'"': False, "'": False}
        for place, word in enumerate(words):
            if word in opened:
                opened[word] = not opened[word]
                yield not opened[word], opened[word]
            elif word == "/":
                near = [*words[max(place - 1, 0) : place], *words[place + 1 : place + 2]]
                yield (len(near) == 2 and all(one[-1:].isalnum() for one in near),) * 2
            elif word in "$£" and words[place + 1 : place + 2]:
                yield False, words[place + 1][:1].isdigit()
            else:
                yield self._rules.get(word) or self._rules.get(word.lower(), (False, False))
