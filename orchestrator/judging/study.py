"""A study of human judgements: sheets are dealt, returned sheets are scored.

The kinds of studies differ in their form, in the source of their items, and in their tables:
see :mod:`~orchestrator.judging.sentence_study`, :mod:`~orchestrator.judging.phrase_study` and
:mod:`~orchestrator.judging.rewording_study`.
"""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from orchestrator.io.atomic import write_json
from orchestrator.io.text import shown
from orchestrator.judging.package import Package, Shortfall, put_in_place, write_judge_folders, write_package
from orchestrator.judging.returned import (
    ScoreReport,
    StudyResults,
    read_returned,
    returned_files,
    write_scores,
)
from orchestrator.judging.served import ServedStudy
from orchestrator.runs.folder import RunFolder
from paralattice.corpus import Cluster, Sentence
from paralattice.errors import FormatError, JudgeError, OptionError
from paralattice.formats.tables.paper_tables import Table
from paralattice.judging.agreement import disagreements
from paralattice.judging.judgements import CombinedSheets, Judgement, revise_judgements
from paralattice.judging.sheets.assignment import Assignment
from paralattice.judging.sheets.form import Form
from paralattice.judging.sheets.items import StudyItem, by_cluster, shuffle_items
from paralattice.judging.sheets.sheet_tables import read_key
from paralattice.judging.sheets.study_files import StudyFiles
from paralattice.judging.tables import pass_table
from paralattice.methods import version_names

PASSES = "passes"
"""The name of the table of both passes."""
Record = Mapping[str, Any]
"""The options of a study, and everything that scoring needs besides the key."""
Sheets = Mapping[str, Sequence[StudyItem]]
"""Judge to items, in the order of the sheet."""

_Options = TypeVar("_Options")


class Choice(NamedTuple):
    """The items of a study in the order of the key, its record, and what is short."""

    items: Sequence[StudyItem]
    record: Record
    shortfalls: Sequence[Shortfall] = ()


@dataclass(frozen=True, slots=True)
class Scoring:
    """What the tables of a study are made of.

    Attributes
    ----------
    record, assignment
        The study's record, and its sheets as they were dealt.
    first, final
        The judgements after the first pass, and after the last one.
    """

    record: Record
    assignment: Assignment
    first: Sequence[Judgement]
    final: Sequence[Judgement]

    def passes(self) -> list[Table]:
        """Return the agreement in both passes, if there were two."""
        if self.final is self.first:
            return []
        return [pass_table(self.first, self.final, self.assignment.form.criteria, PASSES)]


class Study(ABC, Generic[_Options]):
    """A study; each kind is a subclass.

    Parameters
    ----------
    folder
        The folder of its files: that of a finished run, or of a study of rewordings.

    Attributes
    ----------
    command
        The command that deals the sheets.
    files
        The names of the study's files.
    """

    command: ClassVar[str]
    files: ClassVar[StudyFiles]

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @abstractmethod
    def choose(self, options: _Options) -> Choice:
        """Return the items to judge."""

    @abstractmethod
    def form(self, record: Record) -> Form:
        """Return the form of the sheets."""

    @abstractmethod
    def sheets(self, record: Record, items: Sequence[StudyItem]) -> Sheets:
        """Return the items of each judge."""

    @abstractmethod
    def original(self, record: Record, items: Sequence[StudyItem]) -> Cluster:
        """Return the originals of the cluster that these items are of."""

    @abstractmethod
    def results(self, scoring: Scoring) -> StudyResults:
        """Return the tables and figures of judgements, of which there is at least one."""

    def name(self) -> str:
        """Return the name that judges see."""
        return self.folder.name

    @abstractmethod
    def origin(self, record: Record, items: Iterable[StudyItem]) -> dict[str, str]:
        """Return the first entries of ``scores.json``; raise :class:`FormatError` for alien items."""

    def require_undealt(self, force: bool) -> None:
        """Raise :class:`JudgeError` if the sheets or their key exist, unless they may be replaced."""
        for path in (self.folder / self.files.sheets, self.folder / self.files.key):
            if path.exists() and not force:
                held = f"{shown(path)} already exists, and its sheets may have been filled in"
                raise JudgeError(f"{held}; --force replaces them")

    def package(self, name: str, choice: Choice, sheets: Sheets) -> Package:
        """Return the content of the sheets."""
        items, record, shortfalls = choice
        clusters = {cluster: self.original(record, mine) for cluster, mine in by_cluster(items).items()}
        return Package(name, self.form(record), items, sheets, clusters, record, shortfalls)


