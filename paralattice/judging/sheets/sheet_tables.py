"""The CSV tables of a study: a judge's sheet, the originals of its clusters, and the key."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from paralattice.corpus import Cluster, Sentence
from paralattice.english.spacing import detokenise
from paralattice.errors import FormatError
from paralattice.formats.tables.csv_rows import rows_as_csv
from paralattice.formats.tables.paper_tables import escape_cell, unescape_cell
from paralattice.formats.tables.spreadsheets import read_table
from paralattice.judging.sheets.form import Form
from paralattice.judging.sheets.forms import SENTENCE_FORM
from paralattice.judging.sheets.items import StudyItem

ORIGINALS_COLUMNS = ("cluster", "number", "sentence")


def sheet_rows(items: Iterable[StudyItem], form: Form = SENTENCE_FORM) -> Iterator[tuple[str | int, ...]]:
    """Yield a row of the form's columns for each item; ``number`` counts from 1, cells are not escaped."""
    for number, item in enumerate(items, 1):
        yield item.id, item.cluster, number, *form.shown(item.words), *[""] * len(form.criteria)


def originals_rows(clusters: Iterable[Cluster]) -> Iterator[tuple[str | int, ...]]:
    """Yield a row of :data:`ORIGINALS_COLUMNS` for each sentence; cells are not escaped."""
    for cluster in clusters:
        for number, sentence in enumerate(cluster.sentences, 1):
            yield cluster.name, number, sentence_text(sentence)


def sentence_text(sentence: Sentence) -> str:
    """Return an original as judges read it: as it was given, or else its tokens as running text."""
    return sentence.text or detokenise(sentence.words)


def write_sheet(items: Iterable[StudyItem], form: Form = SENTENCE_FORM) -> str:
    """Return the sheet that a judge fills in, as CSV; ``number`` counts from 1 and all scores are empty."""
    return _csv(form.columns, sheet_rows(items, form))


def write_originals(clusters: Iterable[Cluster]) -> str:
    """Return the sentences of clusters as CSV; ``number`` counts from 1 in each cluster."""
    return _csv(ORIGINALS_COLUMNS, originals_rows(clusters))


def write_key(items: Iterable[StudyItem], form: Form = SENTENCE_FORM) -> str:
    """Return the key, which links items to versions, as CSV; ``draw`` is 0-based."""
    rows: Iterator[tuple[str | int, ...]] = (
        (item.id, item.cluster, item.version, item.draw, *form.cells(item.words)) for item in items
    )
    return _csv(form.key_columns, rows)


def read_key(data: bytes, file: str = "", form: Form = SENTENCE_FORM) -> tuple[StudyItem, ...]:
    """Return the items of a key that :func:`write_key` wrote.

    Raises
    ------
    FormatError
        A column or a value is absent or not allowed, or an item occurs twice.
    """
    table = read_table(data, "item", file=file)
    absent = [name for name in form.key_columns if name not in table.columns]
    if absent:
        raise FormatError(f"is no key: it has no column {absent[0]!r}", file)
    items: dict[str, StudyItem] = {}
    for row in table.rows:
        item, cluster, version, draw, *texts = (row.cells.get(name, "") for name in form.key_columns)
        if not (item and cluster and version and draw.isdecimal()):
            raise FormatError("names no item, cluster, version and draw", file, row.line)
        if item in items:
            raise FormatError(f"has the item {item} twice", file, row.line)
        words = form.words([unescape_cell(text) for text in texts])
        items[item] = StudyItem(item, unescape_cell(cluster), version, int(draw), words)
    return tuple(items.values())


def _csv(columns: Sequence[str], rows: Iterable[Sequence[str | int]]) -> str:
    escaped = ([escape_cell(str(cell)) for cell in row] for row in rows)
    return "".join(rows_as_csv(chain([columns], escaped), "\r\n"))
