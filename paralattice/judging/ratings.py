"""Answers of raters: second pass, agreement, and Tables 2 and 3 of Quirk et al. (2004), section 4."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from paralattice.formats.tables import Cell, Column, Table
from paralattice.judging.judgements import Mark
from paralattice.judging.rating_forms import YES
from paralattice.judging.sheets import Item

Answers = Mapping[tuple[str, str], Mapping[str, int]]
"""Answers by item and question, of each rater."""


@dataclass(frozen=True, slots=True)
class RaterAgreement:
    """How far raters agree.

    Attributes
    ----------
    items
        Items that at least two raters answered.
    agreed
        Those on which all of them say the same.
    kappa
        Cohen's kappa, the mean over pairs of raters; ``None`` where all answers are the same.
    """

    items: int
    agreed: int
    kappa: float | None

    @property
    def share(self) -> Fraction | None:
        """The share of items on which raters agree (84 % in the paper, 96.9 % after the second pass)."""
        return Fraction(self.agreed, self.items) if self.items else None


def collect_answers(
    marks: Iterable[Mark], second: Iterable[Mark] = ()
) -> dict[tuple[str, str], dict[str, int]]:
    """Return the answers of each rater; those of the second pass in place of earlier ones.

    Where a rater answers twice in one pass, the first answer counts.
    """
    answers: dict[tuple[str, str], dict[str, int]] = {}
    for part in (marks, second):
        fresh: dict[tuple[str, str], dict[str, int]] = {}
        for mark in part:
            if mark.score is not None:
                fresh.setdefault((mark.item, mark.criterion), {}).setdefault(mark.judge, mark.score)
        for key, given in fresh.items():
            answers[key] = answers.get(key, {}) | given
    return answers


def disagreements(answers: Answers) -> set[str]:
    """Return the items that raters answer differently: what a second pass is about."""
    return {item for (item, _), given in answers.items() if len(set(given.values())) > 1}


def agreement(answers: Answers, question: str) -> RaterAgreement:
    """Return how far raters agree about a question."""
    rows = [given for (_, name), given in answers.items() if name == question and len(given) > 1]
    agreed = sum(len(set(given.values())) == 1 for given in rows)
    raters = sorted({rater for given in rows for rater in given})
    kappas = [
        _kappa([(given[one], given[other]) for given in rows if one in given and other in given])
        for place, one in enumerate(raters)
        for other in raters[place + 1 :]
    ]
    known = [kappa for kappa in kappas if kappa is not None]
    return RaterAgreement(len(rows), agreed, sum(known) / len(known) if known else None)


def _kappa(pairs: Sequence[tuple[int, int]]) -> float | None:
    if not pairs:
        return None
    total = len(pairs)
    seen = sum(one == other for one, other in pairs) / total
    chance = sum(
        sum(one == value for one, _ in pairs) * sum(other == value for _, other in pairs)
        for value in {value for pair in pairs for value in pair}
    ) / (total * total)
    return (seen - chance) / (1 - chance) if chance < 1 else None


def agreement_table(first: Answers, final: Answers, questions: Sequence[str]) -> Table:
    """Return agreement after the first pass and in the end."""
    columns = (
        *(Column("question", "Question"), Column("pass", "Pass"), Column("items", "Items")),
        *(
            Column("agreed", "Agreed"),
            Column("agreement_percent", "Agreement (%)", 1),
            Column("kappa", "Kappa", 3),
        ),
    )
    rows: list[tuple[Cell, ...]] = []
    for question in questions:
        for name, answers in (("first", first), ("final", final)):
            found = agreement(answers, question)
            share = 100 * found.share if found.share is not None else None
            rows.append((question, name, found.items, found.agreed, share, found.kappa))
    return Table("agreement", "Agreement between raters.", columns, tuple(rows))


def acceptability_table(items: Iterable[Item], answers: Answers, question: str = "acceptable") -> Table:
    """Return Table 2: by system and rank, how many rewordings all raters accept.

    Items that nobody answered do not count.
    """
    groups: dict[tuple[str, int], list[Mapping[str, int]]] = {}
    for item in items:
        given = answers.get((item.id, question))
        if given:
            groups.setdefault((item.version, item.draw), []).append(given)
    rows: list[tuple[Cell, ...]] = []
    for (system, draw), rated in groups.items():
        accepted = sum(all(value == YES for value in given.values()) for given in rated)
        some = sum(any(value == YES for value in given.values()) for given in rated)
        share = Fraction(100 * accepted, len(rated))
        rows.append((system, draw + 1, accepted, some, len(rated), share))
    rows.sort(key=lambda row: (-row[5], row[0], row[1]))  # type: ignore[operator]
    columns = (
        *(Column("system", "System"), Column("rank", "Rank"), Column("accepted", "Accepted")),
        *(Column("accepted_by_some", detail=True), Column("items", "Items")),
        Column("accepted_percent", "Accepted (%)", 1),
    )
    return Table("table2", "Human acceptability judgments.", columns, tuple(rows))


def quality_table(items: Iterable[Item], answers: Answers, questions: Sequence[str]) -> Table:
    """Return Table 3: by system and question, how many rewordings all raters say yes of."""
    listed = list(items)
    systems = list(dict.fromkeys(item.version for item in listed))
    columns = [Column("quality", "")]
    for system in systems:
        columns += [
            Column(f"{system}_yes", f"{system}: yes"),
            Column(f"{system}_items", "of"),
            Column(f"{system}_percent", "(%)", 0),
        ]
    rows: list[tuple[Cell, ...]] = []
    for question in questions:
        row: list[Cell] = [question.replace("_", " ").capitalize()]
        for system in systems:
            rated = [
                answers[item.id, question]
                for item in listed
                if item.version == system and (item.id, question) in answers
            ]
            yes = sum(all(value == YES for value in given.values()) for given in rated)
            row += [yes, len(rated), Fraction(100 * yes, len(rated)) if rated else None]
        rows.append(tuple(row))
    return Table("table3", "Qualitative analysis of paraphrases.", tuple(columns), tuple(rows))


def distance_table(distances: Iterable[tuple[str, int, int]]) -> Table:
    """Return the mean edit distance of each system and rank, in words inserted and deleted.

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