class RunStudy(Study[_Options]):
    """A study whose items come from a run.

    Attributes
    ----------
    run
        The run.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.run = RunFolder(folder)

    @cached_property
    def versions(self) -> tuple[str, ...]:
        """The versions of the run."""
        versions = self.run.versions()
        for name in versions:
            if name not in version_names():
                raise FormatError(f"names the unknown version {name!r}", str(self.run.record_file))
        return versions

    def name(self) -> str:
        """Return the name of the run."""
        return str(self.run.record().get("name", self.folder.resolve().name))

    def origin(self, _: Record, items: Iterable[StudyItem]) -> dict[str, str]:
        """Return the run's identity."""
        clusters = {entry.name for entry in self.run.cluster_entries()}
        for item in items:
            if item.cluster not in clusters or item.version not in self.versions:
                what = f"{item.cluster} {item.version}, which the run does not have"
                raise FormatError(f"item {item.id} is from {what}", shown(self.folder / self.files.key))
        return {"run": str(self.run.record().get("id", ""))}


def cluster_of(name: str, sentences: Iterable[tuple[Sequence[str], str]]) -> Cluster:
    """Return a cluster of sentences, each of them words and text."""
    return Cluster(name, tuple(Sentence.from_words(tuple(words), text) for words, text in sentences))


def sheets_by_id(sheets: Mapping[str, Sequence[str]], items: Mapping[str, StudyItem]) -> Sheets:
    """Return the items of each judge, by their names."""
    return {str(judge): [items[str(name)] for name in names] for judge, names in sheets.items()}


def deal_study(study: Study[_Options], options: _Options, force: bool = False) -> Package:
    """Write the sheets, the key and the record of a study into its folder.

    All files appear at once or, after an error, none.

    Parameters
    ----------
    study
        The study.
    options
        The choice of items, and their assignment to judges.
    force
        Whether to replace existing sheets, with the scores in them.

    Raises
    ------
    JudgeError
        There are sheets or, in the folder of rewordings, other files already, or there is nothing to judge.
    FormatError, ProblemsError, RunError
        Files of the source are absent or damaged.
    OSError
        A file cannot be read or written.
    """
    study.require_undealt(force)
    folder, files, choice = study.folder, study.files, study.choose(options)
    package = study.package(study.name(), choice, study.sheets(choice.record, choice.items))
    folder.mkdir(parents=True, exist_ok=True)
    sheets = (files.sheets,) if files.sheets else tuple(package.sheets)
    # Sheets on a server, of a second pass and of further judges belong to the former key.
    former = "|".join([files.served, files.second, *([] if files.sheets else [r"judge-\d+"])])
    obsolete = [path.name for path in folder.iterdir() if re.fullmatch(former, path.name)]
    with TemporaryDirectory(dir=folder, prefix=".sheets-") as temporary:
        write_package(Path(temporary), package, files)
        # The key comes before the sheets, which are useless without it.
        names = (files.key, files.record, *sheets)
        put_in_place(Path(temporary), folder, names, [name for name in obsolete if name not in sheets])
    return package


