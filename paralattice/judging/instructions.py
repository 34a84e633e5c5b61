"""What judges are told: the two questions, their scales, and what else to know.

The scales are those of Shen et al. 2006, section 4.2, and for pairs those of
Pang et al. 2003, section 4.1.1.
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
        From 1 on, the higher the better.
    word, meaning
        What it stands for, in a word and in a few.
    """

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

PAIR_SCALES = (
    Scale(
        "judgement",
        "Does one phrase stand in for the other here?",
        "Judge the meaning in this context alone; grammar and style do not matter.",
        (
            Grade(3, "correct", "in this context both mean the same"),
            Grade(2, "partial", "their meanings overlap: one says less, or more, than the other"),
            Grade(1, "incorrect", "they mean different things"),
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

LOWER_NOTES = tuple(note.replace(" at the beginning", " anywhere") for note in NOTES)
"""What to know where sentences are lower-cased."""

PAIR_NOTES = (
    "Read the sentences of the group first: all of them mean the same.",
    "The context shows where the phrases stand: the gap ___ is the place of either.",
    "Phrases and context have no capitals, and punctuation marks stand apart. That is no error.",
    "A pair that lacks a word which belongs to the phrase is partial: if “rescue package” stands in for "
    "“help”, then “rescue” alone does so in part.",
    "More than one program found the pairs, perhaps; please do not try to guess which.",
    "Work alone, and do not compare judgements with other judges.",
)

TABLE_NOTES = (
    "An apostrophe before `=`, `+`, `-` or `@` at the beginning of a cell is not part of the sentence: it "
    "keeps spreadsheet programs from taking the cell for a formula.",
    "Leave the other columns and the order of the columns as they are.",
)

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

_PAIR_INTRODUCTION = """\
# How to judge

Programs found pairs of phrases in groups of sentences that people wrote, all of a group with the same
meaning. Say of each pair whether one phrase can stand in for the other in that context: `correct`, `partial`
or `incorrect`.

There are three ways to do it. All have the same pairs in the same order; take one of them.

- `sheet.html`: open it in a browser, on a computer or a phone. It needs no network and saves every judgement
  in the browser. At the end, or to go on elsewhere, press *Export CSV*.
- `sheet.xlsx`: open it in a spreadsheet program. The sentences of the groups are a worksheet of their own.
  Save it as XLSX.
- `sheet.csv`: a plain table, with the sentences of the groups in `originals.csv`. Save it as CSV, UTF-8.

Send back the file that *Export CSV* made, or the table you filled in.
"""


def _scale_text(scale: Scale, in_words: bool = False) -> str:
    lines = [
        f"## {scale.column}",
        "",
        f"{scale.question} {scale.advice}",
        "",
        "| score | meaning |",
        "|---|---|",
        *(f"| {_grade_text(grade, in_words)} |" for grade in scale.grades),
    ]
    return "\n".join(lines) + "\n"


def _grade_text(grade: Grade, in_words: bool) -> str:
    return (
        f"`{grade.word}` | {grade.meaning}" if in_words else f"{grade.score} | {grade.word}: {grade.meaning}"
    )


def _list_text(heading: str, notes: Iterable[str]) -> str:
    return "\n".join([f"## {heading}", "", *(f"- {note}" for note in notes)]) + "\n"


def write_instructions(
    introduction: str, scales: Iterable[Scale], notes: Iterable[str], in_words: bool = False
) -> str:
    """Return what judges are told, as Markdown.

    Parameters
    ----------
    introduction
        How a sheet is filled in.
    scales, notes
        The questions, and what else to know.
    in_words
        Whether scores are written as words.
    """
    parts = [
        introduction,
        *(_scale_text(scale, in_words) for scale in scales),
        _list_text("Some things to know", notes),
        _list_text("In the tables", TABLE_NOTES),
    ]
    return "\n".join(parts)


INSTRUCTIONS = write_instructions(_INTRODUCTION, SCALES, NOTES)
LOWER_INSTRUCTIONS = write_instructions(_INTRODUCTION, SCALES, LOWER_NOTES)
PAIR_INSTRUCTIONS = write_instructions(_PAIR_INTRODUCTION, PAIR_SCALES, PAIR_NOTES, in_words=True)
