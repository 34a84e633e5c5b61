"""The plan of a run: the job of each cluster, and the artefacts that are stored already."""

import json
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import Any

import numpy as np

from orchestrator.corpora import CorpusEntry
from paralattice.formats.trees import write_tree
from paralattice.methods import methods_of
from paralattice.run_options import Options
from paralattice.syntax.tree import flat_tree
from tasks.cluster import jobs
from workers.store import Store, digest
from workers.task_names import STAGES

# Fields of a cluster in the ledger.
_BODY = ("split", "tokens", "sentences", "parses", "trees", "texts", "parser")

# Number of clusters looked up in the store at once.
_BATCH = 256


@dataclass(frozen=True, slots=True)
class PlannedCluster:
    """One cluster of a run.

    Attributes
    ----------
    job
        Its job for all versions.
    split, tokens
        Its declared split, and its number of tokens.
    sentences
        The words of its sentences.
    parses
        Keys of the sentences' parses; empty if trees came with the corpus.
    trees
        Trees that came with the corpus, in brackets; empty if the parser makes them.
    texts
        The sentences as they were given; empty if they came as tokens.  No result depends on them.
    parser
        Digest of the parser that reads new sentences where trees came with the corpus; otherwise empty,
        because the parses' keys have it, or nothing is read.
    """

    job: jobs.Job
    split: str
    tokens: int
    sentences: tuple[tuple[str, ...], ...]
    parses: tuple[str, ...]
    trees: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    parser: str = ""

    @property
    def name(self) -> str:
        """The cluster's name."""
        return self.job.cluster

    @property
    def groups(self) -> list[jobs.Job]:
        """The jobs of the stages after ``chunk``."""
        return jobs.version_groups(self.job, len(self.sentences))

    @property
    def source(self) -> dict[str, Any]:
        """The value stored under the job's ``source``."""
        return _source(self.sentences, self.parses, self.trees, self.parser)

    def among(self, missing: Collection[str]) -> dict[str, tuple[str, ...]]:
        """Return those sentences whose parses are among the missing keys, by their keys."""
        # With trees there are no keys.
        pairs = zip(self.parses, self.sentences, strict=False)
        return {key: words for key, words in pairs if key in missing}

    def to_body(self) -> str:
        """Return the cluster as JSON, without its name and the run's options."""
        values = {name: getattr(self, name) for name in _BODY}
        values["source"] = self.job.source
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True)
class Plan:
    """The options that all clusters of a run share, and the keys that follow from them.

    Attributes
    ----------
    options
        The run's options.
    """

    options: Options

    @cached_property
    def options_key(self) -> str:
        """The key under which the options are stored."""
        return digest("content", self.options.to_dict())

    @property
    def parses_new(self) -> bool:
        """Whether new sentences are parsed."""
        return self.options.parses and any(each.parses_new for each in methods_of(self.options.versions))

    def identity(self, cluster: PlannedCluster) -> str:
        """Return a digest of everything that a cluster's results depend on."""
        keys = [
            key(group, self.options) for group in cluster.groups for key in (jobs.build_key, jobs.sample_key)
        ]
        return digest(cluster.job.source, keys)

    def cluster(self, entry: CorpusEntry, parser: Callable[[], str]) -> PlannedCluster:
        """Return the plan of a cluster; nothing is written.

        Parameters
        ----------
        entry
            The cluster, with or without trees.
        parser
            Returns the digest of the parser; not called for a cluster with trees, unless new sentences are
            made.

        Raises
        ------
        OptionError
            A version does not go with the language of the run.
        """
        self.options.require_language(trees=bool(entry.trees))
        sentences = tuple(sentence.words for sentence in entry.cluster.sentences)
        # Without a parser of their language sentences have flat trees, which no version of the run reads.
        known = entry.trees if entry.trees or self.options.parses else map(flat_tree, sentences)
        trees = tuple(map(write_tree, known))
        limit = self.options.parse.max_tokens
        parses = () if trees else tuple(jobs.parse_key(parser(), words, limit) for words in sentences)
        reads = parser() if trees and self.parses_new else ""
        source = digest("content", _source(sentences, parses, trees, reads))
        job = self._job(entry.cluster.name, source)
        texts = tuple(sentence.text for sentence in entry.cluster.sentences)
        tokens = sum(map(len, sentences))
        given = texts if all(texts) else ()
        return PlannedCluster(job, entry.cluster.split, tokens, sentences, parses, trees, given, reads)

    def restore(self, name: str, body: str) -> PlannedCluster:
        """Return the cluster from the JSON of :meth:`PlannedCluster.to_body`."""
        values: dict[str, Any] = json.loads(body)
        return PlannedCluster(
            self._job(name, values["source"]),
            values["split"],
            values["tokens"],
            tuple(map(tuple, values["sentences"])),
            tuple(values["parses"]),
            tuple(values["trees"]),
            tuple(values["texts"]),
            values["parser"],
        )

    def _job(self, name: str, source: str) -> jobs.Job:
        return jobs.Job(name, source, self.options_key, self.options.versions)


