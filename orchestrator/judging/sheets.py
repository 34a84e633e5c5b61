"""Sheets out: from a run folder to one folder a judge, and the key that stays behind."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from orchestrator.judging.package import JudgeSheet, put_in_place, write_judge_folder, write_table
from orchestrator.runs.folder import RunFolder
from paralattice.corpus import Cluster, Sentence
from paralattice.errors import FormatError, JudgeError, OptionError, ParaphraseError, ProblemsError
from paralattice.formats.names import name_problem
from paralattice.judging.form import LOWER_SENTENCES, SENTENCES
from paralattice.judging.sheets import (
    Item,
    SheetOptions,
    deal,
    item_id,
    shuffle_items,
    write_key,
)
from paralattice.lattice.records import read_samples
from paralattice.run_options import Options
from paralattice.versions import PANG

SHEETS = "sheets"
KEY = "sheets-key.csv"
RECORD = "sheets.json"


@dataclass(frozen=True, slots=True)
class Load:
    """What one judge has to read.

    Attributes
    ----------
    judge
        The name of the judge's folder.
    clusters
        In the run's order.
    items
        How many sentences.
    """

    judge: str
    clusters: tuple[str, ...]
    items: int


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A cluster and version with fewer sentences to judge than the run was asked for.

    Attributes
    ----------
    cluster, version
        Where.
    items, wanted
        How many there are, and how many there should be.
    missing
        Whether the run holds no samples of that cluster and version at all.
    """

    cluster: str
    version: str
    items: int
    wanted: int
    missing: bool


@dataclass(frozen=True, slots=True)
class SheetReport:
    """What was written.

    Attributes
    ----------
    folder
        The folder with one folder a judge.
    key
        The table that links items to versions.
    loads
        One entry a judge.
    shortfalls
        In the run's order of clusters and versions.
    """

    folder: Path
    key: Path
    loads: tuple[Load, ...]
    shortfalls: tuple[Shortfall, ...]


def write_sheets(run: Path, options: SheetOptions, force: bool = False) -> SheetReport:
    """Write ``sheets/judge-NN/``, ``sheets-key.csv`` and ``sheets.json`` into a run folder.

    All of it appears at once or, after an error, not at all.

    Parameters
    ----------
    run
        The folder of a run that is over.
    options
        Number of judges, how clusters are dealt, split and seed.
    force
        Whether sheets that are there already are replaced, with the scores in them.

    Raises
    ------
    JudgeError
        There are sheets already, or there is nothing to judge.
    FormatError
        The folder has no ``run.json``, or one that is no run's.
    ProblemsError
        Other files of the run that are absent or do not follow their format.
    """
    for name in (SHEETS, KEY):
        if (run / name).exists() and not force:
            raise JudgeError(f"{run / name} is there already, and people may have filled in its sheets")
    content = _Run(run, options.seed)
    content.read(options.split)
    hands = deal(
        {name: len(items) for name, items in content.items.items()},
        options.judges,
        options.per_cluster,
        options.seed,
    )
    width = max(2, len(str(options.judges)))
    loads = tuple(
        Load(f"judge-{number:0{width}}", hand, sum(len(content.items[name]) for name in hand))
        for number, hand in enumerate(hands, 1)
    )
    report = SheetReport(run / SHEETS, run / KEY, loads, tuple(content.shortfalls))
    with TemporaryDirectory(dir=run, prefix=".sheets-") as temporary:
        _write_all(Path(temporary), content, options, report)
        _put_in_place(Path(temporary), run)
    return report


def _write_all(folder: Path, content: _Run, options: SheetOptions, report: SheetReport) -> None:
    for load in report.loads:
        _write_judge(folder / SHEETS / load.judge, load, content, options.seed)
    key = write_key(item for items in content.items.values() for item in items)
    write_table(folder / KEY, key)
    record = asdict(options) | {
        "loads": [asdict(load) for load in report.loads],
        "shortfalls": [asdict(shortfall) for shortfall in report.shortfalls],
    }
    (folder / RECORD).write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _write_judge(folder: Path, load: Load, content: _Run, seed: int) -> None:
    items = shuffle_items((item for name in load.clusters for item in content.items[name]), load.judge, seed)
    clusters = [content.clusters[name] for name in load.clusters]
    form = LOWER_SENTENCES if content.lower else SENTENCES
    write_judge_folder(folder, JudgeSheet(content.name, load.judge, items, clusters, form))


