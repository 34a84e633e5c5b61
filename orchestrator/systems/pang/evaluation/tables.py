"""The tables of Pang, Knight and Marcu (2003), section 4, with the paper's figures beside ours."""

from __future__ import annotations

import statistics
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from orchestrator.systems.pang.evaluation.gathering import Figures
from paralattice.formats.tables import Cell, Column, Table
from paralattice.lattice import (
    LENGTH_BOUNDS,
    curve_table,
    edgain,
    edgain_ranges,
    path_bins,
    summarise_repetitions,
)
from paralattice.measures.synonyms import SynonymPair, Synonymy
from paralattice.versions import PANG

# What the paper reports, of 899 groups of 11 translations of Chinese news.
_RECALL = {10: 30.7, 20: 16.3, 30: 7.8, 45: 3.8}
_SYNONYMS = (3217, 493, 15.3)
_PATHS = {10: (22749, 775, 10.0, 5.2), 20: (172386, 4468, 12.1, 6.2)}
_PATHS |= {30: (3479544, 29202, 15.1, 5.8), 45: (684589, 4135, 13.4, 4.5)}
_ENTROPY = (-0.11586, 1.25162)
_REPETITION = {True: (0.0035074, 2.16, 0.162309), False: (0.0304992, 14.76, 0.206671)}
_GAIN = (0.91, 0.78)
_RANGES = (546, 256, 80, 15, 2)
_MORE: tuple[tuple[float, float], ...] = (
    (5.65, 3.86),
    (3.66, 3.02),
    (2.71, 2.55),
    (2.10, 2.33),
    (1.56, 2.01),
)
_MORE += ((1.18, 1.79), (0.79, 1.48), (0.49, 1.10), (0.21, 0.74), (0.0, 0.0))
_SAVED: tuple[tuple[float, float], ...] = ((0.0, 0.0), (0.19, 0.60), (0.33, 0.76), (0.46, 0.90), (0.56, 0.95))
_SAVED += ((0.65, 1.02), (0.75, 1.09), (0.81, 1.11), (0.89, 1.16), (0.93, 1.21))

_VERSION = Column("version", "Version")
_GROUPS = Column("groups", "Groups")

Synonyms = dict[str, set[SynonymPair]]
"""By cluster the pairs of synonyms that its sentences hold."""


def tables(
    versions: Sequence[str],
    figures: Iterable[Figures],
    references: int,
    wordnet: tuple[Synonymy, Synonyms] | None,
) -> list[Table]:
    """Return all tables that there are figures for.

    Parameters
    ----------
    versions
        In the order of the rows.
    figures
        Of all lattices.
    references
        The n of the last row of Table 6.
    wordnet
        For Table 2; ``None`` without.
    """
    by_version: dict[str, list[Figures]] = {version: [] for version in versions}
    for one in figures:
        by_version[one.version].append(one)
    made = [
        *([recall_table(by_version, wordnet[1]), synonym_table(by_version, wordnet[0])] if wordnet else []),
        path_table(by_version),
        entropy_table(by_version),
        repetition_table(by_version),
        gain_table(by_version),
        range_table(by_version),
        reference_table(by_version, references),
    ]
    return [table for table in made if table.rows]


_ByVersion = dict[str, list[Figures]]


def _range(place: int) -> str:
    ends = (0, *LENGTH_BOUNDS)
    if place == len(LENGTH_BOUNDS):
        return f"over {LENGTH_BOUNDS[-1]}"
    return f"{ends[place] or 1}-{ends[place + 1]}"


def recall_table(by_version: _ByVersion, synonyms: Synonyms) -> Table:
    """Return Table 2: how many of WordNet's synonyms in the sentences were found, by their average length."""

    def rows() -> Iterator[tuple[Cell, ...]]:
        for version, figures in by_version.items():
            for place in range(len(LENGTH_BOUNDS) + 1):
                mine = [one for one in figures if bisect_left(LENGTH_BOUNDS, one.length) == place]
                there = sum(len(synonyms[one.cluster]) for one in mine)
                found = sum(len(synonyms[one.cluster] & _lexical(one)) for one in mine)
                paper = _RECALL.get((*LENGTH_BOUNDS, 0)[place]) if version == PANG else None
                if mine:
                    yield version, _range(place), len(mine), there, found, _percent(found, there), paper

    columns = (
        *(_VERSION, Column("words", "Words a sentence"), _GROUPS),
        *(
            Column("synonyms", "Synonyms"),
            Column("found", "Found"),
            Column("recall_percent", "Recall (%)", 1),
        ),
        Column("paper_recall_percent", "(paper)", 1),
    )
    return Table("table2", "Recall of WordNet-consistent synonyms.", columns, tuple(rows()))


