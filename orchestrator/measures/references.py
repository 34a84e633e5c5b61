"""The references of a run's clusters, and the sentences that are measured against them."""

from collections.abc import Sequence
from pathlib import Path

from orchestrator.io.problems import Problems
from orchestrator.io.text import read_bytes, shown
from orchestrator.runs.folder import RunFolder
from paralattice.errors import FormatError
from paralattice.formats.corpora.clusters import read_cluster
from paralattice.measures.references import ReferenceMeasures, measure_references


def measured_references(
    run: RunFolder, folder: Path, clusters: Sequence[str]
) -> tuple[list[ReferenceMeasures], list[str]]:
    """Return the measures of the first chosen sentence of each cluster and version.

    Parameters
    ----------
    run
        The run.
    folder
        Folder with ``<cluster>.txt``, a reference a line.
    clusters
        Names of the clusters that have sentences.

    Returns
    -------
    measures, missing
        The measures, and the clusters without references.

    Raises
    ------
    ProblemsError
        Files of the references or of the run are damaged; all are named.
    FormatError
        No cluster has references.
    """
    problems = Problems()
    references: dict[str, list[str]] = {}
    for name in clusters:
        path = folder / f"{name}.txt"
        if path.exists():
            with problems.collected(path):
                references[name] = read_cluster(read_bytes(path), shown(path))
    found = []
    for name, texts in references.items():
        with problems.collected(run.root):
            for version in run.versions():
                chosen = run.version(name, version).chosen_samples
                if chosen:
                    names, text = (name, version), " ".join(chosen[0].words)
                    originals = [" ".join(words) for words in run.version(name, version).originals]
                    found.append(measure_references(names, text, originals, texts))
    problems.raise_any()
    if not references:
        message = f"no reference found: looked for {clusters[0]}.txt and so on, for each cluster of the run"
        raise FormatError(message, shown(folder))
    return found, [name for name in clusters if name not in references]