def _put_in_place(folder: Path, run: Path) -> None:
    # The key comes before the sheets: without it nobody could evaluate them.
    put_in_place(folder, run, (KEY, RECORD, SHEETS))


class _Run:
    """What sheets need of a run.

    Attributes
    ----------
    name
        The run's.
    clusters, items
        Name to originals and to sentences to judge, of the clusters that have any.
    shortfalls
        As in :class:`SheetReport`.
    lower
        Whether all is lower-cased, since a version has no capitals and must not be told from the others.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.seed = seed
        self.record = _read_record(folder / "run.json")
        self.name = str(self.record.get("name", folder.resolve().name))
        self.lower = PANG in self.record["versions"]
        self.wanted = Options.from_dict(self.record["signature"]["options"]).sample.keep
        self.clusters: dict[str, Cluster] = {}
        self.items: dict[str, list[Item]] = {}
        self.shortfalls: list[Shortfall] = []

    def read(self, split: str) -> None:
        """Read the clusters of a split, all where it is empty."""
        entries = RunFolder(self.folder).cluster_entries()
        names = [entry.name for entry in entries if not split or entry.split == split]
        errors: list[ParaphraseError] = []
        for name in names:
            try:
                self._read_cluster(name)
            except FormatError as error:
                errors.append(error)
        if errors:
            raise ProblemsError(errors)
        if not self.items:
            what = f"clusters of the split {split!r}" if split else "clusters"
            raise JudgeError(f"no novel sentence to judge in the {len(names)} {what} of {self.folder}")

    def _read_cluster(self, name: str) -> None:
        items: list[Item] = []
        for version in self.record["versions"]:
            path = self.folder / version / name / "samples.jsonl"
            chosen = {draw: self._shown(words) for draw, words in _chosen(path).items()}
            items.extend(
                Item(item_id(self.seed, name, version, draw), name, version, draw, words)
                for draw, words in chosen.items()
            )
            if len(chosen) < self.wanted:
                missing = not path.exists()
                self.shortfalls.append(Shortfall(name, version, len(chosen), self.wanted, missing))
        if items:
            self.items[name] = items
            sentences = _originals(self.folder / items[0].version / name / "alignment.json")
            shown = tuple(Sentence.from_words(self._shown(words)) for words in sentences)
            self.clusters[name] = Cluster(name, shown)

    def _shown(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(word.lower() for word in words) if self.lower else words


def _read_record(path: Path) -> dict[str, Any]:
    record: dict[str, Any] = _read_json(path)
    try:
        names = list(record["versions"])
        Options.from_dict(record["signature"]["options"])
    except (KeyError, TypeError, OptionError) as error:
        raise FormatError(f"not the record of a run: {error!r}", str(path)) from error
    if not all(isinstance(name, str) and not name_problem(name) for name in names):
        raise FormatError("holds names of versions that cannot be files", str(path))
    return record


def _read_json(path: Path) -> Any:
    try:
        return json.loads(_read_text(path))
    except ValueError as error:
        raise FormatError(f"not JSON: {error}", str(path)) from error


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(f"cannot be read: {error}", str(path)) from error


def _chosen(path: Path) -> dict[int, tuple[str, ...]]:
    """Return draw to tokens for the chosen samples in a file; none where there is no file."""
    if not path.exists():
        return {}
    samples = read_samples(_read_text(path).split("\n"), str(path))
    return {draw: sample.words for draw, sample in enumerate(samples) if sample.chosen}


def _originals(path: Path) -> list[tuple[str, ...]]:
    record = _read_json(path)
    try:
        return [_words(words) for words in record["sentences"]]
    except (ValueError, TypeError, KeyError) as error:
        raise FormatError(f"holds no sentences: {error!r}", str(path)) from error


def _words(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise TypeError("a list of tokens is expected")
    return tuple(value)
