"""Sheets on a server: links of judges, and scores that are appended as they are given.

The folder ``served`` of a study has for each judge ``judge-01.json``, what the page shows, and
``judge-01.scores``, a line of JSON for each request: a list of changes.  ``links.json`` has the hash of each
judge's token, and whether the link is open.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from itertools import pairwise
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from orchestrator.io.atomic import write_json
from orchestrator.io.text import shown
from paralattice.errors import FormatError, JudgeError
from paralattice.formats.tables.csv_rows import csv_bytes, rows_as_csv
from paralattice.formats.tables.paper_tables import escape_cell
from paralattice.judging.sheets.page import page_content
from paralattice.judging.sheets.study_files import StudyFiles

LINKS = "links.json"
HIGHEST_STAMP = 253_402_214_400_000
"""The highest stamp of a score: the end of the year 9999, in milliseconds since 1970."""

Change = tuple[str, int, int, int]
"""Item, 0-based scale, score (0 for none), and stamp: of two changes the one with the higher stamp counts."""


def serve_dealt(folder: Path, files: StudyFiles) -> dict[str, str]:
    """Serve the sheets of a study that was dealt: write its folder ``served``.

    Parameters
    ----------
    folder
        The folder of the run, or of the study of rewordings.
    files
        The names of the study's files.

    Returns
    -------
    dict of str to str
        Judge to the token of the link: 128 random bits, as 32 hexadecimal digits.
    """
    pages = sorted((folder / files.sheets).glob("judge-*/sheet.html"))
    tokens = {page.parent.name: secrets.token_hex(16) for page in pages}
    links = {judge: {"token": _hash(token), "open": True} for judge, token in tokens.items()}
    # Browsers keep the scores of this dealing apart from those of an earlier one.
    dealt = secrets.token_hex(4)
    with TemporaryDirectory(dir=folder, prefix=".served-") as temporary:
        new = Path(temporary) / files.served
        for page in pages:
            content = page_content(page.read_text(encoding="utf-8"))
            write_json(new / f"{page.parent.name}.json", {**content, "key": f"{content['key']} {dealt}"})
        write_json(new / LINKS, {"dealt": dealt, "judges": links})
        new.rename(folder / files.served)
    return tokens


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()


class ServedStudy:
    """The served sheets of a study.

    Parameters
    ----------
    folder
        The folder ``served`` of the study.

    Attributes
    ----------
    dealt
        Changes when the sheets are dealt again.
    judges
        The judges, in their order.

    Raises
    ------
    JudgeError
        No sheets are served there.
    FormatError
        The record of the links is damaged.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        path = folder / LINKS
        try:
            self._links: dict[str, Any] = json.loads(path.read_bytes())
            self.dealt = str(self._links["dealt"])
            # They are names of files, and a folder of runs may come from others.
            self.judges = tuple(judge for judge in self._links["judges"] if re.fullmatch(r"judge-\d+", judge))
        except FileNotFoundError:
            raise JudgeError(f"{shown(folder)}: no sheets are served here") from None
        except (ValueError, KeyError, TypeError) as error:
            raise FormatError(f"not a record of served sheets: {error!r}", shown(path)) from error
        if not self.judges:
            raise FormatError("names no judge", shown(path))

    def judge_of(self, token: str) -> str:
        """Return the judge of a token; empty for an unknown one.  It takes as long for each token."""
        digest = _hash(token)
        links = self._links["judges"]
        return "".join(judge for judge in self.judges if compare_digest(links[judge]["token"], digest))

    def is_open(self, judge: str) -> bool:
        """Return whether the link of a judge is open."""
        return bool(self._links["judges"][judge]["open"])

    def set_open(self, judge: str, is_open: bool) -> None:
        """Open or close the link of a judge."""
        self._links["judges"][judge]["open"] = is_open
        write_json(self.folder / LINKS, self._links)

    def renew(self, judge: str) -> str:
        """Return a new token of a judge, whose former one is no longer valid."""
        token = secrets.token_hex(16)
        self._links["judges"][judge]["token"] = _hash(token)
        self.set_open(judge, True)
        return token

    def sheet(self, judge: str) -> ServedSheet:
        """Return the sheet of a judge."""
        return ServedSheet(self.folder, judge)

    def returned(self) -> dict[Path, bytes]:
        """Return the scores as returned sheets: file to its content as CSV, of judges with scores."""
        sheets = map(self.sheet, self.judges)
        return {sheet.path: sheet.table() for sheet in sheets if any(sheet.scores().values())}


