"""Results of a run: artefacts written as records of its folder, and the rows of its tables."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from orchestrator.runs.folder import ResultWriter
from orchestrator.runs.ledger import DONE, FAILED, Ledger
from orchestrator.runs.plan import Plan, PlannedCluster, result_keys
from paralattice.formats.csv_rows import rows_as_csv
from tasks.cluster.inputs import FEATURES, sentence_lines
from tasks.cluster.jobs import Job, build_key, chunk_key, merge_key, sample_key
from workers.store import Artefact, MissingArtefactError, Store

RESULT_COLUMNS = (
    "cluster", "split", "version", "sentences", "tokens", "states", "arcs", "paths", "distinct",
    "aligned_columns", "aligned_tokens", "draws", "novel", "chosen", "shortfall", "status", "reason",
)  # fmt: skip

CLUSTER_COLUMNS = ("cluster", "split", "sentences")


def collect_cluster(
    writer: ResultWriter, cluster: PlannedCluster, plan: Plan, store: Store
) -> dict[str, dict[str, Any]]:
    """Write a complete cluster's records and return its rows of ``results.csv`` by version.

    Raises
    ------
    MissingArtefactError
        An artefact is absent or was damaged.
    OSError
        A record cannot be written.
    """
    head = f'{{"cluster": {json.dumps(cluster.name, ensure_ascii=False)}, '
    # All at once: a cluster's artefacts are mostly in one pack.
    keys = result_keys(cluster, plan)
    found = dict(zip(keys, store.get_all(keys), strict=True))
    features = _one_line(found[chunk_key(cluster.job)].files[FEATURES])
    rows: dict[str, dict[str, Any]] = {}
    lines: dict[str, str] = {}
    for group in cluster.groups:
        stages = [found[key(group, plan.options)] for key in (merge_key, build_key, sample_key)]
        rows |= _rows(cluster, group, plan, stages)
        lines |= {version: head + _fields(version, stages) for version in group.versions}
    # In the order of the run, whatever the groups are.
    writer.write(cluster.name, head + features[1:], [lines[version] for version in plan.options.versions])
    return rows


def _rows(
    cluster: PlannedCluster, group: Job, plan: Plan, stages: Sequence[Artefact]
) -> dict[str, dict[str, Any]]:
    _, built, drawn = (stage.value for stage in stages)
    return {
        version: {
            **_head(cluster, version),
            **built[version],
            **drawn[version],
            "shortfall": plan.options.sample.keep - drawn[version]["chosen"],
            "status": "done",
        }
        for version in group.versions
    }


def _fields(version: str, stages: Sequence[Artefact]) -> str:
    """Return the end of a record, which begins with the cluster's name."""
    alignment, lattice, samples = (_one_line(stage.files[version]) for stage in stages)
    sentences = _one_line(stages[-1].files[sentence_lines(version)])
    return (
        f'"version": "{version}", "sentences": {sentences}, "alignment": {alignment}, "lattice": {lattice}, '
        f'"samples": {samples}}}'
    )


def _one_line(text: str) -> str:
    # A store that others can write to must not decide which records are written here.
    if "\n" in text:
        raise MissingArtefactError("an artefact has a text of several lines")
    return text


def _head(cluster: PlannedCluster, version: str) -> dict[str, Any]:
    return {
        "cluster": cluster.name,
        "split": cluster.split,
        "version": version,
        "sentences": len(cluster.sentences),
        "tokens": cluster.tokens,
    }


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
