"""Judgements, problems, and how the sheets of all judges come together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

from paralattice.judging.assignment import Dealt

CRITERIA = ("grammaticality", "fidelity")
LOWEST, HIGHEST = 1, 4

#: The kinds of problems, in the order in which they are summed up.
KINDS = (
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
    """What one judge says of one item.

    Attributes
    ----------
    judge, item
        Who, and of what.
    cluster, version, draw
        Where the item comes from; ``draw`` is 0-based.
    grammaticality, fidelity
        From 1 to 4; ``None`` where there is no valid score.  One of them is there.
    """

    judge: str
    item: str
    cluster: str
    version: str
    draw: int
    grammaticality: int | None
    fidelity: int | None

    def score(self, criterion: str) -> int | None:
        """Return the score under one of :data:`CRITERIA`."""
        return self.grammaticality if criterion == "grammaticality" else self.fidelity


@dataclass(frozen=True, slots=True)
class PairJudgement:
    """What one judge says of one paraphrase pair.

    Attributes
    ----------
    judge, item, cluster, version, draw
        As in :class:`Judgement`.
    judgement
        3 for correct, 2 for partially correct, 1 for incorrect.
    """

    judge: str
    item: str
    cluster: str
    version: str
    draw: int
    judgement: int | None

    def score(self, criterion: str) -> int | None:
        """Return the judgement, whatever the criterion: there is but one."""
        del criterion
        return self.judgement


_Judged = TypeVar("_Judged", Judgement, PairJudgement)
AnyJudgement = Judgement | PairJudgement
"""Of a sentence or of a pair."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in the returned sheets that does not count as it stands.

    Attributes
    ----------
    file, line
        Where; 1-based, 0 and empty where there is no such place.
    kind
        One of :data:`KINDS`.
    judge, item
        Whose, and which; empty where it concerns more.
    message
        What is wrong, in one sentence.
    """

    file: str
    line: int
    kind: str
    judge: str
    item: str
    message: str

    def __str__(self) -> str:
        """Return ``file:line: message``, leaving out what is unknown."""
        place = ":".join([self.file, *([str(self.line)] if self.line else [])]) if self.file else ""
        return f"{place}: {self.message}" if place else self.message


@dataclass(frozen=True, slots=True)
class Mark:
    """A cell for a score: ``score`` is ``None`` where it is empty or not allowed."""

    judge: str
    item: str
    criterion: str
    score: int | None
    file: str
    line: int
    empty: bool


@dataclass(frozen=True, slots=True)
class ReturnedSheet:
    """What one file holds.

    Attributes
    ----------
    judge
        Whose sheet it is; empty where nothing in it can be scored.
    marks
        Its cells for scores.
    problems
        In the order of its lines.
    """

    judge: str
    marks: tuple[Mark, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class JudgeCount:
    """How much of a judge's sheet came back.

    Attributes
    ----------
    judge
        Who.
    dealt, scored, partly, missing
        Items on the sheet; those with both scores, with one alone, with none.
    returned
        Whether a sheet of this judge came back at all.
    """

    judge: str
    dealt: int
    scored: int
    partly: int
    missing: int
    returned: bool


@dataclass(frozen=True, slots=True)
class Returned(Generic[_Judged]):
    """All that came back.

    Attributes
    ----------
    judgements
        By judge and by position in the judge's sheet; at least one score each.
    problems
        By file and line; those without a file last.
    judges
        One entry a judge to whom something was dealt.
    """

    judgements: tuple[_Judged, ...]
    problems: tuple[Problem, ...]
    judges: tuple[JudgeCount, ...]


_Cells = dict[str, list[Mark]]


def combine(sheets: Iterable[ReturnedSheet], dealt: Dealt) -> Returned[Judgement]:
    """Return the judgements in all sheets and all problems; the order of the sheets does not matter.

    A score that a judge gives twice to an item counts once where both agree,
    and not at all where they differ.  Both are reported.
    """
    return _combine(list(sheets), dealt, Judgement)


def combine_pairs(sheets: Iterable[ReturnedSheet], dealt: Dealt) -> Returned[PairJudgement]:
    """Return the judgements of pairs, as :func:`combine` does those of sentences."""
    return _combine(list(sheets), dealt, PairJudgement)


def _combine(sheets: Sequence[ReturnedSheet], dealt: Dealt, make: type[_Judged]) -> Returned[_Judged]:
    problems = [problem for sheet in sheets for problem in sheet.problems]
    marks, form = _by_item(sheets), dealt.form
    judgements: list[_Judged] = []
    counts = []
    for judge, hand in dealt.hands.items():
        gaps: list[Problem] = []
        found = (
            (
                dealt.items[name],
                _judge((judge, name, number), marks.get((judge, name), {}), form.criteria, gaps),
            )
            for number, name in enumerate(hand, 1)
        )
        mine = [
            make(judge, item.id, item.cluster, item.version, item.draw, *scores)
            for item, scores in found
            if any(score is not None for score in scores)
        ]
        returned = any(sheet.judge == judge for sheet in sheets)
        # Of a judge without any score one line says it all.
        problems.extend(gap for gap in gaps if mine or gap.kind != "missing")
        if not mine:
            problems.extend(_nothing(judge, f"{len(hand)} {form.nouns}" if hand else "", returned, sheets))
        judgements.extend(mine)
        full = sum(all(one.score(name) is not None for name in form.criteria) for one in mine)
        counts.append(JudgeCount(judge, len(hand), full, len(mine) - full, len(hand) - len(mine), returned))
    # Stable: the problems of a line keep the order of its cells, those without a file that of the judges.
    problems.sort(key=lambda problem: (not problem.file, problem.file, problem.line))
    return Returned(tuple(judgements), tuple(problems), tuple(counts))


def _by_item(sheets: Iterable[ReturnedSheet]) -> dict[tuple[str, str], _Cells]:
    """Return the cells of each judge and item, by criterion, in the order of files and lines."""
    marks: dict[tuple[str, str], _Cells] = {}
    for mark in sorted((mark for sheet in sheets for mark in sheet.marks), key=_place):
        marks.setdefault((mark.judge, mark.item), {}).setdefault(mark.criterion, []).append(mark)
    return marks


def _judge(
    place: tuple[str, str, int], cells: _Cells, criteria: Sequence[str], problems: list[Problem]
) -> list[int | None]:
    """Return what a judge says of an item by the criteria; append what is wrong."""
    scores = {name: _settle(cells.get(name, ()), problems) for name in criteria}
    problems.extend(_gap(place, cells, scores))
    return list(scores.values())


def _place(mark: Mark) -> tuple[str, int]:
    return mark.file, mark.line


def _settle(marks: Sequence[Mark], problems: list[Problem]) -> int | None:
    """Return the one score in these cells; report what is there more than once."""
    filled = [mark for mark in marks if mark.score is not None]
    scores = {mark.score for mark in filled}
    for earlier, mark in pairwise(filled):
        fate = "the same" if len(scores) == 1 else "not the same, and none counts"
        message = f"{mark.criterion} is also given at {earlier.file}:{earlier.line}: {fate}"
        problems.append(Problem(mark.file, mark.line, "judged twice", mark.judge, mark.item, message))
    return filled[0].score if len(scores) == 1 else None


def _gap(place: tuple[str, str, int], cells: _Cells, scores: Mapping[str, int | None]) -> Iterable[Problem]:
    """Yield what is missing; a cell that holds something has been reported already."""
    absent = [
        name for name in scores if scores[name] is None and all(mark.empty for mark in cells.get(name, ()))
    ]
    if absent:
        judge, item, number = place
        lines = [mark for marks in cells.values() for mark in marks]
        file, line = max(map(_place, lines)) if lines else ("", 0)
        message = f"{' and '.join(absent)} of {judge}'s number {number}, item {item}"
        yield Problem(file, line, "missing", judge, item, message)


def _nothing(judge: str, dealt: str, returned: bool, sheets: Iterable[ReturnedSheet]) -> Iterable[Problem]:
    """Yield that a judge's sheets hold no score, or that there are none; nothing where nothing was dealt."""
    if not dealt:
        return
    if not returned:
        yield Problem("", 0, "missing", judge, "", f"no sheet of {judge} came back ({dealt})")
    files = {mark.file for sheet in sheets if sheet.judge == judge for mark in sheet.marks}
    for file in sorted(files):
        message = f"{judge}'s sheet holds no valid score ({dealt})"
        yield Problem(file, 0, "missing", judge, "", message)
