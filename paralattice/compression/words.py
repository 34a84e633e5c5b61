"""Kinds of words: stop words and punctuation by the word, verbs, nouns and adjectives by the tag."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from paralattice.english.stop_words import DEFAULT_STOP_WORDS
from paralattice.languages.language import DATA

Label = tuple[str, str]
"""A lower-cased word and its tag, which is empty if none is known."""

START, END = ("", "start"), ("", "end")
"""Labels before the first and after the last word of each sentence."""
CONTENT, STOP, MARK = range(3)

_DATA = files(__package__) / "data"
_LISTS = {path.name.removesuffix(".tsv"): path for path in (DATA / "stop_words").iterdir()}
LANGUAGES = tuple(sorted({"english", *_LISTS}))
"""Languages whose stop words are known."""

_PAIRS = (("(", ")"), ("[", "]"), ("«", "»"), ("“", "”"), ("``", "''"))
_PAIRED = {'"'}.union(*_PAIRS)


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the stop words of one of :data:`LANGUAGES`."""
    path = _LISTS.get(language)
    if path is None:
        return DEFAULT_STOP_WORDS
    return frozenset(path.read_text(encoding="utf-8").splitlines()[1:])


@cache
def tag_class(name: str) -> frozenset[str]:
    """Return the part-of-speech tags of a class: ``verb``, ``noun`` or ``adjective``."""
    lines = (_DATA / "tags.tsv").read_text(encoding="utf-8").splitlines()
    return frozenset(line.split("\t")[0] for line in lines if line.endswith(f"\t{name}"))


@dataclass(frozen=True)
class Kinds:
    """Tells the kinds of words.

    Attributes
    ----------
    stops
        The stop words, lower-cased.  An apostrophe at the end of a word does not count: *l'* is *l*.
    """

    stops: Collection[str]
    _known: dict[Label, int] = field(default_factory=lambda: {START: CONTENT, END: CONTENT})

    def of(self, label: Label) -> int:
        """Return :data:`CONTENT`, :data:`STOP` or :data:`MARK` (a word without letters and digits)."""
        kind = self._known.get(label)
        if kind is None:
            word = label[0]
            is_stop = word in self.stops or word.rstrip("'\u2019") in self.stops
            kind = STOP if is_stop else CONTENT if any(map(str.isalnum, word)) else MARK
            self._known[label] = kind
        return kind


def are_paired(words: Sequence[str]) -> bool:
    """Return whether brackets and quotation marks are closed as often as they are opened.

    Examples
    --------
    >>> are_paired(["«", "Non", "»", "(", "Paris", ")"]), are_paired(["Non", "»"])
    (True, False)
    """
    if _PAIRED.isdisjoint(words):
        return True
    return words.count('"') % 2 == 0 and all(
        words.count(first) == words.count(last) for first, last in _PAIRS
    )
