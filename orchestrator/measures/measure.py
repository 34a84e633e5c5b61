"""Automatic measures of a run's samples, and how they go along with the judges: ``RUN/measures``."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import paralattice
from orchestrator.measures.measure_models import ModelRequest, Models, open_models, save_model
from orchestrator.runs.measured_run import MeasuredRun
from orchestrator.runs.read_samples import Words, read_drawn
from paralattice.errors import FormatError
from paralattice.formats.tables import Cell, Table, csv_text, latex_text, markdown_text
from paralattice.judging.judgements import CRITERIA
from paralattice.judging.judgements_csv import Draw
from paralattice.judging.means import cluster_means
from paralattice.measures.automatic import (
    CLUSTER_MEASURES,
    MEASURES,
    ClusterMeasures,
    Originals,
    measure_cluster,
)
from paralattice.measures.correlation import Correlation, MeasuredUnit, correlations
from paralattice.measures.tables import (
    ITEM_COLUMNS,
    cluster_measure_table,
    correlation_tables,
    item_row,
    version_table,
)
from paralattice.rewording import LanguageModel

MEASURES_FOLDER = "measures"
_PRINTED = {"csv": csv_text, "md": markdown_text, "tex": latex_text}
_CORRELATIONS = ("correlations.csv", *(f"correlations_overall.{kind}" for kind in _PRINTED))


@dataclass(frozen=True, slots=True)
class MeasureRequest:
    """What is to be measured, and how.

    Attributes
    ----------
    model
        The language model.
    all_draws
        Whether means are over all draws, or over the sentences chosen for the judges.
    save_model
        Where to write the language model, as ARPA text; nowhere where it is absent.
    """

    model: ModelRequest
    all_draws: bool = False
    save_model: Path | None = None


@dataclass(frozen=True, slots=True)
class MeasureReport:
    """What was measured.

    Attributes
    ----------
    folder
        Where the files are.
    versions
        In the run's order.
    clusters
        A row a cluster and version.
    correlations
        Empty without judgements.
    judged, unmatched
        How many sentences have scores; how many scored ones are not among the samples.
    left_out
        Names of clusters without samples, such as those that failed.
    model
        What ``measures.json`` says of the language model.
    """

    folder: Path
    versions: tuple[str, ...]
    clusters: tuple[ClusterMeasures, ...]
    correlations: tuple[Correlation, ...]
    judged: int
    unmatched: int
    left_out: tuple[str, ...]
    model: Mapping[str, Any]

    @property
    def by_version(self) -> Table:
        """The means of each version."""
        return version_table(self.clusters, self.versions)


def measure_run(
    run: Path,
    request: MeasureRequest,
    advance: Callable[[int], object] = lambda _: None,
    opened: Callable[[Sequence[str]], Models] | None = None,
) -> MeasureReport:
    """Measure the sentences that a run has drawn, and write ``measures/`` into its folder.

    Parameters
    ----------
    run
        The folder of a run; clusters without samples are left out.
    request
        Language model and sentences.
    advance
        Called with the number of clusters that are left, after each.
    opened
        Gives the language models for clusters of these names, in place of opening those of the request.

    Raises
    ------
    JudgeError
        The run has no samples.
    FormatError, ProblemsError, RunError
        Files of the run, texts or models that are damaged.
    TranslateError
        The language model has nothing to be trained on.
    OSError
        A file cannot be read or written.
    """
    content = MeasuredRun(run)
    if opened is None:
        model = replace(request.model, lower=content.lower)
        models = open_models(model, content.names, content.originals)
    else:
        models = opened(content.names)
    content.raise_problems()
    if request.save_model:
        save_model(models, request.save_model)
    with TemporaryDirectory(dir=run, prefix=".measures-") as name:
        measuring = _Measuring(content, request.all_draws)
        with (Path(name) / "items.csv").open("w", encoding="utf-8-sig", errors="replace", newline="") as file:
            file.writelines(_csv_lines(measuring.rows(models, advance)))
        content.raise_problems()
        report = measuring.report(run / MEASURES_FOLDER, models)
        _put_in_place(Path(name), report.folder, _texts(report, content, request))
    return report


class _Measuring:
    """Measuring cluster after cluster; rows of sentences go to their file at once."""

    def __init__(self, content: MeasuredRun, all_draws: bool) -> None:
        self.content = content
        self.all_draws = all_draws
        self.clusters: list[ClusterMeasures] = []
        self.judged: list[MeasuredUnit] = []
        self.tokens = self.unknown = 0

    def rows(self, models: Models, advance: Callable[[int], object]) -> Iterator[Sequence[Cell]]:
        """Yield the rows of all sentences."""
        yield ITEM_COLUMNS
        for number, name in enumerate(self.content.names):
            sentences = self.content.originals(name)
            if sentences:
                yield from self._cluster(name, sentences, models.model_for(number))
            advance(len(self.content.names) - number - 1)

    def _cluster(
        self, name: str, sentences: Sequence[Words], model: LanguageModel
    ) -> Iterator[Sequence[Cell]]:
        originals = Originals(sentences, model.entropy)
        self.tokens += sum(map(len, sentences))
        self.unknown += sum(not model.knows(word) for words in sentences for word in words)
        for version in self.content.versions:
            try:
                if self.content.samples(name, version).exists():
                    yield from self._version((name, version), originals)
            except FormatError as error:
                self.content.note(error)

    def _version(self, names: tuple[str, str], originals: Originals) -> Iterator[Sequence[Cell]]:
        read = read_drawn(self.content.samples(*names))
        drawn = [replace(one, words=self.content.words(one.words)) for one in read]
        cluster, items = measure_cluster(names, originals, drawn, self.all_draws)
        self.clusters.append(cluster)
        for one, item in zip(drawn, items, strict=True):
            place: Draw = (*names, one.draw)
            scores = _floats(self.content.scores.get(place, {}))
            if scores:
                self._require_judged(place, one.words)
                measures = {name: getattr(item, name) for name in MEASURES}
                self.judged.append(MeasuredUnit(names[1], measures, scores))
            yield item_row(names, one, item, scores)

    def _require_judged(self, place: Draw, words: Words) -> None:
        """Refuse scores of sentences that are no longer there."""
        if self.content.dealt.get(place, words) != words:
            message = f"draw {place[2]} is not the sentence that was judged: it was drawn anew since"
            raise FormatError(message, str(self.content.samples(*place[:2])))

    def report(self, folder: Path, models: Models) -> MeasureReport:
        """Return what has been measured."""
        versions = self.content.versions
        found: list[Correlation] = []
        if self.content.judgements:
            found += correlations("items", self.judged, versions)
            found += correlations("clusters", self._cluster_pairs(), versions)
        share = self.unknown / self.tokens if self.tokens else 0.0
        return MeasureReport(
            folder,
            versions,
            tuple(self.clusters),
            tuple(found),
            len(self.judged),
            len(self.content.scores) - len(self.judged),
            self.content.left_out,
            models.record() | {"unknown_share": share},
        )

    def _cluster_pairs(self) -> list[MeasuredUnit]:
        means = {
            criterion: cluster_means(
                self.content.judgements, criterion, self.content.names, self.content.versions
            ).cells
            for criterion in CRITERIA
        }
        return [
            MeasuredUnit(
                one.version,
                {name: getattr(one, name) for name in CLUSTER_MEASURES},
                _floats({name: cells.get((one.cluster, one.version)) for name, cells in means.items()}),
            )
            for one in self.clusters
        ]


def _floats(scores: Mapping[str, Any]) -> dict[str, float | None]:
    return {name: None if score is None else float(score) for name, score in scores.items()}


def _csv_lines(rows: Iterator[Sequence[Cell]]) -> Iterator[str]:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    for row in rows:
        writer.writerow(["" if cell is None else cell for cell in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def _texts(report: MeasureReport, content: MeasuredRun, request: MeasureRequest) -> dict[str, str]:
    printed = [report.by_version]
    files = {"clusters.csv": csv_text(cluster_measure_table(report.clusters))}
    if report.correlations:
        every, overall = correlation_tables(report.correlations, report.versions)
        files["correlations.csv"] = csv_text(every)
        printed.append(overall)
    files |= {f"{table.name}.{kind}": write(table) for table in printed for kind, write in _PRINTED.items()}
    record = {
        "paralattice": paralattice.__version__,
        "run": content.identity,
        "language_model": report.model,
        "means_over": "drawn" if request.all_draws else "chosen",
        "clusters": len(content.names),
        "left_out": list(report.left_out),
        "judged_sentences": report.judged,
        "unmatched_sentences": report.unmatched,
    }
    files["measures.json"] = json.dumps(record, ensure_ascii=False, indent=2) + "\n"
    return files


def _put_in_place(temporary: Path, folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        # The byte order mark is what makes Excel read a CSV file as UTF-8.
        encoding = "utf-8-sig" if name.endswith(".csv") else "utf-8"
        (temporary / name).write_bytes(text.encode(encoding, errors="replace"))
    folder.mkdir(exist_ok=True)
    for name in ("items.csv", *files):
        (temporary / name).replace(folder / name)
    for name in _CORRELATIONS:
        # Those of an earlier measuring must not stay beside other numbers.
        if name not in files:
            (folder / name).unlink(missing_ok=True)
