"""What judges said and programs measured, from the run's folder to the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from paralattice.errors import FormatError
from paralattice.formats.tables import read_markdown
from paralattice.judging.sentence_tables import SCORE_TABLES
from paralattice.judging.study_files import PAIR_FILES, SENTENCE_FILES
from paralattice.report import Picture, TextTable

# Tables by folder of the run, in the order of the page.
_TABLES = {
    SENTENCE_FILES.scores: (*SCORE_TABLES, "judges"),
    "measures": ("versions", "correlations_overall"),
    PAIR_FILES.scores: ("table1", "judges"),
    "evaluation": ("table2", "synonyms", "table3", "table4", "repetition", "edgain", "table5", "table6"),
}
_FIGURES = {"figure5": "Average grammaticality by cluster", "figure6": "Average fidelity by cluster"}
_LARGEST = 4 << 20


def score_tables(run: Path) -> list[TextTable]:
    """Return the tables of scores and of automatic measures as they are printed.

    Those that are absent or damaged are left out.
    """
    tables = []
    for path in (run / folder / f"{name}.md" for folder, names in _TABLES.items() for name in names):
        for data in _contents(path):
            with suppress(FormatError):
                tables.append(TextTable(*read_markdown(data.decode("utf-8", errors="replace"))))
    return tables


def score_figures(folder: Path) -> list[Picture]:
    """Return the figures that are there."""
    return [
        Picture(caption, data)
        for name, caption in _FIGURES.items()
        for data in _contents(folder / f"{name}.svg")
    ]


def score_notes(folder: Path, identity: str) -> list[str]:
    """Return what is to be known of the scores.

    Parameters
    ----------
    folder
        The folder of the scores.
    identity
        The run's; scores of another state of the run name another.
    """
    record: dict[str, Any] = {}
    with suppress(ValueError):
        record = {key: value for data in _contents(folder / "scores.json") for key, value in _dict(data)}
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


def _dict(data: bytes) -> Iterator[tuple[str, Any]]:
    value = json.loads(data)
    yield from value.items() if isinstance(value, dict) else ()


def _contents(path: Path) -> Iterator[bytes]:
    """Yield what a file holds, or nothing where it cannot be shown."""
    with suppress(OSError):
        if path.stat().st_size <= _LARGEST:
            yield path.read_bytes()