class ServedSheet:
    """The sheet of a judge on the server; several threads and processes may use it at once.

    Parameters
    ----------
    folder
        The folder ``served`` of the study.
    judge
        The judge.

    Attributes
    ----------
    path
        The file of the scores.
    """

    def __init__(self, folder: Path, judge: str) -> None:
        self.path = folder / f"{judge}.scores"
        self._source = folder / f"{judge}.json"
        content = self.content()
        self._items = frozenset(row[0] for row in content["items"])
        self._highest = [len(scale["grades"]) for scale in content["scales"]]
        self._changes: list[Change] = []
        self._newest: dict[tuple[str, int], tuple[int, int]] = {}
        self._size = 0
        self._lock = Lock()

    def content(self) -> dict[str, Any]:
        """Return what the page shows."""
        content: dict[str, Any] = json.loads(self._source.read_bytes())
        return content

    def check(self, changes: Any) -> list[Change]:
        """Return changes that came as JSON.

        Raises
        ------
        JudgeError
            One of them is not of this sheet, or no change.
        """
        if not isinstance(changes, list) or not all(map(self._is_change, changes)):
            raise JudgeError("not scores of this sheet")
        return [(item, scale, score, stamp) for item, scale, score, stamp in changes]

    def _is_change(self, change: Any) -> bool:
        if not isinstance(change, list) or [type(part) for part in change] != [str, int, int, int]:
            return False
        item, scale, score, stamp = change
        if item not in self._items or min(scale, score, stamp) < 0:
            return False
        return scale < len(self._highest) and bool(score <= self._highest[scale] and stamp <= HIGHEST_STAMP)

    def save(self, changes: Iterable[Change]) -> None:
        """Append those of the changes that are newer than what is there, and wait until the disk has them.

        Raises
        ------
        OSError
            The disk is full, or the file cannot be written; what was there before is unchanged.
        """
        with self._lock:
            self._read()
            new = [change for change in changes if self._is_newer(change)]
            if not new:
                return
            # A line break comes first: what a full disk or a killed process has cut off is a line by itself.
            line = f"\n{json.dumps(new, separators=(',', ':'))}\n".encode()
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
            try:
                # Of another process, which writes its line before or after this one.
                fcntl.flock(file, fcntl.LOCK_EX)
                while line:
                    line = line[os.write(file, line) :]
                os.fsync(file)
            finally:
                os.close(file)
            self._read()

    def since(self, seen: int) -> tuple[list[Change], int]:
        """Return the changes after the first ``seen`` ones, and the number of all.

        All are returned if ``seen`` is no number of changes.
        """
        with self._lock:
            self._read()
            count = len(self._changes)
            return self._changes[seen if 0 <= seen <= count else 0 :], count

    def scores(self) -> dict[str, list[int]]:
        """Return item to its scores, 0 for none, of the items that have had any."""
        with self._lock:
            self._read()
            found: dict[str, list[int]] = {}
            for (item, scale), (_, score) in self._newest.items():
                found.setdefault(item, [0] * len(self._highest))[scale] = score
            return found

    def _is_newer(self, change: Change) -> bool:
        item, scale, score, stamp = change
        return (stamp, score) > self._newest.get((item, scale), (0, 0))

    def _read(self) -> None:
        """Read the lines that this or another process has appended; a line that was cut off is none."""
        if not self.path.exists() or self.path.stat().st_size == self._size:
            return
        with self.path.open("rb") as file:
            file.seek(self._size)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        self._size += len(whole)
        for line in whole.splitlines():
            try:
                changes = self.check(json.loads(line))
            except (ValueError, JudgeError):
                continue
            self._changes += changes
            for change in filter(self._is_newer, changes):
                item, scale, score, stamp = change
                self._newest[item, scale] = (stamp, score)

    def progress(self) -> Progress:
        """Return how far the judge is."""
        judged = [item for item, scores in self.scores().items() if all(scores)]
        # The stamp of an item is that of its last score.
        stamps = sorted(
            max(self._newest[item, scale][0] for scale in range(len(self._highest))) for item in judged
        )
        times = [(later - earlier) / 1000 for earlier, later in pairwise(stamps)]
        return Progress(
            len(self._items),
            len(judged),
            median(times) if times else None,
            stamps[-1] / 1000 if stamps else None,
        )

    def table(self) -> bytes:
        """Return the sheet with its scores as CSV, as the judge's page exports it."""
        content, scores = self.content(), self.scores()
        words = [{grade["score"]: grade["word"] for grade in scale["grades"]} for scale in content["scales"]]
        rows: list[Sequence[object]] = [content["columns"]]
        for number, (item, cluster, *texts) in enumerate(content["items"], 1):
            given = scores.get(item, [0] * len(words))
            cells = [
                names[score] if content["inWords"] and score else score or ""
                for names, score in zip(words, given, strict=True)
            ]
            rows.append([item, content["clusters"][cluster]["name"], number, *texts, *cells])
        escaped = ([escape_cell(str(cell)) for cell in row] for row in rows)
        return csv_bytes("".join(rows_as_csv(escaped, "\r\n")))


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a judge is.

    Attributes
    ----------
    items, judged
        Number of items on the sheet, and of those with all scores.
    seconds
        The median of the times from one judged item to the next; ``None`` for fewer than two.
    last
        The time of the last score, in seconds since 1970; ``None`` without any.
    """

    items: int
    judged: int
    seconds: float | None
    last: float | None
