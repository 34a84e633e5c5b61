"""The files of a judge's sheet, and how they get into a run's folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from paralattice.corpus import Cluster
from paralattice.judging.form import Form
from paralattice.judging.sheets import Item, write_originals, write_sheet


@dataclass(frozen=True, slots=True)
class JudgeSheet:
    """What one judge gets.

    Attributes
    ----------
    run, judge
        Their names.
    items
        In the sheet's order.
    clusters
        The items' clusters, with their sentences.
    form
        What the sheet shows and asks.
    """

    run: str
    judge: str
    items: Sequence[Item]
    clusters: Sequence[Cluster]
    form: Form


def write_judge_folder(folder: Path, sheet: JudgeSheet) -> None:
    """Make the folder that a judge gets: the sheet in three forms, the sentences, the instructions."""
    from paralattice.judging.page import write_page
    from paralattice.judging.workbook import write_workbook

    folder.mkdir(parents=True)
    items, clusters, form = sheet.items, sheet.clusters, sheet.form
    write_table(folder / "sheet.csv", write_sheet(items, form))
    write_table(folder / "originals.csv", write_originals(clusters))
    (folder / "sheet.xlsx").write_bytes(write_workbook(items, clusters, form))
    page = write_page(sheet.run, sheet.judge, items, clusters, form)
    (folder / "sheet.html").write_text(page, encoding="utf-8")
    (folder / "instructions.md").write_text(form.instructions, encoding="utf-8")


def write_table(path: Path, table: str) -> None:
    """Write a table as Excel reads it."""
    # The byte order mark is what makes Excel read a CSV file as UTF-8.
    path.write_text(table, encoding="utf-8-sig", newline="")


def put_in_place(folder: Path, run: Path, names: Sequence[str]) -> None:
    """Rename what was written in a folder into the run; after an error all is as it was before.

    Parameters
    ----------
    folder
        Where it was written, below the run.
    run
        Where it goes; what has one of the names there is replaced.
    names
        In the order in which they go.
    """
    former = folder / "former"
    former.mkdir()
    placed = []
    try:
        for name in names:
            if (run / name).exists():
                (run / name).rename(former / name)
            (folder / name).rename(run / name)
            placed.append(name)
    except OSError:
        for name in placed:
            (run / name).rename(folder / name)
        for path in former.iterdir():
            path.rename(run / path.name)
        raise
