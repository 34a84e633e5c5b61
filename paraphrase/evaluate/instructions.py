"""What judges are told: the two questions, their scales, and what else to know.

The scales are those of Shen et al. 2006, section 4.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Grade:
    """One of the scores that a sentence can get.

    Attributes
    ----------
    score
        From 1 to 4.
    word, meaning
        What it stands for, in a word and in a few.
    """

    score: int
    word: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Scale:
    """A question about a sentence and its possible answers.

    Attributes
    ----------
    column
        The name of its column in a sheet.
    question, advice
        What to ask oneself, and what to leave out of account.
    grades
        From the best to the worst.
    """

    column: str
    question: str
    advice: str
    grades: tuple[Grade, ...]


SCALES = (
    Scale(
        "grammaticality",
        "Is it an English sentence?",
        "Judge the form alone, whether or not the content is true.",
        (
            Grade(4, "perfect", "a fully grammatical sentence"),
            Grade(3, "good", "a slip here or there"),
            Grade(2, "bad", "many errors"),
            Grade(1, "nonsense", "no sentence"),
        ),
    ),
    Scale(
        "fidelity",
        "Does it say what the originals say?",
        "Judge the content alone; a clumsy sentence can be faithful.",
        (
            Grade(4, "perfect", "all it says is in the originals"),
            Grade(3, "good", "faithful but for a detail"),
            Grade(2, "bad", "parts of it contradict the originals or are not in them"),
            Grade(1, "nonsense", "nothing in the originals supports it, or it means nothing"),
        ),
    ),
)

NOTES = (
    "Read the originals of a cluster first: sentences that people wrote about one and the same event.",
    "Several programs made the sentences that you judge; please do not try to guess which.",
    "Words and punctuation marks stand apart by a space. That is no error; neither is a missing capital at "
    "the beginning.",
    "A sentence may come twice in a cluster. Give it the same scores both times.",
    "Be consistent with yourself. Work alone, and do not compare scores with other judges.",
)

TABLE_NOTES = (
    "An apostrophe before `=`, `+`, `-` or `@` at the beginning of a cell is not part of the sentence: it "
    "keeps spreadsheet programs from taking the cell for a formula.",
    "Leave the other columns and the order of the columns as they are.",
)


@dataclass(frozen=True, slots=True)
class Form:
    """What is asked about each sentence, and what judges are told.

    Attributes
    ----------
    scales
        A question each.
    about
        Where the sentences come from and what to do, in two sentences.
    introduction
        How a sheet is filled in, as Markdown.
    notes
        What else to know.
    """

    scales: tuple[Scale, ...]
    about: str
    introduction: str
    notes: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that judges fill in."""
        return tuple(scale.column for scale in self.scales)

    @property
    def highest(self) -> int:
        """The highest score of any question."""
        return max(grade.score for scale in self.scales for grade in scale.grades)


_INTRODUCTION = """\
# How to judge

Programs made sentences from clusters of sentences that people wrote. Give each of them two whole numbers
from 1 to 4.

There are three ways to do it. All have the same sentences in the same order; take one of them.

- `sheet.html`: open it in a browser, on a computer or a phone. It needs no network and saves every score in
  the browser. At the end, or to go on elsewhere, press *Export CSV*.
- `sheet.xlsx`: open it in a spreadsheet program. The originals are a worksheet of their own. Save it as XLSX.
- `sheet.csv`: a plain table, with the originals in `originals.csv`. Save it as CSV, UTF-8.

Send back the file that *Export CSV* made, or the table you filled in.
"""


def _scale_text(scale: Scale) -> str:
    lines = [
        f"## {scale.column}",
        "",
        f"{scale.question} {scale.advice}",
        "",
        "| score | meaning |",
        "|---|---|",
        *(f"| {grade.score} | {grade.word}: {grade.meaning} |" for grade in scale.grades),
    ]
    return "\n".join(lines) + "\n"


def _list_text(heading: str, notes: Iterable[str]) -> str:
    return "\n".join([f"## {heading}", "", *(f"- {note}" for note in notes)]) + "\n"


#: The form of Shen et al. (2006).
STANDARD = Form(
    SCALES,
    "Programs made these sentences from clusters of sentences that people wrote. Give each of them two "
    "scores.",
    _INTRODUCTION,
    NOTES,
)


def write_instructions(form: Form = STANDARD) -> str:
    """Return what judges are told, as Markdown."""
    return "\n".join(
        [
            form.introduction,
            *(_scale_text(scale) for scale in form.scales),
            _list_text("Some things to know", form.notes),
            _list_text("In the tables", TABLE_NOTES),
        ]
    )


INSTRUCTIONS = write_instructions()
