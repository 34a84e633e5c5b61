"""What a run has to do: each cluster's job, and what of it is there already."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from orchestrator.corpora import Corpus
from paraphrase.corpus import Cluster
from paraphrase.formats.trees import write_tree
from paraphrase.options import Options
from paraphrase.tree import Tree
from tasks.jobs import (
    STAGES,
    Job,
    build_key,
    chunk_key,
    given_key,
    merge_key,
    parse_key,
    sample_key,
    shard_key,
    shard_rows,
    version_groups,
)
from workers.store import Artefact, MissingArtefactError, Store, digest

# So many clusters are looked for in the store at once.
_LUMP = 256


@dataclass(frozen=True, slots=True)
class Planned:
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
        Keys of the sentences' parses.
    trees
        Trees that came with the corpus, in brackets; empty where the parser makes them.
    """

    job: Job
    split: str
    tokens: int
    sentences: tuple[tuple[str, ...], ...]
    parses: tuple[str, ...]
    trees: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The cluster's name."""
        return self.job.cluster

    def at_attempt(self, attempt: int) -> Planned:
        """Return the same cluster with messages that carry the number of an attempt."""
        return replace(self, job=replace(self.job, attempt=attempt))

    @property
    def groups(self) -> list[Job]:
        """The jobs of the stages after ``chunk``."""
        return version_groups(self.job, len(self.sentences))

    @property
    def source(self) -> dict[str, Any]:
        """The value stored under the job's ``source``."""
        return _source(self.sentences, self.parses)

    def inputs(self) -> Iterator[tuple[str, Artefact]]:
        """Yield what the workers read, by its keys: the cluster and the trees that came with it."""
        yield self.job.source, Artefact(self.source)
        for key, tree in zip(self.parses, self.trees, strict=False):
            yield key, Artefact({"tree": tree, "note": ""})

    def among(self, missing: Collection[str]) -> dict[str, tuple[str, ...]]:
        """Return those sentences whose parses are among the missing keys, by their keys."""
        pairs = zip(self.parses, self.sentences, strict=True)
        return {key: words for key, words in pairs if key in missing}


def store_inputs(clusters: Iterable[Planned], store: Store) -> set[str]:
    """Write what the workers read of some clusters, and return the keys of the parses that are missing."""
    inputs = {key: artefact for cluster in clusters for key, artefact in cluster.inputs()}
    parses = {key for cluster in clusters for key in cluster.parses}
    missing = store.missing([*inputs, *parses])
    store.put_all({key: artefact for key, artefact in inputs.items() if key in missing})
    return (missing & parses) - inputs.keys()


@dataclass(frozen=True, slots=True)
class Plan:
    """The jobs of a run and their options."""

    clusters: tuple[Planned, ...]
    options: Options
    options_key: str

    def identity(self, cluster: Planned) -> str:
        """Return a digest of everything that a cluster's results depend on."""
        return digest(cluster.job.source, [sample_key(group, self.options) for group in cluster.groups])


def make_plan(run: str, corpus: Corpus, options: Options, parser: str) -> Plan:
    """Return the plan of a corpus; nothing is written.

    Parameters
    ----------
    run
        Identity of the run on the broker.
    corpus
        Clusters, with or without trees.
    options
        The run's options.
    parser
        Digest of the parser; unused where every cluster has trees.
    """
    options_key = digest("content", options.to_dict())
    clusters = tuple(
        _planned(run, cluster, corpus.trees.get(cluster.name, ()), options_key, options, parser)
        for cluster in corpus.clusters
    )
    return Plan(clusters, options, options_key)


def _planned(
    run: str, cluster: Cluster, trees: Sequence[Tree], options_key: str, options: Options, parser: str
) -> Planned:
    sentences = tuple(sentence.words for sentence in cluster.sentences)
    brackets = tuple(write_tree(tree) for tree in trees)
    limit = options.parse.max_tokens
    parses = tuple(map(given_key, brackets)) or tuple(parse_key(parser, words, limit) for words in sentences)
    source = digest("content", _source(sentences, parses))
    job = Job(run, cluster.name, source, options_key, options.versions)
    return Planned(job, cluster.split, sum(map(len, sentences)), sentences, parses, brackets)


def _source(sentences: Iterable[Sequence[str]], parses: Iterable[str]) -> dict[str, Any]:
    return {"sentences": [list(words) for words in sentences], "parses": list(parses)}


def result_keys(cluster: Planned, plan: Plan) -> list[str]:
    """Return the keys of everything that a cluster's files are made of."""
    stages = (merge_key, build_key, sample_key)
    return [chunk_key(cluster.job), *(key(group, plan.options) for group in cluster.groups for key in stages)]


def is_complete(cluster: Planned, plan: Plan, store: Store) -> bool:
    """Return whether everything that a cluster's files are made of is stored."""
    return not store.missing(result_keys(cluster, plan))


def complete_among(clusters: Iterable[Planned], plan: Plan, store: Store) -> Iterator[tuple[Planned, bool]]:
    """Yield clusters, each with whether everything that its files are made of is stored."""
    for lump in _lumps(clusters):
        missing = store.missing(key for cluster in lump for key in result_keys(cluster, plan))
        for cluster in lump:
            yield cluster, missing.isdisjoint(result_keys(cluster, plan))


def _lumps(clusters: Iterable[Planned]) -> Iterator[list[Planned]]:
    rest = iter(clusters)
    while lump := list(islice(rest, _LUMP)):
        yield lump


def drop_damaged(cluster: Planned, plan: Plan, store: Store) -> None:
    """Look at the checksums of all artefacts of a cluster; damaged ones are removed, to be made again."""
    shards = range(len(shard_rows(len(cluster.sentences))))
    scores = [shard_key(group, plan.options, shard) for group in cluster.groups for shard in shards]
    inputs = [plan.options_key, cluster.job.source, *cluster.parses]
    for key in [*inputs, *scores, *result_keys(cluster, plan)]:
        with suppress(MissingArtefactError):
            store.get(key)


def remaining(plan: Plan, clusters: Iterable[Planned], store: Store) -> dict[str, int]:
    """Return how many units of each stage are still to be computed for some clusters.

    The units are distinct sentences for ``parse`` and cluster-and-version pairs elsewhere.
    """
    counts = dict.fromkeys(STAGES, 0)
    sentences: set[str] = set()
    for lump in _lumps(clusters):
        parses = {key for cluster in lump if not cluster.trees for key in cluster.parses}
        results = {key for cluster in lump for key in result_keys(cluster, plan)}
        missing = store.missing(parses | results)
        sentences |= missing & parses
        for cluster in lump:
            for stage, number in _wanted(cluster, plan, missing).items():
                counts[stage] += number
    counts["parse"] = len(sentences)
    return counts


def _wanted(cluster: Planned, plan: Plan, missing: Collection[str]) -> dict[str, int]:
    wanted = {"chunk": len(plan.options.versions) * (chunk_key(cluster.job) in missing)}
    for stage, key in (("merge", merge_key), ("build", build_key), ("sample", sample_key)):
        groups = [group for group in cluster.groups if key(group, plan.options) in missing]
        wanted[stage] = sum(len(group.versions) for group in groups)
    # The scores serve the alignment alone: where that is there they are not wanted.
    return {**wanted, "align": wanted["merge"]}
