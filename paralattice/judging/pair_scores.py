"""Judgements of paraphrase pairs as a table: Table 1 of Pang et al. 2003."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from paralattice.formats.tables import Cell, Column, Table
from paralattice.judging.form import PAIRS
from paralattice.judging.judgements import PairJudgement
from paralattice.versions import PANG

AVERAGE = "Average of all judges"

#: What the paper reports of its 300 pairs: correct, partially correct and incorrect, in per cent.
_PAPER = (81, 12, 7)


def pair_table(judgements: Iterable[PairJudgement], versions: Sequence[str]) -> Table:
    """Return Table 1: which share of the pairs each judge calls correct, partially correct and incorrect.

    The last rows are the means over the judges, each of whom counts alike.

    Parameters
    ----------
    judgements
        Those of all judges.
    versions
        In the order of the rows.
    """
    counts: dict[str, dict[str, Counter[int]]] = {}
    for one in judgements:
        if one.judgement is not None:
            by_version = counts.setdefault(one.judge, {})
            by_version.setdefault(one.version, Counter())[one.judgement] += 1
    rows = [*_judge_rows(counts, versions), *_average_rows(counts, versions)]
    names = [grade.word for grade in PAIRS.scales[0].grades]
    columns = (
        *(Column("judge", "Judge"), Column("version", "Version"), Column("pairs", "Pairs")),
        *(
            column
            for name in names
            for column in (
                Column(f"{name}_percent", f"{name.capitalize()} (%)", 1),
                Column(f"paper_{name}_percent", "(paper)"),
            )
        ),
    )
    averages = sum(row[0] == AVERAGE for row in rows)
    return Table("table1", "Correctness of the paraphrase pairs.", columns, tuple(rows), ruled=averages)


_Counts = dict[str, dict[str, Counter[int]]]


def _judge_rows(counts: _Counts, versions: Sequence[str]) -> Iterator[tuple[Cell, ...]]:
    for judge in sorted(counts):
        for version in versions:
            found = counts[judge].get(version)
            if found:
                yield judge, version, found.total(), *_beside(_shares(found), (None, None, None))


def _average_rows(counts: _Counts, versions: Sequence[str]) -> Iterator[tuple[Cell, ...]]:
    for version in versions:
        found = [by_version[version] for by_version in counts.values() if version in by_version]
        if found:
            shares = zip(*map(_shares, found), strict=True)
            means = [sum(share, Fraction()) / len(found) for share in shares]
            paper = _PAPER if version == PANG else (None, None, None)
            yield AVERAGE, version, sum(one.total() for one in found), *_beside(means, paper)


def _beside(ours: Sequence[Cell], paper: Sequence[Cell]) -> Iterator[Cell]:
    for pair in zip(ours, paper, strict=True):
        yield from pair


def _shares(found: Counter[int]) -> list[Fraction]:
    scores = [grade.score for grade in PAIRS.scales[0].grades]
    return [Fraction(100 * found[score], found.total()) for score in scores]


def pair_judgement_table(judgements: Iterable[PairJudgement], texts: dict[str, Sequence[str]]) -> Table:
    """Return every judgement, a row each, for other statistics programs.

    Parameters
    ----------
    texts
        Item to its two phrases and its context.
    """
    names = ("judge", "item", "cluster", "version", *PAIRS.texts, "judgement")
    words = {grade.score: grade.word for grade in PAIRS.scales[0].grades}
    rows = tuple(
        (one.judge, one.item, one.cluster, one.version, *texts[one.item], words[one.judgement])
        for one in judgements
        if one.judgement is not None
    )
    return Table("judgements", "Judgements.", tuple(map(Column, names)), rows)
