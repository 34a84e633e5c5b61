"""Answers about rewordings, and Tables 2 and 3 of Quirk et al. 2004, section 4."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from paralattice.formats.tables.paper_tables import Cell, Column, Table
from paralattice.judging.agreement import agreement
from paralattice.judging.judgements import Judgement
from paralattice.judging.sheets.forms import YES
from paralattice.judging.sheets.items import StudyItem

Answers = Mapping[tuple[str, str], Mapping[str, int]]
"""(item, question) to the answer of each judge."""


def collect_answers(judgements: Iterable[Judgement]) -> dict[tuple[str, str], dict[str, int]]:
    """Return the answers of each judge to the questions about each item."""
    answers: dict[tuple[str, str], dict[str, int]] = {}
    for one in judgements:
        for question, answer in one.scores.items():
            if answer is not None:
                answers.setdefault((one.item, question), {})[one.judge] = answer
    return answers


def disagreements(answers: Answers) -> set[str]:
    """Return the items that judges answer differently, which a second pass asks about again."""
    return {item for (item, _), given in answers.items() if len(set(given.values())) > 1}


def pass_table(first: Answers, final: Answers, questions: Sequence[str]) -> Table:
    """Return the agreement after the first pass and at the end (84 % and 96.9 % in the paper)."""
    columns = (
        *(Column("question", "Question"), Column("pass", "Pass"), Column("items", "Items")),
        *(Column("agreed", "Agreed"), Column("agreement_percent", "Agreement (%)", 1)),
        Column("kappa", "Kappa", 3),
    )
    rows: list[tuple[Cell, ...]] = []
    for question in questions:
        for name, answers in (("first", first), ("final", final)):
            # With two answers the weighted kappa is Cohen's kappa.
            found = agreement({item: given for (item, asked), given in answers.items() if asked == question})
            share = _percent(found.unanimous, found.items)
            rows.append((question, name, found.items, found.unanimous, share, found.linear))
    return Table("agreement", "Agreement between judges.", columns, tuple(rows))


def acceptability_table(items: Iterable[StudyItem], answers: Answers) -> Table:
    """Return Table 2: the rewordings that all judges accept, by system and rank.

    Items without answers do not count.
    """
    groups: dict[tuple[str, int], list[Mapping[str, int]]] = {}
    for item in items:
        given = answers.get((item.id, "acceptable"))
        if given:
            groups.setdefault((item.version, item.draw), []).append(given)
    rows: list[tuple[Cell, ...]] = []
    for (system, draw), rated in groups.items():
        some = sum(YES in given.values() for given in rated)
        accepted = _unanimous(rated)
        rows.append((system, draw + 1, accepted, some, len(rated), _percent(accepted, len(rated))))
    rows.sort(key=lambda row: (-row[5], row[0], row[1]))  # type: ignore[operator]
    columns = (
        *(Column("system", "System"), Column("rank", "Rank"), Column("accepted", "Accepted")),
        *(Column("accepted_by_some", detail=True), Column("items", "Items")),
        Column("accepted_percent", "Accepted (%)", 1),
    )
    return Table("table2", "Human acceptability judgments.", columns, tuple(rows))


def quality_table(items: Iterable[StudyItem], answers: Answers, questions: Sequence[str]) -> Table:
    """Return Table 3: the rewordings about which all judges say yes, by question and system."""
    listed = list(items)
    systems = list(dict.fromkeys(item.version for item in listed))
    columns = [Column("quality", "")]
    for system in systems:
        columns += [
            Column(f"{system}_yes", f"{system}: yes"),
            Column(f"{system}_items", "of"),
            Column(f"{system}_percent", "(%)", 0),
        ]
    rows = []
    for question in questions:
        cells: list[Cell] = [question.replace("_", " ").capitalize()]
        for system in systems:
            places = [(item.id, question) for item in listed if item.version == system]
            rated = [answers[place] for place in places if place in answers]
            yes = _unanimous(rated)
            cells += [yes, len(rated), _percent(yes, len(rated))]
        rows.append(tuple(cells))
    return Table("table3", "Qualitative analysis of paraphrases.", tuple(columns), tuple(rows))


def _unanimous(rated: Iterable[Mapping[str, int]]) -> int:
    """Return the number of items about which all judges say yes."""
    return sum(set(given.values()) == {YES} for given in rated)


def _percent(count: int, total: int) -> Fraction | None:
    return Fraction(100 * count, total) if total else None


def distance_table(distances: Iterable[tuple[str, int, int]]) -> Table:
    """Return the mean edit distance of each system and rank, in inserted and deleted words.

    Parameters
    ----------
    distances
        System, 1-based rank and distance of each rewording.
    """
    groups: dict[tuple[str, int], list[int]] = {}
    for system, rank, distance in distances:
        groups.setdefault((system, rank), []).append(distance)
    rows: list[tuple[Cell, ...]] = [
        (system, rank, len(found), Fraction(sum(found), len(found)))
        for (system, rank), found in sorted(groups.items())
    ]
    columns = (
        *(Column("system", "System"), Column("rank", "Rank")),
        *(Column("rewordings", "Rewordings"), Column("mean_distance", "Mean edit distance")),
    )
    return Table("distances", "Words inserted and deleted, on average.", columns, tuple(rows))
