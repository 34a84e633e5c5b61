"""The tables of Pang, Knight and Marcu (2003), section 4, with the paper's figures beside ours."""

import statistics
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from orchestrator.systems.phrases.evaluation.figures import Figures
from paralattice.formats.tables.paper_tables import Cell, Column, Table
from paralattice.lattice import path_bins
from paralattice.lattice.counts.bins import LENGTH_BOUNDS
from paralattice.lattice.counts.gain import curve_table, edgain, edgain_ranges
from paralattice.lattice.counts.repetition import summarise_repetitions
from paralattice.measures.synonyms import SynonymPair, Synonymy
from paralattice.methods.pang import PANG

# The paper's figures, of 899 groups of 11 translations of Chinese news.
_RECALL = {10: 30.7, 20: 16.3, 30: 7.8, 45: 3.8}
_SYNONYMS = (3217, 493, 15.3)
_PATHS = {10: (22749, 775, 10.0, 5.2), 20: (172386, 4468, 12.1, 6.2)}
_PATHS |= {30: (3479544, 29202, 15.1, 5.8), 45: (684589, 4135, 13.4, 4.5)}
_ENTROPY = (-0.11586, 1.25162)
_REPETITION = {True: (0.0035074, 2.16, 0.162309), False: (0.0304992, 14.76, 0.206671)}
_GAIN = (0.91, 0.78)
_RANGES = (546, 256, 80, 15, 2)
_MORE: tuple[tuple[float, float], ...] = (
    *((5.65, 3.86), (3.66, 3.02), (2.71, 2.55), (2.10, 2.33), (1.56, 2.01)),
    *((1.18, 1.79), (0.79, 1.48), (0.49, 1.10), (0.21, 0.74), (0.0, 0.0)),
)
_SAVED: tuple[tuple[float, float], ...] = (
    *((0.0, 0.0), (0.19, 0.60), (0.33, 0.76), (0.46, 0.90), (0.56, 0.95)),
    *((0.65, 1.02), (0.75, 1.09), (0.81, 1.11), (0.89, 1.16), (0.93, 1.21)),
)

_WORDS = Column("words", "Words a sentence")
_GROUPS = Column("groups", "Groups")

Synonyms = dict[str, set[SynonymPair]]
"""The pairs of synonyms in the sentences of each cluster."""


def _with_paper(name: str, title: str, digits: int) -> tuple[Column, Column]:
    """Return the columns of a figure and of the paper's figure beside it."""
    return Column(name, title, digits), Column(f"paper_{name}", "(paper)", digits)


def _moment_columns(digits: int = 2) -> tuple[Column, ...]:
    """Return the columns of :func:`_moments`, and those of the paper's figures."""
    ours = (Column("mean", "Mean", digits), Column("sd", "Std. dev.", digits))
    paper = (Column("paper_mean", "Mean (paper)", digits), Column("paper_sd", "Std. dev. (paper)", digits))
    return ours + paper


def _moments(values: Sequence[float]) -> tuple[float, float | None]:
    """Return mean and standard deviation."""
    return statistics.fmean(values), statistics.stdev(values) if len(values) > 1 else None


def _beside(ours: Sequence[Cell], paper: Sequence[Cell]) -> Iterator[Cell]:
    """Yield each figure and then the paper's figure."""
    return (cell for pair in zip(ours, paper, strict=True) for cell in pair)


def _paper(version: str, figures: Sequence[Cell]) -> Sequence[Cell]:
    """Return the paper's figures for the paper's version, and empty cells for others."""
    return figures if version == PANG else (None,) * len(figures)


def _length_range(place: int) -> str:
    ends = (0, *LENGTH_BOUNDS)
    if place == len(LENGTH_BOUNDS):
        return f"over {LENGTH_BOUNDS[-1]}"
    return f"{ends[place] or 1}-{ends[place + 1]}"


def _lexical(one: Figures) -> set[SynonymPair]:
    pairs = (sorted((first.lower(), second.lower())) for first, second in one.lexical)
    return {(first, second) for first, second in pairs if first != second}


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def _gains(figures: Iterable[Figures]) -> list[float]:
    return [edgain(one.gains) for one in figures if one.gains]


