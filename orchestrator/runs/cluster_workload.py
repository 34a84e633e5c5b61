"""The clusters of a run as the scheduler's workload: parse batches, then the stages of each cluster."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from orchestrator.engine.work_items import WorkItem
from orchestrator.runs.folder import ResultWriter
from orchestrator.runs.plan import Plan, PlannedCluster, complete_among, drop_damaged
from orchestrator.runs.results import collect_cluster
from paralattice.methods import methods_of
from paralattice.run_options import Options
from tasks.cluster import jobs
from workers.store import Store, common_name, content_key, digest
from workers.task_names import CLUSTER, STAGES

Sentences = dict[str, tuple[str, ...]]
"""Words of sentences by the keys of their parses."""

_KEYS: dict[str, Callable[[jobs.Job, Options], str]] = {
    "merge": jobs.merge_key,
    "build": jobs.build_key,
    "sample": jobs.sample_key,
}

# A message costs as much as the stages of a small cluster with one version.
_TOGETHER = 8
_SENTENCES_TOGETHER = 100


@dataclass(slots=True)
class _Batch:
    """A batch of sentences to parse, with the key of the inputs among which it was stored."""

    key: str
    content: dict[str, Any]
    label: str
    inputs: str = ""

    def item(self) -> WorkItem:
        """Return the batch as a work item."""
        return WorkItem("parse", self.key, {"inputs": self.inputs}, self.label, final=False)


class ClusterWorkload:
    """The clusters of a run: parsed in batches, computed, collected into the run's folder.

    A cluster first awaits the parse batches of its sentences; a distinct sentence is in one
    batch at a time.  Then one item computes all stages of some small clusters.  A cluster of more than
    :data:`tasks.cluster.jobs.GROUPED_SENTENCES` is chunked first, then each version is an item, so
    that workers share the cluster.
    After a failure every stage is an item, so that the failing stage is known.

    Parameters
    ----------
    writer
        Writes the run's results.
    plan, store
        The run's plan and artefacts.
    workers
        Number of worker processes, among which a small corpus is divided.
    """

    def __init__(self, writer: ResultWriter, plan: Plan, store: Store, workers: int) -> None:
        self._writer = writer
        self._plan = plan
        self._store = store
        self._workers = workers
        # The batch of each sentence that is being parsed.
        self._under_way: dict[str, _Batch] = {}
        # The pack that each batch under way will be, and those of ended batches, perhaps not listed yet.
        self._packs: dict[str, str] = {}
        self._parsed: list[str] = []
        # The key of the inputs among which the source of each cluster in flight was stored.
        self._inputs: dict[str, str] = {}

    def next_items(self, targets: Sequence[tuple[PlannedCluster, int]]) -> Iterator[tuple[str, WorkItem]]:
        """Yield cluster names, each with an item that the cluster awaits next."""
        parsed, self._parsed = self._parsed, []
        self._store.expect(parsed)
        absent = self._store.missing(key for cluster, _ in targets for key in cluster.parses)
        batches: list[tuple[str, _Batch]] = []
        unparsed: list[tuple[str, Sentences]] = []
        for cluster, attempt in targets:
            missing = cluster.among(absent)
            if missing and attempt == 1:
                unparsed.append((cluster.name, missing))
            elif missing:
                # Parsed alone: a sentence of another cluster may break the parser.
                batches += self._batches([(cluster.name, missing)], {})
        batches += self._batches(unparsed, self._under_way)
        self._store_inputs(targets, [batch for _, batch in batches])
        yield from self._computed([pair for pair in targets if not pair[0].among(absent)])
        yield from ((name, batch.item()) for name, batch in batches)

    def ended(self, key: str) -> None:
        """Note that the sentences of a batch are no longer being parsed."""
        if key in self._packs:
            self._parsed.append(self._packs.pop(key))
        for parse in [parse for parse, batch in self._under_way.items() if batch.key == key]:
            del self._under_way[parse]

    def collect(self, cluster: PlannedCluster) -> Mapping[str, dict[str, Any]]:
        """Write a complete cluster's records; return its rows of ``results.csv`` by version."""
        rows = collect_cluster(self._writer, cluster, self._plan, self._store)
        self._inputs.pop(cluster.name, None)
        return rows

    def complete_among(self, clusters: Iterable[PlannedCluster]) -> Iterator[tuple[PlannedCluster, bool]]:
        """Yield clusters, each with whether the artefacts of all its results are stored."""
        return complete_among(clusters, self._plan, self._store)

    def drop_damaged(self, cluster: PlannedCluster) -> None:
        """Remove the cluster's damaged artefacts."""
        inputs = self._inputs.pop(cluster.name, None)
        drop_damaged(cluster, self._plan, self._store, [inputs] if inputs else [])

    def _store_inputs(self, targets: Iterable[tuple[PlannedCluster, int]], batches: Iterable[_Batch]) -> None:
        """Store what workers need of clusters and batches as one artefact, unless it is stored."""
        new = [cluster for cluster, attempt in targets if attempt > 1 or cluster.name not in self._inputs]
        unsent = [batch for batch in batches if not batch.inputs]
        if not (new or unsent):
            return
        self._store.put_content(self._plan.options.to_dict())
        inputs = {cluster.job.source: cluster.source for cluster in new}
        key = self._store.put_content(inputs | {batch.key: batch.content for batch in unsent})
        self._inputs |= dict.fromkeys((cluster.name for cluster in new), key)
        for batch in unsent:
            batch.inputs = key

    def _computed(self, parsed: Iterable[tuple[PlannedCluster, int]]) -> Iterator[tuple[str, WorkItem]]:
        """Yield the names of clusters whose sentences are parsed, each with an item of its next stages."""
        small: list[tuple[PlannedCluster, WorkItem]] = []
        for cluster, attempt in parsed:
            items = [(cluster, item) for item in self._stages(cluster, attempt)]
            if attempt == 1 and _is_small(cluster):
                small += items
            else:
                yield from ((cluster.name, item) for _, item in items)
        yield from self._joined(small)

    def _joined(self, small: Sequence[tuple[PlannedCluster, WorkItem]]) -> Iterator[tuple[str, WorkItem]]:
        """Yield cluster names, each with an item of several clusters; a few are not joined."""
        # At least four items for each worker, so that none is idle.
        most = min(_TOGETHER, max(1, len(small) // (4 * self._workers)))
        group: list[tuple[PlannedCluster, WorkItem]] = []
        for cluster, item in small:
            size = sum(len(each.sentences) for each, _ in group) + len(cluster.sentences)
            if group and (len(group) == most or size > _SENTENCES_TOGETHER):
                yield from _together(group)
                group = []
            group.append((cluster, item))
        yield from _together(group)

    def _batches(
        self, unparsed: Sequence[tuple[str, Sentences]], under_way: dict[str, _Batch]
    ) -> Iterator[tuple[str, _Batch]]:
        """Yield the parse batches that clusters await, including those under way."""
        # A small corpus is divided evenly, so that no worker is idle.
        share = sum(len(missing) for _, missing in unparsed) // self._workers + 1
        new = [(name, _without(missing, under_way)) for name, missing in unparsed]
        for batch in _divided([missing for _, missing in new], min(self._plan.options.parse.batch, share)):
            names = [name for name, missing in unparsed if not missing.keys().isdisjoint(batch)]
            under_way |= dict.fromkeys(batch, self._batch(names, batch))
        for name, missing in unparsed:
            awaited = {under_way[parse].key: under_way[parse] for parse in missing}
            yield from ((name, batch) for batch in awaited.values())

    def _batch(self, names: Sequence[str], sentences: Sentences) -> _Batch:
        content = {
            "options": self._plan.options_key,
            "keys": list(sentences),
            "sentences": [list(words) for words in sentences.values()],
        }
        label = f"cluster={','.join(names)} sentences={len(sentences)}"
        batch = _Batch(content_key(content), content, label)
        self._packs[batch.key] = common_name(sentences)
        return batch

    def _stages(self, cluster: PlannedCluster, attempt: int) -> Iterator[WorkItem]:
        """Yield the next items of a cluster whose sentences are parsed."""
        if attempt == 1 and len(cluster.sentences) <= jobs.GROUPED_SENTENCES:
            key = digest([jobs.sample_key(group, self._plan.options) for group in cluster.groups])
            yield self._stages_item(cluster, cluster.job, key, STAGES[1:])
            return
        alone = (self._single(cluster, stage) for stage in _KEYS)
        steps = alone if attempt > 1 else [self._versions(cluster)]
        # The first incomplete step: later steps need it.
        key = jobs.chunk_key(cluster.job)
        if self._store.missing([key]):
            yield WorkItem("chunk", key, self._content(cluster, cluster.job), str(cluster.job), final=False)
            return
        for step in steps:
            if items := list(step):
                yield from items
                return

    def _versions(self, cluster: PlannedCluster) -> Iterator[WorkItem]:
        """Yield an item for each incomplete group of versions of a large cluster."""
        for group in cluster.groups:
            if self._store.missing([key(group, self._plan.options) for key in _KEYS.values()]):
                stages = ["align", *(_name(stage, group) for stage in _KEYS)]
                yield self._stages_item(cluster, group, jobs.sample_key(group, self._plan.options), stages)

    def _single(self, cluster: PlannedCluster, stage: str) -> Iterator[WorkItem]:
        """Yield an item of a single stage for each group of versions that lacks its artefact."""
        for group in cluster.groups:
            key = _KEYS[stage](group, self._plan.options)
            if self._store.missing([key]):
                content = self._content(cluster, group)
                yield WorkItem(_name(stage, group), key, content, str(group), final=stage == "sample")

    def _stages_item(
        self, cluster: PlannedCluster, job: jobs.Job, key: str, stages: Sequence[str]
    ) -> WorkItem:
        """Return the item that computes several stages of a job and completes it."""
        return WorkItem(CLUSTER, key, {**self._content(cluster, job), "stages": list(stages)}, str(job))

    def _content(self, cluster: PlannedCluster, job: jobs.Job) -> dict[str, Any]:
        """Return what the message of an item says: the job, and where its inputs are stored."""
        places = self._store.places(cluster.parses)
        return {**job.to_content(), "inputs": self._inputs[cluster.name], "places": places}


def _name(stage: str, group: jobs.Job) -> str:
    """Return the name of a stage for a group: its sentences may be made in place of being merged."""
    return jobs.merging_stage(group) if stage == "merge" else stage


def _is_small(cluster: PlannedCluster) -> bool:
    """Return whether a cluster is small enough to share a message."""
    most = min(_SENTENCES_TOGETHER // 2, jobs.GROUPED_SENTENCES)
    # Versions whose sentences are made take long.
    fast = all(method.weight <= 1 for method in methods_of(cluster.job.versions))
    return len(cluster.sentences) <= most and fast


def _together(group: Sequence[tuple[PlannedCluster, WorkItem]]) -> Iterator[tuple[str, WorkItem]]:
    """Yield the names of some clusters, each with one item in place of their own items."""
    items = [item for _, item in group]
    names = [cluster.name for cluster, _ in group]
    if len(items) > 1:
        label = f"cluster={','.join(names)} version={','.join(group[0][0].job.versions)}"
        joined = {"items": [item.content for item in items]}
        items = [WorkItem(CLUSTER, digest([item.key for item in items]), joined, label)] * len(items)
    yield from zip(names, items, strict=True)


def _without(sentences: Sentences, known: Mapping[str, object]) -> Sentences:
    return {key: words for key, words in sentences.items() if key not in known}


def _divided(clusters: Iterable[Sentences], size: int) -> Iterator[Sentences]:
    """Yield batches of at most ``size`` distinct sentences; clusters that fit stay whole."""
    batch: Sentences = {}
    seen: set[str] = set()
    for sentences in clusters:
        new = _without(sentences, dict.fromkeys(seen))
        seen.update(new)
        if batch and len(batch) + len(new) > size:
            yield batch
            batch = {}
        batch |= new
        while len(batch) > size:
            items = list(batch.items())
            yield dict(items[:size])
            batch = dict(items[size:])
    if batch:
        yield batch
