r"""Reader and writer of n-gram models in the ARPA format of SRILM and KenLM.

::

    \data\
    ngram 1=4
    ngram 2=2

    \1-grams:
    -0.30103 → <unk>
    -99 → <s> → -0.1760913
    ...
    \end\

Each line has log10 of a probability, the n-gram, and, if longer n-grams begin with it, log10 of its back-off
weight. ``→`` stands for a tab; words are separated by blanks. -99 means a probability of 0. An interpolated
model is written in the equivalent back-off form: the probability of each n-gram includes the shares of
shorter ones.
"""

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from paralattice.arrays import Floats, Ints, Longs
from paralattice.errors import FormatError, RewordError
from paralattice.ngrams.coded_text import END, MARKS, START, UNKNOWN
from paralattice.ngrams.language_model import NEVER, LanguageModel

# Other programs split lines at these characters; other white space may be part of a word.
_NO_WORD = re.compile("[\0\t\n\r ]")
_COUNT = re.compile(r"ngram\s+([0-9]+)\s*=\s*([0-9]+)\s*")
_SECTION = re.compile(r"\\([0-9]+)-grams:\s*")


def write_arpa(model: LanguageModel) -> Iterator[str]:
    """Yield the lines of a model with line ends; logarithms have seven decimals.

    Raises
    ------
    RewordError
        A word of the vocabulary is empty or contains a blank, a tab or a line end.
    """
    for word in model.vocabulary:
        if not word or _NO_WORD.search(word):
            raise RewordError(f"the word {word!r} cannot be written in an ARPA file")
    yield "\\data\\\n"
    for length, size in enumerate(model.sizes, 1):
        yield f"ngram {length}={size}\n"
    texts = list(model.vocabulary)
    for length in range(1, model.order + 1):
        yield "\n"
        yield f"\\{length}-grams:\n"
        if length > 1:
            texts = _longer_texts(model, length, texts)
        yield from _section(model, length, texts)
    yield "\n"
    yield "\\end\\\n"


def _longer_texts(model: LanguageModel, length: int, texts: list[str]) -> list[str]:
    """Return the texts of the n-grams of a length, given those one word shorter."""
    low, high = model.offsets[length - 2 : length]
    children = np.diff(model.begins[low : high + 1]).tolist()
    words = iter(model.words[high : model.offsets[length]].tolist())
    return [
        f"{text} {model.vocabulary[next(words)]}"
        for text, count in zip(texts, children, strict=True)
        for _ in range(count)
    ]


def _section(model: LanguageModel, length: int, texts: list[str]) -> Iterator[str]:
    low, high = model.offsets[length - 1 : length + 1]
    probabilities = model.probabilities[low:high].tolist()
    if length == model.order:
        for probability, text in zip(probabilities, texts, strict=True):
            yield f"{_number(probability)}\t{text}\n"
        return
    # An n-gram without children has no back-off weight.
    children = np.diff(model.begins[low : high + 1]).tolist()
    backoffs = model.backoffs[low:high].tolist()
    for probability, text, backoff, count in zip(probabilities, texts, backoffs, children, strict=True):
        weight = f"\t{_number(backoff)}" if count or backoff else ""
        yield f"{_number(probability)}\t{text}{weight}\n"


def _number(value: float) -> str:
    text = f"{value:.7f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def read_arpa(lines: Iterable[str], file: str = "") -> LanguageModel:
    r"""Return the model of an ARPA file.

    Parameters
    ----------
    lines
        Lines with or without line ends. N-grams may be in any order; ``<UNK>`` is read as ``<unk>``. If both
        are absent, unknown words have probability 1e-99.
    file
        Name of the source, for messages.

    Raises
    ------
    FormatError
        With the line: the syntax is invalid; an n-gram is repeated, or a word or prefix of it is missing;
        the number of n-grams differs from the header; ``\end\`` is missing.
    """
    reader = _Reader(file)
    for number, line in enumerate(lines, 1):
        if not reader.read(line.rstrip("\r\n"), number):
            break
    else:
        raise FormatError("the line \\end\\ is missing: the file is truncated", file)
    return reader.model()


@dataclass
class _Section:
    """The n-grams of one length, in file order."""

    size: int
    words: list[int] = field(default_factory=list)
    probabilities: list[float] = field(default_factory=list)
    backoffs: list[float] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)


