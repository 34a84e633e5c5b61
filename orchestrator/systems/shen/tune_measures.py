"""What the runs of a tuning came to: their measures, and their scores where they were judged."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from statistics import fmean
from typing import Any

from orchestrator.measures.measure import MeasureRequest, measure_run
from orchestrator.measures.measure_models import ModelRequest, Models, open_models
from orchestrator.runs.folder import RunFolder
from orchestrator.runs.read_samples import Words
from paralattice.errors import FormatError, JudgeError
from paralattice.formats.tables import Cell
from paralattice.judging.judgements import CRITERIA
from paralattice.judging.judgements_csv import read_judgements
from paralattice.judging.means import cluster_means
from paralattice.judging.study_files import SENTENCE_FILES
from paralattice.rewording import LanguageModel
from paralattice.tuning.grid import Setting
from paralattice.tuning.ranking import Outcome


class TuningModels:
    """Language models that all settings and both splits are measured with.

    A model of the corpus is one of the splits ``train`` and ``dev`` together, each
    part measured by the model of the others, so that a cluster has the same model
    under every setting, also where another cluster failed.

    Parameters
    ----------
    request
        Which model is wanted.
    clusters
        Names and sentences of the clusters of both splits.

    Raises
    ------
    FormatError
        A text or a model does not follow its format.
    TranslateError
        There is nothing to train on.
    OSError
        A file cannot be read.
    """

    def __init__(self, request: ModelRequest, clusters: Mapping[str, Sequence[Words]]) -> None:
        self._places = {name: place for place, name in enumerate(clusters)}
        self.models = open_models(request, list(clusters), clusters.__getitem__)
        # Now rather than after an hour of aligning.
        self.models.model_for(0)

    def opened(self, names: Sequence[str]) -> Models:
        """Return the models for clusters of these names."""
        return _Chosen(self.models, [self._places[name] for name in names])


class _Chosen:
    """The models of some clusters."""

    def __init__(self, models: Models, places: Sequence[int]) -> None:
        self._models = models
        self._places = places

    def model_for(self, cluster: int) -> LanguageModel:
        """Return the model for the cluster with that 0-based number among the chosen ones."""
        return self._models.model_for(self._places[cluster])

    def record(self) -> dict[str, Any]:
        """Return what makes the models reproducible."""
        return self._models.record() | {"splits": ["train", "dev"]}


def outcomes(
    folder: RunFolder, setting: Setting, request: MeasureRequest, models: TuningModels
) -> list[Outcome]:
    """Measure a setting's run, write its ``measures/``, and return what each version came to.

    Raises
    ------
    FormatError, ProblemsError, RunError
        Files of the run are damaged.
    OSError
        A file cannot be read or written.
    """
    versions = (folder.read() or {}).get("versions", [])
    rows = read_results(folder)
    automatic = _automatic(folder.root, request, models)
    scores = _scores(folder.root, [entry.name for entry in folder.cluster_entries()], versions)
    found = []
    for version in versions:
        mine = [row for row in rows if row["version"] == version and row["status"] == "done"]
        sentences = automatic.get(version, {})
        measured = int(sentences.get("clusters") or 0)
        values = {**sentences, **_lattices(mine), **scores.get(version, {})}
        found.append(Outcome(setting, version, len(mine), measured, values))
    return found


def read_results(folder: RunFolder) -> list[dict[str, str]]:
    """Return the rows of ``results.csv``.

    Raises
    ------
    FormatError
        It cannot be read.
    """
    try:
        with folder.results.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    except (OSError, ValueError, csv.Error) as error:
        raise FormatError(f"cannot be read: {error}", str(folder.results)) from error


def _automatic(run: Path, request: MeasureRequest, models: TuningModels) -> dict[str, dict[str, Any]]:
    try:
        table = measure_run(run, request, opened=models.opened).by_version
    except JudgeError:
        # All clusters have failed: there is nothing to measure.
        return {}
    names = [column.name for column in table.columns]
    rows = [dict(zip(names, row, strict=True)) for row in table.rows]
    return {str(row["version"]): row for row in rows}


def _lattices(rows: Sequence[Mapping[str, str]]) -> dict[str, Cell]:
    if not rows:
        return {}
    # Decimals, since a number of paths may have thousands of digits.
    paths = [float(Decimal(row["paths"]).log10()) for row in rows]
    aligned = [100 * int(row["aligned_tokens"]) / int(row["tokens"]) for row in rows]
    return {"paths_log10": fmean(paths), "aligned_percent": fmean(aligned)}


def _scores(run: Path, clusters: Sequence[str], versions: Iterable[str]) -> dict[str, dict[str, Cell]]:
    """Return the means of all human scores of each version, as in Table 3 of Shen et al. 2006."""
    path = run / SENTENCE_FILES.scores / "judgements.csv"
    if not path.exists():
        return {}
    judgements = read_judgements(path.read_bytes(), str(path))
    means = {name: cluster_means(judgements, name, clusters, list(versions)).overall for name in CRITERIA}
    found: dict[str, dict[str, Cell]] = {}
    for version in versions:
        scores = {name: means[name].get(version) for name in CRITERIA}
        given = [score for score in scores.values() if score is not None]
        both = sum(given, Fraction()) / len(given) if len(given) == len(CRITERIA) else None
        found[version] = {**scores, "judged": both}
    return found
