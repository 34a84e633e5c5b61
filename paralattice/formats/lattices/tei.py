"""TEI documents of aligned sentences: parallel segmentation, for collation and edition tools.

Each sentence is a witness.  Tokens that all sentences share are text; elsewhere an ``app`` has a reading
(``rdg``) for each different wording, and an empty one for the sentences that have nothing there.  Every
token is a ``w``, so that each sentence can be read back exactly.  White space follows the tokens as in the
sentence with that reading that has most.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, repeat
from xml.etree import ElementTree as ET

from paralattice.formats.lattices.graphml import xml_text
from paralattice.formats.lattices.witnesses import UNNAMED, Witnesses

_IDENTIFIER = re.compile(r"[^\W\d][\w.-]*")
_NAMESPACE = "http://www.tei-c.org/ns/1.0"

Row = Sequence[str | None]
"""The word of a sentence in each column, or ``None``."""

Spaced = tuple[str, str]
"""A word and the white space after it."""


def write_tei(rows: Sequence[Row], title: str, witnesses: Witnesses = UNNAMED) -> str:
    """Return an alignment as a TEI document with parallel segmentation.

    Witnesses are named by their sigla.  Without sigla, or if one of them is no identifier of XML, they are
    named ``s0``, ``s1`` and so on, by the 0-based numbers of their sentences, and have the siglum as ``n``.
    Characters that are invalid in XML become U+FFFD.

    Parameters
    ----------
    rows
        One row per sentence, at least one, all of the same length; columns are in reading order.
    title
        Title of the document.
    witnesses
        Sigla and white space; if variants are aligned, no two columns are one entry but those in which the
        same witnesses agree.

    Examples
    --------
    >>> text = write_tei([["a", "red", "bus"], ["a", None, "bus"]], "bus")
    >>> print(text[text.index("<app>") : text.index("</app>")])
    <app><rdg wit="#s0"><w>red</w> </rdg><rdg wit="#s1" /></app>
    """
    root = ET.Element("TEI", xmlns=_NAMESPACE)
    names = _names(witnesses.sigla, len(rows))
    spaces = [iter(row) for row in witnesses.spaces] or [repeat(" ")] * len(rows)
    spaced = [
        [None if word is None else (word, next(own)) for word in row]
        for row, own in zip(rows, spaces, strict=True)
    ]
    _add_header(root, spaced, title, names, witnesses.sigla)
    paragraph = ET.SubElement(ET.SubElement(ET.SubElement(root, "text"), "body"), "p")
    for columns in _stretches(rows, witnesses.aligned):
        readings = _readings(rows, columns)
        entry = ET.SubElement(paragraph, "app") if len(readings) > 1 else paragraph
        for holders in readings.values():
            wit = " ".join(f"#{names[number]}" for number in holders)
            reading = ET.SubElement(entry, "rdg", wit=wit) if len(readings) > 1 else paragraph
            # Where they differ in white space, none of them may lose the space between two words.
            own = ([cell for column in columns if (cell := spaced[number][column])] for number in holders)
            _add_words(reading, (max(row, key=lambda cell: len(cell[1])) for row in zip(*own, strict=True)))
    # No indentation: white space between tokens is part of the text.
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _names(sigla: Sequence[str], count: int) -> list[str]:
    if sigla and all(map(_IDENTIFIER.fullmatch, sigla)):
        return [*sigla]
    return [f"s{number}" for number in range(count)]


def _add_header(
    root: ET.Element,
    rows: Sequence[Sequence[Spaced | None]],
    title: str,
    names: Sequence[str],
    sigla: Sequence[str],
) -> None:
    header = ET.SubElement(root, "teiHeader")
    description = ET.SubElement(header, "fileDesc")
    ET.SubElement(ET.SubElement(description, "titleStmt"), "title").text = xml_text(title)
    ET.SubElement(ET.SubElement(description, "publicationStmt"), "p").text = "Written by Paralattice."
    listed = ET.SubElement(ET.SubElement(description, "sourceDesc"), "listWit")
    for number, (name, row) in enumerate(zip(names, rows, strict=True)):
        witness = ET.SubElement(listed, "witness", {"xml:id": name})
        if sigla and sigla[number] != name:
            witness.set("n", xml_text(sigla[number]))
        witness.text = xml_text("".join(part for cell in row if cell for part in cell).rstrip())
    encoding = ET.SubElement(header, "encodingDesc")
    ET.SubElement(encoding, "variantEncoding", method="parallel-segmentation", location="internal")


def _stretches(rows: Sequence[Row], aligned: bool) -> Iterator[list[int]]:
    """Yield stretches of columns, each an entry of the apparatus or text that all sentences share.

    Adjacent columns belong together if the same sentences have the same words there, or if no sentence has
    words in both, unless variants are aligned: then these are different readings of one place.
    """
    stretch: list[int] = []
    held: set[int] = set()
    for _, group in groupby(range(len(rows[0])), lambda column: [*_readings(rows, [column]).values()]):
        columns = list(group)
        present = {number for number, row in enumerate(rows) if row[columns[0]] is not None}
        if stretch and (aligned or held & present):
            yield stretch
            stretch, held = [], set()
        stretch += columns
        held |= present
    if stretch:
        yield stretch


def _readings(rows: Sequence[Row], columns: Sequence[int]) -> dict[tuple[str, ...], list[int]]:
    """Return the wordings of some columns, each with its sentences, in the order of the first of these."""
    found: dict[tuple[str, ...], list[int]] = {}
    for number, row in enumerate(rows):
        words = tuple(word for column in columns if (word := row[column]) is not None)
        found.setdefault(words, []).append(number)
    return found


def _add_words(parent: ET.Element, cells: Iterable[Spaced]) -> None:
    for cell in cells:
        element = ET.SubElement(parent, "w")
        element.text, element.tail = map(xml_text, cell)