def _source(
    sentences: Iterable[Sequence[str]], parses: Sequence[str], trees: Sequence[str], parser: str
) -> dict[str, Any]:
    words = [list(sentence) for sentence in sentences]
    given = {"trees": list(trees)} if trees else {"parses": list(parses)}
    return {"sentences": words, **given, **({"parser": parser} if parser else {})}


def result_keys(cluster: PlannedCluster, plan: Plan) -> list[str]:
    """Return the keys of the artefacts that a cluster's files are made of."""
    return jobs.stage_keys(cluster.job, plan.options, len(cluster.sentences))


def complete_among(
    clusters: Iterable[PlannedCluster], plan: Plan, store: Store
) -> Iterator[tuple[PlannedCluster, bool]]:
    """Yield clusters, each with whether the artefacts of all its files are stored."""
    rest = iter(clusters)
    while batch := list(islice(rest, _BATCH)):
        wanted = [result_keys(cluster, plan) for cluster in batch]
        missing = store.missing(chain.from_iterable(wanted))
        yield from ((cluster, missing.isdisjoint(keys)) for cluster, keys in zip(batch, wanted, strict=True))


def drop_damaged(cluster: PlannedCluster, plan: Plan, store: Store, others: Iterable[str] = ()) -> None:
    """Check the checksums of all artefacts of a cluster, and others; damaged ones are removed."""
    store.find_all([plan.options_key, *cluster.parses, *result_keys(cluster, plan), *others])


class Remaining:
    """Counts the units that are still to be computed, cluster by cluster.

    Attributes
    ----------
    clusters
        The number of clusters that were counted.
    stages
        The stages that these clusters have at all, whether their results are stored or not.
    """

    def __init__(self, plan: Plan, store: Store) -> None:
        self.clusters = 0
        self.stages: set[str] = set()
        self._plan = plan
        self._store = store
        self._counts: Counter[str] = Counter()
        self._batch: list[PlannedCluster] = []
        # Eight bytes per sentence: a corpus may have millions of sentences.
        self._parses = array("Q")

    def add(self, cluster: PlannedCluster) -> None:
        """Count a cluster."""
        self.clusters += 1
        # Trees may be given, and some versions are not aligned or merged.
        aligned = any(map(jobs.is_scored, cluster.groups))
        left_out = ({"parse"} if cluster.trees else set()) | (set() if aligned else {"align"})
        merging = {jobs.merging_stage(group) for group in cluster.groups}
        self.stages |= {*STAGES} - left_out - (jobs.merging_stages() - merging)
        self._batch.append(cluster)
        if len(self._batch) == _BATCH:
            self._count()

    def units(self) -> dict[str, int]:
        """Return the units of each stage: distinct sentences for ``parse``, lattices elsewhere."""
        self._count()
        parses = len(np.unique(np.frombuffer(self._parses, np.uint64))) if self._parses else 0
        return {stage: self._counts[stage] for stage in STAGES} | {"parse": parses}

    def _count(self) -> None:
        parses = {key for cluster in self._batch for key in cluster.parses}
        results = {key for cluster in self._batch for key in result_keys(cluster, self._plan)}
        missing = self._store.missing(parses | results)
        self._parses.extend(int(key[-16:], 16) for key in missing & parses)
        for cluster in self._batch:
            self._counts.update(_wanted(cluster, self._plan, missing))
        self._batch.clear()


def _wanted(cluster: PlannedCluster, plan: Plan, missing: Collection[str]) -> dict[str, int]:
    wanted = dict.fromkeys(STAGES, 0)
    wanted["chunk"] = len(plan.options.versions) * (jobs.chunk_key(cluster.job) in missing)
    for stage, key in (("merge", jobs.merge_key), ("build", jobs.build_key), ("sample", jobs.sample_key)):
        groups = [group for group in cluster.groups if key(group, plan.options) in missing]
        for group in groups:
            wanted[jobs.merging_stage(group) if stage == "merge" else stage] += len(group.versions)
        if stage == "merge":
            wanted["align"] = sum(len(group.versions) for group in filter(jobs.is_scored, groups))
    return wanted
