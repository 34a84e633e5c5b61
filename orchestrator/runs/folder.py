"""A run's folder: its lock, its signature and where its files lie."""

from __future__ import annotations

import csv
import fcntl
import json
import os
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TextIO

import paralattice
from orchestrator.io.atomic import remove_unfinished, write_json
from paralattice.errors import FormatError, ParaphraseError
from paralattice.formats.names import name_problem

LOCK = "run.lock"
_LOCK_ATTEMPTS = 5
_LOCK_SECONDS = 0.05


class RunError(ParaphraseError):
    """A run that cannot be started, continued or read."""


class ClusterEntry(NamedTuple):
    """A row of ``clusters.csv``: name, declared split (empty without) and number of sentences."""

    name: str
    split: str
    sentences: int


class Lock:
    """The lock of a run, held by this process and those that it forks."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._held = True

    def sign(self) -> None:
        """Write who holds it."""
        self._file.truncate(0)
        self._file.write(f"{os.getpid()}\n")
        self._file.flush()

    def hand_over(self) -> None:
        """Note that a process that was forked goes on with it."""
        self._held = False

    def clear(self) -> None:
        """Write that nobody holds it, unless it was handed over."""
        if self._held:
            self._file.truncate(0)


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
    def flower_log(self) -> Path:
        """The log of a Flower beside the run."""
        return self.root / "logs" / "flower.log"

    @property
    def submit_log(self) -> Path:
        """What a run in the background says."""
        return self.root / "logs" / "submit.log"

    @property
    def results(self) -> Path:
        """The table of clusters and versions."""
        return self.root / "results.csv"

    @property
    def clusters(self) -> Path:
        """The table of clusters and their splits."""
        return self.root / "clusters.csv"

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
    def locked(self) -> Iterator[Lock]:
        """Hold the run for this process; the lock ends with the process, however it ends.

        What a process that was killed had not finished writing is removed.

        Raises
        ------
        RunError
            Another process holds it.
        """
        with self._lock_file.open("a+", encoding="utf-8") as file:
            if not _take(file):
                raise RunError(f"run {self.name!r} is being worked on by process {_holder(file)}")
            file.seek(0)
            killed = bool(file.read())
            lock = Lock(file)
            lock.sign()
            if killed:
                remove_unfinished(self.root)
            yield lock
            # Reached unless the process is killed, or stops for an error.
            lock.clear()

    def is_held(self) -> bool:
        """Return whether a process works on the run, as far as this machine can tell."""
        try:
            with self._lock_file.open(encoding="utf-8") as file:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except FileNotFoundError:
            return False
        except OSError:
            return True
        return False

    @property
    def _lock_file(self) -> Path:
        return self.root / LOCK

    def request_cancel(self) -> None:
        """Ask whoever works on the run to end it."""
        (self.root / "cancel").touch()

    def take_cancel(self) -> bool:
        """Return whether somebody asked for that since the last time."""
        try:
            (self.root / "cancel").unlink()
        except FileNotFoundError:
            return False
        return True

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

    def store_flags(self, flags: Mapping[str, Any]) -> dict[str, str]:
        """Return the flags of a store: those that were given, or else where the run has its artefacts."""
        record = self.read() or {}
        names = ("store", "store_endpoint")
        return {name: flags[name] or record.get(name, "") for name in names}

    def cluster_entries(self) -> list[ClusterEntry]:
        """Return the rows of ``clusters.csv``.

        Raises
        ------
        FormatError
            The file is absent or damaged, or names a cluster that cannot be a file.
        """
        path = self.clusters
        try:
            with path.open(encoding="utf-8", newline="") as file:
                entries = [
                    ClusterEntry(row["cluster"], row["split"], int(row["sentences"]))
                    for row in csv.DictReader(file)
                ]
        except OSError as error:
            raise FormatError(f"cannot be read: {error.strerror}", str(path)) from error
        except (ValueError, KeyError, TypeError) as error:
            raise FormatError(f"is not the table of a run's clusters: {error!r}", str(path)) from error
        if any(name_problem(entry.name) for entry in entries):
            raise FormatError("holds names of clusters that cannot be files", str(path))
        return entries

    def write(self, value: dict[str, Any]) -> None:
        """Write ``run.json`` whole."""
        write_json(self.root / "run.json", value)


def _holder(file: TextIO) -> str:
    """Return what a lock's holder wrote into it, which may take it a moment."""
    for _ in range(_LOCK_ATTEMPTS):
        file.seek(0)
        if holder := file.read().strip():
            return holder
        time.sleep(_LOCK_SECONDS)
    return "unknown"


def _take(file: TextIO) -> bool:
    # Who looks whether a run is held holds it for a moment.
    for _ in range(_LOCK_ATTEMPTS):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            time.sleep(_LOCK_SECONDS)
        else:
            return True
    return False


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
    # Through JSON a tuple comes back as a list.
    if json.dumps(old) == json.dumps(new):
        return []
    return [f"{where}: {json.dumps(old)} -> {json.dumps(new)}"]


def new_identity(name: str) -> str:
    """Return an identity for a run on a broker that others may share."""
    return f"{name}-{secrets.token_hex(4)}"
