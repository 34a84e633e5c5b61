"""A study of human judgements: sheets are dealt, returned sheets are scored.

The kinds of studies differ in their form, in the source of their items, and in their tables:
see :mod:`~orchestrator.judging.sentence_study`, :mod:`~orchestrator.judging.phrase_study` and
:mod:`~orchestrator.judging.rewording_study`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Generic, TypeVar

from orchestrator.io.text import shown
from orchestrator.judging.package import Package, put_in_place, write_package
from orchestrator.judging.returned import (
    ScoreReport,
    StudyResults,
    read_returned,
    returned_files,
    write_scores,
)
from orchestrator.runs.folder import RunFolder
from paralattice.errors import FormatError, JudgeError
from paralattice.judging.judgements import Judgement
from paralattice.judging.phases import ClusterSize
from paralattice.judging.sheets.assignment import Assignment
from paralattice.judging.sheets.form import Form
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.sheets.sheet_tables import read_key
from paralattice.judging.sheets.study_files import StudyFiles
from paralattice.methods import version_names

Sheets = Mapping[str, Sequence[StudyItem]]
"""Judge to items, in the order of the sheet."""

_Options = TypeVar("_Options")


@dataclass(frozen=True, slots=True)
class Study:
    """The differences between the kinds of studies.

    Attributes
    ----------
    command
        The command that deals the sheets.
    files
        The names of the study's files.
    form
        Returns the form of the sheets from the study's record.
    sheets
        Returns the items of each judge from the record and the items of the key.
    """

    command: str
    files: StudyFiles
    form: Callable[[Mapping[str, Any]], Form]
    sheets: Callable[[Mapping[str, Any], Sequence[StudyItem]], Sheets]


@dataclass(frozen=True, slots=True)
class RunStudy(Study, Generic[_Options]):
    """A study whose items come from a run, and whose files are in its folder.

    Attributes
    ----------
    package
        Returns the sheets of a run's items with these options.
    results
        Returns the tables and figures of judgements; its arguments are the run's versions
        and clusters, the assignment and the judgements.
    """

    package: Callable[[Path, _Options], Package]
    results: Callable[[Sequence[str], Sequence[ClusterSize], Assignment, Sequence[Judgement]], StudyResults]


def deal_study(study: RunStudy[_Options], run: Path, options: _Options, force: bool = False) -> Package:
    """Write the sheets, the key and the record of a study into a run's folder.

    All files appear at once or, after an error, none.

    Parameters
    ----------
    study
        The kind of study.
    run
        The folder of a finished run.
    options
        The choice of items, and their assignment to judges.
    force
        Whether to replace existing sheets, with the scores in them.

    Raises
    ------
    JudgeError
        There are sheets already, or there is nothing to judge.
    FormatError, ProblemsError, RunError
        Files of the run are absent or damaged.
    OSError
        A file cannot be read or written.
    """
    require_undealt(run, study.files, force)
    package = study.package(run, options)
    write_study(run, package, study.files)
    return package


def write_study(folder: Path, package: Package, files: StudyFiles, obsolete: Iterable[str] = ()) -> None:
    """Write the sheets, the key and the record of a study into a folder; after an error none of them.

    ``obsolete`` are the names of files of the folder that are removed.
    """
    sheets = (files.sheets,) if files.sheets else tuple(package.sheets)
    if (folder / files.served).exists():
        obsolete = (*obsolete, files.served)
    with TemporaryDirectory(dir=folder, prefix=".sheets-") as temporary:
        write_package(Path(temporary), package, files)
        # The key comes before the sheets, which are useless without it.
        put_in_place(Path(temporary), folder, (files.key, files.record, *sheets), obsolete)


def require_undealt(folder: Path, files: StudyFiles, force: bool = False) -> None:
    """Raise :class:`JudgeError` if a study's sheets or its key exist, unless they may be replaced."""
    for path in (folder / files.sheets, folder / files.key):
        if path.exists() and not force:
            held = f"{shown(path)} already exists, and its sheets may have been filled in"
            raise JudgeError(f"{held}; --force replaces them")


def score_study(study: RunStudy[Any], run: Path, sheets: Sequence[Path]) -> ScoreReport:
    """Score the returned sheets of a study and write a folder of scores into the run's folder.

    Parameters
    ----------
    study
        The kind of study.
    run
        The folder of a run whose sheets were dealt.
    sheets
        Files, and folders that are searched for sheets, besides the scores on a server.

    Raises
    ------
    JudgeError
        The sheets were never dealt, or there is no file to read.
    FormatError, RunError
        The run's own records are damaged.
    OSError
        A file cannot be read or written.
    """
    record = RunFolder(run).record()
    versions: list[str] = record["versions"]
    unknown = [name for name in versions if name not in version_names()]
    if unknown:
        raise FormatError(f"names the unknown version {unknown[0]!r}", str(run / "run.json"))
    clusters = [ClusterSize(*entry) for entry in RunFolder(run).cluster_entries()]
    _, assignment = read_assignment(run, study)
    _require_known(assignment, versions, {cluster.name for cluster in clusters}, run / study.files.key)
    files = returned_files(run / study.files.served, sheets)
    returned = read_returned(files, assignment)
    judgements = returned.judgements
    results = study.results(versions, clusters, assignment, judgements) if judgements else None
    report = ScoreReport(run / study.files.scores, returned, results)
    write_scores(report, files, {"run": str(record.get("id", ""))})
    return report


def read_assignment(folder: Path, study: Study) -> tuple[dict[str, Any], Assignment]:
    """Return the record of a study and the assignment of its items.

    Raises
    ------
    JudgeError
        The sheets were never dealt.
    FormatError
        The key or the record is damaged.
    """
    key, path = folder / study.files.key, folder / study.files.record
    for file in (key, path):
        if not file.exists():
            raise JudgeError(f"{shown(file)} is absent: deal the sheets first (orchestrator {study.command})")
    try:
        record: dict[str, Any] = json.loads(path.read_bytes())
        form = study.form(record)
        items = read_key(key.read_bytes(), shown(key), form)
        return record, Assignment.of(items, study.sheets(record, items), form)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FormatError(f"not a record of dealt sheets: {error!r}", shown(path)) from error


def _require_known(assignment: Assignment, versions: Sequence[str], clusters: set[str], key: Path) -> None:
    for item in assignment.items.values():
        if item.cluster not in clusters or item.version not in versions:
            what = f"{item.cluster} {item.version}, which the run does not have"
            raise FormatError(f"item {item.id} is from {what}", shown(key))
