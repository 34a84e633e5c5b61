"""TEI documents of aligned sentences: parallel segmentation, for collation and edition tools.

Each sentence is a witness.  Tokens that all sentences share are text; elsewhere an ``app`` has a reading
(``rdg``) for each different wording, and an empty one for the sentences that have nothing there.  Every
token is a ``w``, so that each sentence can be read back exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from xml.etree import ElementTree as ET

from paralattice.formats.graphml import xml_text

_NAMESPACE = "http://www.tei-c.org/ns/1.0"

Row = Sequence[str | None]
"""The word of a sentence in each column, or ``None``."""

_Readings = tuple[tuple[int, ...], ...]


def write_tei(rows: Sequence[Row], title: str) -> str:
    """Return an alignment as a TEI document with parallel segmentation.

    Witnesses are named ``s0``, ``s1`` and so on, by the 0-based numbers of their sentences.  Characters that
    are invalid in XML become U+FFFD.

    Parameters
    ----------
    rows
        One row per sentence, at least one, all of the same length; columns are in reading order.
    title
        Title of the document.

    Examples
    --------
    >>> text = write_tei([["a", "red", "bus"], ["a", None, "bus"]], "bus")
    >>> print(text[text.index("<app>") : text.index("</app>")])
    <app><rdg wit="#s0"><w>red</w> </rdg><rdg wit="#s1" /></app>
    """
    root = ET.Element("TEI", xmlns=_NAMESPACE)
    _add_header(root, rows, title)
    paragraph = ET.SubElement(ET.SubElement(ET.SubElement(root, "text"), "body"), "p")
    for readings, columns in _segments(rows):
        if len(readings) == 1:
            _add_words(paragraph, (rows[readings[0][0]][column] for column in columns))
            continue
        entry = ET.SubElement(paragraph, "app")
        for witnesses in readings:
            reading = ET.SubElement(entry, "rdg", wit=" ".join(f"#s{number}" for number in witnesses))
            _add_words(reading, (rows[witnesses[0]][column] for column in columns))
    # No indentation: white space between tokens is part of the text.
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _add_header(root: ET.Element, rows: Sequence[Row], title: str) -> None:
    header = ET.SubElement(root, "teiHeader")
    description = ET.SubElement(header, "fileDesc")
    ET.SubElement(ET.SubElement(description, "titleStmt"), "title").text = xml_text(title)
    ET.SubElement(ET.SubElement(description, "publicationStmt"), "p").text = "Written by Paralattice."
    witnesses = ET.SubElement(ET.SubElement(description, "sourceDesc"), "listWit")
    for number, row in enumerate(rows):
        witness = ET.SubElement(witnesses, "witness", {"xml:id": f"s{number}"})
        witness.text = xml_text(" ".join(word for word in row if word is not None))
    encoding = ET.SubElement(header, "encodingDesc")
    ET.SubElement(encoding, "variantEncoding", method="parallel-segmentation", location="internal")


def _segments(rows: Sequence[Row]) -> Iterator[tuple[_Readings, list[int]]]:
    """Yield stretches of columns in which the same sentences have the same words, with these sentences."""
    columns = range(len(rows[0]))
    for readings, stretch in groupby(columns, lambda column: _readings(rows, column)):
        yield readings, list(stretch)


def _readings(rows: Sequence[Row], column: int) -> _Readings:
    """Return the sentences of each wording of a column, in the order of their first sentences."""
    found: dict[str | None, list[int]] = {}
    for number, row in enumerate(rows):
        found.setdefault(row[column], []).append(number)
    return tuple(map(tuple, found.values()))


def _add_words(parent: ET.Element, words: Iterable[str | None]) -> None:
    for word in words:
        if word is not None:
            element = ET.SubElement(parent, "w")
            element.text, element.tail = xml_text(word), " "
