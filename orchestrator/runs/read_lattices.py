"""The lattices of a run, read from its folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from orchestrator.runs.folder import RunError, RunFolder
from paralattice.errors import FormatError
from paralattice.formats.names import name_problem
from paralattice.lattice import Lattice
from paralattice.lattice.records import read_lattice_record

LATTICE = "lattice.json"


def run_record(run: Path) -> dict[str, Any]:
    """Return the content of a run's ``run.json``.

    Raises
    ------
    FormatError
        The folder is no run's.
    RunError
        The file is damaged.
    """
    record = RunFolder(run).read()
    path = str(run / "run.json")
    if record is None:
        raise FormatError("there is no such file: the folder is no run's", path)
    versions = record.get("versions")
    if not isinstance(versions, list) or not versions:
        raise FormatError("not the record of a run: it names no versions", path)
    if not all(isinstance(name, str) and not name_problem(name) for name in versions):
        raise FormatError("holds names of versions that cannot be files", path)
    return record


def require_version(record: dict[str, Any], version: str, run: Path) -> None:
    """Make sure that a run has a version.

    Raises
    ------
    RunError
        It has not.
    """
    if version not in record["versions"]:
        raise RunError(f"{run}: has no version {version!r}, but {', '.join(record['versions'])}")


def read_lattice(path: Path) -> Lattice:
    """Return the lattice of a ``lattice.json``.

    Raises
    ------
    FormatError
        The file cannot be read or does not follow its format.
    """
    try:
        record = json.loads(path.read_text(encoding="utf-8", errors="surrogatepass"))
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", str(path)) from error
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not JSON: {error}", str(path)) from error
    return read_lattice_record(record, str(path))
