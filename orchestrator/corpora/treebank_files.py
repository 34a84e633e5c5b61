"""Treebanks in: files and folders of trees in Penn brackets."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paralattice.errors import FormatError, ParaphraseError, ProblemsError
from paralattice.formats.trees import read_trees
from paralattice.tree import Tree

ENDING = ".mrg"


@dataclass(frozen=True, slots=True)
class Treebank:
    """The trees of some files and folders.

    Attributes
    ----------
    trees
        All of them, in the order of the files.
    files
        Of each file or folder its name, a SHA-256 in hexadecimal, and its number of trees.
    """

    trees: tuple[Tree, ...]
    files: tuple[tuple[str, str, int], ...]

    def record(self) -> list[dict[str, object]]:
        """Return what JSON files say of the treebank."""
        return [dict(zip(("file", "sha256", "trees"), entry, strict=True)) for entry in self.files]


def file_record(path: Path) -> dict[str, object]:
    """Return a file's or folder's name and SHA-256, of a folder that of its files' names and SHA-256."""
    if not path.is_dir():
        return {"file": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    digest = hashlib.sha256()
    for file in sorted(path.rglob("*")):
        if file.is_file():
            own = hashlib.sha256(file.read_bytes()).hexdigest()
            digest.update(f"{file.relative_to(path).as_posix()} {own}\n".encode())
    return {"file": path.name, "sha256": digest.hexdigest()}


def read_treebank(paths: Iterable[Path]) -> Treebank:
    """Read trees; of a folder, all files below it that end in ``.mrg``, by name.

    Raises
    ------
    ProblemsError
        All that is wrong with the files, each with file and line.
    """
    trees: list[Tree] = []
    files: list[tuple[str, str, int]] = []
    problems: list[ParaphraseError] = []
    for path in paths:
        try:
            found, digest = _read_all(path)
            trees += found
            files.append((path.name, digest, len(found)))
        except ParaphraseError as problem:
            problems.append(problem)
    if problems:
        raise ProblemsError(problems)
    return Treebank(tuple(trees), tuple(files))


def _read_all(path: Path) -> tuple[list[Tree], str]:
    if not path.is_dir():
        return _read(path)
    trees, digest = [], hashlib.sha256()
    for file in _files(path):
        found, own = _read(file)
        trees += found
        digest.update(f"{file.relative_to(path).as_posix()} {own}\n".encode())
    return trees, digest.hexdigest()


def _files(path: Path) -> list[Path]:
    found = sorted(path.rglob(f"*{ENDING}"))
    if not found:
        raise FormatError(f"the folder holds no file that ends in {ENDING}", str(path))
    return found


def _read(path: Path) -> tuple[list[Tree], str]:
    try:
        data = path.read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", str(path)) from error
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError("is not UTF-8", str(path), line) from error
    trees = read_trees(text.split("\n"), str(path))
    if not trees:
        raise FormatError("the file holds no tree", str(path))
    return trees, hashlib.sha256(data).hexdigest()
