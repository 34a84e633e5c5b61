"""Reading treebanks: files and folders of trees in Penn brackets."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from orchestrator.io.problems import Problems
from orchestrator.io.text import shown
from paralattice.errors import FormatError
from paralattice.formats.encodings import decode_utf8
from paralattice.formats.trees import read_trees
from paralattice.syntax.tree import Tree

ENDING = ".mrg"


@dataclass(frozen=True, slots=True)
class Treebank:
    """The trees of some files and folders.

    Attributes
    ----------
    trees
        All trees, in the order of the files.
    files
        Name, SHA-256 in hexadecimal, and number of trees of each file or folder.
    """

    trees: tuple[Tree, ...]
    files: tuple[tuple[str, str, int], ...]

    def record(self) -> list[dict[str, object]]:
        """Return the files of the treebank for JSON: name, SHA-256 and number of trees of each."""
        return [dict(zip(("file", "sha256", "trees"), entry, strict=True)) for entry in self.files]


def file_record(path: Path) -> dict[str, object]:
    """Return the name and SHA-256 of a file or folder; a folder's covers names and content of its files."""
    if not path.is_dir():
        return {"file": path.name, "sha256": _sha256(path.read_bytes())}
    files = [(file, _sha256(file.read_bytes())) for file in sorted(path.rglob("*")) if file.is_file()]
    return {"file": path.name, "sha256": _folder_sha256(path, files)}


def read_treebank(paths: Iterable[Path]) -> Treebank:
    """Read trees; of a folder, all files below it that end in ``.mrg``, by name.

    Raises
    ------
    ProblemsError
        All problems of the files, each with file and line.
    """
    trees: list[Tree] = []
    files: list[tuple[str, str, int]] = []
    problems = Problems()
    for path in paths:
        with problems.collected(path):
            found, digest = _read_folder(path) if path.is_dir() else _read_file(path)
            trees += found
            files.append((path.name, digest, len(found)))
    problems.raise_any()
    return Treebank(tuple(trees), tuple(files))


def _read_folder(folder: Path) -> tuple[list[Tree], str]:
    files = sorted(folder.rglob(f"*{ENDING}"))
    if not files:
        raise FormatError(f"the folder holds no file that ends in {ENDING}", shown(folder))
    read = [_read_file(file) for file in files]
    digests = [digest for _, digest in read]
    digest = _folder_sha256(folder, zip(files, digests, strict=True))
    return [tree for trees, _ in read for tree in trees], digest


def _read_file(path: Path) -> tuple[list[Tree], str]:
    data = path.read_bytes()
    trees = read_trees(decode_utf8(data, shown(path)).split("\n"), shown(path))
    if not trees:
        raise FormatError("the file holds no tree", shown(path))
    return trees, _sha256(data)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _folder_sha256(folder: Path, files: Iterable[tuple[Path, str]]) -> str:
    lines = (f"{file.relative_to(folder).as_posix()} {digest}\n" for file, digest in files)
    return _sha256("".join(lines).encode())
