"""A study of sentences: the chosen samples of a run, scored in tables (Shen et al. 2006, section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from orchestrator.judging.package import Package, Shortfall
from orchestrator.judging.returned import StudyResults
from orchestrator.judging.study import RunStudy, Sheets
from orchestrator.runs.folder import RunFolder
from paralattice.corpus import Cluster, Sentence
from paralattice.errors import FormatError, JudgeError, ParalatticeError, ProblemsError
from paralattice.judging.judgements import CRITERIA, Judgement
from paralattice.judging.phases import ClusterSize, PhaseScores, score_phases
from paralattice.judging.sentence_tables import SCORE_TABLES, phase_tables
from paralattice.judging.sheets.assignment import Assignment, SheetOptions, assign_clusters, judge_names
from paralattice.judging.sheets.form import Form
from paralattice.judging.sheets.forms import LOWER_SENTENCE_FORM, SENTENCE_FORM, with_informativeness
from paralattice.judging.sheets.items import StudyItem, item_id, shuffle_clusters
from paralattice.judging.sheets.study_files import SENTENCE_FILES
from paralattice.judging.tables import judgement_table
from paralattice.languages.registry import language_of
from paralattice.methods import method_of, methods_of

#: The names of all tables and figures that a scoring may write.
SCORE_FILES = frozenset(
    [f"{name}.{kind}" for name in SCORE_TABLES for kind in ("csv", "md", "tex")]
    + [f"figure{number}.{kind}" for number in (5, 6) for kind in ("svg", "png")]
)


def _package(run: Path, options: SheetOptions) -> Package:
    """Return the sheets of a run: whole clusters are assigned to judges."""
    source = _Source(run, options.seed)
    source.read(options.split)
    sizes = {name: len(items) for name, items in source.items.items()}
    assigned = assign_clusters(sizes, options.judges, options.per_cluster, options.seed)
    clusters = dict(zip(judge_names(options.judges), assigned, strict=True))
    items = [item for mine in source.items.values() for item in mine]
    loads = [
        {"judge": judge, "clusters": names, "items": sum(sizes[name] for name in names)}
        for judge, names in clusters.items()
    ]
    form = LOWER_SENTENCE_FORM if source.lower else SENTENCE_FORM
    ones = any(method.one for method in methods_of(source.record["versions"]))
    form = with_informativeness(form) if ones else form
    return Package(
        name=str(source.record.get("name", run.resolve().name)),
        form=form.in_language(source.folder.language),
        items=items,
        sheets=shuffle_clusters(items, clusters, options.seed),
        clusters=source.clusters,
        record=options.to_dict()
        | {"criteria": form.criteria, "loads": loads, "shortfalls": list(map(asdict, source.shortfalls))},
        shortfalls=source.shortfalls,
    )


class _Source:
    """The chosen samples of a run, and the originals of their clusters.

    Attributes
    ----------
    record
        The content of ``run.json``.
    lower
        Whether all sentences are lower-cased, because those of one version have no capitals.
    clusters, items
        Name to originals and to items, of the clusters with items.
    shortfalls
        Versions with fewer chosen samples than the run's options request.
    """

    def __init__(self, run: Path, seed: int) -> None:
        self.run = run
        self.seed = seed
        self.folder = RunFolder(run)
        self.record = self.folder.record()
        self.lower = any(method.lower_cased for method in methods_of(self.record["versions"]))
        self.options = self.folder.options()
        self.clusters: dict[str, Cluster] = {}
        self.items: dict[str, list[StudyItem]] = {}
        self.shortfalls: list[Shortfall] = []

    def read(self, split: str) -> None:
        """Read the clusters of a split; all clusters if it is empty."""
        entries = self.folder.cluster_entries()
        names = [entry.name for entry in entries if not split or entry.split == split]
        errors: list[ParalatticeError] = []
        for name in names:
            try:
                self._read_cluster(name)
            except FormatError as error:
                errors.append(error)
        if errors:
            raise ProblemsError(errors)
        if not self.items:
            what = f"clusters of the split {split!r}" if split else "clusters"
            raise JudgeError(f"no novel sentence to judge in the {len(names)} {what} of {self.run}")

    def _read_cluster(self, name: str) -> None:
        items = [item for version in self.record["versions"] for item in self._read_version(name, version)]
        if items:
            self.items[name] = items
            originals = self.folder.version(name, items[0].version).originals
            # Given texts have their capitals, which would tell the version.
            texts = [] if self.lower else self.folder.given_texts(name)
            texts = texts or list(
                map(language_of(self.folder.language).running_text, map(self._shown, originals))
            )
            self.clusters[name] = Cluster(
                name,
                tuple(
                    Sentence.from_words(self._shown(words), text)
                    for words, text in zip(originals, texts, strict=False)
                ),
            )

    def _read_version(self, name: str, version: str) -> list[StudyItem]:
        there = self.folder.has_samples(name, version)
        items = [
            StudyItem(item_id(self.seed, name, version, draw), name, version, draw, self._shown(sample.words))
            for draw, sample in enumerate(self.folder.version(name, version).samples if there else ())
            if sample.chosen
        ]
        wanted = method_of(version).wanted(self.options)
        if len(items) < wanted:
            self.shortfalls.append(Shortfall(name, version, len(items), wanted, not there))
        return items

    def _shown(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(word.lower() for word in words) if self.lower else words


def _sheets(record: Mapping[str, Any], items: Sequence[StudyItem]) -> Sheets:
    clusters = {str(load["judge"]): [str(name) for name in load["clusters"]] for load in record["loads"]}
    return shuffle_clusters(items, clusters, int(record["seed"]))


def _results(
    versions: Sequence[str],
    clusters: Sequence[ClusterSize],
    assignment: Assignment,
    judgements: Sequence[Judgement],
) -> StudyResults:
    form = assignment.form
    phases = score_phases(judgements, clusters, versions, form.criteria)
    judged = {scores.phase: list(scores.means[CRITERIA[0]].clusters) for scores in phases}
    return StudyResults(
        phase_tables(phases),
        judgement_table(judgements, {cluster.name: cluster.split for cluster in clusters}, form),
        {"clusters": judged},
        phases,
        dict(_pictures(phases)),
        SCORE_FILES,
    )


def _pictures(phases: Iterable[PhaseScores]) -> Iterator[tuple[str, bytes]]:
    from paralattice.judging.figures import FIGURES, draw_figure

    for scores in phases:
        if scores.phase == "testing":
            for name in FIGURES:
                for kind, data in draw_figure(scores.means[name]).items():
                    yield f"figure{FIGURES[name]}.{kind}", data


def _form(record: Mapping[str, Any]) -> Form:
    """Return the form of a study, whose record may be older than the third question."""
    asked = len(record.get("criteria", CRITERIA)) > len(CRITERIA)
    return with_informativeness(SENTENCE_FORM) if asked else SENTENCE_FORM


SENTENCE_STUDY = RunStudy("judge deal", SENTENCE_FILES, _form, _sheets, _package, _results)
"""Sentences of a run's clusters, two scores each, and three with versions that make one for a cluster."""
