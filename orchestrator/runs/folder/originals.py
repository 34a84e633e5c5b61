"""``originals.jsonl``: the sentences of each cluster as they were given, if they came as raw text."""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

import msgspec

from paralattice.errors import FormatError


def original_lines(clusters: Iterable[tuple[str, Sequence[str]]]) -> Iterator[str]:
    """Yield the lines of the file: an object of ``cluster`` and ``sentences`` for each cluster with texts."""
    for name, texts in clusters:
        if texts:
            yield json.dumps({"cluster": name, "sentences": list(texts)}, ensure_ascii=False) + "\n"


class _Originals(msgspec.Struct):
    """A line of the file."""

    cluster: str
    sentences: list[str]


class OriginalTexts:
    """Reads the texts of single clusters; only the offsets of their lines stay in memory.

    Parameters
    ----------
    path
        The file; without it, no cluster has texts.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, cluster: str) -> list[str]:
        """Return the sentences of a cluster as they were given; empty if they came as tokens.

        Raises
        ------
        FormatError
            The file is damaged; with the line.
        """
        if cluster not in self._places:
            return []
        offset, number = self._places[cluster]
        with self._path.open("rb") as file:
            file.seek(offset)
            return self._record(file.readline(), number).sentences

    @cached_property
    def _places(self) -> dict[str, tuple[int, int]]:
        """Cluster to the offset and the 1-based number of its line."""
        places: dict[str, tuple[int, int]] = {}
        offset = 0
        try:
            with self._path.open("rb") as file:
                for number, line in enumerate(file, 1):
                    places[self._record(line, number).cluster] = (offset, number)
                    offset += len(line)
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise FormatError(f"cannot be read: {error.strerror}", str(self._path)) from error
        return places

    def _record(self, line: bytes, number: int) -> _Originals:
        try:
            return msgspec.json.decode(line, type=_Originals)
        except ValueError as error:
            message = "a JSON object of 'cluster' and 'sentences' is expected"
            raise FormatError(message, str(self._path), number) from error