class _Template(NamedTuple):
    """A table without rows; a function of a version and the figures of its lattices makes them."""

    name: str
    caption: str
    columns: Sequence[Column]
    rows: Callable[[str, Sequence[Figures]], Iterator[tuple[Cell, ...]]]

    def filled(self, by_version: Mapping[str, Sequence[Figures]]) -> Table:
        """Return the table of all versions; its first column is the version."""
        rows = ((version, *row) for version, mine in by_version.items() for row in self.rows(version, mine))
        return Table(self.name, self.caption, (Column("version", "Version"), *self.columns), tuple(rows))


def evaluation_tables(
    versions: Sequence[str],
    figures: Iterable[Figures],
    references: int,
    wordnet: tuple[Synonymy, Synonyms] | None,
) -> list[Table]:
    """Return all tables with figures.

    Parameters
    ----------
    versions
        In the order of the rows.
    figures
        Of all lattices.
    references
        The n of the last row of Table 6.
    wordnet
        For Table 2; ``None`` without WordNet.
    """
    by_version: dict[str, list[Figures]] = {version: [] for version in versions}
    for one in figures:
        by_version[one.version].append(one)
    templates = [
        *((_recall(wordnet[1]), _synonyms(wordnet[0])) if wordnet else ()),
        *(_PATH_TABLE, _ENTROPY_TABLE, _REPETITION_TABLE, _GAIN_TABLE, _RANGE_TABLE, _references(references)),
    ]
    return [table for table in (template.filled(by_version) for template in templates) if table.rows]


def _recall(synonyms: Synonyms) -> _Template:
    """Table 2: recall of WordNet's synonyms, by the average length of the sentences."""

    def rows(version: str, figures: Sequence[Figures]) -> Iterator[tuple[Cell, ...]]:
        for place in range(len(LENGTH_BOUNDS) + 1):
            mine = [one for one in figures if bisect_left(LENGTH_BOUNDS, one.length) == place]
            there = sum(len(synonyms[one.cluster]) for one in mine)
            found = sum(len(synonyms[one.cluster] & _lexical(one)) for one in mine)
            paper = _RECALL.get((*LENGTH_BOUNDS, 0)[place]) if version == PANG else None
            if mine:
                yield _length_range(place), len(mine), there, found, _percent(found, there), paper

    columns = (
        *(_WORDS, _GROUPS, Column("synonyms", "Synonyms"), Column("found", "Found")),
        *_with_paper("recall_percent", "Recall (%)", 1),
    )
    return _Template("table2", "Recall of WordNet-consistent synonyms.", columns, rows)


def _synonyms(synonymy: Synonymy) -> _Template:
    """Section 4.1.2: how many of the pairs of single words are synonyms."""

    def rows(version: str, figures: Sequence[Figures]) -> Iterator[tuple[Cell, ...]]:
        pairs = {pair for one in figures for pair in _lexical(one)}
        known = sum(synonymy.are_synonyms(*pair) for pair in pairs)
        yield len(pairs), known, _percent(known, len(pairs)), *_paper(version, _SYNONYMS)

    columns = (
        *(Column("lexical", "Lexical pairs"), Column("synonyms", "Synonyms")),
        *(Column("percent", "%", 1), Column("paper_lexical", "Lexical pairs (paper)")),
        *(Column("paper_synonyms", "Synonyms (paper)"), Column("paper_percent", "% (paper)", 1)),
    )
    caption = "Pairs of single words that were found, and those of them that are synonyms in WordNet."
    return _Template("synonyms", caption, columns, rows)


def _path_rows(version: str, figures: Sequence[Figures]) -> Iterator[tuple[Cell, ...]]:
    for place, one in enumerate(path_bins((one.length, one.paths) for one in figures)):
        paper = _PATHS.get(one.up_to or 0) if version == PANG else None
        ours = (one.most, one.mean, one.most_log, one.mean_log)
        if one.lattices:
            yield _length_range(place), one.lattices, *_beside(ours, paper or (None,) * 4)


_PATH_TABLE = _Template(
    "table3",
    "Statistics on number of paths in lattices.",
    (
        *(_WORDS, _GROUPS, *_with_paper("paths_max", "N, max", 1), *_with_paper("paths_mean", "N, mean", 1)),
        *(*_with_paper("log_max", "ln N, max", 1), *_with_paper("log_mean", "ln N, mean", 1)),
    ),
    _path_rows,
)


