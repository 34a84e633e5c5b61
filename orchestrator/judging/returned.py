"""Finding and reading returned sheets, and writing the scores into a folder."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import paralattice
from orchestrator.io.tables import replaced_together
from orchestrator.io.text import shown
from orchestrator.judging.served import ServedStudy
from paralattice.errors import JudgeError
from paralattice.formats.tables.paper_tables import Table, table_files
from paralattice.judging.judgements import CombinedSheets, combine_sheets
from paralattice.judging.sheet_reader import read_sheet
from paralattice.judging.sheets.assignment import Assignment
from paralattice.judging.tables import judge_table, problem_table

#: The endings of sheets in a folder.
ENDINGS = (".csv", ".tsv", ".txt", ".xlsx", ".xlsb", ".xls", ".ods")
# Tables beside the sheets that have no scores.
_OTHERS = ("originals", "instructions", "sheets-key", "pair-sheets-key")


@dataclass(frozen=True, slots=True)
class StudyResults:
    """The tables and figures of a study.

    Attributes
    ----------
    tables
        Tables for people.
    judgements
        The table of all judgements.
    facts
        Further entries of ``scores.json``.
    pictures
        File name to content.
    optional
        The names of files that other judgements would give.
    """

    tables: Sequence[Table]
    judgements: Table
    facts: Mapping[str, Any]
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    optional: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class ScoreReport:
    """The result of scoring.

    Attributes
    ----------
    folder
        The folder of the scores.
    returned
        Judgements, problems and counts.
    results
        The written tables and figures; ``None`` without a judgement.
    waiting
        Number of items of a second pass that was dealt, if none of it was returned.
    """

    folder: Path
    returned: CombinedSheets
    results: StudyResults | None
    waiting: int = 0

    @property
    def exit_code(self) -> int:
        """0 without problems, 1 if something was scored despite problems, 2 if nothing was scored."""
        if not self.results:
            return 2
        return 1 if self.returned.problems else 0


def read_returned(files: Mapping[Path, bytes], assignment: Assignment) -> CombinedSheets:
    """Return the content of the returned files that :func:`sheet_files` found, all together."""
    sheets = [read_sheet(data, shown(file), assignment) for file, data in files.items()]
    return combine_sheets(sheets, assignment)


def sheet_files(paths: Iterable[Path], apart: Collection[Path]) -> dict[Path, bytes]:
    """Return the files that may be sheets, and their bytes: named files, and files in named folders.

    Folders ``apart``, and what is in them, are not searched with the folders above them.

    Raises
    ------
    JudgeError
        There is no such file.
    OSError
        A file cannot be read.
    """
    found: dict[Path, Path] = {}
    for path in paths:
        left_out = {folder.resolve() for folder in apart} - {path.resolve(), *path.resolve().parents}
        for file in sorted(_search(path)) if path.is_dir() else [path]:
            if not left_out.intersection(file.resolve().parents):
                found.setdefault(file.resolve(), file)
    if not found:
        raise JudgeError(f"no sheet to read: none of the files there ends with {', '.join(ENDINGS)}")
    return {file: file.read_bytes() for file in found.values()}


def returned_files(served: Path, paths: Sequence[Path], apart: Collection[Path]) -> dict[Path, bytes]:
    """Return the scores in the folder of served sheets, if any, and those in returned sheets.

    Raises
    ------
    JudgeError
        There are none, or no file is found in ``paths``.
    OSError
        A file cannot be read.
    """
    if not paths and not served.exists():
        raise JudgeError("name the returned sheets: these sheets were dealt without --serve")
    scores = ServedStudy(served).returned() if served.exists() else {}
    if not paths and not scores:
        raise JudgeError(f"{shown(served)}: no judge has given a score yet")
    return scores | (sheet_files(paths, apart) if paths else {})


def _search(folder: Path) -> Iterable[Path]:
    for file in folder.rglob("*"):
        # Programs give such names to lock files of open sheets.
        hidden = file.name.startswith((".", "~$"))
        if file.is_file() and file.suffix.lower() in ENDINGS and not hidden and file.stem not in _OTHERS:
            yield file


def write_scores(report: ScoreReport, files: Mapping[Path, bytes], origin: Mapping[str, str]) -> None:
    """Write the scores, if any; ``scores.json`` begins with the entries of ``origin``.

    Tables for people are written as CSV, Markdown and LaTeX, the tables of judgements and
    problems as CSV, the sources of the scores as ``scores.json``.
    """
    returned, results = report.returned, report.results
    if results is None:
        return
    record = {
        "paralattice": paralattice.__version__,
        **origin,
        "sheets": [
            {"file": str(file), "sha256": sha256(data).hexdigest()} for file, data in sorted(files.items())
        ],
        "judgements": len(returned.judgements),
        "problems": len(returned.problems),
        **results.facts,
    }
    text = json.dumps(record, ensure_ascii=False, indent=2) + "\n"
    written = {
        **table_files([*results.tables, judge_table(returned.judges)]),
        **table_files([results.judgements, problem_table(returned.problems)], ["csv"]),
        "scores.json": text.encode(errors="replace"),
        **results.pictures,
    }
    with replaced_together(report.folder, results.optional) as new:
        for name, data in written.items():
            (new / name).write_bytes(data)
