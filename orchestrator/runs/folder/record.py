"""The record of a run, ``run.json``: its identity, its versions and the signature of its results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import paralattice
from paralattice.errors import FormatError, ParaphraseError
from paralattice.formats.names import name_problem


class RunError(ParaphraseError):
    """A run that cannot be started, continued or read."""


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
    except ValueError as error:
        raise FormatError(f"is damaged: {error}", str(path)) from error
    if not isinstance(value, dict):
        raise FormatError("is not the record of a run", str(path))
    return dict(value)


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


def signature(corpus: dict[str, Any], options: dict[str, Any], parser: dict[str, str]) -> dict[str, Any]:
    """Return everything that a run's results depend on."""
    return {
        "paralattice": paralattice.__version__,
        "corpus": corpus,
        "options": options,
        "parser": parser,
    }


def differences(old: Any, new: Any, where: str = "") -> list[str]:
    """Return one line for each value that differs between two signatures."""
    if isinstance(old, dict) and isinstance(new, dict):
        keys = sorted({*old, *new})
        return [
            line
            for key in keys
            for line in differences(old.get(key), new.get(key), f"{where}.{key}".lstrip("."))
        ]
    # JSON turns tuples into lists.
    if json.dumps(old) == json.dumps(new):
        return []
    return [f"{where}: {json.dumps(old)} -> {json.dumps(new)}"]