def _entropy_rows(version: str, figures: Sequence[Figures]) -> Iterator[tuple[Cell, ...]]:
    known = [(one.entropy, one.drawn) for one in figures if one.entropy is not None]
    if known:
        differences = [paths - originals for (originals, paths), _ in known]
        drawn = sum(count > 0 for _, count in known)
        yield len(known), drawn, *_moments(differences), *_paper(version, _ENTROPY)


_ENTROPY_TABLE = _Template(
    "table4",
    "Quality judged by a language model: bits a token of all paths minus those of the sentences. Drawn: "
    "lattices whose paths are too many, of which some were drawn at random.",
    (_GROUPS, Column("drawn", "Drawn"), *_moment_columns(5)),
    _entropy_rows,
)


def _repetition_rows(version: str, figures: Sequence[Figures]) -> Iterator[tuple[Cell, ...]]:
    zeros = sum(one.words - len(one.ratios) for one in figures)
    got = summarise_repetitions([*(ratio for one in figures for ratio in one.ratios), *[0.0] * zeros])
    ours = (got.mean, 100 * got.nonzero, got.mean_nonzero)
    yield got.words, *_beside(ours, _REPETITION[version == PANG])


_REPETITION_TABLE = _Template(
    "repetition",
    "Repetition ratio: the share of paths with a word that have it twice, though no sentence has. Beside "
    "versions that align sentences stands the paper's aligner.",
    (
        *(Column("words", "Words"), *_with_paper("mean", "Mean ratio", 4)),
        *_with_paper("nonzero_percent", "Words above 0 (%)", 2),
        *_with_paper("mean_nonzero", "Mean of these", 3),
    ),
    _repetition_rows,
)


def _gain_rows(version: str, figures: Sequence[Figures]) -> Iterator[tuple[Cell, ...]]:
    values = _gains(figures)
    if values:
        yield len(values), *_moments(values), *_paper(version, _GAIN)


_GAIN_TABLE = _Template(
    "edgain",
    "edgain: edits by which a lattice is nearer to a sentence left out than the other sentences are.",
    (_GROUPS, *_moment_columns()),
    _gain_rows,
)


def _range_rows(version: str, figures: Sequence[Figures]) -> Iterator[tuple[Cell, ...]]:
    values = _gains(figures)
    counts = edgain_ranges(values)
    for low in range(max(len(counts), len(_RANGES)) if values else 0):
        paper = _RANGES[low] if version == PANG and low < len(_RANGES) else None
        count = counts.get(low, 0)
        share = 100 * paper / sum(_RANGES) if paper is not None else None
        yield f"{low}-{low + 1}", count, _percent(count, len(values)), paper, share


_RANGE_TABLE = _Template(
    "table5",
    "Statistics for edgain.",
    (
        *(Column("range", "Range"), Column("count", "Count"), Column("percent", "%", 1)),
        *(Column("paper_count", "Count (paper)"), Column("paper_percent", "% (paper)", 1)),
    ),
    _range_rows,
)


def _references(count: int) -> _Template:
    """Table 6: what each further reference adds, over the groups that have that many."""

    def rows(version: str, figures: Sequence[Figures]) -> Iterator[tuple[Cell, ...]]:
        curves = [one.curve for one in figures if len(one.curve) == count]
        for place, row in enumerate(curve_table(curves) if curves else ()):
            known = version == PANG and count == len(_MORE)
            more, saved = (_MORE[place], _SAVED[place]) if known else ((None, None), (None, None))
            yield (
                *(row.references, len(curves), row.more, row.more_deviation, *more),
                *(row.gain, row.gain_deviation, *saved),
            )

    columns = [Column("references", "n"), _GROUPS]
    titles = {"more": f"ed(FSA n) - ed(FSA {count})", "gain": "ed(input n) - ed(FSA n)"}
    for name, title in titles.items():
        columns += [Column(f"{name}_mean", title), Column(f"{name}_sd", "Std. dev.")]
        columns += [Column(f"paper_{name}_mean", "(paper)"), Column(f"paper_{name}_sd", "Std. dev. (paper)")]
    caption = "Effect of monotonically increasing the number of reference sentences."
    return _Template("table6", caption, columns, rows)
