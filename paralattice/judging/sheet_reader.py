"""Reader of returned sheets: the judge, the scores, and the problems of a sheet.

A score counts only if its judge and its item of this study are certain; everything else is reported with file
and line.
"""

import re
from collections.abc import Iterable, Sequence

from paralattice.errors import FormatError
from paralattice.formats.tables.paper_tables import unescape_cell
from paralattice.formats.tables.spreadsheets import SheetRow, read_table
from paralattice.judging.judgements import LOWEST, Mark, Problem, ReturnedSheet
from paralattice.judging.sheets.assignment import Assignment
from paralattice.judging.sheets.form import Form
from paralattice.judging.sheets.forms import SENTENCE_FORM

WORKSHEET = "sheet"

_NUMBER = re.compile(r"'?([+-]?\d{1,9})(?:[.,](\d*))?")
_JUDGE_NAME = re.compile(r"(?<![^\W_])judge[-_ ]?\d+", re.IGNORECASE)


def read_sheet(data: bytes, file: str, assignment: Assignment) -> ReturnedSheet:
    """Return the content of a returned sheet.

    The positions of the items, which differ between judges, identify the judge, so renamed files still count.
    If they are ambiguous, the name of the file or of its folder decides.

    Parameters
    ----------
    data
        The file, as :func:`paralattice.formats.tables.spreadsheets.read_table` takes it.
    file
        Its path, for problems and for the judge's name in it.
    assignment
        The sheets as they were handed out.
    """
    reading = _Reading(file, assignment)
    try:
        table = read_table(data, "item", WORKSHEET, file)
    except FormatError as error:
        reading.report("unreadable file", error.message, error.line)
        return reading.result()
    criteria = assignment.form.criteria
    absent = [name for name in criteria if name not in table.columns]
    for name in absent:
        reading.report("unreadable file", f"has no column {name!r}")
    if len(absent) < len(criteria):
        reading.read(table.rows, [name for name in criteria if name in table.columns])
    return reading.result()


class _Reading:
    """The state of reading one sheet."""

    def __init__(self, file: str, assignment: Assignment) -> None:
        self.file = file
        self.form = assignment.form
        self.items = assignment.items
        self.sheets = assignment.sheets
        self.judge = ""
        self.marks: list[Mark] = []
        self.problems: list[Problem] = []

    def report(self, kind: str, message: str, line: int = 0, item: str = "") -> None:
        self.problems.append(Problem(self.file, line, kind, self.judge, item, message))

    def result(self) -> ReturnedSheet:
        return ReturnedSheet(self.judge, tuple(self.marks), tuple(self.problems))

    def read(self, rows: Sequence[SheetRow], criteria: Sequence[str]) -> None:
        named = [row for row in rows if row.cells.get("item")]
        for row in rows:
            if not row.cells.get("item") and _is_scored(row, criteria):
                self.report("other run", "a score without an item", row.line)
        known = self._known_rows(named)
        self.judge = self._identify(known) if known else ""
        if self.judge:
            for row in known:
                self._read_row(row, criteria)

    def _known_rows(self, rows: Sequence[SheetRow]) -> list[SheetRow]:
        """Return the rows with an item of this study and its text; report the others."""
        known = [row for row in rows if _item(row) in self.items]
        same = [row for row in known if self._same_text(row)]
        if not rows:
            self.report("unreadable file", "holds no items")
        elif not known:
            self.report("other run", f"none of its {len(rows)} items is of this run")
        elif 2 * len(same) < len(known):
            nouns = f"{len(known) - len(same)} of its {len(known)} {self.form.nouns}"
            what = "are not those of this run: it is another run's, or one column was sorted alone"
            self.report("other run", f"{nouns} {what}")
            return []
        else:
            for row in rows:
                self._report_unknown(row)
        return same

    def _report_unknown(self, row: SheetRow) -> None:
        item = _item(row)
        if item not in self.items:
            self.report("other run", f"item {item!r} is not of this run", row.line, item)
        elif not self._same_text(row):
            what = f"item {item} has another {self.form.noun} than in this run"
            self.report("other run", what, row.line, item)

    def _same_text(self, row: SheetRow) -> bool:
        words = self.items[_item(row)].words
        return all(
            _letters(unescape_cell(row.cells[name])) == _letters(text)
            for name, text in zip(self.form.texts, self.form.shown(words), strict=True)
            if name in row.cells
        )

    def _identify(self, rows: Iterable[SheetRow]) -> str:
        """Return the judge of these rows; report an unknown judge and return an empty string."""
        numbers = ((_item(row), _whole(row.cells.get("number", ""))) for row in rows)
        places = [(item, number) for item, number in numbers if number is not None]
        votes = {}
        for judge, names in self.sheets.items():
            own = dict(enumerate(names, 1))
            votes[judge] = sum(own.get(number) == item for item, number in places)
        most = max(votes.values(), default=0)
        candidates = [judge for judge in votes if votes[judge] == most and 2 * most > len(places)]
        named = judge_in_path(self.file, self.sheets)
        if len(candidates) == 1:
            (judge,) = candidates
            if named and named != judge:
                self.report("other judge", f"is named after {named} but is {judge}'s sheet, and counts so")
            return judge
        if named in (candidates or self.sheets):
            return named
        self._report_unknown_judge(named, candidates)
        return ""

    def _report_unknown_judge(self, named: str, candidates: Sequence[str]) -> None:
        if named and named not in self.sheets:
            message = f"{named} was dealt no sheet of this run"
        elif candidates:
            message = f"may be the sheet of {' or '.join(candidates)}: name the file after its judge"
        else:
            message = "no judge's sheet has its items under these numbers: name the file after its judge"
        self.report("unknown judge", message)

    def _read_row(self, row: SheetRow, criteria: Sequence[str]) -> None:
        item = _item(row)
        if item not in self.sheets[self.judge]:
            if _is_scored(row, criteria):
                self.report("not dealt", f"item {item} is not on {self.judge}'s sheet", row.line, item)
            return
        for name in criteria:
            text = row.cells.get(name, "")
            score, fault = parse_score(text, self.form)
            if fault:
                self.report(fault, f"{name} {text!r} is {_wanted(self.form)}", row.line, item)
            self.marks.append(Mark(self.judge, item, name, score, self.file, row.line, not text))


