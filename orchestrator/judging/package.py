"""The files of a study: sheets for judges, the key, the record."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paralattice.corpus import Cluster
from paralattice.formats.tables.csv_rows import csv_bytes
from paralattice.judging.sheets.form import Form
from paralattice.judging.sheets.instructions import write_instructions
from paralattice.judging.sheets.items import StudyItem
from paralattice.judging.sheets.sheet_tables import write_key, write_originals, write_sheet
from paralattice.judging.sheets.study_files import StudyFiles


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A version with fewer items than wanted, on a cluster or (empty) on all clusters together.

    ``missing`` means that the run has no samples of that cluster and version at all.
    """

    cluster: str
    version: str
    items: int
    wanted: int
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Package:
    """The content of a study's files.

    Attributes
    ----------
    name
        The name of the run, shown to judges.
    form
        The form of the sheets.
    items
        All items, in the order of the key.
    sheets
        Judge to the items of the judge's sheet, in its order.
    clusters
        Name to cluster with its original sentences.
    record
        The options, and everything that scoring needs besides the key.
    shortfalls
        In the run's order of clusters and versions.
    """

    name: str
    form: Form
    items: Sequence[StudyItem]
    sheets: Mapping[str, Sequence[StudyItem]]
    clusters: Mapping[str, Cluster]
    record: Mapping[str, Any]
    shortfalls: Sequence[Shortfall] = ()


def write_package(folder: Path, package: Package, files: StudyFiles) -> None:
    """Write the folders of all judges, the key and the record of a study into a folder."""
    write_judge_folders(folder / files.sheets, package)
    (folder / files.key).write_bytes(csv_bytes(write_key(package.items, package.form)))
    text = json.dumps(package.record, indent=1, ensure_ascii=False)
    (folder / files.record).write_text(text + "\n", encoding="utf-8")


def write_judge_folders(folder: Path, package: Package) -> None:
    """Write a folder for each judge: the sheet as page, workbook and table, the originals, instructions."""
    # Imported here: scoring does not need them, and openpyxl is slow to import.
    from paralattice.judging.sheets.page import write_sheet_page
    from paralattice.judging.sheets.workbook import write_workbook

    form = package.form
    for judge, items in package.sheets.items():
        own = folder / judge
        own.mkdir(parents=True)
        clusters = [package.clusters[name] for name in dict.fromkeys(item.cluster for item in items)]
        (own / "sheet.csv").write_bytes(csv_bytes(write_sheet(items, form)))
        (own / "originals.csv").write_bytes(csv_bytes(write_originals(clusters)))
        (own / "sheet.xlsx").write_bytes(write_workbook(items, clusters, form))
        page = write_sheet_page(package.name, judge, items, clusters, form)
        (own / "sheet.html").write_text(page, encoding="utf-8")
        (own / "instructions.md").write_text(write_instructions(form), encoding="utf-8")


def put_in_place(folder: Path, target: Path, names: Sequence[str], obsolete: Iterable[str] = ()) -> None:
    """Rename new files from a folder into another; after an error or Ctrl-C that one is as it was before.

    Parameters
    ----------
    folder
        The folder of the new files, below the target.
    target
        The target; existing files with one of the names are replaced.
    names
        The files in the order of renaming.
    obsolete
        Names of further files of the target, which are removed.
    """
    former = folder / "former"
    former.mkdir()
    new = [name for name in names if (folder / name).exists()]
    try:
        for name in obsolete:
            (target / name).rename(former / name)
        for name in names:
            if (target / name).exists():
                (target / name).rename(former / name)
            (folder / name).rename(target / name)
    except BaseException:
        for name in new:
            if not (folder / name).exists():
                (target / name).rename(folder / name)
        for path in former.iterdir():
            path.rename(target / path.name)
        raise
