"""From artefacts to the files of a run folder."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from orchestrator.files import write_whole
from orchestrator.plan import Plan, Planned
from tasks.jobs import build_key, chunk_key, merge_key, sample_key
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
    features = store.get(chunk_key(cluster.job))["files"]
    write_whole(root / "parses" / f"{cluster.name}.mrg", features["parses.mrg"])
    write_whole(root / "features" / f"{cluster.name}.tsv", features["features.tsv"])
    return {name: _collect_version(root, cluster, plan, store, name) for name in plan.options.versions}


def _collect_version(root: Path, cluster: Planned, plan: Plan, store: Store, name: str) -> dict[str, Any]:
    job, options = cluster.job, plan.options
    built = store.get(build_key(job, options, name))
    drawn = store.get(sample_key(job, options, name))
    merged = store.get(merge_key(job, options, name))
    for file, text in (merged["files"] | built["files"] | drawn["files"]).items():
        write_whole(root / name / cluster.name / file, text)
    counts = drawn["counts"]
    return {
        "cluster": cluster.name,
        "split": cluster.split,
        "version": name,
        "sentences": len(cluster.sentences),
        "tokens": cluster.tokens,
        **built["statistics"],
        **counts,
        "shortfall": options.sample.keep - counts["chosen"],
        "status": "done",
    }


def results_text(rows: Iterable[dict[str, Any]]) -> str:
    """Return ``results.csv``: a header and a line a cluster and version."""
    text = io.StringIO()
    writer = csv.DictWriter(text, RESULT_COLUMNS, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def failure_rows(cluster: Planned, versions: Iterable[str], reason: str) -> list[dict[str, Any]]:
    """Return the lines of ``results.csv`` for a failed cluster."""
    shared = {
        "cluster": cluster.name,
        "split": cluster.split,
        "sentences": len(cluster.sentences),
        "tokens": cluster.tokens,
        "status": "failed",
        "reason": reason,
    }
    return [{**shared, "version": name} for name in versions]