def score_study(
    study: Study[Any], sheets: Sequence[Path], second: Sequence[Path] = (), apart: int | None = None
) -> ScoreReport:
    """Score the returned sheets of a study and write a folder of scores.

    Parameters
    ----------
    study
        The study, whose sheets were dealt.
    sheets
        Files, and folders that are searched for sheets, besides the scores on a server.
    second
        The same for the sheets of a second pass, whose scores replace those of the first.
    apart
        Difference of scores from which an item is dealt again in a second pass, unless one was dealt already;
        ``None`` deals none.

    Raises
    ------
    JudgeError
        The sheets were never dealt, or there is no file to read.
    FormatError, RunError
        Records of the run or of the study are damaged.
    OptionError
        Sheets of a second pass are given, but none were dealt.
    OSError
        A file cannot be read or written.
    """
    folder, files, again = study.folder, study.files, study.files.again
    record, assignment = read_assignment(study)
    origin = study.origin(record, assignment.items.values())
    # Sheets may be filled in where they were dealt.
    scores, dealt_again = folder / files.scores, folder / again.sheets
    sources = returned_files(folder / files.served, sheets, (scores, dealt_again))
    returned = read_returned(sources, assignment)
    first, served = returned.judgements, folder / again.served
    if second or (served.exists() and ServedStudy(served).returned()):
        if not dealt_again.is_dir():
            how = "score the first one alone to get it, sentences and pairs with --deal-again"
            raise OptionError(f"{shown(folder)}: no second pass was dealt; {how}")
        further = returned_files(served, second, (scores,))
        later = read_returned(further, _dealt_again(folder / again.record, assignment))
        sources |= further
        # The counts are those of the first pass.
        problems = (*returned.problems, *later.problems)
        returned = CombinedSheets(revise_judgements(first, later.judgements), problems, returned.judges)
    scoring = Scoring(record, assignment, first, returned.judgements)
    # Existing sheets of a second pass stay: people may have filled them in.
    if apart and not second and not dealt_again.exists():
        _deal_again(study, scoring, apart)
    waiting = 0
    if dealt_again.exists() and scoring.final is first:
        waiting = len({*chain(*_dealt_again(folder / again.record, assignment).sheets.values())})
    report = ScoreReport(scores, returned, study.results(scoring) if scoring.final else None, waiting)
    write_scores(report, sources, origin)
    return report


def _deal_again(study: Study[Any], scoring: Scoring, apart: int) -> None:
    """Deal the items on which judges disagree again to the judges who had them."""
    folder, again, dealt = study.folder, study.files.again, scoring.assignment
    unsettled = disagreements(scoring.first, min(apart, dealt.form.highest - 1))
    if not unsettled:
        return
    items = [item for item in dealt.items.values() if item.id in unsettled]
    mine = {
        judge: [dealt.items[name] for name in names if name in unsettled]
        for judge, names in dealt.sheets.items()
    }
    seed = int(scoring.record["seed"]) + 1
    sheets = {judge: shuffle_items(names, judge, seed) for judge, names in mine.items() if names}
    package = study.package(again.sheets, Choice(items, scoring.record), sheets)
    with TemporaryDirectory(dir=folder, prefix=".sheets-") as temporary:
        new = Path(temporary)
        write_judge_folders(new / again.sheets, package)
        loads = {judge: [item.id for item in names] for judge, names in sheets.items()}
        write_json(new / again.record, {"loads": loads})
        (new / again.sheets).rename(folder / again.sheets)


def read_assignment(study: Study[Any]) -> tuple[dict[str, Any], Assignment]:
    """Return the record of a study and the assignment of its items.

    Raises
    ------
    JudgeError
        The sheets were never dealt.
    FormatError
        The key or the record is damaged.
    """
    key, path = study.folder / study.files.key, study.folder / study.files.record
    for file in (key, path):
        if not file.exists():
            raise JudgeError(f"{shown(file)} is absent: deal the sheets first (orchestrator {study.command})")

    def read(record: dict[str, Any]) -> tuple[dict[str, Any], Assignment]:
        form = study.form(record)
        items = read_key(key.read_bytes(), shown(key), form)
        return record, Assignment.of(items, study.sheets(record, items), form)

    return _read_record(path, read)


def _dealt_again(path: Path, first: Assignment) -> Assignment:
    """Return a second pass as it was dealt: later sheets change the items on which judges disagree."""
    return _read_record(
        path,
        lambda record: Assignment.of(
            first.items.values(), sheets_by_id(record["loads"], first.items), first.form
        ),
    )


_Read = TypeVar("_Read")


def _read_record(path: Path, read: Callable[[dict[str, Any]], _Read]) -> _Read:
    try:
        return read(json.loads(path.read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise FormatError(f"not a record of dealt sheets: {error!r}", shown(path)) from error
