"""Results of a run: artefacts written as records of its folder, and the rows of its tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from msgspec import Raw, json, structs

from orchestrator.runs.folder import ResultWriter
from orchestrator.runs.ledger import DONE, FAILED, Ledger
from orchestrator.runs.plan import Plan, PlannedCluster, result_keys
from paralattice.align import CompactAlignment
from paralattice.errors import FormatError
from paralattice.formats.tables.csv_rows import rows_as_csv
from paralattice.formats.typed_json import from_json
from paralattice.methods import method_of
from paralattice.methods.exchange import most_refused
from paralattice.results.records import FeatureLine, ResultLine
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
    # All at once: a cluster's artefacts are mostly in one pack.
    keys = result_keys(cluster, plan)
    found = dict(zip(keys, store.get_all(keys), strict=True))
    rows: dict[str, dict[str, Any]] = {}
    records: dict[str, ResultLine] = {}
    try:
        features = from_json(found[chunk_key(cluster.job)].files[FEATURES], FeatureLine)
        for group in cluster.groups:
            stages = [found[key(group, plan.options)] for key in (merge_key, build_key, sample_key)]
            rows |= _rows(cluster, group, plan, stages)
            records |= {version: _record(cluster.name, version, stages) for version in group.versions}
    except (FormatError, UnicodeDecodeError) as error:
        raise MissingArtefactError(f"an artefact is damaged: {error}") from error
    # In the order of the run, whatever the groups are.
    versions = _lines([records[version] for version in plan.options.versions])
    writer.write(cluster.name, _lines([structs.replace(features, cluster=cluster.name)]), versions)
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
            "shortfall": method_of(version).wanted(plan.options) - drawn[version]["chosen"],
            "status": "done",
            **({} if drawn[version]["novel"] else _why_none(version, stages[0].files[version])),
        }
        for version in group.versions
    }


def _why_none(version: str, alignment: bytes) -> dict[str, str]:
    """Return why there is no new sentence, and the rule that refused most candidates, if one did."""
    counts = from_json(alignment, CompactAlignment).exchange or None
    return {"reason": method_of(version).why_none(counts), "rule": next(iter(most_refused(counts)), "")}


def _record(cluster: str, version: str, stages: Sequence[Artefact]) -> ResultLine:
    alignment, lattice, samples = (Raw(stage.files[version]) for stage in stages)
    sentences = stages[-1].files[sentence_lines(version)].decode()
    return ResultLine(cluster, version, sentences, alignment, lattice, samples)


def _lines(records: Sequence[FeatureLine | ResultLine]) -> bytes:
    lines = json.Encoder().encode_lines(records)
    # A store that others can write to must not decide which records are written here.
    if lines.count(b"\n") != len(records):
        raise MissingArtefactError("an artefact has a text of several lines")
    return lines


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
