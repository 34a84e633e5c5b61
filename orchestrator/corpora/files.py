"""Which files make up a corpus."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from orchestrator.corpora.model import Problems

SETTINGS_FILE = "corpus.toml"
KINDS = (".txt", ".jsonl", ".mrg")
_EXPECTED = "*.txt or *.mrg (a cluster each) or *.jsonl"


@dataclass(slots=True)
class Found:
    """The files of a corpus.

    Attributes
    ----------
    texts
        Files with sentences (``.txt``, ``.jsonl``, or ``.mrg`` where there is
        nothing else), by stem.
    trees
        Stem to tree file, for trees that stand beside the sentences.
    settings
        ``corpus.toml``, where there is one.
    ignored
        Names of other files and folders, sorted.
    whole
        Whether a folder was read, so that each tree file must have its cluster.
    complete
        Whether the names of all clusters could be read.
    """

    texts: list[Path] = field(default_factory=list)
    trees: dict[str, Path] = field(default_factory=dict)
    settings: Path | None = None
    ignored: tuple[str, ...] = ()
    whole: bool = True
    complete: bool = True


def shown(path: Path) -> str:
    """Return a path for messages, printable whatever bytes it holds."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def read_bytes(path: Path, problems: Problems) -> bytes | None:
    """Return what a file holds, or note why it cannot be read and return ``None``."""
    try:
        # A pipe would keep us waiting for a writer.
        if path.exists() and not path.is_file():
            problems.add("cannot be read: it is no regular file", shown(path))
            return None
        return path.read_bytes()
    except OSError as error:
        problems.add(f"cannot be read: {error.strerror}", shown(path))
        return None


def find_files(path: Path, problems: Problems) -> Found:
    """Return the files of the corpus at a folder or file; what is wrong is noted."""
    try:
        if path.is_dir():
            return _find_in_folder(path, problems)
        if path.is_file():
            return _find_beside(path, problems)
        problems.add("there is no such file or folder", shown(path))
    except OSError as error:
        problems.add(f"cannot be read: {error.strerror}", shown(path))
    return Found()


def find_trees(folder: Path, problems: Problems) -> dict[str, Path]:
    """Return stem to file for the ``.mrg`` files of a folder; what is wrong is noted."""
    try:
        by_kind, _ = _sort_entries(folder)
    except OSError as error:
        problems.add(f"the folder of trees cannot be read: {error.strerror}", shown(folder))
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
    others = [name for name in others if name != SETTINGS_FILE]
    if not texts:
        problems.add(_nothing_found(folder, others), shown(folder))
    return Found(sorted(texts, key=_order), trees, settings, tuple(others))


def _find_beside(path: Path, problems: Problems) -> Found:
    kind = path.suffix.lower()
    if kind not in KINDS:
        problems.add(f"a corpus is a folder or a file of the form {_EXPECTED}", shown(path))
        return Found(whole=False)
    trees = {} if kind == ".mrg" else find_trees(path.parent, problems)
    return Found([path], trees, whole=False)


def _order(path: Path) -> tuple[str, str]:
    # By cluster, not by file: "a.txt" goes before "a-b.txt".
    return path.stem, path.suffix


def _by_stem(paths: list[Path], problems: Problems) -> dict[str, Path]:
    trees: dict[str, Path] = {}
    for path in sorted(paths):
        if path.stem in trees:
            problems.add(f"a second file of trees beside {trees[path.stem].name}", shown(path))
        trees.setdefault(path.stem, path)
    return trees


def _sort_entries(folder: Path) -> tuple[dict[str, list[Path]], list[str]]:
    """Return the files of each kind, and the sorted names of the other visible entries."""
    by_kind: dict[str, list[Path]] = {kind: [] for kind in KINDS}
    others = []
    with os.scandir(folder) as entries:
        for entry in entries:
            kind = os.path.splitext(entry.name)[1].lower()  # noqa: PTH122 - a Path costs ten times as much
            # Such as the ._x.txt that macOS leaves beside x.txt: no text.
            if entry.name.startswith("."):
                continue
            if kind in by_kind and not entry.is_dir():
                by_kind[kind].append(Path(entry.path))
            else:
                others.append(entry.name + ("/" if entry.is_dir() else ""))
    return by_kind, sorted(others)


def _nothing_found(folder: Path, others: list[str]) -> str:
    """Return the message for a folder without clusters: what was looked for, what is there."""
    names = [os.fsencode(name).decode("utf-8", "backslashreplace") for name in others]
    there = ", ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
    message = f"no cluster found: looked for {_EXPECTED}; the folder holds {there or 'no other file'}"
    if any((folder / name).is_dir() and any((folder / name).glob("*.txt")) for name in others):
        message += "; to cluster documents in subfolders by key terms is not part of this version"
    return message