class _Reader:
    """State of the reader; ``length`` is the n-gram length of the current section, -1 before the header."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.length = -1
        self.sections: list[_Section] = []
        self.numbers: dict[str, int] = {mark: number for number, mark in enumerate(MARKS)}

    def read(self, line: str, number: int) -> bool:
        """Read a line; return False at the end of the model."""
        if self.length < 0:
            # SRILM allows any text before the header.
            self.length += line.strip() == "\\data\\"
        elif line.strip() == "\\end\\":
            self._close(number)
            return False
        elif line.startswith("\\"):
            self._open(line, number)
        elif line.strip(" \t"):
            (self._entry if self.length else self._head)(line, number)
        return True

    def _head(self, line: str, number: int) -> None:
        found = _COUNT.fullmatch(line)
        if not found or int(found[1]) != len(self.sections) + 1:
            self._fail(f"expected a line such as ngram {len(self.sections) + 1}=100", number)
        else:
            self.sections.append(_Section(int(found[2])))

    def _open(self, line: str, number: int) -> None:
        self._close(number, self.length + 1)
        found = _SECTION.fullmatch(line)
        self.length += 1
        if not found or int(found[1]) != self.length or self.length > len(self.sections):
            self._fail(f"expected \\{self.length}-grams:, if the header declares them, or \\end\\", number)

    def _close(self, number: int, following: int = 0) -> None:
        """Check that the section has all its n-grams, and, at the end, that no section is missing."""
        section = self.sections[self.length - 1] if self.length else _Section(0)
        if len(section.lines) != section.size:
            message = f"{len(section.lines)} {self.length}-grams, but the header declares {section.size}"
            self._fail(message, number)
        if not self.sections or (not following and self.length < len(self.sections)):
            self._fail("n-grams that the header declares are missing", number)

    def _entry(self, line: str, number: int) -> None:
        section = self.sections[self.length - 1]
        fields = [text for text in line.replace("\t", " ").split(" ") if text]
        if len(fields) not in (self.length + 1, self.length + 2):
            self._fail(f"expected a logarithm, {self.length} words and an optional weight", number)
        probability, backoff = self._logarithm(fields[0], number), 0.0
        if probability > 0:
            self._fail(f"log10 of a probability cannot be {fields[0]}", number)
        if len(fields) == self.length + 2:
            backoff = self._logarithm(fields[-1], number)
        section.words += [self._word(word, number) for word in fields[1 : self.length + 1]]
        section.probabilities.append(probability)
        section.backoffs.append(backoff)
        section.lines.append(number)

    def _word(self, word: str, number: int) -> int:
        word = UNKNOWN if word == "<UNK>" else word
        if self.length == 1:
            return self.numbers.setdefault(word, len(self.numbers))
        found = self.numbers.get(word)
        if found is None:
            self._fail(f"the word {word!r} is not among the 1-grams", number)
        return found or 0

    def _logarithm(self, text: str, number: int) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if math.isnan(value) or value == math.inf:
            self._fail(f"{text!r} is not a logarithm", number)
        return max(value, NEVER)

    def _fail(self, message: str, number: int) -> None:
        raise FormatError(message, self.file, number)

    def model(self) -> LanguageModel:
        """Return the model from the lines read."""
        for mark in (START, END):
            if self.numbers[mark] not in self.sections[0].words:
                raise FormatError(f"{mark} is not among the 1-grams", self.file)
        section = self.sections[0]
        if self.numbers[UNKNOWN] not in section.words:
            section.words.append(self.numbers[UNKNOWN])
            section.probabilities.append(NEVER)
            section.backoffs.append(0.0)
            section.lines.append(0)
        levels = _Levels(len(self.numbers), self.file)
        for length, section in enumerate(self.sections, 1):
            levels.add(length, section)
        return levels.model(tuple(self.numbers))


class _Levels:
    """N-grams of increasing length, sorted."""

    def __init__(self, size: int, file: str) -> None:
        self.size = size
        self.file = file
        self.keys: list[Longs] = []
        self.probabilities: list[Floats] = []
        self.backoffs: list[Floats] = []

    def add(self, length: int, section: _Section) -> None:
        """Add the n-grams of the next length."""
        words = np.array(section.words, np.int64).reshape(-1, length)
        lines = np.array(section.lines, np.int64)
        parents = np.zeros(len(words), np.int64)
        for place in range(length - 1):
            parents = self._find(place, parents * self.size + words[:, place], lines)
        keys = parents * self.size + words[:, -1]
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        twice = np.flatnonzero(keys[1:] == keys[:-1])
        if len(twice):
            raise FormatError("the n-gram is repeated", self.file, int(lines[order[twice + 1]].min()))
        self.keys.append(keys)
        self.probabilities.append(np.array(section.probabilities, np.float64)[order])
        self.backoffs.append(np.array(section.backoffs, np.float64)[order])

    def _find(self, place: int, keys: Longs, lines: Longs) -> Longs:
        """Return the numbers of the n-grams of ``place + 1`` words with these keys."""
        known = self.keys[place]
        found = np.searchsorted(known, keys)
        missing = np.flatnonzero(np.append(known, -1)[found] != keys)
        if len(missing):
            message = f"the first {place + 1} words of the n-gram are not an n-gram of the model"
            raise FormatError(message, self.file, int(lines[missing].min()))
        return found

    def model(self, vocabulary: tuple[str, ...]) -> LanguageModel:
        """Return the model of all levels."""
        offsets = np.cumsum([0, *map(len, self.keys)]).tolist()
        begins = [
            offset + np.searchsorted(longer // self.size, np.arange(len(keys)))
            for keys, longer, offset in zip(self.keys, self.keys[1:], offsets[1:], strict=False)
        ]
        words: Ints = (np.concatenate(self.keys) % self.size).astype(np.int32)
        return LanguageModel(
            vocabulary,
            tuple(offsets),
            words,
            np.concatenate([*begins, [offsets[-1]]]),
            np.concatenate(self.probabilities),
            np.concatenate([*self.backoffs[:-1], []]),
        )
