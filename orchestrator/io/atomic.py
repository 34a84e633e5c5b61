"""Files that are written whole or not at all."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

_UNFINISHED = ".new-"


def write_whole(path: Path, text: str | Iterable[str]) -> None:
    """Write a text file under another name and rename it; folders are made as needed.

    Parameters
    ----------
    path
        The file.
    text
        Its content, whole or in pieces.

    Raises
    ------
    OSError
        It cannot be written; what was there before is left as it was.
    """
    # Texts and not Paths: a run writes dozens of files a cluster.
    folder, final = os.path.dirname(path), os.fspath(path)  # noqa: PTH120
    new = f"{folder or '.'}/{_UNFINISHED}{secrets.token_hex(8)}"
    try:
        with _create(new) as file:
            file.writelines([text] if isinstance(text, str) else text)
        os.replace(new, final)  # noqa: PTH105
    except BaseException:
        Path(new).unlink(missing_ok=True)
        raise


def _create(path: str) -> TextIO:
    try:
        return open(path, "x", encoding="utf-8", errors="surrogatepass", newline="")  # noqa: PTH123
    except FileNotFoundError:
        # Rare, so that asking for the folder each time would cost more than the file.
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        return open(path, "x", encoding="utf-8", errors="surrogatepass", newline="")  # noqa: PTH123


def write_bytes_whole(path: Path, data: bytes) -> None:
    """Write a file of bytes as :func:`write_whole` writes text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{_UNFINISHED}{secrets.token_hex(8)}")
    try:
        new.write_bytes(data)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise


def write_json(path: Path, value: Any) -> None:
    """Write a JSON file whole, indented for people."""
    write_whole(path, json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def remove_unfinished(root: Path) -> None:
    """Remove what :func:`write_whole` left below a folder when its process was killed."""
    for path in root.rglob(f"{_UNFINISHED}*"):
        path.unlink(missing_ok=True)
