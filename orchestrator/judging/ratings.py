"""Sheets for raters of rewordings, and the tables of what they say (Quirk et al. 2004, section 4)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from orchestrator.corpora.files import shown
from orchestrator.io.atomic import write_whole
from orchestrator.judging.package import JudgeSheet, write_judge_folder, write_table
from orchestrator.judging.score import sheet_files
from orchestrator.systems.quirk.aer import write_printed
from paralattice.adapters.text import tokenize
from paralattice.corpus import Cluster, Sentence
from paralattice.errors import FormatError, JudgeError, OptionError, ParaphraseError, ProblemsError
from paralattice.formats.clusters import decode_lines
from paralattice.formats.tables import Table, markdown_text
from paralattice.judging.assignment import Dealt, dealt, read_key
from paralattice.judging.form import Form
from paralattice.judging.judgements import Mark, Problem
from paralattice.judging.rating_forms import FORMS
from paralattice.judging.ratings import (
    acceptability_table,
    agreement_table,
    collect_answers,
    disagreements,
    distance_table,
    quality_table,
)
from paralattice.judging.sheet_reader import read_sheet
from paralattice.judging.sheets import Item, item_id, shuffle_items, write_key

KEY, RECORD, SECOND, SCORES = "sheets-key.csv", "ratings.json", "second-pass", "scores"


@dataclass(frozen=True, slots=True)
class RatingOptions:
    """What raters get.

    Attributes
    ----------
    kind
        ``acceptability`` (Table 2) or ``qualities`` (Table 3).
    raters
        How many there are; each gets all items, in an order of their own.
    ranks
        Rewordings of a sentence by one system, the best ones.
    sentences
        How many sentences, the first ones; 0 for all.
    seed
        Decides the order and the names of items.
    """

    kind: str = "acceptability"
    raters: int = 2
    ranks: int = 5
    sentences: int = 0
    seed: int = 2004


@dataclass(frozen=True, slots=True)
class RatingReport:
    """What came back and what it comes to.

    Attributes
    ----------
    tables
        Those that were written.
    problems
        What does not count as it stands.
    disagreements
        Items for a second pass; 0 after one.
    """

    tables: tuple[Table, ...]
    problems: tuple[Problem, ...]
    disagreements: int


def read_rewordings(paths: Iterable[Path]) -> list[dict[str, Any]]:
    """Return the lines of what ``orchestrator paraphrase --json`` wrote.

    Of other systems ``sentence``, ``system`` and in ``rewordings`` the ``text`` is enough.

    Raises
    ------
    ProblemsError
        Lines are not of that form; all of them are told.
    """
    found: list[dict[str, Any]] = []
    errors: list[ParaphraseError] = []
    for path in paths:
        for number, line in enumerate(decode_lines(path.read_bytes(), shown(path)), 1):
            try:
                found.append(_checked(json.loads(line)))
            except (ValueError, TypeError, KeyError, RecursionError):
                message = (
                    'not a line of `orchestrator paraphrase --json`: {"sentence", "system", "rewordings"}'
                )
                errors.append(FormatError(message, shown(path), number))
    if errors:
        raise ProblemsError(errors)
    return found


def _checked(value: Any) -> dict[str, Any]:
    texts = [value["sentence"], value["system"], *(one["text"] for one in value["rewordings"])]
    if not all(isinstance(text, str) for text in texts) or not value["system"].strip():
        raise TypeError
    return dict(value)


class _Material:
    """Sentences and items out of rewordings: a cluster for each sentence."""

    def __init__(self, rewordings: Sequence[Mapping[str, Any]], options: RatingOptions) -> None:
        self.clusters: dict[str, Cluster] = {}
        self.items: dict[str, list[Item]] = {}
        self.distances: list[tuple[str, int, int]] = []
        names: dict[str, str] = {}
        seen: set[tuple[str, str]] = set()
        for entry in rewordings:
            text, system = entry["sentence"], " ".join(entry["system"].split())
            if not entry["rewordings"] or (text, system) in seen:
                continue
            if text not in names and options.sentences and len(names) >= options.sentences:
                continue
            seen.add((text, system))
            name = names.setdefault(text, f"s{len(names) + 1:04}")
            self._add(name, text, system, entry["rewordings"][: options.ranks], options.seed)
        if not self.items:
            raise JudgeError("there is no rewording to rate")

    def _add(self, name: str, text: str, system: str, rewordings: Sequence[Any], seed: int) -> None:
        from orchestrator.systems.quirk.output import word_distance

        words = tokenize(text)
        self.clusters[name] = Cluster(name, (Sentence.from_words(text.split()),))
        for draw, one in enumerate(rewordings):
            item = Item(item_id(seed, name, system, draw), name, system, draw, tuple(one["text"].split()))
            self.items.setdefault(name, []).append(item)
            self.distances.append((system, draw + 1, word_distance(words, tokenize(one["text"]))))


def write_rating_sheets(sources: Sequence[Path], folder: Path, options: RatingOptions) -> int:
    """Write ``judge-NN/`` for each rater, the key and what scoring needs; return how many items there are.

    All of it appears at once or, after an error, not at all.

    Raises
    ------
    JudgeError
        The folder is there already, or there is nothing to rate.
    ProblemsError
        A line of the sources cannot be read.
    """
    if folder.exists():
        raise JudgeError(f"{shown(folder)} is there already, and people may have filled in its sheets")
    material = _Material(read_rewordings(sources), options)
    loads = {f"judge-{number:02}": list(material.items) for number in range(1, options.raters + 1)}
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as temporary:
        new = Path(temporary) / "new"
        new.mkdir()
        _write_judges(new, loads, material.items, material.clusters, options)
        write_table(new / KEY, write_key(item for items in material.items.values() for item in items))
        record = {
            "kind": options.kind,
            "seed": options.seed,
            "loads": loads,
            "sentences": {name: _text(cluster) for name, cluster in material.clusters.items()},
            "distances": material.distances,
        }
        write_whole(new / RECORD, json.dumps(record, ensure_ascii=False, indent=1) + "\n")
        new.rename(folder)
    return sum(map(len, material.items.values()))


def _text(cluster: Cluster) -> str:
    return " ".join(cluster.sentences[0].words)


def _write_judges(
    folder: Path,
    loads: Mapping[str, Sequence[str]],
    items: Mapping[str, Sequence[Item]],
    clusters: Mapping[str, Cluster],
    options: RatingOptions,
) -> None:
    form = FORMS[options.kind]
    for judge, names in loads.items():
        hand = shuffle_items((item for name in names for item in items[name]), judge, options.seed)
        originals = [clusters[name] for name in names]
        write_judge_folder(folder / judge, JudgeSheet(folder.name, judge, hand, originals, form))


@dataclass(frozen=True, slots=True)
class _Dealt:
    """What was dealt, and the form."""

    record: dict[str, Any]
    items: tuple[Item, ...]
    form: Form

    def dealt(self, chosen: set[str] | None = None, seed_step: int = 0) -> Dealt:
        """Return the sheets of some items, or of all."""
        items = [item for item in self.items if chosen is None or item.id in chosen]
        return dealt(items, self.record["loads"], self.record["seed"] + seed_step, self.form)


def _read_dealt(folder: Path) -> _Dealt:
    path = folder / RECORD
    try:
        record = json.loads(path.read_bytes())
        items = read_key((folder / KEY).read_bytes(), shown(folder / KEY))
        return _Dealt(record, items, FORMS[record["kind"]])
    except FileNotFoundError as error:
        raise JudgeError(
            f"{shown(folder)}: has no {Path(error.filename).name}: no sheets were dealt there"
        ) from None
    except (ValueError, KeyError, TypeError):
        raise FormatError("is damaged", shown(path)) from None


def score_ratings(folder: Path, sheets: Sequence[Path], second: Sequence[Path] = ()) -> RatingReport:
    """Read the sheets that came back and write ``scores/``; also sheets of a second pass, where one is due.

    Raises
    ------
    JudgeError
        No sheets were dealt, or there is no file to read, or no answer in them.
    OptionError
        A second pass is given, and none was dealt.
    """
    content = _read_dealt(folder)
    marks, problems = _read_sheets(sheets, content.dealt())
    first = collect_answers(marks)
    if not first:
        raise JudgeError("\n".join(["no answer was found", *(f"  {problem}" for problem in problems)]))
    unsettled = disagreements(first)
    if second and not (folder / SECOND).is_dir():
        raise OptionError(f"{shown(folder)}: no second pass was dealt; score the first one alone to get it")
    again: list[Mark] = []
    if second:
        again, more = _read_sheets(second, content.dealt(unsettled, 1))
        problems += more
    final = collect_answers(marks, again)
    tables = _tables(content, first, final)
    for table in tables:
        write_printed(folder / SCORES, table)
    if not second:
        _deal_again(folder, content, unsettled)
    return RatingReport(tables, tuple(problems), 0 if second else len(unsettled))


def _read_sheets(sheets: Sequence[Path], sheets_dealt: Dealt) -> tuple[list[Mark], list[Problem]]:
    marks: list[Mark] = []
    problems: list[Problem] = []
    for path in sheet_files(sheets):
        found = read_sheet(path.read_bytes(), shown(path), sheets_dealt)
        marks += found.marks
        problems += found.problems
    return marks, problems


def _tables(content: _Dealt, first: Any, final: Any) -> tuple[Table, ...]:
    questions = content.form.criteria
    distances = distance_table((system, rank, far) for system, rank, far in content.record["distances"])
    agreement = agreement_table(first, final, questions)
    if content.record["kind"] == "acceptability":
        return acceptability_table(content.items, final), agreement, distances
    return quality_table(content.items, final, questions), agreement, distances


def _deal_again(folder: Path, content: _Dealt, unsettled: set[str]) -> None:
    """Write the sheets of the second pass, unless they are there: people may have filled them in."""
    if not unsettled or (folder / SECOND).exists():
        return
    record = content.record
    items: dict[str, list[Item]] = {}
    for item in content.items:
        if item.id in unsettled:
            items.setdefault(item.cluster, []).append(item)
    clusters = {
        name: Cluster(name, (Sentence.from_words(record["sentences"][name].split(" ")),)) for name in items
    }
    options = RatingOptions(kind=record["kind"], seed=record["seed"] + 1)
    with TemporaryDirectory(dir=folder, prefix=".second-") as temporary:
        new = Path(temporary) / SECOND
        _write_judges(new, {judge: list(items) for judge in record["loads"]}, items, clusters, options)
        new.rename(folder / SECOND)


def report_lines(report: RatingReport, folder: Path) -> Iterable[str]:
    """Yield what people read."""
    for table in report.tables:
        yield markdown_text(table)
    for problem in report.problems:
        yield f"problem: {problem}"
    if report.disagreements:
        yield (
            f"{report.disagreements} items on which raters disagree: their sheets of a second pass are in "
            f"{shown(folder / SECOND)}"
        )