def synonym_table(by_version: _ByVersion, synonymy: Synonymy) -> Table:
    """Return how many of the pairs of single words that were found are synonyms (section 4.1.2)."""

    def rows() -> Iterator[tuple[Cell, ...]]:
        for version, figures in by_version.items():
            pairs = {pair for one in figures for pair in _lexical(one)}
            known = sum(synonymy.are_synonyms(*pair) for pair in pairs)
            paper = _SYNONYMS if version == PANG else (None, None, None)
            yield version, len(pairs), known, _percent(known, len(pairs)), *paper

    columns = (
        *(_VERSION, Column("lexical", "Lexical pairs"), Column("synonyms", "Synonyms")),
        *(Column("percent", "%", 1), Column("paper_lexical", "Lexical pairs (paper)")),
        *(Column("paper_synonyms", "Synonyms (paper)"), Column("paper_percent", "% (paper)", 1)),
    )
    caption = "Pairs of single words that were found, and those of them that are synonyms in WordNet."
    return Table("synonyms", caption, columns, tuple(rows()))


def _lexical(one: Figures) -> set[SynonymPair]:
    pairs = (sorted((first.lower(), second.lower())) for first, second in one.lexical)
    return {(first, second) for first, second in pairs if first != second}


def _percent(part: int, whole: int) -> float | None:
    return 100 * part / whole if whole else None


def path_table(by_version: _ByVersion) -> Table:
    """Return Table 3: numbers of paths by the average length of the sentences."""

    def rows() -> Iterator[tuple[Cell, ...]]:
        for version, figures in by_version.items():
            bins = path_bins((one.length, one.paths) for one in figures)
            for place, one in enumerate(bins):
                paper = _PATHS.get(one.up_to or 0) if version == PANG else None
                ours = (one.most, one.mean, one.most_log, one.mean_log)
                both = zip(ours, paper or (None,) * 4, strict=True)
                if one.lattices:
                    yield version, _range(place), one.lattices, *(cell for pair in both for cell in pair)

    names = ("paths_max", "paths_mean", "log_max", "log_mean")
    titles = ("N, max", "N, mean", "ln N, max", "ln N, mean")
    columns = [_VERSION, Column("words", "Words a sentence"), _GROUPS]
    for name, title in zip(names, titles, strict=True):
        columns += [Column(name, title, 1), Column(f"paper_{name}", "(paper)", 1)]
    return Table("table3", "Statistics on number of paths in lattices.", tuple(columns), tuple(rows()))


def entropy_table(by_version: _ByVersion) -> Table:
    """Return Table 4: how much higher the entropy of a lattice's paths is than that of its sentences."""

    def rows() -> Iterator[tuple[Cell, ...]]:
        for version, figures in by_version.items():
            known = [one for one in figures if one.entropy is not None]
            differences = [one.entropy[1] - one.entropy[0] for one in known if one.entropy is not None]
            paper = _ENTROPY if version == PANG else (None, None)
            drawn = sum(one.drawn > 0 for one in known)
            if known:
                yield version, len(known), drawn, *_moments(differences), *paper

    columns = (
        *(_VERSION, _GROUPS, Column("drawn", "Drawn")),
        *(Column("mean", "Mean", 5), Column("sd", "Std. dev.", 5)),
        *(Column("paper_mean", "Mean (paper)", 5), Column("paper_sd", "Std. dev. (paper)", 5)),
    )
    caption = (
        "Quality judged by a language model: bits a token of all paths minus those of the sentences. Drawn: "
        "lattices whose paths are too many, of which some were drawn at random."
    )
    return Table("table4", caption, columns, tuple(rows()))


