"""Results of a run: artefacts written as the files of its folder, and the rows of its tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from orchestrator.io.atomic import write_whole
from orchestrator.io.tables import rows_as_csv
from orchestrator.runs.folder import RunFolder
from orchestrator.runs.folder.files import ALIGNMENT, LATTICE, PICTURE, SAMPLES, SENTENCES
from orchestrator.runs.ledger import DONE, FAILED, Ledger
from orchestrator.runs.plan import Plan, PlannedCluster
from tasks.cluster.jobs import Job, build_key, chunk_key, merge_key, sample_key
from workers.store import Store

RESULT_COLUMNS = (
    "cluster", "split", "version", "sentences", "tokens", "states", "arcs", "paths", "distinct",
    "aligned_columns", "aligned_tokens", "draws", "novel", "chosen", "shortfall", "status", "reason",
)  # fmt: skip

CLUSTER_COLUMNS = ("cluster", "split", "sentences")

_VERSION_FILES = (ALIGNMENT, LATTICE, "lattice.fst.txt", "lattice.syms", "lattice.dot", SAMPLES, SENTENCES)


def collect_cluster(
    root: Path, cluster: PlannedCluster, plan: Plan, store: Store
) -> dict[str, dict[str, Any]]:
    """Write a complete cluster's files and return its rows of ``results.csv`` by version.

    Raises
    ------
    MissingArtefactError
        An artefact is absent or was damaged.
    OSError
        A file cannot be written.
    """
    folder = RunFolder(root)
    features = store.get(chunk_key(cluster.job)).files
    write_whole(folder.parses_file(cluster.name), features["parses.mrg"])
    write_whole(folder.features_file(cluster.name), features["features.tsv"])
    rows: dict[str, dict[str, Any]] = {}
    for group in cluster.groups:
        rows |= _collect_group(folder, cluster, group, plan, store)
    return rows


def _collect_group(
    folder: RunFolder, cluster: PlannedCluster, group: Job, plan: Plan, store: Store
) -> dict[str, dict[str, Any]]:
    options = plan.options
    keys = [key(group, options) for key in (merge_key, build_key, sample_key)]
    merged, built, drawn = store.get_all(keys)
    texts = {**merged.files, **built.files, **drawn.files}
    for version in group.versions:
        _write_version(folder, cluster.name, version, texts)
    return {
        version: {
            **_head(cluster, version),
            **built.value[version],
            **drawn.value[version],
            "shortfall": options.sample.keep - drawn.value[version]["chosen"],
            "status": "done",
        }
        for version in group.versions
    }


def _write_version(folder: RunFolder, cluster: str, version: str, texts: Mapping[str, str]) -> None:
    # Fixed names: a store that others can write to must not decide which files are written here.
    for name in _VERSION_FILES:
        write_whole(folder.file(cluster, version, name), texts[f"{version}/{name}"])
    path, picture = folder.file(cluster, version, PICTURE), texts.get(f"{version}/{PICTURE}")
    if picture is not None:
        write_whole(path, picture)
    else:
        # A lattice that is too large to draw must not keep the picture of an earlier one.
        path.unlink(missing_ok=True)


def _head(cluster: PlannedCluster, version: str) -> dict[str, Any]:
    return {
        "cluster": cluster.name,
        "split": cluster.split,
        "version": version,
        "sentences": len(cluster.sentences),
        "tokens": cluster.tokens,
    }


def cluster_files(root: Path, name: str, plan: Plan) -> Iterator[Path]:
    """Yield the files that every complete cluster has; only small lattices have a picture as well."""
    folder = RunFolder(root)
    yield folder.parses_file(name)
    yield folder.features_file(name)
    for version in plan.options.versions:
        for file in _VERSION_FILES:
            yield folder.file(name, version, file)


def cluster_row(cluster: PlannedCluster) -> dict[str, Any]:
    """Return the row of a cluster in ``clusters.csv``."""
    return {"cluster": cluster.name, "split": cluster.split, "sentences": len(cluster.sentences)}


def csv_lines(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a CSV table: the header, then a line for each row."""
    return rows_as_csv(chain([columns], ([row.get(name) for name in columns] for row in rows)))


def result_rows(plan: Plan, ledger: Ledger) -> Iterator[dict[str, Any]]:
    """Yield the rows of ``results.csv``: one for each version of a cluster that is done or has failed."""
    failures = ledger.failures()
    for name, status, body in ledger.clusters():
        if status == FAILED:
            yield from failure_rows(plan.restore(name, body), plan.options.versions, failures[name])
        elif status == DONE:
            done = ledger.results(name)
            yield from (done[version] for version in plan.options.versions)


def failure_rows(cluster: PlannedCluster, versions: Iterable[str], reason: str) -> list[dict[str, Any]]:
    """Return the rows of ``results.csv`` for a failed cluster."""
    return [{**_head(cluster, version), "status": "failed", "reason": reason} for version in versions]
