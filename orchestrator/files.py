"""Files that are written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any


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
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".new-", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogatepass", newline="") as file:
            file.writelines([text] if isinstance(text, str) else text)
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_json(path: Path, value: Any) -> None:
    """Write a JSON file whole, indented for people."""
    write_whole(path, json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
