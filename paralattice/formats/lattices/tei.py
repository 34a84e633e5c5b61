"""TEI documents of aligned sentences: parallel segmentation, for collation and edition tools.

Each sentence is a witness.  Tokens that all sentences share are text; elsewhere an ``app`` has a reading
(``rdg``) for each different wording, and an empty one for the sentences that have nothing there.  Every
token is a ``w``, so that each sentence can be read back exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from xml.etree import ElementTree as ET

from paralattice.formats.lattices.graphml import xml_text

_NAMESPACE = "http://www.tei-c.org/ns/1.0"

Row = Sequence[str | None]
"""The word of a sentence in each column, or ``None``."""


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
    for columns in _stretches(rows):
        readings = _readings(rows, columns)
        if len(readings) == 1:
            _add_words(paragraph, *readings)
            continue
        entry = ET.SubElement(paragraph, "app")
        for words, witnesses in readings.items():
            _add_words(ET.SubElement(entry, "rdg", wit=" ".join(witnesses)), words)
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


def _stretches(rows: Sequence[Row]) -> Iterator[list[int]]:
    """Yield stretches of columns, each an entry of the apparatus or text that all sentences share.

    Adjacent columns belong together if the same sentences have the same words there, or if no sentence has
    words in both: then these are different readings of one place.
    """
    stretch: list[int] = []
    held: set[int] = set()
    for _, group in groupby(range(len(rows[0])), lambda column: tuple(_readings(rows, [column]).values())):
        columns = list(group)
        present = {number for number, row in enumerate(rows) if row[columns[0]] is not None}
        if held & present:
            yield stretch
            stretch, held = [], set()
        stretch += columns
        held |= present
    if stretch:
        yield stretch


def _readings(rows: Sequence[Row], columns: Sequence[int]) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return the wordings of some columns, each with its witnesses, in the order of their first sentences."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for number, row in enumerate(rows):
        words = tuple(word for column in columns if (word := row[column]) is not None)
        found[words] = (*found.get(words, ()), f"#s{number}")
    return found


def _add_words(parent: ET.Element, words: Iterable[str]) -> None:
    for word in words:
        element = ET.SubElement(parent, "w")
        element.text, element.tail = xml_text(word), " "
