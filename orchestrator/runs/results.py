"""From artefacts to the files of a run folder."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from orchestrator.io.atomic import write_whole
from orchestrator.runs.ledger import DONE, FAILED, Ledger
from orchestrator.runs.plan import Plan, PlannedCluster
from tasks.cluster.jobs import Job, build_key, chunk_key, merge_key, sample_key
from workers.store import Store

RESULT_COLUMNS = (
    "cluster", "split", "version", "sentences", "tokens", "states", "arcs", "paths", "distinct",
    "aligned_columns", "aligned_tokens", "draws", "novel", "chosen", "shortfall", "status", "reason",
)  # fmt: skip

CLUSTER_COLUMNS = ("cluster", "split", "sentences")

_VERSION_FILES = (
    "alignment.json", "lattice.json", "lattice.fst.txt", "lattice.syms", "lattice.dot", "samples.jsonl",
)  # fmt: skip
_PICTURE = "lattice.svg"


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
    features = store.get(chunk_key(cluster.job)).files
    write_whole(root / "parses" / f"{cluster.name}.mrg", features["parses.mrg"])
    write_whole(root / "features" / f"{cluster.name}.tsv", features["features.tsv"])
    rows: dict[str, dict[str, Any]] = {}
    for group in cluster.groups:
        rows |= _collect_group(root, cluster, group, plan, store)
    return rows


def _collect_group(
    root: Path, cluster: PlannedCluster, group: Job, plan: Plan, store: Store
) -> dict[str, dict[str, Any]]:
    options = plan.options
    keys = [key(group, options) for key in (merge_key, build_key, sample_key)]
    merged, built, drawn = store.get_all(keys)
    texts = {**merged.files, **built.files, **drawn.files}
    for version in group.versions:
        _write_version(root / version / cluster.name, version, texts)
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


def _write_version(folder: Path, version: str, texts: Mapping[str, str]) -> None:
    # By the names that are known here: whoever can write to the store must not choose where this writes.
    for name in _VERSION_FILES:
        write_whole(folder / name, texts[f"{version}/{name}"])
    picture = texts.get(f"{version}/{_PICTURE}")
    if picture is not None:
        write_whole(folder / _PICTURE, picture)
    else:
        # A lattice that is not drawn must not keep the picture of an earlier one.
        (folder / _PICTURE).unlink(missing_ok=True)


def _head(cluster: PlannedCluster, version: str) -> dict[str, Any]:
    return {
        "cluster": cluster.name,
        "split": cluster.split,
        "version": version,
        "sentences": len(cluster.sentences),
        "tokens": cluster.tokens,
    }


def cluster_files(root: Path, name: str, plan: Plan) -> Iterator[Path]:
    """Yield the files that a cluster has when it is complete; a picture is not among them."""
    yield root / "parses" / f"{name}.mrg"
    yield root / "features" / f"{name}.tsv"
    for version in plan.options.versions:
        for file in _VERSION_FILES:
            yield root / version / name / file


def cluster_row(cluster: PlannedCluster) -> dict[str, Any]:
    """Return the row of a cluster in ``clusters.csv``."""
    return {"cluster": cluster.name, "split": cluster.split, "sentences": len(cluster.sentences)}


def csv_lines(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of a table: a header, and a line a row."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for row in chain(rows, [None]):
        yield text.getvalue()
        text.seek(0)
        text.truncate()
        if row is not None:
            writer.writerow(row)


def result_rows(plan: Plan, ledger: Ledger) -> Iterator[dict[str, Any]]:
    """Yield the rows of ``results.csv``: one a cluster and version, of those that are done or have failed."""
    failures = ledger.failures()
    for name, status, body in ledger.clusters():
        if status == FAILED:
            yield from failure_rows(plan.restore(name, body), plan.options.versions, failures[name])
        elif status == DONE:
            done = ledger.results(name)
            yield from (done[version] for version in plan.options.versions)


def failure_rows(cluster: PlannedCluster, versions: Iterable[str], reason: str) -> list[dict[str, Any]]:
    """Return the lines of ``results.csv`` for a failed cluster."""
    return [{**_head(cluster, version), "status": "failed", "reason": reason} for version in versions]