def _is_scored(row: SheetRow, criteria: Iterable[str]) -> bool:
    return any(row.cells.get(name) for name in criteria)


def _wanted(form: Form) -> str:
    if form.in_words:
        return f"none of {', '.join(form.choices)}"
    return f"no whole number from 1 to {form.highest}"


def parse_score(text: str, form: Form = SENTENCE_FORM) -> tuple[int | None, str]:
    """Return the score in a cell, or ``None`` and the kind of problem, of :data:`~.judgements.PROBLEM_KINDS`.

    ``3``, ``3.0``, ``3,0`` and ``'3`` are 3; an empty cell is no score and no problem.  If
    scores are written in words, a word may be capitalised, shortened, or continued.
    """
    if not text:
        return None, ""
    if form.in_words:
        given = text.lower()
        for grade in form.scales[0].grades:
            if grade.word.startswith(given) or given.startswith(grade.word):
                return grade.score, ""
    if not _NUMBER.fullmatch(text):
        return None, "not a score"
    score = _whole(text)
    if score is None or not LOWEST <= score <= form.highest:
        return None, "out of range"
    return score, ""


def _whole(text: str) -> int | None:
    """Return the whole number in a cell, or ``None``."""
    found = _NUMBER.fullmatch(text)
    if not found or (found[2] or "").strip("0"):
        return None
    return int(found[1])


def judge_in_path(file: str, judges: Iterable[str]) -> str:
    """Return the judge, known or not, in the name of a file or else of its folder; empty without one."""
    for part in reversed(re.split(r"[/\\]", file)[-2:]):
        found = _JUDGE_NAME.search(part)
        if found:
            number = int(re.sub(r"\D", "", found[0]))
            same = [judge for judge in judges if re.fullmatch(rf"judge-0*{number}", judge)]
            return same[0] if same else found[0]
    return ""


def _item(row: SheetRow) -> str:
    return row.cells["item"].lower()


def _letters(sentence: str) -> str:
    # Programs change quotation marks, dashes, spaces, capitals and characters that their encoding lacks.
    return re.sub("[^a-z0-9]", "", sentence.lower())
