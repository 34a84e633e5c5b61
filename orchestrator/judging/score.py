"""Scores in: from the sheets that come back to tables and figures in ``RUN/scores``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import paralattice
from orchestrator.runs.folder import RunFolder
from paralattice.errors import FormatError, JudgeError
from paralattice.formats.tables import FORMATS, csv_text, table_files
from paralattice.judging.assignment import Dealt, dealt, read_key
from paralattice.judging.judgements import CRITERIA, KINDS, Judgement, PairJudgement, Returned, combine
from paralattice.judging.scoring import ClusterSize, PhaseScores, score
from paralattice.judging.sheet_reader import read_sheet
from paralattice.judging.tables import judge_table, judgement_table, problem_table, score_tables
from paralattice.versions import VERSION_NAMES

SCORES = "scores"
#: The endings under which returned sheets are looked for in a folder.
ENDINGS = (".csv", ".tsv", ".txt", ".xlsx", ".xlsb", ".xls", ".ods")
# They lie beside the sheets and hold no scores.
_OTHERS = ("originals", "instructions", "sheets-key", "pair-sheets-key")


@dataclass(frozen=True, slots=True)
class ScoreReport:
    """What came back and what it comes to.

    Attributes
    ----------
    folder
        Where the files are; nothing is written where there is no judgement.
    files
        The sheets that were read.
    returned
        Judgements, problems and counts.
    phases
        Scores, training before testing.
    """

    folder: Path
    files: tuple[Path, ...]
    returned: Returned[Judgement]
    phases: tuple[PhaseScores, ...]

    @property
    def exit_code(self) -> int:
        """0 where all is well, 1 where something was scored despite problems, 2 where nothing was."""
        if not self.returned.judgements:
            return 2
        return 1 if self.returned.problems else 0


@dataclass(frozen=True, slots=True)
class _Run:
    clusters: tuple[ClusterSize, ...]
    versions: tuple[str, ...]
    identity: str
    dealt: Dealt


def score_run(run: Path, sheets: Iterable[Path]) -> ScoreReport:
    """Score the sheets that came back and write ``scores/`` into the run's folder.

    Parameters
    ----------
    run
        The folder of a run whose sheets were dealt.
    sheets
        Files, and folders that are searched for sheets.

    Raises
    ------
    JudgeError
        The run's sheets were never dealt, or there is no file to read.
    FormatError, RunError
        The run's own records are damaged.
    OSError
        A file cannot be read or written.
    """
    content = _read_run(run)
    files = sheet_files(sheets)
    data = [file.read_bytes() for file in files]
    read = [read_sheet(text, str(file), content.dealt) for file, text in zip(files, data, strict=True)]
    returned = combine(read, content.dealt)
    phases = score(returned.judgements, content.clusters, content.versions)
    report = ScoreReport(run / SCORES, files, returned, phases)
    if returned.judgements:
        _write(report, content, [sha256(text).hexdigest() for text in data])
    return report


def sheet_files(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return the files that may be sheets: those that are named, and those found in folders.

    Raises
    ------
    JudgeError
        There is none.
    """
    found: dict[Path, Path] = {}
    for path in paths:
        for file in sorted(_search(path)) if path.is_dir() else [path]:
            found.setdefault(file.resolve(), file)
    if not found:
        raise JudgeError(f"no sheet to read: none of the files there ends with {', '.join(ENDINGS)}")
    return tuple(found.values())


def _search(folder: Path) -> Iterable[Path]:
    for file in folder.rglob("*"):
        # Names that begin so belong to a program that has the sheet open.
        hidden = file.name.startswith((".", "~$"))
        if file.is_file() and file.suffix.lower() in ENDINGS and not hidden and file.stem not in _OTHERS:
            yield file


def _read_run(run: Path) -> _Run:
    record = RunFolder(run).read()
    path = run / "run.json"
    if record is None:
        raise FormatError("there is no such file: the folder is no run's", str(path))
    try:
        versions = tuple(map(str, record["versions"]))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FormatError(f"not the record of a run: {error!r}", str(path)) from error
    clusters = tuple(ClusterSize(*entry) for entry in RunFolder(run).cluster_entries())
    unknown = [name for name in versions if name not in VERSION_NAMES]
    if unknown:
        raise FormatError(f"names the unknown version {unknown[0]!r}", str(path))
    content = _Run(clusters, versions, str(record.get("id", "")), _read_dealt(run))
    _require_known(content, run)
    return content


