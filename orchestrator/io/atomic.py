"""Atomic writes: a file is written completely or not at all."""

import json
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, Any

_UNFINISHED = ".new-"
# Names of files may have bytes that are not UTF-8: they are written as escapes, which JSON reads back.
_TEXT = {"encoding": "utf-8", "errors": "backslashreplace", "newline": ""}


def write_whole(path: Path, text: str | Iterable[str]) -> None:
    """Write a text file atomically: under another name, then renamed; missing folders are created.

    Parameters
    ----------
    path
        The file.
    text
        Its content, whole or in pieces.

    Raises
    ------
    OSError
        The file cannot be written; the previous one is unchanged.
    """
    with _replacing(path, "x", **_TEXT) as file:
        file.writelines([text] if isinstance(text, str) else text)


def writing_whole(path: Path) -> AbstractContextManager[IO[str]]:
    """Open a text file that takes the place of another one when it is closed without an error."""
    return _replacing(path, "x", **_TEXT)


def write_bytes_whole(path: Path, data: bytes) -> None:
    """Write bytes to a file atomically, as :func:`write_whole` writes text."""
    with _replacing(path, "xb") as file:
        file.write(data)


@contextmanager
def _replacing(path: Path, mode: str, **encoding: Any) -> Iterator[IO[Any]]:
    """Open a new file that replaces another once it is written."""
    # Strings are faster than Paths: a run writes dozens of files per cluster.
    folder, final = os.path.dirname(path), os.fspath(path)  # noqa: PTH120
    new = f"{folder or '.'}/{_UNFINISHED}{secrets.token_hex(8)}"
    try:
        with _create(new, mode, **encoding) as file:
            yield file
        os.replace(new, final)  # noqa: PTH105
    except BaseException:
        Path(new).unlink(missing_ok=True)
        raise


def _create(path: str, mode: str, **encoding: Any) -> IO[Any]:
    try:
        return open(path, mode, **encoding)  # noqa: PTH123
    except FileNotFoundError:
        # Rare: checking for the folder each time would cost more than the file.
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        return open(path, mode, **encoding)  # noqa: PTH123


def write_json(path: Path, value: Any) -> None:
    """Write a value as an indented JSON file, atomically."""
    write_whole(path, json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def remove_unfinished(root: Path) -> None:
    """Remove the unfinished files that a killed process left below a folder."""
    for path in root.rglob(f"{_UNFINISHED}*"):
        path.unlink(missing_ok=True)
