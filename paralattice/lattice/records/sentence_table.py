"""The sentences of a lattice as rows of a table: text, distance from the originals, sources."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, repeat
from typing import TYPE_CHECKING, NamedTuple

from paralattice.errors import FormatError
from paralattice.formats.tables.csv_rows import rows_as_csv
from paralattice.formats.tables.paper_tables import escape_cell, unescape_cell
from paralattice.languages.registry import DEFAULT, language_of
from paralattice.lattice.records.sources import Sources

if TYPE_CHECKING:
    from paralattice.lattice.lattice import WordLattice
    from paralattice.lattice.sampling import Change, Sample

SENTENCE_COLUMNS = (
    "cluster", "version", "rank", "text", "tokens", "novel", "chosen", "edits", "difference", "sources",
    "operations", "score",
)  # fmt: skip
"""Columns of ``sentences.csv``."""

# Code points without those of surrogates, which no text can have.
_CODE_POINTS = range(0xD800), range(0xE000, 0x110000)


_LONGEST = 4
"""Length of the longest n-grams of PINC."""
_PLACES = 4
"""Decimal places of a difference."""


class SentenceRow(NamedTuple):
    """A sentence drawn or made from a cluster.

    Attributes
    ----------
    text
        Running text.
    tokens
        The number of its tokens.
    novel
        Whether no sentence of the cluster has these words.
    chosen
        Whether it is kept for judging.
    edits
        Insertions, deletions and substitutions of words between it and the nearest sentence of the
        cluster.
    difference
        PINC against that sentence, 0 to 1: see :func:`pinc`.
    sources
        0-based sentences of the cluster that its words come from, ascending.
    operations
        What was done to a sentence of the cluster to get it, with sentences counted from 1; empty for a
        path of a lattice.
    score
        ``None`` if it has none; higher is better.
    """

    text: str
    tokens: int
    novel: bool
    chosen: bool
    edits: int
    difference: float
    sources: tuple[int, ...]
    operations: str = ""
    score: float | None = None


class SentenceRecord(NamedTuple):
    """A row of ``sentences.csv``: cluster, version, 1-based rank, and the sentence."""

    cluster: str
    version: str
    rank: int
    row: SentenceRow


def sentence_rows(
    samples: Iterable[Sample],
    sentences: Sequence[Sequence[str]],
    lattice: WordLattice,
    paths: Iterable[Sequence[int]] | None = None,
    language: str = DEFAULT,
) -> list[SentenceRow]:
    """Return the distinct samples of a lattice: the chosen ones, other novel ones, then repeated sentences.

    Parameters
    ----------
    samples
        All draws, in the order of drawing.
    sentences
        The words of the cluster's sentences, as in the lattice.
    lattice
        The lattice that they were drawn from.
    paths
        The 0-based arcs of each sample, if they are known: the sources are found faster.
    language
        Language of the running text, a code of ISO 639-1.
    """
    pairs = zip(samples, repeat(None) if paths is None else paths, strict=False)
    kept = [(sample, path) for sample, path in pairs if not sample.duplicate]
    kept.sort(key=lambda pair: (not pair[0].chosen, not pair[0].novel))
    sources = Sources(lattice)
    nearest = distances([sample.words for sample, _ in kept], sentences)
    running_text = language_of(language).running_text
    return [
        SentenceRow(
            running_text(sample.words),
            len(sample.words),
            sample.novel,
            sample.chosen,
            edits,
            difference,
            _named(sample) or _found(sources, sample, path),
            described(sample.operations),
            sample.score,
        )
        for (sample, path), (edits, difference) in zip(kept, nearest, strict=True)
    ]


def _found(sources: Sources, sample: Sample, path: Sequence[int] | None) -> tuple[int, ...]:
    # The last arc may have no word.
    return sources.of(sample) if path is None else sources.of_path(path[: len(sample.words)])


def _named(sample: Sample) -> tuple[int, ...]:
    """Return the sentences that the words of a made sentence are from, ascending."""
    return tuple(sorted({place[0] for place in sample.sources if place is not None}))


def described(changes: Iterable[Change]) -> str:
    """Return changes in a few words each, with the sentence that they take words from, counted from 1."""
    return "; ".join(
        f"{change.kind} of {change.what} from the {_ordinal(change.source + 1)} sentence"
        if change.kind in ("exchange", "insertion")
        else f"{change.kind}: {change.what}"
        for change in changes
    )


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def distances(found: Sequence[Sequence[str]], sentences: Sequence[Sequence[str]]) -> list[tuple[int, float]]:
    """Return the edit distance of each word sequence to the nearest sentence, and its PINC against it.

    There is one sentence at least; of several nearest ones the first counts.  Words are compared as written.
    """
    if not found:
        return []
    # Lazy imports: the orchestrator, which plans and collects, needs neither.
    from rapidfuzz.distance import Levenshtein
    from rapidfuzz.process import cdist

    # The library compares texts fastest, so every distinct word becomes a character.
    words = set().union(*found, *sentences)
    signs = dict(zip(words, map(chr, chain(*_CODE_POINTS)), strict=False))
    queries, choices = (
        ["".join([signs[word] for word in sentence]) for sentence in group] for group in (found, sentences)
    )
    table = cdist(queries, choices, scorer=Levenshtein.distance)
    nearest = table.argmin(axis=1).tolist()
    return [
        (int(row[place]), round(pinc(query, choices[place]), _PLACES))
        for query, row, place in zip(queries, table, nearest, strict=True)
    ]


def pinc(new: str | tuple[str, ...], old: str | tuple[str, ...]) -> float:
    """Return the mean share of the n-grams of a sentence that another lacks, n from 1 to 4, from 0 to 1.

    A sentence is a tuple of words, or a text with a character for each.

    PINC of Chen & Dolan (2011), section 4: each n-gram counts once.  Lengths that the sentence has no
    n-gram of are left out.

    Examples
    --------
    >>> pinc(("the", "ferry", "sank"), ("the", "old", "ferry", "sank"))
    0.5
    """
    both = zip(_grams(new), _grams(old), strict=True)
    shares = [len(own - others) / len(own) for own, others in both if own]
    return sum(shares) / len(shares) if shares else 0.0


# The sentences of a cluster are compared again and again.
@lru_cache(maxsize=1024)
def _grams(words: str | tuple[str, ...]) -> list[set[str | tuple[str, ...]]]:
    """Return the distinct n-grams of a sentence, n from 1 to 4."""
    return [
        {words[place : place + length] for place in range(len(words) - length + 1)}
        for length in range(1, _LONGEST + 1)
    ]


def write_sentences(cluster: str, version: str, rows: Iterable[SentenceRow]) -> str:
    """Return the lines of ``sentences.csv`` of one cluster and version; rank and sources count from 1."""
    records = (SentenceRecord(cluster, version, rank, row) for rank, row in enumerate(rows, 1))
    return "".join(write_records(records))


def write_records(records: Iterable[SentenceRecord]) -> Iterator[str]:
    """Yield records as lines of ``sentences.csv``."""
    return rows_as_csv(map(_cells, records))


def _cells(record: SentenceRecord) -> tuple[str | int, ...]:
    row = record.row
    return (
        *record[:3],
        escape_cell(row.text),
        row.tokens,
        _flag(row.novel),
        _flag(row.chosen),
        row.edits,
        f"{row.difference:.4g}",
        " ".join(str(source + 1) for source in row.sources),
        escape_cell(row.operations),
        "" if row.score is None else f"{row.score:.4g}",
    )


def read_sentence_table(lines: Iterable[str], file: str = "") -> Iterator[SentenceRecord]:
    """Yield the rows of a ``sentences.csv`` with its header.

    Raises
    ------
    FormatError
        The header or a row does not follow the format; with the line.
    """
    rest = iter(lines)
    try:
        first = next(rest, "")
    except UnicodeDecodeError as error:
        raise FormatError(f"is not UTF-8: {error.reason}", file, 1) from error
    if tuple(first.rstrip("\r\n").split(",")) != SENTENCE_COLUMNS:
        raise FormatError(f"the columns {', '.join(SENTENCE_COLUMNS)} are expected", file, 1)
    yield from read_sentences(rest, file, 1)


def read_sentences(lines: Iterable[str], file: str = "", before: int = 0) -> Iterator[SentenceRecord]:
    """Yield the rows that :func:`write_sentences` wrote.

    Parameters
    ----------
    before
        Number of lines of the file before these.

    Raises
    ------
    FormatError
        A row does not follow the format; with the line.
    """
    reader = csv.reader(line for line in lines if line.strip())
    try:
        for cells in reader:
            yield _record(*cells)
    except (TypeError, ValueError, csv.Error) as error:
        message = f"a row of {len(SENTENCE_COLUMNS)} cells is expected, as in sentences.csv: {error}"
        raise FormatError(message, file, before + reader.line_num) from error


def read_sentence_texts(lines: Iterable[str]) -> Iterator[str]:
    """Yield the texts of the rows that :func:`write_sentences` wrote; nothing else of them is read.

    Raises
    ------
    FormatError
        A row does not follow the format.
    """
    column = SENTENCE_COLUMNS.index("text")
    try:
        yield from (unescape_cell(cells[column]) for cells in csv.reader(lines) if cells)
    except (IndexError, csv.Error) as error:
        raise FormatError(f"not a row of sentences: {error}") from error


def _record(*cells: str) -> SentenceRecord:
    cluster, version, rank, text, tokens, novel, chosen, edits, difference, *rest = cells
    sources, operations, score = rest
    row = SentenceRow(
        unescape_cell(text),
        int(tokens),
        novel == "yes",
        chosen == "yes",
        int(edits),
        float(difference),
        tuple(int(source) - 1 for source in sources.split()),
        unescape_cell(operations),
        float(score) if score else None,
    )
    return SentenceRecord(cluster, version, int(rank), row)


def _flag(value: bool) -> str:
    return "yes" if value else "no"
