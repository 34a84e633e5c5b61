"""The forms in which matches are written."""

import json
from collections.abc import Callable, Iterable, Iterator

import paralattice
from orchestrator.systems.matching.matching import Matched
from paralattice.formats.tables.csv_rows import rows_as_csv
from paralattice.formats.tables.paper_tables import escape_cell
from paralattice.formats.tmx import TranslationUnit, write_tmx
from paralattice.sentences.page import write_match_page

HEADER = ("pair", "first", "second", "probability")


def _table(results: Iterable[Matched], least: float) -> Iterator[str]:
    """Yield a line for each match, with tabs: pair of documents, two 0-based sentences, probability."""
    yield "\t".join(HEADER) + "\n"
    for result in results:
        for i, j, probability in result.likely(least):
            yield f"{result.name}\t{i}\t{j}\t{probability:.6f}\n"


def json_lines(results: Iterable[Matched], least: float) -> Iterator[str]:
    """Yield the rows of the table as JSON objects."""
    for result in results:
        for row in result.likely(least):
            yield json.dumps(dict(zip(HEADER, (result.name, *row), strict=True)), ensure_ascii=False) + "\n"


def _texts(results: Iterable[Matched], least: float) -> Iterator[str]:
    """Yield the matching sentences for people to read: a heading with ``#`` for each pair of documents."""
    gap = ""
    for result in results:
        yield f"{gap}# {result.name}\n"
        for i, j, probability in result.likely(least):
            yield f"\n{probability:.3f}  {_line(result.first[i])}\n       {_line(result.second[j])}\n"
        gap = "\n"


def _line(text: str) -> str:
    return " ".join(text.split())


def _csv(results: Iterable[Matched], least: float) -> Iterator[str]:
    """Yield the table with the sentences, which are counted from 1, for spreadsheets."""
    yield from rows_as_csv([(*HEADER, "first_sentence", "second_sentence")])
    for result in results:
        rows = (
            (
                escape_cell(result.name),
                i + 1,
                j + 1,
                f"{probability:.6f}",
                *map(escape_cell, (result.first[i], result.second[j])),
            )
            for i, j, probability in result.likely(least)
        )
        yield from rows_as_csv(rows)


def sentence_pairs(results: Iterable[Matched], least: float) -> Iterator[str]:
    """Yield each pair of different matching sentences as JSON, as `reword train --pairs` reads them."""
    for pair in _different(results, least):
        probability = None if pair.probability is None else round(pair.probability, 6)
        yield json.dumps(pair._asdict() | {"probability": probability}, ensure_ascii=False) + "\n"


def _different(results: Iterable[Matched], least: float) -> Iterator[TranslationUnit]:
    for result in results:
        event = result.name.split(" ")[0].rpartition("/")[0] or result.name
        for i, j, probability in result.likely(least):
            first, second = result.first[i], result.second[j]
            if first != second:
                yield TranslationUnit(first, second, event, probability)


def match_page(results: Iterable[Matched], least: float) -> Iterator[str]:
    """Yield the page that draws matches as lines between sentences."""
    return write_match_page((one.name, one.first, one.second, one.above(least)) for one in results)


FORMS: dict[str, Callable[[Iterable[Matched], float], Iterator[str]]] = {
    "table": _table,
    "sentences": _texts,
    "csv": _csv,
    "jsonl": sentence_pairs,
    "tmx": lambda results, least: write_tmx(_different(results, least), paralattice.__version__),
    "html": match_page,
}
"""By its name, each form of matches of at least some probability, in pieces of text with line ends."""
