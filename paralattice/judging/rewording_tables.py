"""Tables of answers about rewordings: Tables 2 and 3 of Quirk et al. 2004, section 4."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from paralattice.formats.tables.paper_tables import Cell, Column, Table
from paralattice.judging.agreement import scores_by_item
from paralattice.judging.judgements import Judgement
from paralattice.judging.sheets.forms import YES
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.tables import percentage


def acceptability_table(items: Iterable[StudyItem], judgements: Iterable[Judgement]) -> Table:
    """Return Table 2: the rewordings that all judges accept, by system and rank.

    Items without answers do not count.
    """
    groups: dict[tuple[str, int], list[Mapping[str, int]]] = {}
    answers = scores_by_item(judgements, "acceptable")
    for item in items:
        if item.id in answers:
            groups.setdefault((item.version, item.draw), []).append(answers[item.id])
    rows: list[tuple[Cell, ...]] = []
    for (system, draw), rated in groups.items():
        some = sum(YES in given.values() for given in rated)
        accepted = _unanimous(rated)
        rows.append((system, draw + 1, accepted, some, len(rated), percentage(accepted, len(rated))))
    rows.sort(key=lambda row: (-row[5], row[0], row[1]))  # type: ignore[operator]
    columns = (
        *(Column("system", "System"), Column("rank", "Rank"), Column("accepted", "Accepted")),
        *(Column("accepted_by_some", detail=True), Column("items", "Items")),
        Column("accepted_percent", "Accepted (%)", 1),
    )
    return Table("table2", "Human acceptability judgments.", columns, tuple(rows))


def quality_table(
    items: Iterable[StudyItem], judgements: Sequence[Judgement], questions: Sequence[str]
) -> Table:
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
        answers = scores_by_item(judgements, question)
        cells: list[Cell] = [question.replace("_", " ").capitalize()]
        for system in systems:
            rated = [answers[item.id] for item in listed if item.version == system and item.id in answers]
            yes = _unanimous(rated)
            cells += [yes, len(rated), percentage(yes, len(rated))]
        rows.append(tuple(cells))
    return Table("table3", "Qualitative analysis of paraphrases.", tuple(columns), tuple(rows))


def _unanimous(rated: Iterable[Mapping[str, int]]) -> int:
    """Return the number of items about which all judges say yes."""
    return sum(set(given.values()) == {YES} for given in rated)


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
