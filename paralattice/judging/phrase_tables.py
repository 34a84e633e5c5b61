"""Table of a study of paraphrase pairs: Table 1 of Pang et al. 2003."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain

from paralattice.formats.tables.paper_tables import Cell, Column, Table
from paralattice.judging.judgements import Judgement
from paralattice.judging.sheets.forms import PHRASE_FORM
from paralattice.methods.pang import PANG

AVERAGE = "Average of all judges"

_GRADES = PHRASE_FORM.scales[0].grades
#: The paper's results on 300 pairs: correct, partially correct and incorrect, in per cent.
_PAPER = (81, 12, 7)
_NO_PAPER = (None, None, None)

_Counts = Mapping[str, Mapping[str, Counter[int]]]


def pair_table(judgements: Iterable[Judgement], versions: Sequence[str]) -> Table:
    """Return Table 1: the shares of pairs that each judge calls correct, partially correct and incorrect.

    The last rows are means over the judges, who have equal weights.

    Parameters
    ----------
    judgements
        Those of all judges.
    versions
        In the order of the rows.
    """
    counts: dict[str, dict[str, Counter[int]]] = {}
    for one in judgements:
        score = one.scores["judgement"]
        if score is not None:
            counts.setdefault(one.judge, {}).setdefault(one.version, Counter())[score] += 1
    averages = tuple(_average_rows(counts, versions))
    columns = [Column("judge", "Judge"), Column("version", "Version"), Column("pairs", "Pairs")]
    for grade in _GRADES:
        columns.append(Column(f"{grade.word}_percent", f"{grade.word.capitalize()} (%)", 1))
        columns.append(Column(f"paper_{grade.word}_percent", "(paper)"))
    return Table(
        "table1",
        "Correctness of the paraphrase pairs.",
        tuple(columns),
        (*_judge_rows(counts, versions), *averages),
        ruled=len(averages),
    )


def _judge_rows(counts: _Counts, versions: Sequence[str]) -> Iterator[tuple[Cell, ...]]:
    for judge, by_version in sorted(counts.items()):
        for version in versions:
            if version in by_version:
                found = by_version[version]
                yield judge, version, found.total(), *_alternating(_shares(found), _NO_PAPER)


def _average_rows(counts: _Counts, versions: Sequence[str]) -> Iterator[tuple[Cell, ...]]:
    for version in versions:
        found = [by_version[version] for by_version in counts.values() if version in by_version]
        if found:
            shares = zip(*map(_shares, found), strict=True)
            means = [sum(share, Fraction()) / len(found) for share in shares]
            paper = _PAPER if version == PANG else _NO_PAPER
            yield AVERAGE, version, sum(one.total() for one in found), *_alternating(means, paper)


def _alternating(ours: Sequence[Cell], paper: Sequence[Cell]) -> Iterator[Cell]:
    return chain.from_iterable(zip(ours, paper, strict=True))


def _shares(found: Counter[int]) -> list[Fraction]:
    return [Fraction(100 * found[grade.score], found.total()) for grade in _GRADES]
