"""The gospels as Nelken & Shieber 2006 use them (sections 3 and 5.2): verses and matched pericopes.

A pericope is a contiguous range of verses; where a cell of the list has several, each
is one, matched with each of the other gospel.  The matched pairs are a set, so that
a pair which the list gives twice counts once.
"""

import numpy as np


class Gospels:
    """Verses by gospel, and the list of parallels, read from a folder."""

    def __init__(self, folder):
        self.verses, self._places = {}, {}
        for name in ("matthew", "mark", "luke"):
            lines = (folder / f"kjv_{name}.tsv").read_text(encoding="utf-8").splitlines()
            rows = [line.split("\t") for line in lines]
            self.verses[name] = [text for _, text in rows]
            self._places[name] = [_reference(reference) for reference, _ in rows]
        lines = (folder / "aland_parallels.tsv").read_text(encoding="utf-8").splitlines()
        header, *rows = (line.split("\t") for line in lines)
        self._parallels = [dict(zip(header, row, strict=False)) for row in rows]

    def blocks(self, first, second):
        """Return the pairs of matched pericopes, each a pair of arrays of verses, 0-based."""
        ranges = {
            (one, other): None
            for row in self._parallels
            for one in _ranges(row.get(first, ""))
            for other in _ranges(row.get(second, ""))
        }
        return [(self._verses_in(first, one), self._verses_in(second, other)) for one, other in ranges]

    def _verses_in(self, name, text):
        begin, _, end = text.partition("-")
        first = _reference(begin)
        last = _reference(end if ":" in end else f"{first[0]}:{end}") if end else first
        places = self._places[name]
        return np.array([i for i, place in enumerate(places) if first <= place <= last], dtype=np.int64)


def _reference(text):
    chapter, verse = text.split(":")
    return int(chapter), int(verse)


def _ranges(cell):
    return [part.strip() for part in cell.split(";") if part.strip()]
