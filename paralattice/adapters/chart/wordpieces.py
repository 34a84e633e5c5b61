"""Splits words into pieces as uncased BERT models do (Devlin et al. 2019, section 3)."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

PAD, UNKNOWN, FIRST, LAST = "[PAD]", "[UNK]", "[CLS]", "[SEP]"

MOST = 12
"""Maximum number of pieces of a word; the middle pieces of a longer word are left out."""

_RUN = re.compile(r"\w+|[^\w\s]|_")


class WordPieces:
    """A vocabulary of pieces.

    Parameters
    ----------
    vocabulary
        The pieces; those that continue a word begin with ``##``.

    Raises
    ------
    ValueError
        A special piece is missing.
    """

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self.vocabulary = tuple(vocabulary)
        self._numbers = {piece: number for number, piece in enumerate(self.vocabulary)}
        missing = [piece for piece in (PAD, UNKNOWN, FIRST, LAST) if piece not in self._numbers]
        if missing:
            raise ValueError(f"the vocabulary has no {missing[0]}")
        self.pad, self.first, self.last = (self._numbers[piece] for piece in (PAD, FIRST, LAST))
        self.split = lru_cache(maxsize=100_000)(self._split)

    def _split(self, form: str) -> tuple[int, ...]:
        """Return the numbers of a form's pieces: at least one, at most :data:`MOST`."""
        decomposed = unicodedata.normalize("NFD", form.lower())
        plain = "".join(letter for letter in decomposed if unicodedata.category(letter) != "Mn")
        pieces = [piece for run in _RUN.findall(plain) for piece in self._run(run)]
        if len(pieces) > MOST:
            pieces = pieces[: MOST // 2] + pieces[-(MOST // 2) :]
        return tuple(pieces) or (self._numbers[UNKNOWN],)

    def _run(self, run: str) -> list[int]:
        """Return the longest pieces from the left, or the unknown piece if no piece matches."""
        pieces: list[int] = []
        begin = 0
        while begin < len(run):
            mark = "##" if begin else ""
            ends = range(len(run), begin, -1)
            end = next((end for end in ends if mark + run[begin:end] in self._numbers), begin)
            if end == begin:
                return [self._numbers[UNKNOWN]]
            pieces.append(self._numbers[mark + run[begin:end]])
            begin = end
        return pieces


SHAPES = 7


@lru_cache(maxsize=100_000)
def shape(form: str) -> int:
    """Return the shape of a form, out of :data:`SHAPES` shapes, by its capitals and digits."""
    letters = [letter for letter in form if letter.isalpha()]
    if any(letter.isdigit() for letter in form):
        return 6 if letters else 5
    if not letters:
        return 4
    if not any(letter.isupper() for letter in letters):
        return 0
    if all(letter.isupper() for letter in letters):
        return 2 if len(letters) > 1 else 1
    return 1 if letters[0].isupper() and not any(map(str.isupper, letters[1:])) else 3
