"""Judgements of paraphrase pairs in: from the sheets that come back to Table 1 of Pang et al. (2003)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from rich.console import Console

import paralattice
from orchestrator.io.console import say
from orchestrator.io.tables import show_table
from orchestrator.judging.pair_sheets import PAIR_KEY, PAIR_RECORD
from orchestrator.judging.score import encoded_text, problem_counts, sheet_files, write_scores
from orchestrator.runs.folder import RunFolder
from paralattice.errors import FormatError, JudgeError
from paralattice.formats.tables import Table, csv_text, decimal_text, table_files
from paralattice.judging.agreement import agreement
from paralattice.judging.assignment import Dealt, read_key
from paralattice.judging.form import PAIRS
from paralattice.judging.judgements import PairJudgement, Returned, combine_pairs
from paralattice.judging.pair_scores import pair_judgement_table, pair_table
from paralattice.judging.sheet_reader import read_sheet
from paralattice.judging.tables import judge_table, problem_table

PAIR_SCORES = "pair-scores"
_PROBLEMS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class PairScoreReport:
    """What came back and what it comes to.

    Attributes
    ----------
    folder
        Where the files are; nothing is written where there is no judgement.
    returned
        Judgements, problems and counts.
    table
        Table 1.
    agreement
        Krippendorff's alpha for ordered values over pairs that several judges had, or ``None``.
    """

    folder: Path
    returned: Returned[PairJudgement]
    table: Table
    agreement: float | None

    @property
    def exit_code(self) -> int:
        """0 where all is well, 1 where something was scored despite problems, 2 where nothing was."""
        if not self.returned.judgements:
            return 2
        return 1 if self.returned.problems else 0


def score_pairs(run: Path, sheets: Iterable[Path]) -> PairScoreReport:
    """Score the sheets of pairs that came back and write ``pair-scores/`` into the run's folder.

    Parameters
    ----------
    run
        The folder of a run whose sheets of pairs were dealt.
    sheets
        Files, and folders that are searched for sheets.

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
    dealt = _read_dealt(run)
    data = {file: file.read_bytes() for file in sheet_files(sheets)}
    returned = combine_pairs([read_sheet(text, str(file), dealt) for file, text in data.items()], dealt)
    table = pair_table(returned.judgements, record["versions"])
    found = agreement(returned.judgements, PAIRS.criteria[0])
    report = PairScoreReport(run / PAIR_SCORES, returned, table, found.ordinal)
    if returned.judgements:
        about = {
            "paralattice": paralattice.__version__,
            "run": str(record.get("id", "")),
            "sheets": sorted(
                ({"file": str(file), "sha256": sha256(text).hexdigest()} for file, text in data.items()),
                key=lambda entry: entry["file"],
            ),
            "judgements": len(returned.judgements),
            "problems": len(returned.problems),
            "alpha_ordinal": found.ordinal,
            "shared_pairs": found.items,
        }
        texts = _texts(report, dealt) | {
            "scores.json": json.dumps(about, ensure_ascii=False, indent=2) + "\n"
        }
        write_scores(report.folder, {name: encoded_text(name, text) for name, text in texts.items()})
    return report


def _texts(report: PairScoreReport, dealt: Dealt) -> dict[str, str]:
    returned = report.returned
    files = table_files((report.table, judge_table(returned.judges)))
    texts: dict[str, Sequence[str]] = {item.id: item.words for item in dealt.items.values()}
    for table in (pair_judgement_table(returned.judgements, texts), problem_table(returned.problems)):
        files[f"{table.name}.csv"] = csv_text(table)
    return files


def _read_dealt(run: Path) -> Dealt:
    key, record = run / PAIR_KEY, run / PAIR_RECORD
    for path in (key, record):
        if not path.exists():
            raise JudgeError(f"{path} is absent: deal the pairs of this run first (orchestrator pair-sheets)")
    items = {item.id: item for item in read_key(key.read_bytes(), str(key), PAIRS)}
    try:
        loads = json.loads(record.read_text(encoding="utf-8"))["loads"]
        hands = {str(judge): tuple(map(str, names)) for judge, names in loads.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FormatError(f"not a record of dealt sheets: {error!r}", str(record)) from error
    unknown = [name for hand in hands.values() for name in hand if name not in items]
    if unknown:
        raise FormatError(f"names the item {unknown[0]}, which is not in {key.name}", str(record))
    return Dealt(items, hands, PAIRS)


def show_pair_scores(console: Console, errors: Console, report: PairScoreReport) -> None:
    """Print Table 1 and where the files are; problems go to the other console."""
    problems = report.returned.problems
    for problem in problems[:_PROBLEMS_SHOWN]:
        say(errors, f"{problem.kind}: {problem}")
    if problems:
        counts = ", ".join(f"{kind} {count}" for kind, count in problem_counts(report.returned).items())
        say(errors, f"{len(problems)} problems ({counts})")
    if report.returned.judgements:
        show_table(console, report.table)
        if report.agreement is not None:
            say(console, f"agreement: alpha {decimal_text(report.agreement, 3)} (ordinal)")
        say(console, f"\ntables in {report.folder}")
