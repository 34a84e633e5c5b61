"""The measures of a tuning's runs, and their scores where they were judged."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from statistics import fmean
from typing import Any

from orchestrator.measures.language_models import ModelRequest, open_models
from orchestrator.measures.measure import MeasureRequest, measure_run
from orchestrator.runs.folder import RunFolder, Words
from paralattice.errors import JudgeError
from paralattice.formats.tables.paper_tables import Cell
from paralattice.judging.judgements import CRITERIA
from paralattice.judging.means import cluster_means
from paralattice.ngrams import LanguageModel
from paralattice.tuning.grid import Setting
from paralattice.tuning.ranking import Outcome


class TuningModels:
    """Language models that measure all settings and both splits.

    Models of the corpus are trained on the splits ``train`` and ``dev`` together, each part measured by
    the model of the others: a cluster has the same model under every setting, even where another cluster
    failed.

    Parameters
    ----------
    request
        The model to train or to read.
    clusters
        Names and sentences of the clusters of both splits.

    Raises
    ------
    FormatError
        A text or a model does not follow its format.
    RewordError
        There is nothing to train on.
    OSError
        A file cannot be read.
    """

    def __init__(self, request: ModelRequest, clusters: Mapping[str, Sequence[Words]]) -> None:
        self.models = open_models(request, list(clusters), clusters.__getitem__)
        # Training errors must appear now, not after an hour of aligning.
        self.models.model_for(next(iter(clusters)))

    def model_for(self, cluster: str) -> LanguageModel:
        """Return the model for the cluster of that name."""
        return self.models.model_for(cluster)

    def record(self) -> dict[str, Any]:
        """Return the record of the models: source, options, size and splits."""
        return self.models.record() | {"splits": ["train", "dev"]}


def outcomes(
    folder: RunFolder, setting: Setting, request: MeasureRequest, models: TuningModels
) -> list[Outcome]:
    """Measure a setting's run, write its ``measures/``, and return the outcome of each version.

    Raises
    ------
    FormatError, ProblemsError
        Files of the run are damaged.
    OSError
        A file cannot be read or written.
    """
    versions = folder.versions()
    done = [row for row in folder.result_rows() if row["status"] == "done"]
    automatic = _automatic(folder, request, models)
    scores = _scores(folder, versions)
    found = []
    for version in versions:
        mine = [row for row in done if row["version"] == version]
        sentences = automatic.get(version, {})
        values = {**sentences, **_lattices(mine), **scores.get(version, {})}
        found.append(Outcome(setting, version, len(mine), int(sentences.get("clusters") or 0), values))
    return found


def _automatic(folder: RunFolder, request: MeasureRequest, models: TuningModels) -> dict[str, dict[str, Any]]:
    try:
        table = measure_run(folder.root, request, models=models).by_version
    except JudgeError:
        # All clusters failed: there is nothing to measure.
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


def _scores(folder: RunFolder, versions: Sequence[str]) -> dict[str, dict[str, Cell]]:
    """Return the means of all human scores of each version, as in Table 3 of Shen et al. 2006."""
    judgements = folder.judgements()
    if not judgements:
        return {}
    clusters = [entry.name for entry in folder.cluster_entries()]
    means = {name: cluster_means(judgements, name, clusters, versions).overall for name in CRITERIA}
    found: dict[str, dict[str, Cell]] = {}
    for version in versions:
        scores = {name: means[name].get(version) for name in CRITERIA}
        given = [score for score in scores.values() if score is not None]
        both = sum(given, Fraction()) / len(given) if len(given) == len(CRITERIA) else None
        found[version] = {**scores, "judged": both}
    return found
