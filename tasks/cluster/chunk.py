"""Stage 2: the trees of a cluster to chunk features."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from paralattice.features.chunking import chunk as chunk_tree
from paralattice.formats.features import write_features
from paralattice.formats.trees import read_tree
from tasks.cluster.jobs import Job, chunk_key, score_shards, version_groups
from tasks.flow import Work, stage
from workers.store import Artefact


@stage("chunk")
def chunk(**message: Any) -> None:
    """Derive and store a cluster's features, then send its versions to ``align`` or ``merge``."""
    work = Work(message)
    key = chunk_key(work.job)
    work.store.once(key, lambda: _features(work))
    following = [step for group in version_groups(work.job, work.size) for step in _steps(group, work.size)]
    work.done("chunk", following, work.store.get(key).value["notes"])


def _steps(group: Job, sentences: int) -> list[tuple[str, Job]]:
    """Return the stages that a job goes to: its scores in shards, or merging where it needs none."""
    shards = range(len(score_shards(group, sentences)))
    return [("align", replace(group, shard=shard)) for shard in shards] or [("merge", group)]


def _features(work: Work) -> Artefact:
    parses = _parses(work)
    sentences = [chunk_tree(read_tree(parsed["tree"])) for parsed in parses]
    notes = [
        f"sentence {number}: {parsed['note']}" for number, parsed in enumerate(parses, 1) if parsed["note"]
    ]
    trees = "".join(f"{parsed['tree']}\n" for parsed in parses)
    return Artefact({"notes": notes}, {"parses.mrg": trees, "features.tsv": write_features(sentences)})


def _parses(work: Work) -> list[dict[str, str]]:
    """Return tree and note of each sentence; trees that came with the corpus have no note."""
    if "trees" in work.source:
        return [{"tree": tree, "note": ""} for tree in work.source["trees"]]
    return [parsed.value for parsed in work.store.get_all(work.source["parses"])]
