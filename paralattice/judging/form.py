"""What a judge is shown of an item, and what is asked: the forms of sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from paralattice.judging.instructions import (
    INSTRUCTIONS,
    LOWER_INSTRUCTIONS,
    LOWER_NOTES,
    NOTES,
    PAIR_INSTRUCTIONS,
    PAIR_NOTES,
    PAIR_SCALES,
    SCALES,
    Scale,
)


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of sheet.

    Attributes
    ----------
    noun, nouns
        What an item is called, and several.
    texts
        Names of the columns with an item's texts.  A single one has its words with
        spaces between them; of several each has one of the item's words as it stands.
    scales
        The questions; each is a column for scores.
    in_words
        Whether scores are written as the words of their grades, and not as numbers.
    together
        Whether a cluster's items are shown as soon as its originals are, for there are few of them.
    task
        What a judge is asked to do with an item, as the end of a sentence.
    about
        Where the items are from, for the judge.
    notes, instructions
        What else to know; all of it as Markdown.
    """

    noun: str
    nouns: str
    texts: tuple[str, ...]
    scales: tuple[Scale, ...]
    in_words: bool
    together: bool
    task: str
    about: str
    notes: tuple[str, ...]
    instructions: str

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

    def cells(self, words: Sequence[str]) -> tuple[str, ...]:
        """Return the cells of the columns of texts for an item's words."""
        return (" ".join(words),) if len(self.texts) == 1 else tuple(words)

    def words(self, cells: Sequence[str]) -> tuple[str, ...]:
        """Return the words of which :meth:`cells` made these."""
        return tuple(cells[0].split(" ")) if len(self.texts) == 1 else tuple(cells)

    def choices(self) -> list[str]:
        """Return what may stand in a cell for a score, from the highest score to the lowest or rising."""
        if self.in_words:
            return [grade.word for grade in self.scales[0].grades]
        return [str(score) for score in range(1, self.highest + 1)]


SENTENCES = Form(
    noun="sentence",
    nouns="sentences",
    texts=("sentence",),
    scales=SCALES,
    in_words=False,
    together=False,
    task="give each two scores, with the keys 1 to 4 or by pointing",
    about="Programs made these sentences from clusters of sentences that people wrote. Give each of them two "
    "scores.",
    notes=NOTES,
    instructions=INSTRUCTIONS,
)
"""Sentences that were drawn (Shen et al. 2006, section 4.2)."""

LOWER_SENTENCES = replace(SENTENCES, notes=LOWER_NOTES, instructions=LOWER_INSTRUCTIONS)
"""The same of a run with a version that has no capitals: all of them are lower-cased."""

PAIRS = Form(
    noun="pair",
    nouns="pairs",
    texts=("first", "second", "context"),
    scales=PAIR_SCALES,
    in_words=True,
    together=True,
    task="say of each how well one phrase stands in for the other, with the keys 1 to 3 or by pointing",
    about="Programs found these pairs of phrases in groups of sentences that people wrote, all of a group "
    "with the same meaning. Say of each pair whether one phrase can stand in for the other there.",
    notes=PAIR_NOTES,
    instructions=PAIR_INSTRUCTIONS,
)
"""Paraphrase pairs in their contexts (Pang et al. 2003, section 4.1.1)."""
