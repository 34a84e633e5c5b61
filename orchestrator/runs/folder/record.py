"""The record of a run, ``run.json``: its identity, its versions and the signature of its results."""

import json
from typing import Any

import paralattice
from paralattice.errors import ParalatticeError


class RunError(ParalatticeError):
    """A run that cannot be started, continued or read."""


def signature(
    corpus: dict[str, Any], options: dict[str, Any], parser: dict[str, str], code: dict[str, str]
) -> dict[str, Any]:
    """Return everything that a run's results depend on."""
    return {
        "paralattice": paralattice.__version__,
        "code": code,
        "corpus": corpus,
        "options": options,
        "parser": parser,
    }


def differences(old: Any, new: Any, where: str = "") -> list[str]:
    """Return one line for each value that differs between two signatures."""
    if isinstance(old, dict) and isinstance(new, dict):
        return [
            line
            for key in sorted({*old, *new})
            for line in differences(old.get(key), new.get(key), f"{where}.{key}".lstrip("."))
        ]
    # JSON turns tuples into lists.
    if json.dumps(old) == json.dumps(new):
        return []
    return [f"{where}: {json.dumps(old)} -> {json.dumps(new)}"]
