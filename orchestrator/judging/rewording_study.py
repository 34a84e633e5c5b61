"""A study of rewordings by several systems, in one or two passes (Quirk et al. 2004, section 4)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from attrs import frozen

from orchestrator.io.atomic import write_json
from orchestrator.io.tables import table_file_names
from orchestrator.io.text import shown
from orchestrator.judging.package import Package, write_judge_folders
from orchestrator.judging.returned import (
    ScoreReport,
    StudyResults,
    read_returned,
    returned_files,
    write_scores,
)
from orchestrator.judging.served import ServedStudy
from orchestrator.judging.study import Study, read_assignment, require_undealt, write_study
from paralattice.adapters.text import tokenize
from paralattice.corpus import Cluster, Sentence
from paralattice.errors import FormatError, JudgeError, OptionError, ParalatticeError, ProblemsError
from paralattice.formats.corpora.clusters import decode_lines
from paralattice.formats.tables.paper_tables import escape_cell
from paralattice.judging.judgements import CombinedSheets, Judgement, revise_judgements
from paralattice.judging.rewording_tables import (
    Answers,
    acceptability_table,
    collect_answers,
    disagreements,
    distance_table,
    pass_table,
    quality_table,
)
from paralattice.judging.sheets.assignment import Assignment, judge_names
from paralattice.judging.sheets.forms import REWORDING_FORMS
from paralattice.judging.sheets.items import StudyItem, item_id, shuffle_clusters
from paralattice.judging.sheets.study_files import REWORDING_FILES, SECOND_PASS_FILES
from paralattice.judging.tables import text_judgement_table
from paralattice.options import CheckedOptions, choice, whole
from paralattice.rewording.words.word_distance import word_distance

SECOND_FOLDER = SECOND_PASS_FILES.sheets
SECOND_RECORD = "sheets.json"


REWORDING_STUDY = Study(
    "reword deal",
    REWORDING_FILES,
    form=lambda record: REWORDING_FORMS[record["kind"]],
    sheets=lambda record, items: shuffle_clusters(items, record["loads"], record["seed"]),
)
"""Every judge gets all rewordings; those of one sentence form a cluster."""


@frozen
class RewordingSheetOptions(CheckedOptions):
    """Options of a study of rewordings.

    Attributes
    ----------
    kind
        ``acceptability`` (Table 2) or ``qualities`` (Table 3).
    judges
        The number of judges; each gets all items, in a different order.
    ranks
        The number of rewordings of a sentence by one system, the best ones.
    sentences
        The number of sentences, the first ones; ``None`` for all.
    seed
        Random seed of the order and the names of items.
    """

    kind: str = choice("acceptability", REWORDING_FORMS)
    judges: int = whole(2, least=1)
    ranks: int = whole(5, least=1)
    sentences: int | None = whole(None, least=1)
    seed: int = whole(2004)


def read_rewordings(paths: Iterable[Path]) -> list[dict[str, Any]]:
    """Return the lines of files that ``orchestrator reword run --json`` wrote.

    Other systems' output needs only ``sentence``, ``system`` and in ``rewordings`` the ``text``.

    Raises
    ------
    ProblemsError
        Lines have another form; each one is reported.
    """
    found: list[dict[str, Any]] = []
    errors: list[ParalatticeError] = []
    for path in paths:
        for number, line in enumerate(decode_lines(path.read_bytes(), shown(path)), 1):
            try:
                found.append(_checked(json.loads(line)))
            except (ValueError, TypeError, KeyError, RecursionError):
                message = (
                    'not a line of `orchestrator reword run --json`: {"sentence", "system", "rewordings"}'
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


class _Source:
    """The items of a study: a cluster for each sentence, an item for each rewording.

    Attributes
    ----------
    sentences
        Name of the cluster to its sentence, with single spaces.
    items
        Name of the cluster to its items.
    distances
        System, 1-based rank and edit distance of each rewording.
    """

    def __init__(self, rewordings: Iterable[Mapping[str, Any]], options: RewordingSheetOptions) -> None:
        self.sentences: dict[str, str] = {}
        self.items: dict[str, list[StudyItem]] = {}
        self.distances: list[tuple[str, int, int]] = []
        names: dict[str, str] = {}
        seen: set[tuple[str, str]] = set()
        for entry in rewordings:
            text, system = entry["sentence"], " ".join(entry["system"].split())
            beyond = options.sentences and text not in names and len(names) >= options.sentences
            if entry["rewordings"] and (text, system) not in seen and not beyond:
                seen.add((text, system))
                name = names.setdefault(text, f"s{len(names) + 1:04}")
                texts = [one["text"] for one in entry["rewordings"][: options.ranks]]
                self._add(name, text, system, texts, options.seed)
        if not self.items:
            raise JudgeError("there is no rewording to judge")

    def _add(self, name: str, text: str, system: str, rewordings: Sequence[str], seed: int) -> None:
        words = tokenize(text)
        self.sentences[name] = " ".join(text.split())
        for draw, reworded in enumerate(rewordings):
            item = StudyItem(item_id(seed, name, system, draw), name, system, draw, tuple(reworded.split()))
            self.items.setdefault(name, []).append(item)
            self.distances.append((system, draw + 1, word_distance(words, tokenize(reworded))))


def deal_rewordings(
    sources: Sequence[Path], folder: Path, options: RewordingSheetOptions, force: bool = False
) -> Package:
    """Write ``judge-NN/`` for each judge, the key and the record into a folder.

    All files appear at once or, after an error, none.

    Parameters
    ----------
    sources
        Files of rewordings.
    folder
        The folder of the sheets.
    options
        What is asked, of how many judges, about which rewordings.
    force
        Whether to replace existing sheets, with the answers in them.

    Raises
    ------
    JudgeError
        There are sheets or other files in the folder already, or there is nothing to judge.
    ProblemsError
        A line of the sources cannot be read.
    OSError
        A file cannot be read or written.
    """
    _require_free(folder, force)
    package = _package(folder.name, _Source(read_rewordings(sources), options), options)
    folder.mkdir(parents=True, exist_ok=True)
    # Sheets of further judges and of a second pass belong to the former key.
    earlier = [path.name for path in folder.iterdir() if re.fullmatch(r"judge-\d+", path.name)]
    former = [name for name in earlier if name not in package.sheets]
    second = [SECOND_FOLDER] if (folder / SECOND_FOLDER).exists() else []
    write_study(folder, package, REWORDING_FILES, [*former, *second])
    return package


def _require_free(folder: Path, force: bool) -> None:
    if not folder.exists() or not any(folder.iterdir()):
        return
    if not (folder / REWORDING_FILES.record).exists():
        raise JudgeError(
            f"{shown(folder)} already exists, and holds no sheets of rewordings: name a new folder"
        )
    require_undealt(folder, REWORDING_FILES, force)


def _package(name: str, source: _Source, options: RewordingSheetOptions) -> Package:
    """Return the sheets of a study: every judge gets all items."""
    items = [item for mine in source.items.values() for item in mine]
    loads = {judge: list(source.items) for judge in judge_names(options.judges)}
    return Package(
        name=name,
        form=REWORDING_FORMS[options.kind],
        items=items,
        sheets=shuffle_clusters(items, loads, options.seed),
        clusters=_clusters(source.sentences),
        record={
            "kind": options.kind,
            "seed": options.seed,
            "loads": loads,
            "sentences": source.sentences,
            "distances": source.distances,
        },
    )


def _clusters(sentences: Mapping[str, str]) -> dict[str, Cluster]:
    return {name: Cluster(name, (Sentence.from_words(text.split(" ")),)) for name, text in sentences.items()}


def score_rewordings(folder: Path, sheets: Sequence[Path], second: Sequence[Path] = ()) -> ScoreReport:
    """Score the returned sheets and write ``scores/``, and sheets of a second pass if judges disagree.

    Raises
    ------
    JudgeError
        No sheets were dealt, or there is no file to read.
    FormatError
        The key or the record is damaged.
    OptionError
        Sheets of a second pass are given, but none were dealt.
    OSError
        A file cannot be read or written.
    """
    record, assignment = read_assignment(folder, REWORDING_STUDY)
    # Sheets may be filled in where they were dealt.
    scores, dealt_again = folder / REWORDING_FILES.scores, folder / SECOND_FOLDER
    files = returned_files(folder / REWORDING_FILES.served, sheets, (scores, dealt_again))
    returned = read_returned(files, assignment)
    first = collect_answers(returned.judgements)
    served = folder / SECOND_PASS_FILES.served
    if second or (served.exists() and ServedStudy(served).returned()):
        if not dealt_again.is_dir():
            reason = "no second pass was dealt; score the first one alone to get it"
            raise OptionError(f"{shown(folder)}: {reason}")
        further = returned_files(served, second, (scores,))
        files |= further
        later = read_returned(further, _dealt_again(dealt_again / SECOND_RECORD, assignment))
        judgements = revise_judgements(returned.judgements, later.judgements)
        # The counts are those of the first pass.
        returned = CombinedSheets(judgements, (*returned.problems, *later.problems), returned.judges)
    results = _results(record, assignment, first, returned.judgements) if returned.judgements else None
    report = ScoreReport(scores, returned, results)
    write_scores(report, files, {"kind": record["kind"]})
    unsettled = disagreements(first)
    # Existing sheets of a second pass stay: people may have filled them in.
    if unsettled and not second and not dealt_again.exists():
        package = _second_pass(record, assignment, unsettled)
        with TemporaryDirectory(dir=folder, prefix=".sheets-") as temporary:
            new = Path(temporary) / SECOND_FOLDER
            write_judge_folders(new, package)
            write_json(new / SECOND_RECORD, package.record)
            new.rename(dealt_again)
    return report


def _dealt_again(record: Path, first: Assignment) -> Assignment:
    """Return the items of a second pass as they were dealt: sheets that came later have changed what differs.

    Raises
    ------
    FormatError
        The record of the second pass is absent or damaged.
    """
    try:
        sheets = json.loads(record.read_bytes())["loads"]
        items = {name: first.items[name] for names in sheets.values() for name in names}
        return Assignment(items, {judge: tuple(names) for judge, names in sheets.items()}, first.form)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise FormatError(f"not a record of dealt sheets: {error!r}", shown(record)) from error


def _second_pass(record: Mapping[str, Any], assignment: Assignment, unsettled: set[str]) -> Package:
    """Return the package of a second pass, with the items on which judges disagree."""
    items = [item for item in assignment.items.values() if item.id in unsettled]
    sheets = shuffle_clusters(items, record["loads"], record["seed"] + 1)
    return Package(
        name=SECOND_FOLDER,
        form=assignment.form,
        items=items,
        sheets=sheets,
        clusters=_clusters(record["sentences"]),
        record={"loads": {judge: [item.id for item in mine] for judge, mine in sheets.items()}},
    )


def _results(
    record: Mapping[str, Any], assignment: Assignment, first: Answers, judgements: Sequence[Judgement]
) -> StudyResults:
    final = collect_answers(judgements)
    items, form = assignment.items.values(), assignment.form
    if record["kind"] == "acceptability":
        table = acceptability_table(items, final)
    else:
        table = quality_table(items, final, form.criteria)
    distances = distance_table((system, rank, far) for system, rank, far in record["distances"])
    texts = {item.id: [*map(escape_cell, form.cells(item.words))] for item in items}
    return StudyResults(
        (table, pass_table(first, final, form.criteria), distances),
        text_judgement_table(judgements, texts, form),
        {"disagreements": len(disagreements(final))},
        optional=table_file_names("table2", "table3"),
    )
