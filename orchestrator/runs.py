"""A run's folder: its lock, its signature and where its files lie."""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import paraphrase
from orchestrator.files import remove_unfinished, write_json
from paraphrase.errors import ParaphraseError
from paraphrase.formats.names import name_problem

_HOLDER_LOOKS = 10
_HOLDER_PAUSE_SECONDS = 0.02


class RunError(ParaphraseError):
    """A run that cannot be started, continued or read."""


class RunFolder:
    """The folder ``runs/<name>``.

    Parameters
    ----------
    root
        The folder itself.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    @property
    def name(self) -> str:
        """The run's name."""
        return self.root.name

    @property
    def ledger(self) -> Path:
        """The SQLite file of what is done."""
        return self.root / "ledger.sqlite"

    @property
    def worker_log(self) -> Path:
        """The log of the local workers."""
        return self.root / "logs" / "worker.log"

    @property
    def results(self) -> Path:
        """The table of clusters and versions."""
        return self.root / "results.csv"

    def create(self) -> None:
        """Make the folder.

        Raises
        ------
        RunError
            It cannot be made or written.
        """
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            write_json(self.root / ".writable", None)
            (self.root / ".writable").unlink(missing_ok=True)
        except OSError as error:
            raise RunError(f"cannot write the run folder {self.root}: {error.strerror}") from error

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the run for this process; the lock ends with the process, however it ends.

        What a process that was killed had not finished writing is removed.

        Raises
        ------
        RunError
            Another process holds it.
        """
        with (self.root / "run.lock").open("a+", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise RunError(f"run {self.name!r} is being worked on by process {_holder(file)}") from None
            file.seek(0)
            killed = bool(file.read())
            file.truncate(0)
            file.write(f"{os.getpid()}\n")
            file.flush()
            if killed:
                remove_unfinished(self.root)
            yield
            # Reached unless the process is killed, or stops for an error.
            file.truncate(0)

    def read(self) -> dict[str, Any] | None:
        """Return the content of ``run.json``, or ``None`` where there is none.

        Raises
        ------
        RunError
            The file is damaged.
        """
        path = self.root / "run.json"
        try:
            value = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise RunError(f"{path}: cannot be read: {error}") from error
        if not isinstance(value, dict):
            raise RunError(f"{path}: is not the record of a run")
        record: dict[str, Any] = value
        return record

    def write(self, value: dict[str, Any]) -> None:
        """Write ``run.json`` whole."""
        write_json(self.root / "run.json", value)


def _holder(file: IO[str]) -> str:
    """Return what a lock's holder wrote into it, which may take it a moment."""
    for _ in range(_HOLDER_LOOKS):
        file.seek(0)
        if holder := file.read().strip():
            return holder
        time.sleep(_HOLDER_PAUSE_SECONDS)
    return "unknown"


def run_folder(runs: Path, name: str) -> RunFolder:
    """Return the folder of a run of that name.

    Raises
    ------
    RunError
        The name cannot be a folder's.
    """
    problem = name_problem(name)
    if problem:
        raise RunError(f"run name {name!r}: {problem}")
    return RunFolder(runs / name)


def signature(corpus: dict[str, Any], options: dict[str, Any], parser: dict[str, str]) -> dict[str, Any]:
    """Return what makes a run's results reproducible: everything that they depend on."""
    return {
        "paralattice": paraphrase.__version__,
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
    # Through JSON a tuple comes back as a list.
    if json.dumps(old) == json.dumps(new):
        return []
    return [f"{where}: {json.dumps(old)} -> {json.dumps(new)}"]


def new_identity(name: str) -> str:
    """Return an identity for a run on a broker that others may share."""
    return f"{name}-{secrets.token_hex(4)}"
