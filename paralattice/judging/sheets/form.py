"""The form of a sheet: the texts of an item that a judge sees, and the questions about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from paralattice.languages.registry import DEFAULT, language_of


@dataclass(frozen=True, slots=True)
class Grade:
    """A score (from 1 up, higher is better), and its meaning in one word and in a few."""

    score: int
    word: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Scale:
    """A question about an item and its possible answers.

    Attributes
    ----------
    column
        The name of its column in a sheet.
    question, advice
        The question, and how to answer it.
    grades
        From the best to the worst.
    """

    column: str
    question: str
    advice: str
    grades: tuple[Grade, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of sheet.

    Attributes
    ----------
    noun, nouns
        The word for an item, and its plural.
    texts
        Names of the columns with an item's texts.  A single column has the item's words,
        in sheets as running text and in the key with spaces between them; of several columns each has one
        text as it stands.
    scales
        The questions; each has a column for scores.
    in_words
        Whether scores are written as the words of their grades, not as numbers.
    together
        Whether items are shown as soon as the originals of their cluster are, because there are few of them.
    task
        What a judge does with an item, as the end of a sentence.
    about
        Where the items come from.
    opening
        The beginning of the instructions, as Markdown.
    listed, answer, originals
        What the instructions call the items of a sheet, one score, and the sentences of a cluster.
    notes
        Further advice, a sentence or two each.
    language
        Language of the items, a code of ISO 639-1.
    """

    noun: str
    nouns: str
    texts: tuple[str, ...]
    scales: tuple[Scale, ...]
    in_words: bool
    together: bool
    task: str
    about: str
    opening: str
    listed: str
    answer: str
    originals: str
    notes: tuple[str, ...]
    language: str = DEFAULT

    @property
    def criteria(self) -> tuple[str, ...]:
        """The columns for scores."""
        return tuple(scale.column for scale in self.scales)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a sheet."""
        return ("item", "cluster", "number", *self.texts, *self.criteria)

    @property
    def key_columns(self) -> tuple[str, ...]:
        """The columns of the key, which links items to versions."""
        return ("item", "cluster", "version", "draw", *self.texts)

    @property
    def highest(self) -> int:
        """The highest score; the lowest is 1."""
        return len(self.scales[0].grades)

    @property
    def choices(self) -> tuple[str, ...]:
        """The allowed contents of a score's cell: words from the best grade down, or numbers from 1 up."""
        if self.in_words:
            return tuple(grade.word for grade in self.scales[0].grades)
        return tuple(str(score) for score in range(1, self.highest + 1))

    def in_language(self, code: str) -> Form:
        """Return the form for items in a language, a code of ISO 639-1, and for judges who speak it."""
        name = language_of(code).name
        named = f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
        scales = (replace(one, question=one.question.replace("an English", named)) for one in self.scales)
        note = f"The texts are in {name}: judge them only if you are a native speaker or as good as one."
        return replace(self, scales=tuple(scales), notes=(note, *self.notes), language=code)

    def cells(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return an item's words as the cells of the columns :attr:`texts`."""
        return (" ".join(words),) if len(self.texts) == 1 else tuple(words)

    def shown(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return an item's texts as judges read them: running text."""
        running_text = language_of(self.language).running_text
        return tuple(running_text(text.split(" ")) for text in self.cells(words))

    def words(self, cells: Sequence[str]) -> tuple[str, ...]:
        """Return the words from which :meth:`cells` made these cells."""
        return tuple(cells[0].split(" ")) if len(self.texts) == 1 else tuple(cells)
