"""The files of a corpus."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from orchestrator.io.problems import Problems
from orchestrator.io.text import shown

SETTINGS_FILE = "corpus.toml"
SOURCES_FOLDER = "sources"
KINDS = (".txt", ".jsonl", ".mrg")
_EXPECTED = "*.txt or *.mrg (a cluster each) or *.jsonl"


@dataclass(slots=True)
class Found:
    """The files of a corpus.

    Attributes
    ----------
    texts
        Paths of files with sentences (``.txt``, ``.jsonl``, or ``.mrg`` if
        there is nothing else), by stem.
    trees
        Stem to the path of a tree file, for trees beside the sentences.
    settings
        ``corpus.toml``, if any.
    ignored
        Names of other files and folders, sorted.
    whole
        Whether a folder was read, so that each tree file must have its cluster.
    """

    # Texts, since a Path takes ten times as much memory and there may be a million of them.
    texts: list[str] = field(default_factory=list)
    trees: dict[str, str] = field(default_factory=dict)
    settings: Path | None = None
    ignored: tuple[str, ...] = ()
    whole: bool = True


def find_files(path: Path, problems: Problems) -> Found:
    """Return the files of the corpus at a folder or file."""
    with problems.collected(path):
        if path.is_dir():
            return _find_in_folder(path, problems)
        if path.is_file():
            return _find_beside(path, problems)
        problems.add("there is no such file or folder", path)
    return Found()


def find_trees(folder: Path, problems: Problems) -> dict[str, str]:
    """Return stem to file for the ``.mrg`` files of a folder."""
    try:
        by_kind, _ = _sort_entries(folder)
    except OSError as error:
        problems.add(f"the folder of trees cannot be read: {error.strerror}", folder)
        return {}
    return _by_stem(by_kind[".mrg"], problems)


def _find_in_folder(folder: Path, problems: Problems) -> Found:
    by_kind, others = _sort_entries(folder)
    texts = by_kind[".txt"] + by_kind[".jsonl"]
    trees = _by_stem(by_kind[".mrg"], problems)
    # Beside text a tree file without its cluster is probably mistyped; alone, it is the cluster.
    if not texts:
        texts, trees = by_kind[".mrg"], {}
    settings = folder / SETTINGS_FILE if SETTINGS_FILE in others else None
    # The files about provenance that `orchestrator cluster` writes are no clusters.
    others = [name for name in others if name not in (SETTINGS_FILE, f"{SOURCES_FOLDER}/")]
    if not texts:
        problems.add(nothing_found("cluster", _EXPECTED, others), folder)
    return Found(sorted(texts, key=_order), trees, settings, tuple(others))


def _find_beside(path: Path, problems: Problems) -> Found:
    kind = path.suffix.lower()
    if kind not in KINDS:
        problems.add(f"a corpus is a folder or a file of the form {_EXPECTED}", path)
        return Found(whole=False)
    trees = {} if kind == ".mrg" else find_trees(path.parent, problems)
    return Found([str(path)], trees, whole=False)


def _order(path: str) -> tuple[str, str]:
    # By cluster, not by file: "a.txt" goes before "a-b.txt".
    return os.path.splitext(path)  # noqa: PTH122 - a Path costs ten times as much


def _by_stem(paths: list[str], problems: Problems) -> dict[str, str]:
    trees: dict[str, str] = {}
    for path in sorted(paths):
        stem = Path(path).stem
        if stem in trees:
            problems.add(f"a second file of trees beside {Path(trees[stem]).name}", path)
        trees.setdefault(stem, path)
    return trees


def _sort_entries(folder: Path) -> tuple[dict[str, list[str]], list[str]]:
    """Return the files of each kind, and the sorted names of the other visible entries."""
    by_kind: dict[str, list[str]] = {kind: [] for kind in KINDS}
    others = []
    with os.scandir(folder) as entries:
        for entry in entries:
            kind = os.path.splitext(entry.name)[1].lower()  # noqa: PTH122 - as above
            # Hidden files are not text, such as the ._x.txt that macOS leaves beside x.txt.
            if entry.name.startswith("."):
                continue
            if kind in by_kind and not entry.is_dir():
                by_kind[kind].append(entry.path)
            else:
                others.append(entry.name + ("/" if entry.is_dir() else ""))
    return by_kind, sorted(others)


def nothing_found(noun: str, expected: str, others: Sequence[str]) -> str:
    """Return the message for a folder without clusters or documents.

    Parameters
    ----------
    noun, expected
        What was looked for: a noun, and names of files.
    others
        Names of the files and folders in the folder.
    """
    names = [shown(name) for name in others]
    there = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    return f"no {noun} found: looked for {expected}; the folder holds {there or 'no other file'}"
