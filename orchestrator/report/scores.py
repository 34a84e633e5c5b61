"""Scores of judges and automatic measures, read from the run's folder for the page."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from orchestrator.runs.folder import RunFolder
from orchestrator.runs.folder.files import EVALUATION_TABLES
from paralattice.errors import FormatError
from paralattice.formats.tables.paper_tables import read_markdown
from paralattice.judging.sentence_tables import SCORE_TABLES
from paralattice.report.parts import Picture, TextTable

_SCORES = (*SCORE_TABLES, "passes", "judges")
_FIGURES = {"figure5": "Average grammaticality by cluster", "figure6": "Average fidelity by cluster"}
_LARGEST = 4 << 20


def saved_tables(run: RunFolder) -> list[TextTable]:
    """Return the tables of scores, measures and evaluations that the run's folder has.

    Tables that are absent or damaged are left out.
    """
    folders = {
        run.scores: _SCORES,
        run.measures: ("versions", "references", "correlations_overall"),
        run.pair_scores: ("table1", "passes", "judges"),
        run.evaluation: EVALUATION_TABLES,
    }
    tables = []
    for path in (folder / f"{name}.md" for folder, names in folders.items() for name in names):
        for data in _contents(path):
            with suppress(FormatError):
                tables.append(TextTable(*read_markdown(data.decode("utf-8", errors="replace"))))
    return tables


def score_figures(run: RunFolder) -> list[Picture]:
    """Return the figures of scores that the run's folder has."""
    return [
        Picture(caption, data)
        for name, caption in _FIGURES.items()
        for data in _contents(run.scores / f"{name}.svg")
    ]


def score_notes(run: RunFolder, identity: str) -> list[str]:
    """Return notes on the scores: their number, and whether they belong to another state of the run.

    Parameters
    ----------
    identity
        Identity of the run; scores of an earlier state of the run name another one.
    """
    record: dict[str, Any] = {}
    for data in _contents(run.scores / "scores.json"):
        with suppress(ValueError):
            value = json.loads(data)
            record = value if isinstance(value, dict) else {}
    notes = []
    if "judgements" in record:
        problems = _count(record.get("problems"))
        also = f"; {problems} problems with the sheets are in scores/problems.csv" if problems != "0" else ""
        notes.append(f"{_count(record['judgements'])} judgements{also}.")
    if "run" in record and record["run"] != identity:
        notes.append("These scores are of an earlier state of the run, with other input.")
    return notes


def _count(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else "0"


def _contents(path: Path) -> Iterator[bytes]:
    """Yield the content of a file, or nothing if the file cannot be read or is too large."""
    with suppress(OSError):
        if path.stat().st_size <= _LARGEST:
            yield path.read_bytes()