def repetition_table(by_version: _ByVersion) -> Table:
    """Return the repetition ratios of section 4.2.2."""

    def rows() -> Iterator[tuple[Cell, ...]]:
        for version, figures in by_version.items():
            zeros = sum(one.words - len(one.ratios) for one in figures)
            got = summarise_repetitions([*(ratio for one in figures for ratio in one.ratios), *[0.0] * zeros])
            ours = (got.mean, 100 * got.nonzero, got.mean_nonzero)
            both = zip(ours, _REPETITION[version == PANG], strict=True)
            yield version, got.words, *(cell for pair in both for cell in pair)

    columns = [_VERSION, Column("words", "Words")]
    for name, title, digits in (
        ("mean", "Mean ratio", 4),
        ("nonzero_percent", "Words above 0 (%)", 2),
        ("mean_nonzero", "Mean of these", 3),
    ):
        columns += [Column(name, title, digits), Column(f"paper_{name}", "(paper)", digits)]
    caption = (
        "Repetition ratio: the share of paths with a word that have it twice, though no sentence has. Beside "
        "versions that align sentences stands the paper's aligner."
    )
    return Table("repetition", caption, tuple(columns), tuple(rows()))


def _gains(figures: Iterable[Figures]) -> list[float]:
    return [edgain(one.gains) for one in figures if one.gains]


def gain_table(by_version: _ByVersion) -> Table:
    """Return mean and standard deviation of edgain over groups (section 4.2.3)."""

    def rows() -> Iterator[tuple[Cell, ...]]:
        for version, figures in by_version.items():
            values = _gains(figures)
            if values:
                paper = _GAIN if version == PANG else (None, None)
                yield version, len(values), *_moments(values), *paper

    columns = (
        *(_VERSION, _GROUPS, Column("mean", "Mean"), Column("sd", "Std. dev.")),
        *(Column("paper_mean", "Mean (paper)"), Column("paper_sd", "Std. dev. (paper)")),
    )
    caption = (
        "edgain: edits by which a lattice is nearer to a sentence left out than the other sentences are."
    )
    return Table("edgain", caption, columns, tuple(rows()))


def range_table(by_version: _ByVersion) -> Table:
    """Return Table 5: how many groups have an edgain within each range."""

    def rows() -> Iterator[tuple[Cell, ...]]:
        for version, figures in by_version.items():
            values = _gains(figures)
            counts = edgain_ranges(values)
            for low in range(max(len(counts), len(_RANGES)) if values else 0):
                paper = _RANGES[low] if version == PANG and low < len(_RANGES) else None
                count = counts.get(low, 0)
                share = 100 * paper / sum(_RANGES) if paper is not None else None
                yield version, f"{low}-{low + 1}", count, _percent(count, len(values)), paper, share

    columns = (
        *(_VERSION, Column("range", "Range"), Column("count", "Count"), Column("percent", "%", 1)),
        *(Column("paper_count", "Count (paper)"), Column("paper_percent", "% (paper)", 1)),
    )
    return Table("table5", "Statistics for edgain.", columns, tuple(rows()))


def reference_table(by_version: _ByVersion, references: int) -> Table:
    """Return Table 6: what each further reference adds, over the groups that have that many."""

    def rows() -> Iterator[tuple[Cell, ...]]:
        for version, figures in by_version.items():
            curves = [one.curve for one in figures if len(one.curve) == references]
            for place, row in enumerate(curve_table(curves) if curves else ()):
                known = version == PANG and references == len(_MORE)
                more, saved = (_MORE[place], _SAVED[place]) if known else ((None, None), (None, None))
                yield (
                    *(version, row.references, len(curves), row.more, row.more_deviation, *more),
                    *(row.gain, row.gain_deviation, *saved),
                )

    columns = [_VERSION, Column("references", "n"), _GROUPS]
    for name, title in (
        ("more", f"ed(FSA n) - ed(FSA {references})"),
        ("gain", "ed(input n) - ed(FSA n)"),
    ):
        columns += [Column(f"{name}_mean", title), Column(f"{name}_sd", "Std. dev.")]
        columns += [Column(f"paper_{name}_mean", "(paper)"), Column(f"paper_{name}_sd", "Std. dev. (paper)")]
    caption = "Effect of monotonically increasing the number of reference sentences."
    return Table("table6", caption, tuple(columns), tuple(rows()))


def _moments(values: Sequence[float]) -> tuple[float, float | None]:
    return statistics.fmean(values), statistics.stdev(values) if len(values) > 1 else None
