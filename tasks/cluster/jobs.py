"""What a message says, and the keys under which a cluster's artefacts are stored.

A message names a run, a cluster and versions so that a person can read it, and
carries digests for everything else: never a text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from paralattice.run_options import Options
from paralattice.versions import PANG
from workers.store import Store, digest

STAGES = ("parse", "chunk", "align", "merge", "build", "sample")

_SCHEMA = {"parse": 1, "chunk": 1, "align": 1, "merge": 1, "build": 1, "sample": 1}
"""Raised when a stage's output changes for the same input, so that old artefacts are left alone."""

PAIRS_A_SHARD = 4_000_000
GROUPED_SENTENCES = 200
"""A cluster of more sentences goes through the later stages one message a version."""


@dataclass(frozen=True, slots=True)
class Job:
    """One cluster's work for some versions.

    Attributes
    ----------
    run
        Identity of the run on the broker.
    cluster
        The cluster's name.
    source
        Key of the cluster's sentences with their trees or the keys of their parses.
    options
        Key of the run's options.
    versions
        Names of the versions that this message is about.
    shard
        0-based part of the sentence pairs that an ``align`` message is about.
    attempt
        How often the cluster has been submitted, this time included; no key depends on it.
    stepwise
        Whether every stage has to be a message of its own; no key depends on it.
    """

    run: str
    cluster: str
    source: str
    options: str
    versions: tuple[str, ...]
    shard: int = 0
    attempt: int = 1
    stepwise: bool = False

    def to_message(self) -> dict[str, Any]:
        """Return keyword arguments that JSON can hold."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {**values, "versions": list(self.versions)}

    @classmethod
    def from_message(cls, message: dict[str, Any]) -> Job:
        """Return the job of a message."""
        return cls(**{**message, "versions": tuple(message["versions"])})

    def __str__(self) -> str:
        """Return what a person reads in Flower."""
        return f"run={self.run} cluster={self.cluster} version={','.join(self.versions)}"

    def for_version(self, version: str) -> Job:
        """Return the same job for one version."""
        return replace(self, versions=(version,))


def parse_key(parser: str, words: tuple[str, ...], max_tokens: int) -> str:
    """Return the key of a sentence's parse by a parser of that digest.

    The limit on tokens matters to a sentence that passes it, and to no other.
    """
    passed = max_tokens if len(words) > max_tokens else None
    return digest("parse", _SCHEMA["parse"], parser, words, passed)


def chunk_key(job: Job) -> str:
    """Return the key of a cluster's features."""
    return digest("chunk", _SCHEMA["chunk"], job.source)


def shard_key(job: Job, options: Options, shard: int) -> str:
    """Return the key of one shard of the pair scores of a job's versions."""
    return digest(
        "align", _SCHEMA["align"], job.source, _scoring(options), job.versions, PAIRS_A_SHARD, shard
    )


def merge_key(job: Job, options: Options) -> str:
    """Return the key of the alignments of a job's versions."""
    decisive = _stage(options, PANG) if PANG in job.versions else _scoring(options)
    return digest("merge", _SCHEMA["merge"], job.source, decisive, job.versions)


def build_key(job: Job, options: Options) -> str:
    """Return the key of the automata of a job's versions."""
    return digest("build", _SCHEMA["build"], merge_key(job, options), _stage(options, "build"))


def sample_key(job: Job, options: Options) -> str:
    """Return the key of the sentences drawn from the automata of a job's versions."""
    return digest(
        "sample", _SCHEMA["sample"], build_key(job, options), _stage(options, "sample"), job.cluster
    )


@lru_cache(maxsize=64)
def _stage(options: Options, name: str) -> str:
    return digest(options.to_dict()[name])


@lru_cache(maxsize=64)
def _scoring(options: Options) -> str:
    values = options.to_dict()
    return digest(values["align"], values["stop_words"])


def version_groups(job: Job, sentences: int) -> list[Job]:
    """Return the jobs into which a cluster's versions are divided after ``chunk``.

    A small cluster stays whole, since a message and a file cost more than its work;
    a large one is one job a version, so that several workers can share it.  The
    artefacts of the later stages are one a job of these.  The version made of
    trees is always a job of its own, for it is merged without being aligned.
    """
    if sentences > GROUPED_SENTENCES:
        return [job.for_version(version) for version in job.versions]
    aligned = tuple(version for version in job.versions if version != PANG)
    if PANG not in job.versions:
        return [job]
    return [job.for_version(PANG), *([replace(job, versions=aligned)] if aligned else [])]


def score_shards(job: Job, sentences: int) -> list[tuple[int, int]]:
    """Return the row ranges of the pair scores that a job of :func:`version_groups` needs, perhaps none."""
    return [] if PANG in job.versions else shard_rows(sentences)


def shard_rows(sentences: int) -> list[tuple[int, int]]:
    """Return half-open row ranges that hold about :data:`PAIRS_A_SHARD` sentence pairs each."""
    ranges, start, pairs = [], 0, 0
    for row in range(sentences):
        pairs += sentences - 1 - row
        if pairs >= PAIRS_A_SHARD:
            ranges.append((start, row + 1))
            start, pairs = row + 1, 0
    if start < sentences:
        ranges.append((start, sentences))
    return ranges


def load_options(store: Store, key: str) -> Options:
    """Return a run's options; read once a process."""
    return _load_options(store, key)


@lru_cache(maxsize=16)
def _load_options(store: Store, key: str) -> Options:
    return Options.from_dict(store.get(key).value)
