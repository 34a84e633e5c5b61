"""A cluster's record for the page, made from its files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from orchestrator.runs.folder import RunFolder, Words
from orchestrator.runs.folder.files import LATTICE, SAMPLES
from paralattice.errors import FormatError
from paralattice.formats.html import packed
from paralattice.lattice import SentenceRow, read_sentences
from paralattice.report import ClusterContent, VersionContent, cluster_record

_Value = TypeVar("_Value")

#: Size in bytes of the largest file that the page includes.
LARGEST_FILE = 8 << 20


def packed_cluster(run: RunFolder, name: str, versions: Sequence[str]) -> str:
    """Return the record of a cluster, compressed.

    Files that are absent, damaged or too large are left out, and the record says so.
    """
    problems: list[str] = []
    none: list[Words] = []
    sentences = _read(
        run.features_file(name), lambda: [each.words for each in run.sentences(name)], none, problems
    )
    found = tuple(_version(run, name, version) for version in versions)
    texts = run.given_texts(name)
    given = texts if len(texts) == len(sentences) else []
    return packed(cluster_record(ClusterContent(name, sentences, given, found, tuple(problems))))


def sentence_rows_of(run: RunFolder, name: str, version: str) -> list[SentenceRow]:
    """Return the rows of ``sentences.csv`` of a cluster and version; empty for a run of before."""
    try:
        return [record.row for record in read_sentences(run.sentence_lines(name, version).split("\n"))]
    except FormatError:
        return []


def _version(run: RunFolder, name: str, version: str) -> VersionContent:
    problems: list[str] = []
    lattice, samples = (run.file(name, version, file) for file in (LATTICE, SAMPLES))
    return VersionContent(
        version,
        lattice=_read(lattice, lambda: run.lattice(name, version), None, problems),
        samples=_read(samples, lambda: run.samples(name, version), [], problems),
        rows={row.text: row for row in sentence_rows_of(run, name, version)},
        problems=tuple(problems),
    )


def _read(path: Path, reader: Callable[[], _Value], absent: _Value, problems: list[str]) -> _Value:
    """Return the content of a file; if it cannot be read, add a problem and return ``absent``."""
    try:
        if path.stat().st_size <= LARGEST_FILE:
            return reader()
        problems.append(f"{path.name} is too large for this page")
    except FileNotFoundError:
        problems.append(f"{path.name} is absent")
    except (OSError, FormatError):
        problems.append(f"{path.name} cannot be read")
    return absent
