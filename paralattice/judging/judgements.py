"""Judgements and problems of returned sheets, and the combination of the sheets of all judges."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import attrgetter

from paralattice.judging.sheets.assignment import Assignment
from paralattice.judging.sheets.forms import SENTENCE_FORM

#: The criteria of a study of sentences.
CRITERIA = SENTENCE_FORM.criteria
#: The lowest score of all studies, and the highest.
LOWEST, HIGHEST = 1, SENTENCE_FORM.highest

#: The kinds of problems, most serious first.
PROBLEM_KINDS = (
    "unreadable file",
    "other run",
    "unknown judge",
    "other judge",
    "not dealt",
    "judged twice",
    "out of range",
    "not a score",
    "missing",
)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The scores that one judge gives to one item.

    Attributes
    ----------
    judge, item
        Names of the judge and of the item.
    cluster, version, draw
        The origin of the item; ``draw`` is 0-based.
    scores
        Criterion to score; ``None`` without a valid score.  At least one is valid.
    """

    judge: str
    item: str
    cluster: str
    version: str
    draw: int
    scores: Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a returned sheet, which does not count.

    Attributes
    ----------
    file, line
        The place; lines are 1-based, 0 and empty if unknown.
    kind
        One of :data:`PROBLEM_KINDS`.
    judge, item
        The judge and the item; empty if the problem concerns several.
    message
        The reason, in one sentence.
    """

    file: str
    line: int
    kind: str
    judge: str
    item: str
    message: str

    def __str__(self) -> str:
        """Return ``file:line: message`` without unknown parts."""
        place = ":".join([self.file, *([str(self.line)] if self.line else [])]) if self.file else ""
        return f"{place}: {self.message}" if place else self.message


@dataclass(frozen=True, slots=True)
class Mark:
    """A cell for a score; ``score`` is ``None`` if the cell is empty or its text is not allowed."""

    judge: str
    item: str
    criterion: str
    score: int | None
    file: str
    line: int
    empty: bool


@dataclass(frozen=True, slots=True)
class ReturnedSheet:
    """A returned file: its judge (empty if nothing can be scored), cells for scores, problems by line."""

    judge: str
    marks: tuple[Mark, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class JudgeCount:
    """The returned part of a judge's sheet.

    Attributes
    ----------
    judge
        The judge's name.
    dealt, scored, partly, missing
        Items on the sheet; those with all scores, with some, with none.
    returned
        Whether any sheet of this judge was returned.
    """

    judge: str
    dealt: int
    scored: int
    partly: int
    missing: int
    returned: bool


@dataclass(frozen=True, slots=True)
class CombinedSheets:
    """All returned sheets: judgements by judge and position, problems by file and line, counts by judge."""

    judgements: tuple[Judgement, ...]
    problems: tuple[Problem, ...]
    judges: tuple[JudgeCount, ...]

    def problem_counts(self) -> dict[str, int]:
        """Return kind to number of problems, in the order of :data:`PROBLEM_KINDS`."""
        kinds = [problem.kind for problem in self.problems]
        return {kind: kinds.count(kind) for kind in PROBLEM_KINDS if kind in kinds}


def revise_judgements(first: Iterable[Judgement], second: Iterable[Judgement]) -> tuple[Judgement, ...]:
    """Return the judgements of two passes; scores of the second replace those of the first."""
    found = {(one.judge, one.item): one for one in first}
    for one in second:
        former = found.get((one.judge, one.item), one).scores
        scores = {name: former[name] if score is None else score for name, score in one.scores.items()}
        found[one.judge, one.item] = replace(one, scores=scores)
    return tuple(found.values())


_Cells = dict[str, list[Mark]]


def combine_sheets(sheets: Iterable[ReturnedSheet], assignment: Assignment) -> CombinedSheets:
    """Return the judgements and the problems of all sheets; the order of the sheets does not matter.

    If a judge scores an item twice, the score counts once if both are equal, and not at
    all if they differ.  Both cases are reported.
    """
    sheets = list(sheets)
    problems = [problem for sheet in sheets for problem in sheet.problems]
    marks: dict[tuple[str, str], _Cells] = {}
    for mark in sorted((mark for sheet in sheets for mark in sheet.marks), key=attrgetter("file", "line")):
        marks.setdefault((mark.judge, mark.item), {}).setdefault(mark.criterion, []).append(mark)
    judgements: list[Judgement] = []
    counts = []
    for judge, names in assignment.sheets.items():
        mine, gaps = _judgements(judge, assignment, marks)
        own = [sheet for sheet in sheets if sheet.judge == judge]
        # A judge without scores gets a single problem.
        problems.extend(gap for gap in gaps if mine or gap.kind != "missing")
        if names and not mine:
            dealt = f"({len(names)} {assignment.form.nouns})"
            found = {
                mark.file: f"{judge}'s sheet holds no valid score {dealt}"
                for sheet in own
                for mark in sheet.marks
            }
            told = sorted(found.items()) if own else [("", f"no sheet of {judge} came back {dealt}")]
            problems.extend(Problem(file, 0, "missing", judge, "", message) for file, message in told)
        judgements.extend(mine)
        full = sum(None not in one.scores.values() for one in mine)
        counts.append(
            JudgeCount(judge, len(names), full, len(mine) - full, len(names) - len(mine), bool(own))
        )
    # Stable: problems of a line keep the order of its cells, problems without a file the order of judges.
    problems.sort(key=lambda problem: (not problem.file, problem.file, problem.line))
    return CombinedSheets(tuple(judgements), tuple(problems), tuple(counts))


def _judgements(
    judge: str, assignment: Assignment, marks: Mapping[tuple[str, str], _Cells]
) -> tuple[list[Judgement], list[Problem]]:
    """Return a judge's judgements, and the problems of each item on the judge's sheet."""
    found: list[Judgement] = []
    problems: list[Problem] = []
    for number, name in enumerate(assignment.sheets[judge], 1):
        cells, item = marks.get((judge, name), {}), assignment.items[name]
        scores = {
            criterion: _settle(cells.get(criterion, ()), problems) for criterion in assignment.form.criteria
        }
        problems.extend(_gap((judge, name, number), cells, scores))
        if any(score is not None for score in scores.values()):
            found.append(Judgement(judge, name, item.cluster, item.version, item.draw, scores))
    return found, problems


def _settle(marks: Sequence[Mark], problems: list[Problem]) -> int | None:
    """Return the only score in these cells; report scores given more than once."""
    filled = [mark for mark in marks if mark.score is not None]
    scores = {mark.score for mark in filled}
    for earlier, mark in pairwise(filled):
        fate = "the same" if len(scores) == 1 else "not the same, and none counts"
        message = f"{mark.criterion} is also given at {earlier.file}:{earlier.line}: {fate}"
        problems.append(Problem(mark.file, mark.line, "judged twice", mark.judge, mark.item, message))
    return filled[0].score if len(scores) == 1 else None


def _gap(place: tuple[str, str, int], cells: _Cells, scores: Mapping[str, int | None]) -> Iterable[Problem]:
    """Yield the problem of missing scores; filled cells have been reported already."""
    absent = [
        name for name in scores if scores[name] is None and all(mark.empty for mark in cells.get(name, ()))
    ]
    if absent:
        judge, item, number = place
        lines = [(mark.file, mark.line) for marks in cells.values() for mark in marks]
        file, line = max(lines, default=("", 0))
        listed = " and ".join(", ".join(absent).rsplit(", ", 1))
        message = f"{listed} of {judge}'s number {number}, item {item}"
        yield Problem(file, line, "missing", judge, item, message)
