"""Automatic measures of a run's samples and their correlation with human scores: ``RUN/measures``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import paralattice
from orchestrator.io.atomic import write_json, write_whole
from orchestrator.io.tables import replaced_together, table_file_names, write_tables
from orchestrator.measures.language_models import LanguageModels, ModelRequest, open_models
from orchestrator.measures.measured_run import MeasuredRun
from orchestrator.measures.references import measured_references
from orchestrator.runs.folder import Words
from paralattice.errors import FormatError
from paralattice.formats.tables.csv_rows import TABLE_ENCODING, rows_as_csv
from paralattice.formats.tables.paper_tables import Cell, Table
from paralattice.judging.judgements import CRITERIA
from paralattice.judging.judgements_csv import ItemOrigin
from paralattice.judging.means import cluster_means
from paralattice.measures import automatic, tables
from paralattice.measures.correlation import Correlation, MeasuredUnit, correlations
from paralattice.measures.references import reference_tables
from paralattice.ngrams import LanguageModel, write_arpa


@dataclass(frozen=True, slots=True)
class MeasureRequest:
    """How sentences are measured.

    Attributes
    ----------
    model
        The language model.
    all_draws
        Whether means are over all draws, or over the sentences chosen for the judges.
    save_model
        File to write the language model to, as ARPA text; ``None`` for none.
    references
        Folder of the clusters' references; ``None`` for none.
    """

    model: ModelRequest
    all_draws: bool = False
    save_model: Path | None = None
    references: Path | None = None


@dataclass(frozen=True, slots=True)
class MeasureReport:
    """The measures of a run.

    Attributes
    ----------
    folder
        The folder of their files.
    versions
        In the run's order.
    clusters
        A row for each cluster and version.
    correlations
        Empty without judgements.
    judged, unmatched
        Numbers of samples that have scores, and of scored sentences that are not among the samples.
    left_out
        Names of clusters without samples, such as failed clusters.
    model
        The record of the language model in ``measures.json``.
    references
        The measures against references by version; ``None`` without references.
    unreferenced
        Names of clusters without references, if others have some.
    """

    folder: Path
    versions: tuple[str, ...]
    clusters: tuple[automatic.ClusterMeasures, ...]
    correlations: tuple[Correlation, ...]
    judged: int
    unmatched: int
    left_out: tuple[str, ...]
    model: Mapping[str, Any]
    references: Table | None = None
    unreferenced: tuple[str, ...] = ()

    @property
    def by_version(self) -> Table:
        """The means of each version."""
        return tables.version_table(self.clusters, self.versions)

    @property
    def correlation_tables(self) -> tuple[Table, ...]:
        """The correlations with the scores, all and those over all versions; none without judgements."""
        return tables.correlation_tables(self.correlations, self.versions) if self.correlations else ()


def measure_run(
    run: Path,
    request: MeasureRequest,
    advance: Callable[[int], object] = lambda _: None,
    models: LanguageModels | None = None,
) -> MeasureReport:
    """Measure the sampled sentences of a run, and write ``measures/`` into its folder.

    Parameters
    ----------
    run
        The folder of a run; clusters without samples are left out.
    request
        Language model and sentences.
    advance
        Called after each cluster with the number of clusters left.
    models
        Language models to use instead of the requested ones.

    Raises
    ------
    JudgeError
        The run has no samples.
    FormatError, ProblemsError
        Files of the run, texts or models are damaged.
    RewordError
        There is nothing to train the language model on.
    OSError
        A file cannot be read or written.
    """
    content = MeasuredRun(run)
    if models is None:
        models = open_models(replace(request.model, lower=content.lower), content.names, content.originals)
    content.raise_problems()
    if request.save_model:
        write_whole(request.save_model, write_arpa(models.model_for(content.names[0])))
    former = {"correlations.csv", "references_by_cluster.csv"}
    former |= table_file_names("correlations_overall", "references")
    # Before what takes long.
    compared = request.references and measured_references(content.folder, request.references, content.names)
    with replaced_together(content.folder.measures, former) as new:
        measuring = _Measuring(content, request.all_draws)
        with (new / "items.csv").open("w", encoding=TABLE_ENCODING, errors="replace", newline="") as file:
            file.writelines(rows_as_csv(measuring.rows(models, advance), "\r\n"))
        content.raise_problems()
        report = measuring.report(models)
        signatures: dict[str, str] = {}
        if compared:
            overall, by_cluster, signatures = reference_tables(compared[0], content.versions)
            write_tables(new, [overall])
            write_tables(new, [by_cluster], ("csv",))
            report = replace(report, references=overall, unreferenced=tuple(compared[1]))
        _write(new, report, content, request, signatures)
    return report


class _Measuring:
    """Measures clusters one by one; the rows of sentences are yielded, not kept."""

    def __init__(self, content: MeasuredRun, all_draws: bool) -> None:
        self.content = content
        self.all_draws = all_draws
        self.clusters: list[automatic.ClusterMeasures] = []
        self.judged: list[MeasuredUnit] = []
        self.tokens = self.unknown = 0

    def rows(self, models: LanguageModels, advance: Callable[[int], object]) -> Iterator[Sequence[Cell]]:
        """Yield the rows of all sentences."""
        yield tables.ITEM_COLUMNS
        for number, name in enumerate(self.content.names):
            sentences = self.content.originals(name)
            if sentences:
                yield from self._cluster(name, sentences, models.model_for(name))
            advance(len(self.content.names) - number - 1)

    def _cluster(
        self, name: str, sentences: Sequence[Words], model: LanguageModel
    ) -> Iterator[Sequence[Cell]]:
        originals = automatic.Originals(sentences, model.entropy)
        self.tokens += sum(map(len, sentences))
        self.unknown += sum(not model.knows(word) for words in sentences for word in words)
        for version in self.content.sampled_versions(name):
            try:
                yield from self._version((name, version), originals)
            except FormatError as error:
                self.content.problems.append(error)

    def _version(self, names: tuple[str, str], originals: automatic.Originals) -> Iterator[Sequence[Cell]]:
        drawn = self.content.drawn(*names)
        cluster, items = automatic.measure_cluster(names, originals, drawn, self.all_draws)
        self.clusters.append(cluster)
        for one, item in zip(drawn, items, strict=True):
            scores = self._scores((*names, one.draw), one)
            if scores:
                self.judged.append(
                    MeasuredUnit(names[1], {name: getattr(item, name) for name in automatic.MEASURES}, scores)
                )
            yield tables.item_row(names, one, item, scores)

    def _scores(self, place: ItemOrigin, drawn: automatic.Drawn) -> dict[str, float | None]:
        """Return the mean scores of a sentence by criterion; refuse those of another sentence."""
        scores = _floats(self.content.scores.get(place, {}))
        if scores and self.content.dealt.get(place, drawn.words) != drawn.words:
            message = f"draw {place[2]} is not the sentence that was judged: it was drawn again since"
            raise FormatError(message, f"{self.content.folder.root}, {place[0]} {place[1]}")
        return scores

    def report(self, models: LanguageModels) -> MeasureReport:
        """Return the measures so far."""
        versions = self.content.versions
        found: list[Correlation] = []
        if self.content.judgements:
            found += correlations("items", self.judged, versions)
            found += correlations("clusters", self._cluster_pairs(), versions)
        share = self.unknown / self.tokens if self.tokens else 0.0
        return MeasureReport(
            self.content.folder.measures,
            versions,
            tuple(self.clusters),
            tuple(found),
            len(self.judged),
            len(self.content.scores) - len(self.judged),
            self.content.left_out,
            models.record() | {"unknown_share": share},
        )

    def _cluster_pairs(self) -> list[MeasuredUnit]:
        content = self.content
        means = {
            name: cluster_means(content.judgements, name, content.names, content.versions).cells
            for name in CRITERIA
        }
        return [
            MeasuredUnit(
                one.version,
                {name: getattr(one, name) for name in automatic.CLUSTER_MEASURES},
                _floats({name: cells.get((one.cluster, one.version)) for name, cells in means.items()}),
            )
            for one in self.clusters
        ]


def _floats(scores: Mapping[str, Any]) -> dict[str, float | None]:
    return {name: None if score is None else float(score) for name, score in scores.items()}


def _write(
    folder: Path,
    report: MeasureReport,
    content: MeasuredRun,
    request: MeasureRequest,
    signatures: Mapping[str, str],
) -> None:
    write_tables(folder, [report.by_version])
    write_tables(folder, [tables.cluster_measure_table(report.clusters)], ("csv",))
    if report.correlations:
        every, overall = tables.correlation_tables(report.correlations, report.versions)
        write_tables(folder, [every], ("csv",))
        write_tables(folder, [overall])
    record = {
        "paralattice": paralattice.__version__,
        "run": content.identity,
        "language_model": report.model,
        "means_over": "drawn" if request.all_draws else "chosen",
        "clusters": len(content.names),
        "left_out": list(report.left_out),
        "judged_sentences": report.judged,
        "unmatched_sentences": report.unmatched,
        **({"bleu": signatures, "without_references": list(report.unreferenced)} if signatures else {}),
    }
    write_json(folder / "measures.json", record)
