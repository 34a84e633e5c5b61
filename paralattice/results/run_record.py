"""Reads the record of a run, ``run.json``."""

import json
from pathlib import Path
from typing import Any

from paralattice.errors import FormatError
from paralattice.formats.names import name_problem
from paralattice.languages.registry import DEFAULT, LANGUAGES


def read_record(path: Path) -> dict[str, Any] | None:
    """Return the content of a ``run.json``, or ``None`` if there is no such file.

    Raises
    ------
    FormatError
        The file is damaged.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", str(path)) from error
    except (ValueError, RecursionError) as error:
        raise FormatError(f"is damaged: {error}", str(path)) from error
    if not isinstance(value, dict):
        raise FormatError("is not the record of a run", str(path))
    return dict(value)


def language_in(record: dict[str, Any]) -> str:
    """Return the language of a run, a code of ISO 639-1; English if the record names none that is known."""
    try:
        code = record["signature"]["options"]["language"]
    except (KeyError, TypeError):
        return DEFAULT
    return code if code in LANGUAGES else DEFAULT


def require_record(path: Path) -> dict[str, Any]:
    """Return the content of a ``run.json`` with at least one version.

    Raises
    ------
    FormatError
        The file is absent or damaged, or its versions cannot be file names.
    """
    record = read_record(path)
    if record is None:
        raise FormatError("there is no such file: not the folder of a run", str(path))
    versions = record.get("versions")
    if not isinstance(versions, list) or not versions:
        raise FormatError("not the record of a run: it names no versions", str(path))
    if not all(isinstance(name, str) and not name_problem(name) for name in versions):
        raise FormatError("holds version names that cannot be file names", str(path))
    return record
