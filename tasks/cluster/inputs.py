"""The inputs of a cluster's stages: its sentences, features and trees, and the run's options."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from paralattice.align import DEFAULT_STOP_WORDS
from paralattice.corpus import Sentence
from paralattice.formats.features import sentences_of_columns
from paralattice.formats.trees import read_trees
from paralattice.lattice import Lattice, from_alignment, from_states
from paralattice.run_options import Options
from paralattice.tree import Tree
from paralattice.versions import PANG
from tasks.cluster.jobs import Job, chunk_key, load_options
from workers.store import Store

FEATURES = "features"
"""Name of the text in the artefact of ``chunk``: features and trees, as a run keeps them."""


class Inputs:
    """The inputs of a job's stages, read at first use.

    Parameters
    ----------
    job
        The cluster and its versions.
    store
        The artefact store.
    shards
        0-based numbers of the shards of sentence pairs to score; ``None`` for all.
    """

    def __init__(self, job: Job, store: Store, shards: Sequence[int] | None = None) -> None:
        self.job = job
        self.store = store
        self.shards = shards

    def for_job(self, job: Job) -> Inputs:
        """Return the inputs of another job of the same cluster."""
        inputs = Inputs(job, self.store, self.shards)
        inputs.source = self.source
        return inputs

    @cached_property
    def options(self) -> Options:
        """The run's options."""
        return load_options(self.store, self.job.options)

    @cached_property
    def source(self) -> dict[str, Any]:
        """The cluster's artefact: ``sentences`` (lists of words) and ``parses`` (keys) or ``trees``."""
        value: dict[str, Any] = self.store.get(self.job.source).value
        return value

    @property
    def size(self) -> int:
        """The number of sentences of the cluster."""
        return len(self.source["sentences"])

    @property
    def features(self) -> list[Sentence]:
        """The cluster's sentences with the features that ``chunk`` stored."""
        return _features(self.store, chunk_key(self.job))

    @property
    def trees(self) -> list[Tree]:
        """The trees of the cluster's sentences, as ``chunk`` stored them."""
        key = chunk_key(self.job)
        return read_trees(_record(self.store, key)["trees"], f"the trees of {key}")

    @property
    def stop_words(self) -> frozenset[str]:
        """The run's stop words, by default the package's."""
        given = self.options.stop_words
        return DEFAULT_STOP_WORDS if given is None else frozenset(given)


# A worker often merges the cluster that it has just scored.  Few are kept, as a cluster may be large.
@lru_cache(maxsize=4)
def _features(store: Store, key: str) -> list[Sentence]:
    return sentences_of_columns(_record(store, key), f"the features of {key}")


def _record(store: Store, key: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(store.get(key).files[FEATURES])
    return record


def sentence_lines(version: str) -> str:
    """Return the name of the text with a version's lines of ``sentences.csv`` in a sample artefact."""
    return f"{version}/sentences"


def columns_of(merged: Mapping[str, str], version: str) -> list[list[int]]:
    """Return the column of each token from the texts that ``merge`` stored by version."""
    columns: list[list[int]] = json.loads(merged[version])["columns"]
    return columns


def version_words(version: str, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return sentences as the lattices of a version write them; those built from trees are lower-cased."""
    return [[word.lower() if version == PANG else word for word in words] for words in sentences]


def version_lattice(
    version: str, sentences: Sequence[Sequence[str]], columns: Sequence[Sequence[int]]
) -> Lattice:
    """Return the lattice of a version, built from the columns that ``merge`` stored.

    Parameters
    ----------
    version
        Name of the version.
    sentences
        As :func:`version_words` returns them.
    columns
        The 0-based column of each token.
    """
    if version == PANG:
        # State 0 is the start.
        return from_states(sentences, [[column + 1 for column in row] for row in columns])
    return from_alignment(sentences, columns)
