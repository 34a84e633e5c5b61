"""Tables of every study: the returned sheets, all judgements, all problems, the agreement of two passes."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from paralattice.formats.tables.paper_tables import Cell, Column, Table, escape_cell
from paralattice.judging.agreement import agreement, scores_by_item
from paralattice.judging.judgements import JudgeCount, Judgement, Problem
from paralattice.judging.sheets.form import Form
from paralattice.judging.sheets.forms import SENTENCE_FORM


def judge_table(judges: Iterable[JudgeCount]) -> Table:
    """Return how much of each judge's sheet was returned."""
    names = ("judge", "dealt", "scored", "partly", "missing", "returned")
    columns = (Column(name, "One score" if name == "partly" else name.capitalize()) for name in names)
    rows = tuple(
        (
            *(judge.judge, judge.dealt, judge.scored, judge.partly, judge.missing),
            "yes" if judge.returned else "no",
        )
        for judge in judges
    )
    return Table("judges", "Returned sheets.", tuple(columns), rows)


def pass_table(
    first: Sequence[Judgement], final: Sequence[Judgement], criteria: Iterable[str], name: str
) -> Table:
    """Return the agreement after the first pass and at the end (84 % and 96.9 % in Quirk et al. 2004).

    Kappa is the mean over pairs of judges, with linear weights; of two possible answers it is Cohen's kappa.
    """
    columns = (
        *(Column("question", "Question"), Column("pass", "Pass"), Column("items", "Items")),
        *(Column("agreed", "Agreed"), Column("agreement_percent", "Agreement (%)", 1)),
        Column("kappa", "Kappa", 3),
    )
    rows: list[tuple[Cell, ...]] = []
    for criterion in criteria:
        for when, judgements in (("first", first), ("final", final)):
            found = agreement(scores_by_item(judgements, criterion))
            share = percentage(found.unanimous, found.items)
            rows.append((criterion, when, found.items, found.unanimous, share, found.linear))
    return Table(name, "Agreement between judges.", columns, tuple(rows))


def percentage(count: int, total: int) -> Fraction | None:
    """Return a share in per cent; ``None`` of nothing."""
    return Fraction(100 * count, total) if total else None


def judgement_table(
    judgements: Iterable[Judgement], splits: Mapping[str, str], form: Form = SENTENCE_FORM
) -> Table:
    """Return every judgement of a sentence, one row each; ``draw`` is 0-based.

    Parameters
    ----------
    splits
        Cluster to split.
    """
    facts = ((one, (splits.get(one.cluster, ""), one.version, one.draw)) for one in judgements)
    return _judgement_table(("split", "version", "draw"), facts, form)


def text_judgement_table(
    judgements: Iterable[Judgement], texts: Mapping[str, Sequence[str]], form: Form
) -> Table:
    """Return every judgement with the texts of its item, one row each.

    Parameters
    ----------
    texts
        Item to its texts.
    """
    facts = ((one, (one.version, *texts[one.item])) for one in judgements)
    return _judgement_table(("version", *form.texts), facts, form)


def _judgement_table(
    names: Sequence[str], facts: Iterable[tuple[Judgement, Sequence[Cell]]], form: Form
) -> Table:
    """Return a row for each judgement: judge, item, cluster, facts, scores."""
    columns = tuple(map(Column, ("judge", "item", "cluster", *names, *form.criteria)))
    words = {grade.score: grade.word for grade in form.scales[0].grades}
    rows = tuple(
        (
            *(one.judge, one.item, one.cluster, *mine),
            *(words[score] if form.in_words and score else score for score in one.scores.values()),
        )
        for one, mine in facts
    )
    return Table("judgements", "Judgements.", columns, rows)


def problem_table(problems: Iterable[Problem]) -> Table:
    """Return every problem, one row each; ``line`` is 1-based and empty if unknown."""
    names = ("file", "line", "kind", "judge", "item", "message")
    rows = tuple(
        (
            *(escape_cell(one.file), one.line or None, one.kind),
            *map(escape_cell, (one.judge, one.item, one.message)),
        )
        for one in problems
    )
    return Table("problems", "Problems.", tuple(map(Column, names)), rows)
