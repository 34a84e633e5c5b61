"""A study of rewordings by several systems, in one or two passes (Quirk et al. 2004, section 4)."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from orchestrator.io.tables import table_file_names
from orchestrator.io.text import shown
from orchestrator.judging.returned import StudyResults
from orchestrator.judging.study import Choice, Record, Scoring, Sheets, Study, cluster_of
from paralattice.adapters.text import tokenize
from paralattice.corpus import Cluster
from paralattice.errors import FormatError, JudgeError, ParalatticeError, ProblemsError
from paralattice.formats.corpora.clusters import decode_lines
from paralattice.formats.tables.paper_tables import escape_cell
from paralattice.judging.agreement import disagreements
from paralattice.judging.rewording_tables import acceptability_table, distance_table, quality_table
from paralattice.judging.sheets.assignment import judge_names
from paralattice.judging.sheets.form import Form
from paralattice.judging.sheets.forms import REWORDING_FORMS
from paralattice.judging.sheets.items import StudyItem, by_cluster, item_id, shuffle_clusters
from paralattice.judging.sheets.study_files import REWORDING_FILES
from paralattice.judging.tables import pass_table, text_judgement_table
from paralattice.options import CheckedOptions, choice, whole
from paralattice.rewording.words.word_distance import word_distance


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


class RewordingStudy(Study[RewordingSheetOptions]):
    """Every judge gets all rewordings; those of one sentence form a cluster.

    Parameters
    ----------
    folder
        The folder of the study.
    sources
        Files of rewordings, to deal them.
    """

    command = "reword deal"
    files = REWORDING_FILES

    def __init__(self, folder: Path, sources: Sequence[Path] = ()) -> None:
        super().__init__(folder)
        self.sources = sources

    def require_undealt(self, force: bool) -> None:
        """Raise :class:`JudgeError` if the folder has sheets that may not be replaced, or other files."""
        if self.folder.exists() and any(self.folder.iterdir()):
            if not (self.folder / self.files.record).exists():
                held = "already exists, and holds no sheets of rewordings: name a new folder"
                raise JudgeError(f"{shown(self.folder)} {held}")
            super().require_undealt(force)

    def choose(self, options: RewordingSheetOptions) -> Choice:
        """Return the best rewordings of each sentence by each system; every judge gets all."""
        names: dict[str, str] = {}
        seen: set[tuple[str, str]] = set()
        items: list[StudyItem] = []
        distances: list[tuple[str, int, int]] = []
        for entry in read_rewordings(self.sources):
            text, system = entry["sentence"], " ".join(entry["system"].split())
            beyond = options.sentences and text not in names and len(names) >= options.sentences
            if not entry["rewordings"] or (text, system) in seen or beyond:
                continue
            seen.add((text, system))
            name = names.setdefault(text, f"s{len(names) + 1:04}")
            words = tokenize(text)
            for draw, one in enumerate(entry["rewordings"][: options.ranks]):
                known = item_id(options.seed, name, system, draw)
                items.append(StudyItem(known, name, system, draw, tuple(one["text"].split())))
                distances.append((system, draw + 1, word_distance(words, tokenize(one["text"]))))
        if not items:
            raise JudgeError("there is no rewording to judge")
        blocks = by_cluster(items)
        record = {
            "kind": options.kind,
            "seed": options.seed,
            "loads": {judge: list(blocks) for judge in judge_names(options.judges)},
            "sentences": {name: " ".join(text.split()) for text, name in names.items()},
            "distances": distances,
        }
        return Choice([item for block in blocks.values() for item in block], record)

    def form(self, record: Record) -> Form:
        """Return the form of the study's kind."""
        return REWORDING_FORMS[record["kind"]]

    def sheets(self, record: Record, items: Sequence[StudyItem]) -> Sheets:
        """Return all items for each judge."""
        return shuffle_clusters(items, record["loads"], record["seed"])

    def original(self, record: Record, items: Sequence[StudyItem]) -> Cluster:
        """Return the sentence that was reworded."""
        name = items[0].cluster
        return cluster_of(name, [(record["sentences"][name].split(" "), "")])

    def origin(self, record: Record, _: Iterable[StudyItem]) -> dict[str, str]:
        """Return the study's kind."""
        return {"kind": record["kind"]}

    def results(self, scoring: Scoring) -> StudyResults:
        """Return Table 2 or 3, the agreement in both passes, and mean edit distances."""
        items, form, final = scoring.assignment.items.values(), scoring.assignment.form, scoring.final
        if scoring.record["kind"] == "acceptability":
            table = acceptability_table(items, final)
        else:
            table = quality_table(items, final, form.criteria)
        passes = pass_table(scoring.first, final, form.criteria, "agreement")
        distances = distance_table((system, rank, far) for system, rank, far in scoring.record["distances"])
        texts = {item.id: [*map(escape_cell, form.cells(item.words))] for item in items}
        return StudyResults(
            (table, passes, distances),
            text_judgement_table(final, texts, form),
            {"disagreements": len(disagreements(final))},
            optional=table_file_names("table2", "table3"),
        )
