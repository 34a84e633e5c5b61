"""From the files of a cluster to its record in the page."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from paralattice.errors import FormatError
from paralattice.formats.features import read_features
from paralattice.formats.html import packed
from paralattice.lattice.records import read_lattice_record, read_samples
from paralattice.report import ClusterContent, VersionContent, cluster_record

_Value = TypeVar("_Value")

#: Bytes beyond which a file is not taken into the page.
LARGEST_FILE = 8 << 20


def packed_cluster(run: Path, name: str, versions: Sequence[str]) -> str:
    """Return the record of a cluster, packed.

    What is absent, damaged or too large is left out and said on the page.
    """
    problems: list[str] = []
    none: list[tuple[str, ...]] = []
    sentences = _read(run / "features" / f"{name}.tsv", _sentences, none, problems)
    found = tuple(_version(run / version / name, version) for version in versions)
    return packed(cluster_record(ClusterContent(name, sentences, found, tuple(problems))))


def _version(folder: Path, version: str) -> VersionContent:
    problems: list[str] = []
    path = folder / "lattice.svg"
    return VersionContent(
        version,
        # A lattice that is too large to draw has no picture.
        picture=_read(path, lambda text, _: text, "", problems) if path.exists() else "",
        lattice=_read(
            folder / "lattice.json",
            lambda text, file: read_lattice_record(json.loads(text), file),
            None,
            problems,
        ),
        samples=_read(
            folder / "samples.jsonl", lambda text, file: read_samples(text.split("\n"), file), [], problems
        ),
        problems=tuple(problems),
    )


def _sentences(text: str, file: str) -> list[tuple[str, ...]]:
    return [sentence.words for sentence in read_features(text.split("\n"), file)]


def _read(path: Path, reader: Callable[[str, str], _Value], absent: _Value, problems: list[str]) -> _Value:
    """Return what a file holds, or a value instead and a problem that says why."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            problems.append(f"{path.name} is too large for this page")
            return absent
        return reader(path.read_text(encoding="utf-8", errors="surrogatepass"), path.name)
    except FileNotFoundError:
        problems.append(f"{path.name} is absent")
    except (OSError, ValueError, RecursionError, FormatError) as error:
        problems.append(f"{path.name} cannot be read ({type(error).__name__})")
    return absent
