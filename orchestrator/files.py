"""Files that are written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

_UNFINISHED = ".new-"


def write_whole(path: Path, text: str) -> None:
    """Write a text file under another name and rename it; folders are made as needed.

    Raises
    ------
    OSError
        It cannot be written; what was there before is left as it was.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=_UNFINISHED, dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogatepass", newline="") as file:
            file.write(text)
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_json(path: Path, value: Any) -> None:
    """Write a JSON file whole, indented for people."""
    write_whole(path, json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def remove_unfinished(root: Path) -> None:
    """Remove what :func:`write_whole` left below a folder when its process was killed."""
    for path in root.rglob(f"{_UNFINISHED}*"):
        path.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
