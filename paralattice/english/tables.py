"""Reads the word lists of the folder ``data``.

A word list has a line for each word: the word, a tab, and its classes. A class may give the word a value, as
in ``figure=7``. The comments at the beginning say what the file and each class are for. Words are in
alphabetical order, each once: all classes of a word are in one place.

Examples
--------
>>> sorted(word_class("time", "opener"))[:3]
['after', 'as', 'before']
>>> word_values("numbers", "figure")["seven"]
'7'
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from paralattice.errors import FormatError

WordClasses = dict[str, dict[str, str]]
"""The words of each class with their values; the value of a word is empty if the class gives none."""

_DECLARATION = re.compile(r"# ([a-z-]+): \S")


def word_class(table: str, *names: str) -> frozenset[str]:
    """Return the words of some classes of a word list.

    Parameters
    ----------
    table
        The name of the file, such as ``nouns``.
    names
        Names of its classes.
    """
    classes = _classes(table)
    return frozenset().union(*(classes[name] for name in names))


def word_values(table: str, name: str) -> dict[str, str]:
    """Return the words of a class with their values."""
    return dict(_classes(table)[name])


def table_rows(table: str) -> list[list[str]]:
    """Return the lines of a table whose columns are no classes; comments are left out."""
    return [line.split("\t") for _, line in _lines(_text(table))]


def read_word_list(text: str, file: str) -> WordClasses:
    """Return the classes of a word list.

    Parameters
    ----------
    text
        Its text.
    file
        Its name, for errors.

    Raises
    ------
    FormatError
        A line is no word with its classes, a word is out of order or there twice, or a class has no
        comment or no word.
    """
    classes: WordClasses = {found[1]: {} for found in map(_DECLARATION.match, text.splitlines()) if found}
    last = ""
    for number, line in _lines(text):
        word, tab, rest = line.partition("\t")
        if not (word and tab and rest):
            raise FormatError(f"{line!r} is no word with classes, separated by a tab", file, number)
        if word <= last:
            problem = "is there twice" if word == last else f"is out of order, after {last!r}"
            raise FormatError(f"{word!r} {problem}", file, number)
        last = word
        for entry in rest.split(" "):
            name, _, value = entry.partition("=")
            if name not in classes or word in classes[name]:
                problem = "twice" if name in classes else "without a comment that explains it"
                raise FormatError(f"{word!r} has the class {name!r} {problem}", file, number)
            classes[name][word] = value
    unused = [name for name, words in classes.items() if not words]
    if unused:
        raise FormatError(f"the class {unused[0]!r} has no word", file)
    return classes


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are no comments, with their numbers."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("#"):
            yield number, line


def _text(table: str) -> str:
    return (files("paralattice.english") / "data" / f"{table}.tsv").read_text("utf-8")


@cache
def _classes(table: str) -> WordClasses:
    return read_word_list(_text(table), f"{table}.tsv")