def _require_known(content: _Run, run: Path) -> None:
    clusters = {cluster.name for cluster in content.clusters}
    for item in content.dealt.items.values():
        if item.cluster not in clusters or item.version not in content.versions:
            what = f"{item.cluster} {item.version}, which the run does not have"
            raise FormatError(f"item {item.id} is from {what}", str(run / "sheets-key.csv"))


def _read_dealt(run: Path) -> Dealt:
    key, record = run / "sheets-key.csv", run / "sheets.json"
    for path in (key, record):
        if not path.exists():
            raise JudgeError(f"{path} is absent: deal the sheets of this run first (orchestrator sheets)")
    items = read_key(key.read_bytes(), str(key))
    try:
        value = json.loads(record.read_text(encoding="utf-8"))
        loads = {str(load["judge"]): [str(name) for name in load["clusters"]] for load in value["loads"]}
        seed = int(value["seed"])
    except (ValueError, KeyError, TypeError) as error:
        raise FormatError(f"not a record of dealt sheets: {error!r}", str(record)) from error
    return dealt(items, loads, seed)


def _write(report: ScoreReport, content: _Run, digests: Sequence[str]) -> None:
    files = _texts(report, content, digests) | _pictures(report.phases)
    write_scores(report.folder, files)
    for file in sorted(_own_files() - files.keys()):
        (report.folder / file).unlink(missing_ok=True)


def write_scores(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files of given names into a folder, all of them before the first is in its place."""
    folder.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=folder, prefix=".new-") as name:
        temporary = Path(name)
        for file, data in files.items():
            (temporary / file).write_bytes(data)
        for file in files:
            (temporary / file).replace(folder / file)


def _own_files() -> set[str]:
    """Return the names of all files that a scoring may write: those of an earlier one must not stay."""
    names = ("table3", "table4", "table5", "table6", "gains", "ttests", "agreement", "kappa")
    pictures = {f"figure{number}.{kind}" for number in (5, 6) for kind in ("svg", "png")}
    return {f"{name}.{kind}" for name in names for kind in FORMATS} | pictures


def _texts(report: ScoreReport, content: _Run, digests: Sequence[str]) -> dict[str, bytes]:
    printed = [*score_tables(report.phases), judge_table(report.returned.judges)]
    files = table_files(printed)
    splits = {cluster.name: cluster.split for cluster in content.clusters}
    for table in (
        judgement_table(report.returned.judgements, splits),
        problem_table(report.returned.problems),
    ):
        files[f"{table.name}.csv"] = csv_text(table)
    record = json.dumps(_record(report, content, digests), ensure_ascii=False, indent=2)
    files["scores.json"] = record + "\n"
    return {name: encoded_text(name, text) for name, text in files.items()}


def encoded_text(name: str, text: str) -> bytes:
    """Return the bytes of a file of that name."""
    # The byte order mark is what makes Excel read a CSV file as UTF-8.
    return text.encode("utf-8-sig" if name.endswith(".csv") else "utf-8", errors="replace")


def _pictures(phases: Iterable[PhaseScores]) -> dict[str, bytes]:
    from paralattice.judging.figures import FIGURES, draw_figure

    return {
        f"figure{FIGURES[name]}.{kind}": data
        for scores in phases
        if scores.phase == "testing"
        for name in CRITERIA
        for kind, data in draw_figure(scores.means[name]).items()
    }


def _record(report: ScoreReport, content: _Run, digests: Sequence[str]) -> dict[str, Any]:
    return {
        "paralattice": paralattice.__version__,
        "run": content.identity,
        "sheets": [
            {"file": str(file), "sha256": digest}
            for file, digest in sorted(zip(report.files, digests, strict=True))
        ],
        "judgements": len(report.returned.judgements),
        "problems": len(report.returned.problems),
        "clusters": {scores.phase: list(scores.means[CRITERIA[0]].clusters) for scores in report.phases},
    }


def problem_counts(returned: Returned[Judgement] | Returned[PairJudgement]) -> dict[str, int]:
    """Return kind to number of problems, in the order in which kinds are summed up."""
    kinds = [problem.kind for problem in returned.problems]
    return {kind: kinds.count(kind) for kind in KINDS if kind in kinds}
