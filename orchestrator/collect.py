"""From artefacts to the files of a run folder."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from orchestrator.files import write_whole
from orchestrator.plan import Plan, Planned
from tasks.jobs import Job, build_key, chunk_key, merge_key, sample_key
from workers.store import Store

RESULT_COLUMNS = (
    "cluster", "split", "version", "sentences", "tokens", "states", "arcs", "paths", "distinct",
    "aligned_columns", "aligned_tokens", "draws", "novel", "chosen", "shortfall", "status", "reason",
)  # fmt: skip


def collect_cluster(root: Path, cluster: Planned, plan: Plan, store: Store) -> dict[str, dict[str, Any]]:
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
    root: Path, cluster: Planned, group: Job, plan: Plan, store: Store
) -> dict[str, dict[str, Any]]:
    options = plan.options
    keys = [key(group, options) for key in (merge_key, build_key, sample_key)]
    merged, built, drawn = store.get_all(keys)
    for version in group.versions:
        # A lattice that is not drawn must not keep the picture of an earlier one.
        if f"{version}/lattice.svg" not in built.files:
            (root / version / cluster.name / "lattice.svg").unlink(missing_ok=True)
    for file, text in (*merged.files.items(), *built.files.items(), *drawn.files.items()):
        version, name = file.split("/")
        write_whole(root / version / cluster.name / name, text)
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


def _head(cluster: Planned, version: str) -> dict[str, Any]:
    return {
        "cluster": cluster.name,
        "split": cluster.split,
        "version": version,
        "sentences": len(cluster.sentences),
        "tokens": cluster.tokens,
    }


_VERSION_FILES = (
    "alignment.json", "lattice.json", "lattice.fst.txt", "lattice.syms", "lattice.dot", "samples.jsonl",
)  # fmt: skip


def cluster_files(root: Path, cluster: Planned, plan: Plan) -> Iterator[Path]:
    """Yield the files that every complete cluster has; a picture is not among them."""
    yield root / "parses" / f"{cluster.name}.mrg"
    yield root / "features" / f"{cluster.name}.tsv"
    for version in plan.options.versions:
        for name in _VERSION_FILES:
            yield root / version / cluster.name / name


def results_text(rows: Iterable[dict[str, Any]]) -> str:
    """Return ``results.csv``: a header and a line a cluster and version."""
    text = io.StringIO()
    writer = csv.DictWriter(text, RESULT_COLUMNS, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def failure_rows(cluster: Planned, versions: Iterable[str], reason: str) -> list[dict[str, Any]]:
    """Return the lines of ``results.csv`` for a failed cluster."""
    return [{**_head(cluster, version), "status": "failed", "reason": reason} for version in versions]
