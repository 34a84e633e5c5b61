"""The instructions for judges, written from a form."""

from collections.abc import Iterable
from textwrap import fill

from paralattice.judging.sheets.form import Form, Grade, Scale

TABLE_NOTES = (
    "An apostrophe before `=`, `+`, `-` or `@` at the beginning of a cell is not part of the sentence: it "
    "keeps spreadsheet programs from taking the cell for a formula.",
    "Leave the other columns and the order of the columns as they are.",
)

_WIDTH = 110
_WAYS = (
    "- `sheet.html`: open it in a browser, on a computer or a phone. It needs no network and saves every "
    "{answer} in the browser. At the end, or to go on elsewhere, press *Export CSV*.",
    "- `sheet.xlsx`: open it in a spreadsheet program. The {originals} are a worksheet of their own. Save it "
    "as XLSX.",
    "- `sheet.csv`: a plain table, with the {originals} in `originals.csv`. Save it as CSV, UTF-8.",
)


def write_instructions(form: Form) -> str:
    """Return the instructions for judges as Markdown."""
    return "\n".join(
        [
            form.opening,
            f"There are three ways to do it. All have the same {form.listed} in the same order; "
            "take one of them.\n",
            *(_way(way, form) for way in _WAYS),
            "\nSend back the file that *Export CSV* made, or the table you filled in.\n",
            *(_scale_text(scale, form.in_words) for scale in form.scales),
            _list_text("Some things to know", form.notes),
            _list_text("In the tables", TABLE_NOTES),
        ]
    )


def _way(way: str, form: Form) -> str:
    text = way.format(answer=form.answer, originals=form.originals)
    return fill(text, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _scale_text(scale: Scale, in_words: bool) -> str:
    lines = [
        f"## {scale.column}\n",
        f"{scale.question} {scale.advice}\n",
        "| score | meaning |",
        "|---|---|",
        *(f"| {_grade_text(grade, in_words)} |" for grade in scale.grades),
    ]
    return "\n".join(lines) + "\n"


def _grade_text(grade: Grade, in_words: bool) -> str:
    if in_words:
        return f"`{grade.word}` | {grade.meaning}"
    return f"{grade.score} | {grade.word}: {grade.meaning}"


def _list_text(heading: str, notes: Iterable[str]) -> str:
    return "\n".join([f"## {heading}\n", *(f"- {note}" for note in notes)]) + "\n"
